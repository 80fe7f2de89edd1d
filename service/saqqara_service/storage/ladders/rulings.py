"""The rulings of ladders as Redis keeps them, and which results they annul."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import TypeAdapter

from saqqara_service.models import LadderRuling, RulingKind
from saqqara_service.storage.ladders.rows import CountedMatch, StandingRow
from saqqara_service.storage.ladders.ruling.scripts import (
    REFOLD,
    RULE,
    BotRows,
    Refold,
    Rule,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import UnlessMoved

_ROWS: TypeAdapter[list[StandingRow]] = TypeAdapter(list[StandingRow])
_KEPT_APART = {"restored_by"}


@dataclass(frozen=True)
class Rulings:
    """All rulings of a ladder in their order."""

    listed: Sequence[LadderRuling] = field(default_factory=tuple)

    @property
    def count(self) -> int:
        """How many there are, those that were revoked among them."""
        return len(self.listed)

    @cached_property
    def holding(self) -> Mapping[tuple[str | None, str | None, int | None], int]:
        """The numbers of the annulments that hold, by match, bot and version."""
        found = [one for one in self.listed if one.kind is RulingKind.ANNULMENT]
        standing = [one for one in found if one.restored_by is None]
        return {(one.match_id, one.bot_id, one.version): one.number for one in standing}

    def annulling(self, result: CountedMatch) -> int | None:
        """The number of the first ruling that annuls the result; None if it counts."""
        if not self.holding:
            return None
        seats = zip(result.bots, result.versions, strict=True)
        barred = [self.barring(bot_id, version) for bot_id, version in seats]
        found = [self.holding.get((result.match_id, None, None)), *barred]
        return min((number for number in found if number is not None), default=None)

    def annulling_unplayed(self, bots: Iterable[str]) -> int | None:
        """The number of the first ruling that annuls what these bots were to play, if any does.

        Rulings on one version or match do not: nobody knows which version would have played.
        """
        found = [self.holding.get((None, bot_id, None)) for bot_id in bots]
        return min((number for number in found if number is not None), default=None)

    def barring(self, bot_id: str, version: int) -> int | None:
        """The number of the ruling by which that version of a bot gets no matches."""
        every = self.holding.get((None, bot_id, None))
        return self.holding.get((None, bot_id, version)) if every is None else every


def read_rulings(texts: Iterable[str]) -> Rulings:
    """The rulings as they are kept, each with the one that revoked it."""
    found = [LadderRuling.model_validate_json(text) for text in texts]
    by = {one.restores: one.number for one in found if one.restores is not None}
    return Rulings([one.model_copy(update={"restored_by": by.get(one.number)}) for one in found])


class RulingStore:
    """The log of rulings of each ladder, and the rows of standings that follow from it."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def of(self, ladder_id: str) -> Rulings:
        """All rulings of the ladder."""
        return read_rulings(
            map(str, await self._connection.read.lrange(key("ladder_rulings", ladder_id), 0, -1))
        )

    async def add(self, ladder_id: str, ruling: LadderRuling, bots: Sequence[str]) -> bool:
        """Append a ruling and tell the feeds of those bots; False if its number is taken."""
        text = ruling.model_dump_json(by_alias=False, exclude=_KEPT_APART)
        arguments = Rule(ladder_id=ladder_id, before=ruling.number - 1, ruling=text, bots=bots)
        return await self._connection.run(RULE, ladder_id, arguments) is UnlessMoved.DONE

    async def refold(
        self,
        ladder_id: str,
        results: int,
        rulings: int,
        annulled: int,
        rows: Mapping[str, list[StandingRow]],
    ) -> bool:
        """Put rows in place of all there are, if they follow from all results and rulings."""
        arguments = Refold(
            results=results,
            rulings=rulings,
            annulled=annulled,
            rows=[
                BotRows(bot=bot_id, rows=_ROWS.dump_json(of_bot, by_alias=False).decode())
                for bot_id, of_bot in rows.items()
            ],
        )
        return await self._connection.run(REFOLD, ladder_id, arguments) is UnlessMoved.DONE
