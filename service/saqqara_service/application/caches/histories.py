"""Results of ladders as this process has folded them, so that nothing is folded twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from saqqara_contest.ratings import Rating
from saqqara_service.application.folds.standings import counted, row_of
from saqqara_service.storage.ladders.rows import CountedMatch, StandingRow
from saqqara_service.storage.ladders.rulings import Rulings

KEPT: Final = 16
"""Of so many ladders the results are remembered."""

Who: TypeAlias = tuple[str, int]
"""A bot and its version."""


@dataclass(slots=True)
class FoldedResults:
    """A ladder's results as far as they were read, folded by its rulings."""

    rulings: Rulings
    results: list[CountedMatch] = field(default_factory=list)
    before: list[tuple[Rating, ...]] = field(default_factory=list)
    """The ratings before each result, seat by seat."""
    rows: defaultdict[str, list[StandingRow]] = field(default_factory=lambda: defaultdict(list))
    of_bot: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The places in `results` of each bot's."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    def add(self, result: CountedMatch) -> None:
        """Fold one result more."""
        now = {bot: self.rows[bot] for bot in result.bots}
        seats = zip(result.bots, result.versions, strict=True)
        before = [row_of(bot, version, now[bot]) for bot, version in seats]
        for bot in result.bots:
            self.of_bot[bot].append(len(self.results))
        self.results.append(result)
        self.before.append(tuple(Rating(row.mu, row.sigma) for row in before))
        if self.rulings.annulling(result) is None:
            self.rows.update(counted(now, result))

    def rates(self, result: CountedMatch) -> bool:
        """Whether the result changes ratings and counters."""
        return result.rated and self.rulings.annulling(result) is None


class Histories:
    """The histories that this process has folded lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, FoldedResults] = OrderedDict()

    def forget(self) -> None:
        """Fold all anew."""
        self._known.clear()

    def of(self, ladder_id: str, rulings: Rulings) -> FoldedResults:
        """The ladder's history by those rulings, perhaps an empty one."""
        history = self._known.get(ladder_id)
        if history is None or history.rulings.count != rulings.count:
            history = self._known[ladder_id] = FoldedResults(rulings)
        self._known.move_to_end(ladder_id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return history
