"""Who works on which submission: leases of runners, kept by one script, by Redis' clock alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, cast

from pydantic_core import from_json

from saqqara_service.models import Runner
from saqqara_service.storage.hosting.scripts import (
    BEGIN,
    LEND,
    METER,
    MISS,
    TEND,
    WANT,
    Begin,
    BeginReply,
    Lend,
    Meter,
    Miss,
    MissReply,
    Tend,
    TendKind,
    Want,
    WantRow,
    WorkRow,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key

AT_PLAY: Final = 0
"""Bots in matches of ladders have been wanted for longest, and play them to their ends."""
FREE_PLAY: Final = 1
"""Those in other matches lose them to accounts that have fewer."""
LEASE_MS: Final = 10_000
IDLE_MS: Final = 60_000
USED_MS: Final = 15_000
"""So long the name of a process that was taken for a match is no news; a runner that still tells
it then has heard of no match."""
FORGET_MS: Final = 60_000
PRESENT_MS: Final = 15_000
Scored: TypeAlias = list[tuple[str, float]]
MOST_GIVEN: Final = 8
"""So many new ones in one answer, so that several runners share what is wanted."""
SWEEP_MS: Final = 1_000
LENT_MS: Final = 3_600_000
HELD_BACK_MS: Final = 86_400_000
FRESH_MS: Final = 5_000
"""What sweeps have not wanted for so long is not begun, and gives way where places are rare."""
SHUNNED_MS: Final = 60_000
"""So long a runner is not given again what it could not start."""
BLAMED_MS: Final = 900_000
"""So long it counts that a program could not be started by its own fault."""
METERED_MS: Final = 86_400_000
"""So long a meter is remembered after it was told last."""
PATIENCE_MS: Final = 3_000
"""So long another runner may have a place for what is wanted, before one takes back another."""
DRAIN_MS: Final = 900_000
"""So long a program of a ladder may play on for whose place others wait; matches take minutes."""


class HostingLeases:
    """The leases of runners, which of their programs are ready, and what is wanted."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def tend(
        self, runner: Runner, account_id: str, works: Sequence[WorkRow]
    ) -> Sequence[str] | None:
        """Prolong a runner's leases, and give it more; the submissions that it holds now.

        None if a runner with a token of another account goes by its name.
        """
        row = runner.model_dump_json(by_alias=False, exclude={"held", "seen_ms"})
        arguments = Tend(
            runner=runner.id,
            account=account_id,
            places=runner.places,
            row=row,
            lease_ms=LEASE_MS,
            idle_ms=IDLE_MS,
            used_ms=USED_MS,
            forget_ms=FORGET_MS,
            present_ms=PRESENT_MS,
            patience_ms=PATIENCE_MS,
            fresh_ms=FRESH_MS,
            drain_ms=DRAIN_MS,
            most_given=MOST_GIVEN,
            works=works,
        )
        reply = await self._connection.run(TEND, "", arguments)
        return None if reply.kind is TendKind.TAKEN else reply.submissions

    async def miss(self, submission: str, runner: str, *, is_own: bool) -> MissReply:
        """A runner could not start what it held, by the program's own fault or the machine's."""
        arguments = Miss(submission, runner, is_own, SHUNNED_MS, BLAMED_MS, PRESENT_MS)
        return await self._connection.run(MISS, "", arguments)

    async def metered(self, submission: str, meter_id: str, used_ms: int) -> int:
        """By how much what a meter counts for a submission has grown since it was told last."""
        arguments = Meter(used_ms, METERED_MS)
        reply = await self._connection.run(METER, f"{submission}:{meter_id}", arguments)
        return reply.grown_ms

    async def begin(self, ids: Sequence[str]) -> bool:
        """Take a waiting process of each for a match; False if one has none, and none is taken."""
        return await self._connection.run(BEGIN, "", Begin(ids)) is BeginReply.BEGUN

    @answered
    async def ready(self, ids: Sequence[str]) -> set[str]:
        """Those of the submissions of which a process waits."""
        if not ids:
            return set()
        found = await self._connection.read.hmget(key("hosting_ready", ""), [*ids])
        return {one for one, process in zip(ids, found, strict=True) if process}

    @answered
    async def give_back(self, ids: Sequence[str]) -> None:
        """The match did not begin: the processes that were taken for it still wait."""
        if ids:
            await self._connection.write.hdel(key("hosting_used", ""), *ids)

    async def want(self, since: Mapping[str, int], for_ms: int | None = None) -> None:
        """These are wanted, each since an instant: the earlier, the more urgent.

        That holds for `for_ms`, by default for as long as is good enough for what sweeps want.
        """
        if since:
            rows = [WantRow(one, at_ms) for one, at_ms in since.items()]
            longer_ms = 0 if for_ms is None else for_ms - FRESH_MS
            await self._connection.run(WANT, "", Want(FRESH_MS, longer_ms, IDLE_MS, rows))

    @answered
    async def unwant(self, ids: Iterable[str]) -> None:
        """These are not to be worked on any more."""
        if gone := [*ids]:
            await self._connection.write.zrem(key("hosting_wanted", ""), *gone)

    @answered
    async def wanted(self) -> list[str]:
        """All that are wanted."""
        return [
            str(one) for one in await self._connection.read.zrange(key("hosting_wanted", ""), 0, -1)
        ]

    @answered
    async def pending(self) -> dict[str, int]:
        """Those that wait for a check, and since when."""
        name = key("submissions_pending", "")
        read = self._connection.read
        found = cast("Scored", await read.zrange(name, 0, -1, withscores=True))
        return {str(one): int(since_ms) for one, since_ms in found}

    @answered
    async def held_back(self, match_ids: Sequence[str]) -> dict[str, int]:
        """Since when each of the matches waits for its programs; from now on if it is new."""
        now_ms, name = await self._connection.now_ms(), key("hosting_held_back", "")
        pipe = self._connection.write.pipeline(transaction=False)
        pipe.zadd(name, dict.fromkeys(match_ids, now_ms), nx=True)
        pipe.zremrangebyscore(name, "-inf", now_ms - HELD_BACK_MS)
        pipe.zmscore(name, [*match_ids])
        *_, scores = await pipe.execute()
        pairs = zip(match_ids, scores, strict=True)
        return {match_id: int(since or now_ms) for match_id, since in pairs}

    @answered
    async def has_begun(self, match_id: str) -> None:
        """The match waits no more."""
        await self._connection.write.zrem(key("hosting_held_back", ""), match_id)

    @answered
    async def need(self, programs: int) -> None:
        """A match waits for so many programs at once."""
        now_ms, name = await self._connection.now_ms(), key("hosting_needs", "")
        await self._connection.write.zadd(name, {str(programs): now_ms})

    @answered
    async def needed(self) -> int:
        """The most programs at once that a match has waited for within the last minute, or 0."""
        since_ms = await self._connection.now_ms() - FORGET_MS
        name = key("hosting_needs", "")
        read = self._connection.read
        found = cast("list[str]", await read.zrangebyscore(name, since_ms, "+inf"))
        return max(map(int, found), default=0)

    @answered
    async def may_sweep(self) -> bool:
        """Whether nobody has looked within the last second at what is wanted."""
        name, write = key("hosting_swept", ""), self._connection.write
        if await write.set(name, "1", px=SWEEP_MS, nx=True):
            return True
        if await write.pttl(name) <= SWEEP_MS:
            return False
        return bool(await write.set(name, "1", px=SWEEP_MS))  # the clock was set back

    @answered
    async def holders(self, ids: Sequence[str]) -> dict[str, str]:
        """The runner that holds each of the submissions, of those that are held."""
        if not ids:
            return {}
        found = await self._connection.read.hmget(key("hosting_holders", ""), [*ids])
        return {one: str(holder) for one, holder in zip(ids, found, strict=True) if holder}

    @answered
    async def at_play(self, ids: Sequence[str], now_ms: int) -> set[str]:
        """Those of the submissions that were wanted of late for matches under way."""
        found = await self._connection.read.hmget(key("hosting_since", ""), [*ids]) if ids else []
        rows = {one: str(row).split(" ") for one, row in zip(ids, found, strict=True) if row}
        return {
            one
            for one, (since, at_ms) in rows.items()
            if int(since) <= FREE_PLAY and int(at_ms) > now_ms - FRESH_MS
        }

    @answered
    async def accounts(self, runners: Collection[str]) -> set[str]:
        """The accounts by whose tokens these runners call."""
        if not runners:
            return set()
        found = await self._connection.read.hmget(key("runner_accounts", ""), [*runners])
        return {str(one) for one in found if one}

    @answered
    async def has_runner(self) -> bool:
        """Whether a runner has called within the last 15 seconds."""
        since_ms = await self._connection.now_ms() - PRESENT_MS
        return bool(await self._connection.read.zcount(key("runners", ""), since_ms, "+inf"))

    @answered
    async def runners(self) -> list[Runner]:
        """The runners that called within the last minute."""
        since_ms = await self._connection.now_ms() - FORGET_MS
        name, read = key("runners", ""), self._connection.read
        seen = cast("Scored", await read.zrangebyscore(name, since_ms, "+inf", withscores=True))
        rows = await read.hgetall(key("runner_rows", ""))
        holders = [str(one) for one in await read.hvals(key("hosting_holders", ""))]
        return [
            Runner.model_validate(
                from_json(rows[runner]) | {"seen_ms": int(at_ms), "held": holders.count(runner)}
            )
            for runner, at_ms in seen
            if runner in rows
        ]

    @answered
    async def lent(self, submission: str) -> str | None:
        """The token that was lent for the submission, by its id."""
        found = await self._connection.read.hget(key("hosting_tokens", ""), submission)
        return None if found is None else str(found)

    @answered
    async def all_lent(self) -> dict[str, str]:
        """Every token that was lent, by its submission."""
        found = await self._connection.read.hgetall(key("hosting_tokens", ""))
        return {str(one): str(token_id) for one, token_id in found.items()}

    async def lend(self, submission: str, token_id: str | None) -> str | None:
        """Note which token is lent for it, if any; the one that was before."""
        return (await self._connection.run(LEND, "", Lend(submission, token_id))).before

    @answered
    async def called_in(self, token_id: str) -> list[str]:
        """A lent token has ended now; those that ended long ago, which are not told of again."""
        now_ms, name = await self._connection.now_ms(), key("hosting_lent", "")
        await self._connection.write.zadd(name, {token_id: now_ms})
        old = await self._connection.read.zrange(name, "-inf", now_ms - LENT_MS, byscore=True)
        if old:
            await self._connection.write.zrem(name, *old)
        return [str(one) for one in old]
