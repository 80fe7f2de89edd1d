"""The schedule and the results of ladders as Redis keeps them.

A running ladder is written only by scripts that carry the fencing token of its lease.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import TypeAdapter

from saqqara_contest.faults import BENCHED_AFTER, MISSES_SHARE
from saqqara_contest.tournaments.eliminations import Bracket
from saqqara_service.storage.ladders.leases import Lease, run_fenced
from saqqara_service.storage.ladders.rows import CountedMatch, Planned, Schedule, StandingRow
from saqqara_service.storage.ladders.schedule.scripts import (
    DROP,
    GIVE_UP,
    PLAN,
    REMATCH,
    SETTLE,
    STARTED,
    Booked,
    Drop,
    DropReply,
    GiveUp,
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
_BOTS: TypeAdapter[tuple[str, ...]] = TypeAdapter(tuple[str, ...])
_BRACKET: TypeAdapter[Bracket] = TypeAdapter(Bracket)


class StandingsVersion(NamedTuple):
    """Of how many results and rulings the rows of a ladder are."""

    results: int = 0
    rulings: int = 0


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
    ) -> tuple[StandingsVersion, dict[str, list[StandingRow]]]:
        """The rows of those bots, and the version of the standings, which is read first."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.llen(key("ladder_results", ladder_id))
        pipe.hget(key("ladder", ladder_id), "rulings_folded")
        pipe.hmget(key("ladder_rows", ladder_id), list(bot_ids))
        results, rulings, texts = await pipe.execute()
        found = zip(bot_ids, texts, strict=True)
        rows = {bot: _ROWS.validate_json(text) if text else [] for bot, text in found}
        return StandingsVersion(int(results), int(rulings or 0)), rows

    @answered
    async def schedule(self, ladder_id: str) -> Schedule:
        """The whole schedule with what became of it."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hgetall(key("ladder_matches", ladder_id))
        pipe.smembers(key("ladder_playing", ladder_id))
        pipe.hgetall(key("ladder_outcomes", ladder_id))
        pipe.lrange(key("ladder_results", ladder_id), 0, -1)
        pipe.hgetall(key("ladder_byes", ladder_id))
        pipe.get(key("ladder_bracket", ladder_id))
        pipe.hgetall(key("ladder_away", ladder_id))
        planned, playing, outcomes, results, byes, bracket, away = await pipe.execute()
        return Schedule(
            planned={one: Planned.model_validate_json(line) for one, line in planned.items()},
            playing=frozenset(playing),
            outcomes=outcomes,
            results=[CountedMatch.model_validate_json(result) for result in results],
            byes={bot: tuple(map(int, rounds.split(","))) for bot, rounds in byes.items()},
            bracket=_BRACKET.validate_json(bracket) if bracket else None,
            away={one: _BOTS.validate_json(text) for one, text in away.items()},
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

    @answered
    async def playing(self, ladder_id: str, count: int, after: str | None) -> Schedule | None:
        """At most `count` matches that are played, by the plan; None if `after` is not in that."""
        schedule = key("ladder_schedule", ladder_id)
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.smembers(key("ladder_playing", ladder_id))
        pipe.zscore(schedule, after or "")
        found, begin = await pipe.execute()
        if after is not None and begin is None:
            return None
        ids = sorted(map(str, found))
        places = await self._connection.read.zmscore(schedule, ids) if ids else []
        later = sorted(
            (place, one)
            for one, place in zip(ids, places, strict=True)
            if place is not None and (after is None or (place, one) > (float(begin), after))
        )
        wanted = [one for _place, one in later[:count]]
        return await self._schedule(ladder_id, wanted) if wanted else Schedule()

    async def _schedule(self, ladder_id: str, ids: list[str]) -> Schedule:
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.smismember(key("ladder_playing", ladder_id), ids)
        pipe.hmget(key("ladder_outcomes", ladder_id), ids)
        pipe.hmget(key("ladder_away", ladder_id), ids)
        playing, found, missed = await pipe.execute()
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
            away={
                one: _BOTS.validate_json(text)
                for one, text in zip(ids, missed, strict=True)
                if text is not None
            },
        )

    @answered
    async def results(self, ladder_id: str, start: int, count: int) -> list[CountedMatch]:
        """At most `count` results from a place in their order on."""
        texts = await self._connection.read.lrange(
            key("ladder_results", ladder_id), start, start + count - 1
        )
        return [CountedMatch.model_validate_json(text) for text in texts]

    @answered
    async def outcomes(self, ladder_id: str, match_ids: Sequence[str]) -> list[str | None]:
        """What came of each of these matches, as the schedule tells it."""
        name = key("ladder_outcomes", ladder_id)
        found = await self._connection.read.hmget(name, [*match_ids])
        return [None if one is None else str(one) for one in found]

    async def plan(
        self,
        lease: Lease,
        before: int,
        blocks: int,
        booked: Mapping[str, int],
        new: list[Planned],
        *,
        byes: Sequence[str] | None = None,
        bracket: Bracket | None = None,
    ) -> None:
        """Add blocks to a schedule that had `before` of them, while the ladder runs.

        With `byes`, even with none, they are a round; the bracket is an elimination's before it.
        """
        arguments = PlanBlocks(
            before=before,
            after=before + blocks,
            rounds=0 if byes is None else 1,
            bracket=_BRACKET.dump_json(bracket).decode() if bracket else "",
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
        version: StandingsVersion,
        result: CountedMatch,
        rows: Mapping[str, list[StandingRow]],
        against: Collection[str] = (),
        *,
        is_annulled: bool = False,
    ) -> int:
        """Write a result, and the rows it leads to from that version, once; the result's number.

        A bot that so many matches in a row count `against` is benched by that. What a ruling has
        annulled before it was there leads to no other rows.
        """
        arguments = SettleMatch(
            ladder_id=lease.ladder_id,
            match=result.match_id,
            version=version.results,
            folded=version.rulings,
            annulled=int(is_annulled),
            result=result.model_dump_json(by_alias=False),
            most_faults=BENCHED_AFTER,
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
            most_faults=BENCHED_AFTER,
            against=[*against],
        )
        await run_fenced(self._connection, lease, REMATCH, arguments)

    async def give_up(
        self,
        lease: Lease,
        planned: Planned,
        against: Collection[str] = (),
        forfeited_by: Collection[str] = (),
    ) -> None:
        """Let a match of a block that has begun never count, but `against` bots."""
        arguments = GiveUp(
            ladder_id=lease.ladder_id,
            match=planned.match_id(lease.ladder_id),
            most_faults=BENCHED_AFTER,
            against=[*against],
            forfeited_by=[*forfeited_by],
        )
        await run_fenced(self._connection, lease, GIVE_UP, arguments)

    async def drop(
        self, lease: Lease, block: Sequence[Planned], against: Collection[str] = ()
    ) -> bool:
        """Take a block out of the plan, for another to make up for it, unless it has begun.

        That counts `against` the bots that missed it.
        """
        bots = block[0].bots
        arguments = Drop(
            ladder_id=lease.ladder_id,
            most_faults=BENCHED_AFTER,
            share=MISSES_SHARE,
            against=[*against],
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
