"""Ladder jobs may be lost, repeated, overtaken or run twice at once: each match counts once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import redis
import structlog

from saqqara_service import questions
from saqqara_service.application.folds.results import undecided
from saqqara_service.application.ladders import jobs as steps
from saqqara_service.application.ladders import ladders, sweep
from saqqara_service.application.service import Service
from saqqara_service.models import EndReason, LadderMatchStatus, LadderStatus, MatchStatus
from saqqara_service.storage.ladders.ladders import StandingsVersion
from saqqara_service.storage.ladders.leases import LEASE_MS, Fenced, Lease, LeaseTaken, Moved
from saqqara_service.storage.ladders.rows import CountedMatch, Planned
from saqqara_service.storage.operations.queue import Job
from saqqara_service.storage.redis.keys import key
from tests.service import jobs as ladder_jobs
from tests.service.ladder_folds import refold, whole_schedule
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.lookups import ladder_of, match_of
from tests.service.store_contents import contents


def everything_of(svc: Service, ladder_id: str) -> dict[bytes, object]:
    """All that Redis holds of a ladder, apart from who holds its lease."""
    with redis.Redis.from_url(svc.settings.redis_url or "") as client:
        names = sorted(client.scan_iter(f"{{ladder:{ladder_id}}}*"))
        return contents(client, [name for name in names if not name.endswith(b":lease")])


async def played(svc: Service, blocks: int, concurrency: int = 4) -> Enrolled:
    """A ladder whose first matches are over and wait for settling."""
    enrolled = await a_ladder(svc, blocks=blocks, concurrency=concurrency)
    await ladder_jobs.pair(svc, enrolled.id)
    await ladder_jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    return enrolled


async def heir_of(svc: Service, ladder_id: str) -> Lease:
    """The lease of the next one who claims the ladder, once the present one has run out."""
    with redis.Redis.from_url(svc.settings.redis_url or "") as client:
        (lease,) = client.scan_iter(f"{{ladder:{ladder_id}}}:lease")
        assert 0 < client.pttl(lease) <= LEASE_MS
        client.delete(lease)  # as when its time is up
    return await svc.leases.claim(ladder_id)


async def test_settling_ten_times_at_once_counts_once(svc: Service, other_svc: Service) -> None:
    """However many workers settle the same ended matches at the same time, each counts once."""
    enrolled = await played(svc, blocks=2, concurrency=4)
    await asyncio.gather(*(settle_all(one) for one in [svc, other_svc] * 5))
    await settle_all(svc)
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, 4)
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)
    assert (
        sum(
            row.matches
            for row in await ladders.standings(
                svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
            )
        )
        == 8
    )


async def test_pairing_and_starting_ten_times_at_once_plans_and_starts_once(
    svc: Service, other_svc: Service
) -> None:
    """Jobs that run at the same time plan each block once and never exceed the concurrency."""
    enrolled = await a_ladder(svc, blocks=9, concurrency=3)
    for _ in range(2):
        jobs: list[Awaitable[None]] = [
            ladder_jobs.pair(one, enrolled.id) for one in [svc, other_svc] * 5
        ]
        jobs += [ladder_jobs.start(one, enrolled.id) for one in [svc, other_svc] * 5]
        await asyncio.gather(*jobs)
    schedule = await whole_schedule(svc, enrolled.id)
    assert len({(one.block, one.rotation) for one in schedule}) == len(schedule)
    assert len(await running(svc)) == 3
    assert (await ladder_of(svc, enrolled.id)).matches_started == 3


async def test_a_result_offered_twice_keeps_its_first_number(svc: Service) -> None:
    """Settling a match that counts already answers its number and writes nothing."""
    enrolled = await played(svc, blocks=1)
    await settle_all(svc)
    first = (await svc.ladders.schedule(enrolled.id)).results[0]
    lease = await svc.leases.claim(enrolled.id)
    before = everything_of(svc, enrolled.id)
    assert await svc.ladders.settle(lease, StandingsVersion(99), first, {}) == 1
    assert everything_of(svc, enrolled.id) == before


async def test_ratings_computed_from_older_standings_are_not_written(svc: Service) -> None:
    """A result that was rated against another version of the standings is refused."""
    enrolled = await played(svc, blocks=2)
    lease = await svc.leases.claim(enrolled.id)
    (planned, *_) = (await svc.ladders.schedule(enrolled.id)).planned.values()
    before = everything_of(svc, enrolled.id)
    with pytest.raises(Moved):
        await svc.ladders.settle(lease, StandingsVersion(1), result_of(enrolled, planned), {})
    assert everything_of(svc, enrolled.id) == before


async def test_a_worker_that_comes_back_with_an_old_token_writes_nothing(svc: Service) -> None:
    """Once another has claimed the ladder, every script refuses the earlier holder's writes."""
    enrolled = await played(svc, blocks=3)
    zombie = await svc.leases.claim(enrolled.id)
    heir = await heir_of(svc, enrolled.id)
    assert heir.token > zombie.token
    before = everything_of(svc, enrolled.id)
    (planned, *_) = (await svc.ladders.schedule(enrolled.id)).planned.values()
    version, rows = await svc.ladders.rows_of(enrolled.id, planned.bots)
    writes = [
        svc.ladders.plan(zombie, 3, 1, {}, [planned]),
        svc.ladders.started(zombie, planned.match_id(enrolled.id)),
        svc.ladders.settle(zombie, version, result_of(enrolled, planned), rows),
        svc.ladders.rematch(zombie, planned),
        svc.ladders.give_up(zombie, planned),
        svc.ladders.drop(zombie, planned.block_of),
        svc.entries.change(zombie, await svc.entries.listed(enrolled.id)),
        svc.seasons.close(zombie, await ladders.progress(svc, enrolled.id)),
    ]
    for write in writes:
        with pytest.raises(Fenced):
            await write
    assert everything_of(svc, enrolled.id) == before
    await svc.leases.release(zombie)
    with pytest.raises(LeaseTaken):
        await svc.leases.claim(enrolled.id)


@pytest.mark.parametrize("read", ["booked", "queue_head", "rows_of"])
async def test_a_job_frozen_between_reading_and_writing_is_overtaken(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    """A job that stops after a read, until others have taken its ladder on, writes nothing."""
    enrolled = await played(svc, blocks=4, concurrency=2)
    frozen, thawed = asyncio.Event(), asyncio.Event()
    real = getattr(svc.ladders, read)

    async def reads_and_freezes(*args: object) -> object:
        found = await real(*args)
        frozen.set()
        await thawed.wait()
        return found

    monkeypatch.setattr(svc.ladders, read, reads_and_freezes)
    if read == "queue_head":
        await settle_all(other_svc)
        await ladder_jobs.pair(other_svc, enrolled.id)
    jobs: dict[str, Callable[[], Awaitable[None]]] = {
        "booked": lambda: ladder_jobs.pair(svc, enrolled.id),
        "queue_head": lambda: ladder_jobs.start(svc, enrolled.id),
    }
    zombie = asyncio.ensure_future(jobs.get(read, lambda: settle_all(svc))())
    await frozen.wait()
    await svc.connection.write.pexpire(key("ladder_lease", enrolled.id), 1)
    ladder = await finish(other_svc, enrolled)
    before = everything_of(svc, enrolled.id)
    with structlog.testing.capture_logs() as logs:
        thawed.set()
        await zombie
    assert [entry["event"] for entry in logs if "not the latest" in entry["reason"]]
    assert everything_of(svc, enrolled.id) == before
    assert ladder.matches_settled == 8
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)


async def test_writing_prolongs_the_lease(svc: Service) -> None:
    """A holder that keeps writing keeps the ladder for longer than one lease."""
    enrolled = await a_ladder(svc)
    lease = await svc.leases.claim(enrolled.id)
    left = key("ladder_lease", enrolled.id)
    await svc.connection.write.pexpire(left, 500)
    await svc.ladders.started(lease, "no such match")
    assert await svc.connection.read.pttl(left) > LEASE_MS / 2


async def test_a_match_made_by_a_worker_that_died_is_taken_over(svc: Service) -> None:
    """A match that was made but not noted is noted by the next job, with its seed unchanged."""
    enrolled = await a_ladder(svc, blocks=1)
    await ladder_jobs.pair(svc, enrolled.id)
    ladder = await ladders.progress(svc, enrolled.id)
    (first, *_) = await svc.ladders.queue_head(enrolled.id, 1)
    dead = Lease(enrolled.id, 0)
    with pytest.raises(Fenced):
        await steps._start(svc, dead, ladder.terms, first, {})
    before = await match_of(svc, first.match_id(enrolled.id))
    assert before.status is MatchStatus.RUNNING
    await ladder_jobs.start(svc, enrolled.id)
    assert (await match_of(svc, before.id)).commitment == before.commitment
    assert (await ladder_of(svc, enrolled.id)).matches_started == 2
    assert (await finish(svc, enrolled)).matches_settled == 2


async def test_a_match_settled_before_it_was_noted_is_not_started_again(svc: Service) -> None:
    """A match may end before its start was noted: it counts once and leaves the queue."""
    enrolled = await a_ladder(svc, blocks=1, concurrency=1)
    await ladder_jobs.pair(svc, enrolled.id)
    ladder = await ladders.progress(svc, enrolled.id)
    (first, *_) = await svc.ladders.queue_head(enrolled.id, 1)
    with pytest.raises(Fenced):
        await steps._start(svc, Lease(enrolled.id, 0), ladder.terms, first, {})
    await play_out(svc, enrolled.callers, first.match_id(enrolled.id))
    await settle_all(svc)
    async with svc.leases.held(enrolled.id) as lease:
        await svc.ladders.started(lease, first.match_id(enrolled.id))
    current = await ladder_of(svc, enrolled.id)
    assert (current.matches_started, current.matches_settled) == (1, 1)
    assert (await finish(svc, enrolled)).matches_settled == 2


async def test_a_void_match_is_played_again_and_never_rated(svc: Service) -> None:
    """A match that ended without places leaves the standings alone; its next attempt counts."""
    enrolled = await a_ladder(svc, blocks=1, concurrency=2)
    await ladder_jobs.pair(svc, enrolled.id)
    await ladder_jobs.start(svc, enrolled.id)
    (first, _second) = await running(svc)
    before = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    await svc.matches.void(first, undecided(EndReason.RULES_CHANGED))
    await asyncio.gather(*(settle_all(svc) for _ in range(3)))
    assert (
        await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        == before
    )
    assert (await finish(svc, enrolled)).matches_settled == 2
    schedule = await whole_schedule(svc, enrolled.id)
    status = {one.id: one.status for one in schedule}
    assert status.pop(first) is LadderMatchStatus.VOID
    assert status == dict.fromkeys(status, LadderMatchStatus.SETTLED)
    assert f"{first}-a2" in status
    assert len(status) == 2


async def test_the_next_sweep_replaces_lost_jobs_and_adds_none_twice(svc: Service) -> None:
    """Sweeping again adds nothing to a queue that waits; a queue that was lost is filled again."""
    await played(svc, blocks=9, concurrency=2)
    waiting = svc.queue._queue
    for _ in range(2):
        svc.queue._redis.delete(waiting.key)
        await sweep.sweep(svc)
        once = sorted(waiting.job_ids)
        assert {one.partition("-")[0] for one in once} == {"play_ladder"}
        await sweep.sweep(svc)
        assert sorted(waiting.job_ids) == once


async def test_a_job_taken_by_a_dead_worker_blocks_nothing(svc: Service) -> None:
    """What is due is enqueued again although a worker took the same job and never came back."""
    enrolled = await a_ladder(svc)
    waiting = svc.queue._queue
    taken = svc.queue._redis.lpop(waiting.key)
    assert taken is not None
    assert waiting.job_ids == []
    await sweep.sweep(svc)
    (again,) = waiting.job_ids
    assert again.startswith(Job("play_ladder", enrolled.id).name)


async def test_a_finished_ladder_is_not_looked_after(svc: Service) -> None:
    """The sweep finds nothing to do in a finished ladder, and forgets it."""
    enrolled = await a_ladder(svc, blocks=1)
    await finish(svc, enrolled)
    svc.queue._redis.delete(svc.queue._queue.key)
    await sweep.sweep(svc)
    assert svc.queue._queue.job_ids == []
    assert not await svc.connection.read.exists(key("ladders_running", ""))


def result_of(enrolled: Enrolled, planned: Planned) -> CountedMatch:
    """A result of the match, the first seat before the second."""
    return CountedMatch(
        match_id=planned.match_id(enrolled.id),
        bots=planned.bots,
        versions=(1, 1),
        places=(1, 2),
        totals=(9, 8),
        kept_time=(True, True),
        ended_ms=0,
    )
