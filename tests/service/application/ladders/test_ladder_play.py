"""A worker that stays with a ladder: in batches, under one lease, and every match counts once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from unittest.mock import AsyncMock

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import course, ladders, seasons, sweep
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.leases import LeaseTaken
from saqqara_service.storage.operations.queue import Job
from saqqara_service.storage.redis.keys import key
from tests.service.ladder_folds import refold, whole_schedule
from tests.service.ladders import Enrolled, a_ladder, ended, finish, play_out, running
from tests.service.lookups import ladder_of


@asynccontextmanager
async def bots_at_play(svc: Service, enrolled: Enrolled) -> AsyncIterator[None]:
    """Random bots play whatever begins until the block ends."""

    async def play_all() -> None:
        while True:
            for match_id in await running(svc):
                await play_out(svc, enrolled.callers, match_id)
            await asyncio.sleep(0.01)

    playing = asyncio.create_task(play_all())
    try:
        yield
    finally:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker stay with a ladder however slow the machine is."""
    monkeypatch.setattr(course, "QUIET_S", 60)
    monkeypatch.setattr(course, "STAY_S", 60)


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Return once the condition is true."""
    async with asyncio.timeout(30):
        while not await condition():
            await asyncio.sleep(0.01)


async def play_to_the_end(svc: Service, enrolled: Enrolled) -> None:
    """Play the ladder as workers do that are woken again and again."""
    while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        svc.queue._redis.delete(svc.queue._queue.key)
        await course.play(svc, enrolled.id)


async def demand_complete(svc: Service, enrolled: Enrolled, count: int) -> None:
    """Every match of the ladder counts once, and the standings are the fold of the results."""
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, count)
    results = (await svc.ladders.schedule(enrolled.id)).results
    assert len({one.match_id for one in results}) == len(results) == count
    assert await svc.ladders.rows(enrolled.id) == await refold(svc, enrolled.id)


async def commitment(svc: Service, match_id: str) -> str | None:
    """The hash of the match's seed."""
    return (await matches.load(svc, match_id)).match.commitment


async def test_a_worker_plays_a_ladder_under_one_lease(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It pairs, starts and settles until all is played, with the fencing token it began with."""
    patient(monkeypatch)
    enrolled = await a_ladder(svc, blocks=4, concurrency=4)
    async with bots_at_play(svc, enrolled):
        svc.queue._redis.delete(svc.queue._queue.key)
        await course.play(svc, enrolled.id)
    await demand_complete(svc, enrolled, 8)
    assert await svc.connection.read.hget(key("ladder", enrolled.id), "token") == "1"


async def test_nobody_is_woken_for_a_ladder_that_is_played(svc: Service) -> None:
    """Neither a sweep nor a wake; when its lease is over its ended matches wake a worker."""
    enrolled = await a_ladder(svc, blocks=4, concurrency=1)
    play = Job("play_ladder", enrolled.id, enrolled.owner.account_id).name
    queue = svc.queue._queue

    async def woken() -> bool:
        svc.queue._redis.delete(queue.key)
        await sweep.sweep(svc)
        await sweep.wake(svc, enrolled.id)
        return any(one.startswith(play) for one in queue.job_ids)

    assert await woken()
    async with svc.leases.held(enrolled.id) as lease:
        assert not await woken()
        await course.attempt(svc, lease, *course.STEPS)
    (match_id,) = await running(svc)
    assert not await woken()
    await play_out(svc, enrolled.callers, match_id)
    assert await woken()


async def test_a_worker_leaves_a_ladder_when_another_job_waits(svc: Service) -> None:
    """After one batch; what is due then is a job again, behind the one that waits."""
    enrolled = await a_ladder(svc, blocks=4, concurrency=2)
    svc.queue._redis.delete(svc.queue._queue.key)
    await svc.queue.add([Job("fit_ladder", "lOther")])
    async with asyncio.timeout(course.QUIET_S):
        await course.play(svc, enrolled.id)
    assert len(await running(svc)) == 2
    first, second = [one.partition("-")[0] for one in svc.queue._queue.job_ids]
    assert {first, second} == {"fit_ladder", "play_ladder"}
    assert not (await ladders.progress(svc, enrolled.id)).is_held


async def test_a_worker_leaves_a_ladder_that_cannot_move_at_once(svc: Service) -> None:
    """Nothing is played whose end it could wait for."""
    enrolled = await a_ladder(svc, bots=2)
    for bot_id in enrolled.callers:
        await svc.engagements.be_present(bot_id, -1)
    svc.queue._redis.delete(svc.queue._queue.key)
    async with asyncio.timeout(course.QUIET_S / 2):
        await course.play(svc, enrolled.id)
    assert (await ladders.progress(svc, enrolled.id)).backoff == 1


async def test_what_happens_while_a_worker_waits_is_seen(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ladder that was paused and is resumed goes on under the lease that a worker has."""
    patient(monkeypatch)
    depth = AsyncMock(return_value=0)
    monkeypatch.setattr(svc.queue, "depth", depth)  # its table is to be fitted
    enrolled = await a_ladder(svc, blocks=4, concurrency=2)
    svc.queue._redis.delete(svc.queue._queue.key)
    playing = asyncio.create_task(course.play(svc, enrolled.id))

    async def are_running() -> bool:
        return len(await running(svc)) == 2

    await until(are_running)
    first, _ = await running(svc)
    question = questions.LadderQuestion(ladder_id=enrolled.id)
    await seasons.pause(svc, enrolled.owner, questions.PauseLadder(ladder_id=enrolled.id))
    await play_out(svc, enrolled.callers, first)

    async def is_settled() -> bool:
        return (await ladders.get(svc, None, question)).matches_settled == 1

    await until(is_settled)
    assert len(await running(svc)) == 1
    await seasons.resume(svc, enrolled.owner, questions.ResumeLadder(ladder_id=enrolled.id))
    await until(are_running)
    assert not playing.done()
    depth.return_value = 1
    await playing


@pytest.mark.parametrize("killed_after", range(4))
async def test_a_batch_of_which_a_worker_dies_is_done_by_another(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, killed_after: int
) -> None:
    """Some matches are made, one is not noted: nothing is lost, and nothing is done twice."""
    enrolled = await a_ladder(svc, blocks=4, concurrency=4)
    started, calls = svc.ladders.started, 0

    async def dies(*args: object) -> None:
        nonlocal calls
        if calls == killed_after:
            raise asyncio.CancelledError
        calls += 1
        await started(*args)  # type: ignore[arg-type]

    async def never(_: object) -> None:
        pass

    monkeypatch.setattr(svc.ladders, "started", dies)
    monkeypatch.setattr(svc.leases, "release", never)
    with pytest.raises(asyncio.CancelledError):
        await course.play(svc, enrolled.id)
    made = {one: await commitment(svc, one) for one in await running(svc)}
    with pytest.raises(LeaseTaken):
        await other_svc.leases.claim(enrolled.id)
    await svc.connection.write.pexpire(key("ladder_lease", enrolled.id), 1)
    async with bots_at_play(other_svc, enrolled):
        await play_to_the_end(other_svc, enrolled)
    await demand_complete(other_svc, enrolled, 8)
    assert made == {one: await commitment(svc, one) for one in made}


@pytest.mark.parametrize("step", ["settle", "plan", "started"])
async def test_a_worker_that_loses_its_lease_in_a_batch_writes_nothing_more(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Another has taken the ladder to its end meanwhile."""
    enrolled = await a_ladder(svc, blocks=4, concurrency=4)
    frozen, thawed = asyncio.Event(), asyncio.Event()
    real = getattr(svc.ladders, step)

    async def freezes(*args: object, **named: object) -> object:
        frozen.set()
        await thawed.wait()
        return await real(*args, **named)

    monkeypatch.setattr(svc.ladders, step, freezes)
    svc.queue._redis.delete(svc.queue._queue.key)
    async with bots_at_play(other_svc, enrolled):
        zombie = asyncio.create_task(course.play(svc, enrolled.id))
        await frozen.wait()
        await svc.connection.write.pexpire(key("ladder_lease", enrolled.id), 1)
        await play_to_the_end(other_svc, enrolled)
    schedule = await whole_schedule(svc, enrolled.id)
    thawed.set()
    await zombie
    await demand_complete(svc, enrolled, 8)
    assert await whole_schedule(svc, enrolled.id) == schedule


async def test_a_batch_counts_in_the_order_in_which_its_matches_ended(svc: Service) -> None:
    """Whichever buckets they are in."""
    enrolled = await a_ladder(svc, bots=6, blocks=4, concurrency=6)
    async with svc.leases.held(enrolled.id) as lease:
        await course.attempt(svc, lease, *course.STEPS)
        order = sorted(await running(svc), reverse=True)
        for match_id in order:
            await play_out(svc, enrolled.callers, match_id)
        await course.settle(svc, lease, await ended(svc))
    results = (await svc.ladders.schedule(enrolled.id)).results
    assert [one.match_id for one in results] == order


async def test_two_workers_that_play_at_once_play_each_match_once(
    svc: Service, other_svc: Service
) -> None:
    """The second waits for the lease for a moment, and leaves the ladder to the first."""
    enrolled = await a_ladder(svc, blocks=4, concurrency=4)
    svc.queue._redis.delete(svc.queue._queue.key)
    async with bots_at_play(svc, enrolled):
        await asyncio.gather(course.play(svc, enrolled.id), course.play(other_svc, enrolled.id))
    await finish(svc, enrolled)
    await demand_complete(svc, enrolled, 8)
    assert await ended(svc) == []
