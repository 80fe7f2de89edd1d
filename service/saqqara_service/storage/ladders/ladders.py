"""The schedule and the results of ladders as Redis keeps them.

A running ladder is written only by scripts that carry the fencing token of its lease. The version
of its standings is the number of its results.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pydantic import TypeAdapter

from saqqara_service.storage.ladders.leases import Lease, run_fenced
from saqqara_service.storage.ladders.rows import CountedMatch, Fit, Planned, Schedule, StandingRow
from saqqara_service.storage.ladders.schedule.scripts import (
    DROP,
    GIVE_UP,
    KEEP_FIT,
    PLAN,
    REMATCH,
    SETTLE,
    STARTED,
    Booked,
    Drop,
    DropReply,
    GiveUp,
    KeepFit,
    Line,
    PlanBlocks,
    Played,
    Rematch,
    SettleMatch,
    Started,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key

_ROWS: TypeAdapter[list[StandingRow]] = TypeAdapter(list[StandingRow])
FAULTS = 3
"""So many matches in a row that count against a bot have it benched."""


class LadderStore:
    """The matches of each ladder: planned, queued, being played, settled."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def rows(self, ladder_id: str) -> dict[str, list[StandingRow]]:
        """The rows of every bot that has played: its versions in the order in which they came."""
        texts = await self._connection.read.hgetall(key("ladder_rows", ladder_id))
        return {str(bot_id): _ROWS.validate_json(text) for bot_id, text in texts.items()}

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
    async def rows_of(
        self, ladder_id: str, bot_ids: Sequence[str]
    ) -> tuple[int, dict[str, list[StandingRow]]]:
        """The rows of those bots, and the version of the standings, which is read first."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.llen(key("ladder_results", ladder_id))
        pipe.hmget(key("ladder_rows", ladder_id), list(bot_ids))
        version, texts = await pipe.execute()
        found = zip(bot_ids, texts, strict=True)
        return int(version), {bot: _ROWS.validate_json(text) if text else [] for bot, text in found}

    @answered
    async def schedule(self, ladder_id: str) -> Schedule:
        """The whole schedule with what became of it."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hgetall(key("ladder_matches", ladder_id))
        pipe.smembers(key("ladder_playing", ladder_id))
        pipe.hgetall(key("ladder_outcomes", ladder_id))
        pipe.lrange(key("ladder_results", ladder_id), 0, -1)
        pipe.hgetall(key("ladder_byes", ladder_id))
        planned, playing, outcomes, results, byes = await pipe.execute()
        return Schedule(
            planned={one: Planned.model_validate_json(line) for one, line in planned.items()},
            playing=frozenset(playing),
            outcomes=outcomes,
            results=[CountedMatch.model_validate_json(result) for result in results],
            byes=byes,
        )

    @answered
    async def stretch(self, ladder_id: str, count: int, after: str | None) -> Schedule | None:
        """At most `count` matches of the plan after one of them; None if that is not among them."""
        schedule, start = key("ladder_schedule", ladder_id), 0
        if after is not None:
            rank = await self._connection.read.zrank(schedule, after)
            if not isinstance(rank, int):
                return None
            start = rank + 1
        found = await self._connection.read.zrange(schedule, start, start + count - 1)
        ids = [str(match_id) for match_id in found]
        return await self._schedule(ladder_id, ids) if ids else Schedule()

    async def _schedule(self, ladder_id: str, ids: list[str]) -> Schedule:
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.smismember(key("ladder_playing", ladder_id), ids)
        pipe.hmget(key("ladder_outcomes", ladder_id), ids)
        playing, found = await pipe.execute()
        outcomes = {one: said for one, said in zip(ids, found, strict=True) if said is not None}
        for number in (int(said) for said in outcomes.values() if said.isdigit()):
            pipe.lindex(key("ladder_results", ladder_id), number - 1)
        texts = await pipe.execute()
        planned = zip(ids, await self._planned(ladder_id, ids), strict=True)
        return Schedule(
            planned={match_id: one for match_id, one in planned if one is not None},
            playing=frozenset(
                one for one, is_playing in zip(ids, playing, strict=True) if is_playing
            ),
            outcomes=outcomes,
            results=[CountedMatch.model_validate_json(text) for text in texts],
        )

    @answered
    async def results(self, ladder_id: str, start: int, count: int) -> list[CountedMatch]:
        """At most `count` results from a place in their order on."""
        texts = await self._connection.read.lrange(
            key("ladder_results", ladder_id), start, start + count - 1
        )
        return [CountedMatch.model_validate_json(text) for text in texts]

    @answered
    async def fit(self, ladder_id: str) -> Fit | None:
        """The published table as it was fitted last."""
        text = await self._connection.read.hget(key("ladder_fit", ladder_id), "fit")
        return None if text is None else Fit.model_validate_json(text)

    @answered
    async def begin_fit(self, ladder_id: str, rest_ms: int) -> bool:
        """Whether a fit may begin now; no other may for so long."""
        fitting = key("ladder_fitting", ladder_id)
        return bool(await self._connection.write.set(fitting, 1, nx=True, px=rest_ms))

    @answered
    async def rest_fit(self, ladder_id: str, rest_ms: int) -> None:
        """Let no fit begin for so long from now on."""
        await self._connection.write.set(key("ladder_fitting", ladder_id), 1, px=rest_ms)

    async def keep_fit(self, ladder_id: str, fit: Fit) -> None:
        """Keep a fit in place of one of fewer results."""
        arguments = KeepFit(results=fit.results, fit=fit.model_dump_json(by_alias=False))
        await self._connection.run(KEEP_FIT, ladder_id, arguments)

    async def plan(
        self,
        lease: Lease,
        before: int,
        blocks: int,
        booked: Mapping[str, int],
        new: list[Planned],
        *,
        byes: Sequence[str] | None = None,
    ) -> None:
        """Add blocks to a schedule that had `before` of them, while the ladder runs.

        With `byes`, even with none, they are a round.
        """
        arguments = PlanBlocks(
            before=before,
            after=before + blocks,
            rounds=0 if byes is None else 1,
            byes=byes or (),
            booked=[Booked(bot=bot_id, matches=count) for bot_id, count in booked.items()],
            lines=[_line(lease.ladder_id, planned) for planned in new],
        )
        await run_fenced(self._connection, lease, PLAN, arguments)

    async def started(self, lease: Lease, match_id: str) -> None:
        """Note that a planned match exists and is being played."""
        await run_fenced(self._connection, lease, STARTED, Started(match=match_id))

    async def settle(
        self,
        lease: Lease,
        version: int,
        result: CountedMatch,
        rows: Mapping[str, list[StandingRow]],
        against: Collection[str] = (),
    ) -> int:
        """Write a result, and the rows it leads to from that version, once; the result's number.

        A bot that so many matches in a row count `against` is benched by that.
        """
        arguments = SettleMatch(
            ladder_id=lease.ladder_id,
            match=result.match_id,
            version=version,
            result=result.model_dump_json(by_alias=False),
            most_faults=FAULTS,
            played=[
                Played(
                    bot=bot_id,
                    rows=_ROWS.dump_json(of_bot, by_alias=False).decode(),
                    faults=int(bot_id in against),
                )
                for bot_id, of_bot in rows.items()
            ],
        )
        return (await run_fenced(self._connection, lease, SETTLE, arguments)).number

    async def rematch(self, lease: Lease, void: Planned, against: Collection[str] = ()) -> None:
        """Put a void match back into the queue as its next attempt; it counts `against` bots."""
        again, place, planned = _line(lease.ladder_id, void.again)
        arguments = Rematch(
            ladder_id=lease.ladder_id,
            void=void.match_id(lease.ladder_id),
            again=again,
            place=place,
            planned=planned,
            most_faults=FAULTS,
            against=[*against],
        )
        await run_fenced(self._connection, lease, REMATCH, arguments)

    async def give_up(self, lease: Lease, planned: Planned, against: Collection[str] = ()) -> None:
        """Let a match of a block that has begun never count, but `against` bots."""
        arguments = GiveUp(
            ladder_id=lease.ladder_id,
            match=planned.match_id(lease.ladder_id),
            most_faults=FAULTS,
            against=[*against],
        )
        await run_fenced(self._connection, lease, GIVE_UP, arguments)

    async def drop(self, lease: Lease, block: Sequence[Planned]) -> bool:
        """Take a block out of the plan, for another to make up for it, unless it has begun."""
        bots = block[0].bots
        arguments = Drop(
            fewer=[Booked(bot=bot_id, matches=len(bots)) for bot_id in bots],
            matches=[one.match_id(lease.ladder_id) for one in block],
        )
        reply = await run_fenced(self._connection, lease, DROP, arguments)
        return reply is DropReply.DROPPED

    async def _planned(self, ladder_id: str, match_ids: Iterable[str]) -> list[Planned | None]:
        wanted = list(match_ids)
        if not wanted:
            return []
        lines = await self._connection.read.hmget(key("ladder_matches", ladder_id), wanted)
        return [Planned.model_validate_json(line) if line else None for line in lines]


def _line(ladder_id: str, planned: Planned) -> Line:
    return Line(
        match=planned.match_id(ladder_id),
        place=planned.place,
        planned=planned.model_dump_json(by_alias=False),
    )
