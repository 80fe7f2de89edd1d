"""Other names for those who sat in matches, also in archived ones: their blobs are written anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from saqqara_engine.records.record import from_json, renamed, to_json
from saqqara_service.models import JsonObject
from saqqara_service.storage.matches.archive import Archive, Written
from saqqara_service.storage.matches.over.scripts import (
    RENAME,
    REWRITE,
    Rename,
    Rewrite,
    SeatName,
)
from saqqara_service.storage.matches.over.stale import KEPT_MS, is_stale
from saqqara_service.storage.matches.rows import ARCHIVE, Row
from saqqara_service.storage.matches.stubs import stub_of, whole
from saqqara_service.storage.redis.calls import paired
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import match_key
from saqqara_service.storage.redis.scripts import UnlessMoved

ATTEMPTS: Final = 5


class Renaming:
    """The names of players in matches."""

    def __init__(self, connection: RedisConnection, archive: Archive) -> None:
        self._connection = connection
        self._archive = archive

    async def rename(self, match_id: str, names: Mapping[str, str], now_ms: int) -> bool:
        """Let these players, by their ids, be called so; whether all that is kept says so now.

        It says so too if there is no such match. What happens at the same time is tried again.
        """
        for _ in range(ATTEMPTS):
            row = await self._row(match_id)
            new = _new_names(whole(row), names) if row else []
            if not new:
                return True
            if ARCHIVE not in row:
                done = await self._connection.run(RENAME, match_id, Rename(names=new))
                if done is UnlessMoved.DONE:
                    return True
            elif await self._rewrite(match_id, row[ARCHIVE], new, now_ms):
                return True
        return False

    async def _rewrite(
        self, match_id: str, digest: str, names: list[SeatName], now_ms: int
    ) -> bool:
        before = await self._archive.written(match_id, digest)
        after = _rewritten(before, {int(one.seat): one.name for one in names})
        new = await self._archive.digest(after)
        if await is_stale(self._connection, match_id, new):
            return False
        stub = stub_of(after.match, await self._archive.put(after))
        arguments = Rewrite(digest, str(now_ms + KEPT_MS), new, flat(stub))
        reply = await self._connection.run(REWRITE, match_id, arguments)
        return reply is UnlessMoved.DONE

    @answered
    async def _row(self, match_id: str) -> Row:
        (flat_row,) = await self._connection.calls.read([("HGETALL", match_key("match", match_id))])
        return paired(flat_row)


def _new_names(row: Row, names: Mapping[str, str]) -> list[SeatName]:
    """The seats whose players are called something else so far."""
    found = []
    for seat in map(str, range(int(row["players"]))):
        player = row.get(f"player:{seat}")
        name = names.get(player or "")
        if player is not None and name is not None and row.get(f"name:{seat}") != name:
            found.append(SeatName(seat, player, name))
    return found


def _rewritten(written: Written, names: Mapping[int, str]) -> Written:
    match = written.match | {f"name:{seat}": name for seat, name in names.items()}
    record = written.record and _renamed(written.record, names)
    return written.model_copy(update={"match": match, "record": record})


def _renamed(document: JsonObject, names: Mapping[int, str]) -> JsonObject:
    """The record with other names, and the digest that belongs to it."""
    record = from_json(document)
    seats = [names.get(seat, name) for seat, name in enumerate(record.seats)]
    return cast("JsonObject", to_json(renamed(record, seats)))
