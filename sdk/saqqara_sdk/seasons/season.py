"""An exported season, and the statistics that follow from its export.

Nothing depends on a service or a clock, so equal exports always give equal results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from saqqara_contest.anchors import anchored_versions, anchors
from saqqara_contest.cheats.exported import ExportError, content, demand_whole
from saqqara_contest.luck import Luck, SeatedGame, by_place, luck
from saqqara_contest.results import Result, retired
from saqqara_contest.seasons.fit import SeasonTable, season_fit
from saqqara_contest.sprt import expected_score
from saqqara_sdk.wire.models import Ladder, LadderEntry, LadderResult, LadderRuling

MOST_UPSETS: Final = 20
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Met:
    """The result of one bot against another, over all versions; a tie is half a win."""

    matches: int
    wins: float


@dataclass(frozen=True, slots=True)
class Upset:
    """A rated match in which a bot finished ahead of a stronger one."""

    match: str
    winner: str
    loser: str
    likelihood: float
    """The likelihood of this result by the table, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a bot in the season."""

    bot: str
    out_of_time: int
    """The number of its matches in which it ran out of time."""
    missed: int
    """The number of matches that it missed while others were present."""
    status: str
    """Its status at the end, such as `active` or `benched`."""


@dataclass(frozen=True)
class Season:
    """The data of an export."""

    ladder: Ladder
    entries: tuple[LadderEntry, ...]
    results: tuple[LadderResult, ...]
    rulings: tuple[LadderRuling, ...]
    digest: str
    """The SHA-256 of `results.jsonl`, which identifies the input."""

    @cached_property
    def counted(self) -> tuple[LadderResult, ...]:
        """The results that count: rated and not annulled."""
        return tuple(one for one in self.results if one.rated and one.annulled_by is None)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of the bots, by id."""
        return {one.bot_id: one.bot_name for one in self.entries}

    @cached_property
    def table(self) -> SeasonTable:
        """The table of the season; its bots are named `<id> <version>`."""
        found = [
            Result(_bots(one), tuple(seat.place for seat in one.seats), one.block)
            for one in self.counted
        ]
        versions = [(bot.split()[0], bot) for one in found for bot in one.bots]
        house = {one.bot_id: one.bot_name for one in self.entries if one.is_house}
        known = anchored_versions(anchors(self.ladder.game, self.ladder.options), house, versions)
        return season_fit(found, retired=retired(versions), anchors=known)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], Met]:
        """The result of each bot against each opponent that it met, by their ids."""
        matches, wins = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for result in self.counted:
            for one, other in permutations(result.seats, 2):
                pair = one.bot_id, other.bot_id
                matches[pair] += 1
                wins[pair] += 2 * (one.place < other.place) + (one.place == other.place)
        return {pair: Met(count, wins[pair] / 2) for pair, count in matches.items()}

    @cached_property
    def histories(self) -> Mapping[str, list[float]]:
        """The live rating of each bot in Elo after each of its matches, by its id."""
        found = defaultdict[str, list[float]](list)
        for result in self.counted:
            for seat in result.seats:
                found[seat.bot_id].append(seat.elo)
        return found

    @cached_property
    def luck(self) -> Luck | None:
        """The shares of skill, seat and chance; None with too few blocks."""
        blocks = defaultdict[int, list[SeatedGame]](list)
        for one in self.counted:
            places = [seat.place for seat in one.seats]
            blocks[one.block].append(by_place(_bots(one), places))
        try:
            return luck(list(blocks.values()))
        except ValueError:
            return None

    @cached_property
    def upsets(self) -> list[Upset]:
        """The least likely outcomes by the table, the least likely first."""
        elo = {row.bot: row.elo for row in self.table.rows}
        found = [
            Upset(result.match_id, *pair, expected_score(elo[pair[0]] - elo[pair[1]]))
            for result in self.counted
            for one, other in permutations(result.seats, 2)
            for pair in ((f"{one.bot_id} {one.version}", f"{other.bot_id} {other.version}"),)
            if one.place < other.place and elo[pair[0]] < elo[pair[1]]
        ]
        return sorted(found, key=lambda one: (one.likelihood, one.match))[:MOST_UPSETS]

    @cached_property
    def faults(self) -> list[Faults]:
        """The faults of each bot that has any, most first."""
        late = Counter(
            seat.bot_id for one in self.results for seat in one.seats if not seat.kept_time
        )
        found = [
            Faults(one.bot_id, late[one.bot_id], one.missed, str(one.status))
            for one in self.entries
            if late[one.bot_id] or one.missed or one.status != "active"
        ]
        return sorted(found, key=lambda one: (-one.out_of_time - one.missed, one.bot))


def read(folder: Path) -> Season:
    """Read the season that `saqqara ladder export` has written; raises `ExportError`."""
    files = {
        name: content(folder / name)
        for name in ("ladder.json", "entries.jsonl", "results.jsonl", "rulings.jsonl")
    }
    ladder = parsed("ladder.json", files["ladder.json"], Ladder)
    results = tuple(lines(files, "results.jsonl", LadderResult))
    demand_whole(ladder.matches_settled, [one.number for one in results])
    return Season(
        ladder=ladder,
        entries=tuple(lines(files, "entries.jsonl", LadderEntry)),
        results=results,
        rulings=tuple(lines(files, "rulings.jsonl", LadderRuling)),
        digest=sha256(files["results.jsonl"]).hexdigest(),
    )


def _bots(of: LadderResult) -> tuple[str, ...]:
    return tuple(f"{seat.bot_id} {seat.version}" for seat in of.seats)


def lines(files: Mapping[str, bytes], name: str, kind: type[T]) -> Iterator[T]:
    for number, line in enumerate(files[name].splitlines(), start=1):
        yield parsed(f"{name}, line {number}", line, kind)


def parsed(where: str, text: bytes, kind: type[T]) -> T:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise ExportError(f"{where}: not a valid {kind.__name__} ({error}).") from error
