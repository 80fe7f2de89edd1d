"""Ladders as Redis keeps them. All keys of a ladder share its hash tag.

A running ladder is written only by scripts that carry the fencing token of its lease. The version
of its standings is the number of its results.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from saqqara_service.models import LadderStatus
from saqqara_service.storage.connection import Connection, Script, answered, flat
from saqqara_service.storage.keys import key
from saqqara_service.storage.ladder_rows import Counted, Planned, Progress, Row, Schedule, Terms
from saqqara_service.storage.leases import LEASE_MS, Fenced, Lease, LeaseError

_FENCE = "ladder_fence.lua"


class Moved(LeaseError):
    """The ladder is not as it was read; nothing was written."""


class LadderStore:
    """Ladders by id, and the work that waits for each."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._enrol = connection.script("ladder_enrol.lua")
        self._start = connection.script("ladder_start.lua")
        self._plan = connection.script(_FENCE, "ladder_plan.lua")
        self._started = connection.script(_FENCE, "ladder_started.lua")
        self._settle = connection.script(_FENCE, "ladder_settle.lua")
        self._rematch = connection.script(_FENCE, "ladder_rematch.lua")

    @answered
    async def add(self, terms: Terms) -> None:
        """Write a new ladder and list it."""
        fields = {
            "terms": terms.model_dump_json(by_alias=False),
            "status": LadderStatus.OPEN.value,
            "token": "0",
            "blocks_planned": "0",
            "matches_planned": str(terms.matches),
        }
        await self._connection.write.hset(key("ladder", terms.id), items=flat(fields))
        await self._connection.write.zadd(_LADDERS, {terms.id: terms.created_ms})

    @answered
    async def progress(self, ladder_id: str) -> Progress | None:
        """The ladder and how far it is, if there is one of that id."""
        return (await self._progress([ladder_id]))[0]

    @answered
    async def page(self, first: int, after: str | None) -> list[Progress]:
        """Ladders from the newest, or from the one after `after`."""
        rank = None if after is None else await self._connection.read.zrevrank(_LADDERS, after)
        offset = rank + 1 if isinstance(rank, int) else 0
        ids = await self._connection.read.zrevrange(_LADDERS, offset, offset + first - 1)
        return [found for found in await self._progress(map(str, ids)) if found]

    async def enrol(self, ladder_id: str, row: Row, most: int) -> str:
        """`enrolled` (now or before), `closed` once started, or `full`."""
        keys = [key("ladder", ladder_id), key("ladder_rows", ladder_id)]
        args: list[str | int] = [row.bot_id, row.model_dump_json(by_alias=False), most]
        return (await self._enrol(keys, args))[0]

    async def start(self, ladder_id: str, fewest: int) -> tuple[LadderStatus, int]:
        """Let an open ladder with enough rows run; its status after that, and its rows."""
        await self._look_after(ladder_id)
        keys = [key("ladder", ladder_id), key("ladder_rows", ladder_id)]
        status, rows = await self._start(keys, [fewest])
        return LadderStatus(status), int(rows)

    @answered
    async def rows(self, ladder_id: str) -> list[Row]:
        """Every bot's row, in no order."""
        rows = await self._connection.read.hvals(key("ladder_rows", ladder_id))
        return [Row.model_validate_json(row) for row in rows]

    @answered
    async def booked(self, ladder_id: str) -> dict[str, int]:
        """How many matches of the plan each bot is in; bots without one are absent."""
        counts = await self._connection.read.hgetall(key("ladder_booked", ladder_id))
        return {str(bot_id): int(count) for bot_id, count in counts.items()}

    @answered
    async def queue_head(self, ladder_id: str, count: int) -> list[Planned]:
        """The first `count` matches to start, in schedule order."""
        queue = key("ladder_queue", ladder_id)
        ids = await self._connection.read.zrange(queue, 0, count - 1) if count else []
        return [one for one in await self._planned(ladder_id, map(str, ids)) if one]

    @answered
    async def planned(self, ladder_id: str, match_id: str) -> Planned | None:
        """The match's line in the schedule, if the ladder has it."""
        return (await self._planned(ladder_id, [match_id]))[0]

    @answered
    async def rows_of(self, ladder_id: str, bot_ids: Sequence[str]) -> tuple[int, list[Row]]:
        """The rows of those bots, and the version of the standings, which is read first."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.llen(key("ladder_results", ladder_id))
        pipe.hmget(key("ladder_rows", ladder_id), list(bot_ids))
        version, rows = await pipe.execute()
        return int(version), [Row.model_validate_json(row) for row in rows]

    @answered
    async def schedule(self, ladder_id: str) -> Schedule:
        """The whole schedule with what became of it."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hgetall(key("ladder_matches", ladder_id))
        pipe.smembers(key("ladder_playing", ladder_id))
        pipe.hgetall(key("ladder_outcomes", ladder_id))
        pipe.lrange(key("ladder_results", ladder_id), 0, -1)
        planned, playing, outcomes, results = await pipe.execute()
        return Schedule(
            planned={one: Planned.model_validate_json(line) for one, line in planned.items()},
            playing=frozenset(playing),
            outcomes=outcomes,
            results=[Counted.model_validate_json(result) for result in results],
        )

    async def plan(
        self, lease: Lease, before: int, blocks: int, booked: Mapping[str, int], new: list[Planned]
    ) -> None:
        """Add blocks to a schedule that had `before` of them."""
        pairs = [item for pair in booked.items() for item in pair]
        lines = [item for planned in new for item in _line(lease.ladder_id, planned)]
        keys = ["ladder_booked", "ladder_matches", "ladder_queue"]
        await self._fenced(
            self._plan, lease, keys, [before, before + blocks, len(booked), *pairs, *lines]
        )

    async def started(self, lease: Lease, match_id: str) -> None:
        """Note that a planned match exists and is being played."""
        await self._fenced(self._started, lease, ["ladder_queue", "ladder_playing"], [match_id])

    async def settle(self, lease: Lease, version: int, result: Counted, rows: list[Row]) -> int:
        """Write a result, and the rows it leads to from that version, once; the result's number."""
        keys = ["outcomes", "results", "rows", "queue", "playing"]
        args: list[str | int] = [result.match_id, version, result.model_dump_json(by_alias=False)]
        for row in rows:
            args += [row.bot_id, row.model_dump_json(by_alias=False)]
        reply = await self._fenced(self._settle, lease, [f"ladder_{name}" for name in keys], args)
        return int(reply[1])

    async def rematch(self, lease: Lease, void: Planned) -> None:
        """Put a void match back into the queue as its next attempt."""
        again = void.model_copy(update={"attempt": void.attempt + 1})
        keys = ["ladder_outcomes", "ladder_matches", "ladder_queue", "ladder_playing"]
        args = [void.match_id(lease.ladder_id), *_line(lease.ladder_id, again)]
        await self._fenced(self._rematch, lease, keys, args)

    @answered
    async def running(self) -> list[Progress]:
        """The ladders to look after; forgets those that are finished."""
        ids = sorted(map(str, await self._connection.read.smembers(_RUNNING)))
        found = [ladder for ladder in await self._progress(ids) if ladder]
        over = [one.terms.id for one in found if one.status is LadderStatus.FINISHED]
        if over:
            await self._connection.write.srem(_RUNNING, *over)
        return [one for one in found if one.status is LadderStatus.RUNNING]

    @answered
    async def _look_after(self, ladder_id: str) -> None:
        await self._connection.write.sadd(_RUNNING, ladder_id)

    async def _fenced(
        self, script: Script, lease: Lease, names: list[str], args: Iterable[str | int]
    ) -> list[str]:
        keys = [key(name, lease.ladder_id) for name in ("ladder", "ladder_lease", *names)]
        reply = await script(keys, [lease.token, LEASE_MS, *args])
        if reply[0] == "fenced":
            raise Fenced(f"ladder {lease.ladder_id}: token {lease.token} is not the latest")
        if reply[0] == "moved":
            raise Moved(f"ladder {lease.ladder_id} has moved on")
        return reply

    async def _planned(self, ladder_id: str, match_ids: Iterable[str]) -> list[Planned | None]:
        wanted = list(match_ids)
        if not wanted:
            return []
        lines = await self._connection.read.hmget(key("ladder_matches", ladder_id), wanted)
        return [Planned.model_validate_json(line) if line else None for line in lines]

    async def _progress(self, ladder_ids: Iterable[str]) -> list[Progress | None]:
        pipe = self._connection.read.pipeline(transaction=False)
        for ladder_id in ladder_ids:
            pipe.hgetall(key("ladder", ladder_id))
            pipe.zcard(key("ladder_queue", ladder_id))
            pipe.scard(key("ladder_playing", ladder_id))
            pipe.llen(key("ladder_results", ladder_id))
        replies = await pipe.execute()
        return [_read_progress(*replies[i : i + 4]) for i in range(0, len(replies), 4)]


_LADDERS = key("ladders", "")
_RUNNING = key("ladders_running", "")


def _line(ladder_id: str, planned: Planned) -> list[str | int]:
    """A match of the schedule as the scripts take it: id, queue place, entry."""
    entry = planned.model_dump_json(by_alias=False)
    return [planned.match_id(ladder_id), planned.place, entry]


def _read_progress(
    fields: Mapping[str, str], queued: int, playing: int, settled: int
) -> Progress | None:
    if not fields:
        return None
    return Progress(
        terms=Terms.model_validate_json(fields["terms"]),
        status=LadderStatus(fields["status"]),
        blocks_planned=int(fields["blocks_planned"]),
        queued=queued,
        playing=playing,
        settled=settled,
    )
