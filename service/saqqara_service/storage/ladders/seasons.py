"""Ladders from their making to their end, as Redis keeps them: terms, status, how far they are.

All keys of a ladder share its hash tag.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from saqqara_service.models import LadderStatus, SequentialTestStanding
from saqqara_service.storage.ladders.leases import Lease, run_fenced
from saqqara_service.storage.ladders.rows import Progress, StoredTerms
from saqqara_service.storage.ladders.season.scripts import (
    ADD,
    BACK_OFF,
    CANCEL,
    CLOSE,
    EXTEND,
    TURN,
    WAKE,
    Add,
    BackOff,
    Close,
    Extend,
    ExtendReply,
    TurnStatus,
    Wake,
    WakeReply,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import Nothing

_LADDERS = key("ladders", "")
_RUNNING = key("ladders_running", "")


class SeasonStore:
    """Ladders by id, and which of them are to be looked after."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def add(self, terms: StoredTerms, seed: bytes) -> None:
        """Write a new ladder and list it; one that starts by itself is looked after from now on.

        A ladder that is there already stays as it is, however far it has come.
        """
        text = terms.model_dump_json(by_alias=False)
        await self._connection.run(ADD, terms.id, Add(seed=seed.hex(), terms=text))
        await self.enlist(terms)

    @answered
    async def followed(self, ladder_id: str, next_id: str) -> None:
        """Note which ladder is the season or stage after that."""
        await self._connection.write.hset(key("ladder", ladder_id), "next_id", next_id)

    @answered
    async def keep(self, terms: StoredTerms) -> None:
        """Write the terms of a ladder that is finished, which nobody else can change."""
        text = terms.model_dump_json(by_alias=False)
        await self._connection.write.hset(key("ladder", terms.id), "terms", text)

    @answered
    async def enlist(self, terms: StoredTerms) -> None:
        """List a ladder, and look after one that starts or ends by itself."""
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
        self,
        ladder_id: str,
        status: LadderStatus,
        before: Collection[LadderStatus],
        reason: str = "",
    ) -> LadderStatus:
        """Let the ladder turn to a status from one of those before it; the status after that."""
        return await self._connection.run(
            TURN, ladder_id, TurnStatus(status=status, before=[*before], reason=reason)
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
    async def looked_after(self, due: Callable[[list[str]], list[str]] = list) -> list[Progress]:
        """Those of the ladders to look after that are `due`.

        Forgets those that are over and whose table is the last.
        """
        ids = due(sorted(map(str, await self._connection.read.smembers(_RUNNING))))
        found = [ladder for ladder in await self._progress(ids) if ladder]
        done = [one.terms.id for one in found if one.is_done]
        if done:
            await self._connection.write.srem(_RUNNING, *done)
        return [one for one in found if one.terms.id not in done]

    @answered
    async def several(self, ladder_ids: Iterable[str]) -> list[Progress]:
        """The ladders of these ids that are there."""
        return [found for found in await self._progress(ladder_ids) if found]

    async def back_off(self, ladder_id: str, row: BackOff) -> None:
        """Nothing could be done for a ladder: leave it alone, unless it was woken since."""
        await self._connection.run(BACK_OFF, ladder_id, row)

    async def wake(self, ladder_id: str, every_ms: int) -> WakeReply:
        """A ladder may go on: from now on it is not left alone, at most so often."""
        return await self._connection.run(WAKE, ladder_id, Wake(every_ms))

    @answered
    async def woken(self, ladder_id: str) -> int:
        """How often something has happened for which the ladder may go on."""
        return int(await self._connection.read.hget(key("ladder", ladder_id), "woken") or 0)

    @answered
    async def go_on(self, ladder_id: str) -> None:
        """Something was done for a ladder: the next time it is left alone for a short time."""
        await self._connection.write.hdel(
            key("ladder", ladder_id), "backoff", "backoff_since_ms", "backoff_until_ms"
        )

    @answered
    async def backed_off(self, ladder_ids: Sequence[str]) -> list[str]:
        """Those of the ladders that back off, or may be about to: a worker has their lease."""
        pipe = self._connection.read.pipeline(transaction=False)
        for ladder_id in ladder_ids:
            pipe.hget(key("ladder", ladder_id), "backoff")
            pipe.exists(key("ladder_lease", ladder_id))
        found = iter(await pipe.execute())
        return [one for one in ladder_ids if any([int(next(found) or 0), next(found)])]

    async def _progress(self, ladder_ids: Iterable[str]) -> list[Progress | None]:
        pipe = self._connection.read.pipeline(transaction=False)
        for ladder_id in ladder_ids:
            pipe.hgetall(key("ladder", ladder_id))
            pipe.zcard(key("ladder_queue", ladder_id))
            pipe.scard(key("ladder_playing", ladder_id))
            pipe.llen(key("ladder_results", ladder_id))
            pipe.hlen(key("ladder_entries", ladder_id))
            pipe.hlen(key("ladder_out", ladder_id))
            pipe.llen(key("ladder_rulings", ladder_id))
            pipe.exists(key("ladder_fitting", ladder_id))
            pipe.exists(key("ladder_lease", ladder_id))
            pipe.hmget(key("ladder_fit", ladder_id), "results", "rulings", "given_up", "test")
        replies = await pipe.execute()
        found = (replies[i : i + 10] for i in range(0, len(replies), 10))
        return [_read_progress(fields, counts, fit) for fields, *counts, fit in found]


def _read_progress(
    fields: Mapping[str, str], counts: Sequence[int], fit: Sequence[str | None]
) -> Progress | None:
    if "terms" not in fields:
        return None
    queued, playing, settled, entered, out, rulings, rests, is_held = counts
    *of, test = fit
    fitted, rulings_fitted, given_up_fitted = (int(count or 0) for count in of)
    return Progress(
        terms=StoredTerms.model_validate_json(fields["terms"]),
        status=LadderStatus(fields["status"]),
        seed=fields["seed"],
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
        is_held=bool(is_held),
        rulings=rulings,
        rulings_folded=int(fields["rulings_folded"]),
        rulings_fitted=rulings_fitted,
        given_up_fitted=given_up_fitted,
        test_standing=SequentialTestStanding.model_validate_json(test) if test else None,
        annulled=int(fields["annulled"]),
        closed_ms=int(fields.get("closed_ms", 0)),
        next_id=fields.get("next_id"),
        started_ms=_instant(fields.get("started_ms")),
        settled_ms=_instant(fields.get("settled_ms")),
        moved_ms=_instant(fields.get("moved_ms")),
        pause_reason=fields.get("pause_reason"),
        backoff=int(fields.get("backoff", 0)),
        backoff_since_ms=int(fields.get("backoff_since_ms", 0)),
        backoff_until_ms=int(fields.get("backoff_until_ms", 0)),
        woken=int(fields.get("woken", 0)),
    )


def _instant(text: str | None) -> int | None:
    return None if text is None else int(text)
