"""Ladders from their making to their end, as Redis keeps them: terms, status, how far they are.

All keys of a ladder share its hash tag.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.leases import Lease, run_fenced
from saqqara_service.storage.ladders.rows import Progress, StoredTerms
from saqqara_service.storage.ladders.season.scripts import (
    CANCEL,
    CLOSE,
    EXTEND,
    TURN,
    Close,
    Extend,
    ExtendReply,
    TurnStatus,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import Nothing

_LADDERS = key("ladders", "")
_RUNNING = key("ladders_running", "")


class SeasonStore:
    """Ladders by id, and which of them are to be looked after."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def add(self, terms: StoredTerms) -> None:
        """Write a new ladder and list it; one that starts by itself is looked after from now on."""
        fields: dict[str, str | int] = {
            "terms": terms.model_dump_json(by_alias=False),
            "status": LadderStatus.OPEN.value,
            **dict.fromkeys(("token", "revision", "given_up"), 0),
            **dict.fromkeys(("blocks_planned", "blocks_dropped", "rounds_planned"), 0),
        }
        await self._connection.write.hset(key("ladder", terms.id), items=flat(fields))
        await self._connection.write.zadd(_LADDERS, {terms.id: terms.created_ms})
        if terms.start_at_ms is not None or terms.end_at_ms is not None:
            await self.look_after(terms.id)

    @answered
    async def progress(self, ladder_id: str) -> Progress | None:
        """The ladder and how far it is, if there is one of that id."""
        return (await self._progress([ladder_id]))[0]

    @answered
    async def page(self, first: int, after: str | None) -> list[Progress] | None:
        """Ladders from the newest, or from the one after `after`; None if there is none such."""
        rank = -1 if after is None else await self._connection.read.zrevrank(_LADDERS, after)
        if not isinstance(rank, int):
            return None
        offset = rank + 1
        ids = await self._connection.read.zrevrange(_LADDERS, offset, offset + first - 1)
        return [found for found in await self._progress(map(str, ids)) if found]

    async def turn(
        self, ladder_id: str, status: LadderStatus, before: Collection[LadderStatus]
    ) -> LadderStatus:
        """Let the ladder turn to a status from one of those before it; the status after that."""
        return await self._connection.run(
            TURN, ladder_id, TurnStatus(status=status, before=[*before])
        )

    async def cancel(self, ladder_id: str) -> LadderStatus:
        """Call the ladder off unless it is over, with what waits in its queue; its status then."""
        return await self._connection.run(CANCEL, ladder_id, Nothing())

    async def extend(self, terms: StoredTerms, revision: int) -> ExtendReply:
        """Put other terms in place of those of the revision, unless the ladder is over."""
        arguments = Extend(revision=revision, terms=terms.model_dump_json(by_alias=False))
        return await self._connection.run(EXTEND, terms.id, arguments)

    async def close(self, lease: Lease, ladder: Progress) -> LadderStatus:
        """Finish the ladder if none of its matches is under way, with what waits in its queue."""
        arguments = Close(revision=ladder.revision, blocks=ladder.blocks_planned)
        return await run_fenced(self._connection, lease, CLOSE, arguments)

    @answered
    async def look_after(self, ladder_id: str) -> None:
        """Let sweeps look after the ladder until it is over."""
        await self._connection.write.sadd(_RUNNING, ladder_id)

    @answered
    async def looked_after(self) -> list[Progress]:
        """The ladders to look after; forgets those that are over and whose table is the last."""
        ids = sorted(map(str, await self._connection.read.smembers(_RUNNING)))
        found = [ladder for ladder in await self._progress(ids) if ladder]
        done = [one.terms.id for one in found if one.is_done]
        if done:
            await self._connection.write.srem(_RUNNING, *done)
        return [one for one in found if one.terms.id not in done]

    async def _progress(self, ladder_ids: Iterable[str]) -> list[Progress | None]:
        pipe = self._connection.read.pipeline(transaction=False)
        for ladder_id in ladder_ids:
            pipe.hgetall(key("ladder", ladder_id))
            pipe.zcard(key("ladder_queue", ladder_id))
            pipe.scard(key("ladder_playing", ladder_id))
            pipe.llen(key("ladder_results", ladder_id))
            pipe.hlen(key("ladder_entries", ladder_id))
            pipe.hlen(key("ladder_out", ladder_id))
            pipe.hget(key("ladder_fit", ladder_id), "results")
            pipe.exists(key("ladder_fitting", ladder_id))
        replies = await pipe.execute()
        return [_read_progress(*replies[i : i + 8]) for i in range(0, len(replies), 8)]


def _read_progress(fields: Mapping[str, str], *counts: int | str | None) -> Progress | None:
    if not fields:
        return None
    queued, playing, settled, entered, out, fitted, rests = (int(count or 0) for count in counts)
    return Progress(
        terms=StoredTerms.model_validate_json(fields["terms"]),
        status=LadderStatus(fields["status"]),
        revision=int(fields["revision"]),
        blocks_planned=int(fields["blocks_planned"]),
        blocks_dropped=int(fields["blocks_dropped"]),
        rounds_planned=int(fields["rounds_planned"]),
        given_up=int(fields["given_up"]),
        entered=entered - out,
        queued=queued,
        playing=playing,
        settled=settled,
        fitted=fitted,
        fit_rests=bool(rests),
    )
