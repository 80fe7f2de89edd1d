"""A ladder that cannot move is left alone, and looked at at once when something happens."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import aclosing
from functools import partial
from unittest.mock import patch

import pytest

from saqqara_service import questions, supervision
from saqqara_service.application.accounts import presence
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.hosting import readiness
from saqqara_service.application.ladders import (
    availability,
    backoff,
    course,
    entries,
    ladders,
    seasons,
    sweep,
)
from saqqara_service.application.matches import policies
from saqqara_service.application.service import Service
from saqqara_service.models import AcceptPolicy, EndedItem, LadderStatus, SameOwner
from saqqara_service.questions import SetPolicy, TendRunner, read
from saqqara_service.storage.operations.queue import WAITING_SHARE, Job
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import key
from tests.service import jobs
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    play_out,
    running,
    settle_all,
)
from tests.service.lookups import ladder_of
from tests.service.matches import a_match_of, an_owner, some_bots
from tests.service.matches import play_out as play_all
from tests.service.transports import PATIENCE_S

GONE = -1


def waiting(svc: Service) -> list[str]:
    """The functions and arguments of the jobs that wait, of all kinds but settling."""
    names = ["-".join(one.split("-")[:2]) for one in svc.queue._queue.job_ids]
    return sorted(one for one in names if not one.startswith("settle"))


def forget_jobs(svc: Service) -> None:
    """Lose what waits in the queue."""
    svc.queue._redis.delete(svc.queue._queue.key)


async def leave(svc: Service, enrolled: Enrolled) -> None:
    """None of the ladder's bots is there any more."""
    for bot_id in enrolled.callers:
        await svc.engagements.be_present(bot_id, GONE)


async def stuck(svc: Service, **changed: object) -> Enrolled:
    """A ladder whose bots are away, after workers have tried in vain."""
    enrolled = await a_ladder(svc, bots=2, **changed)  # type: ignore[arg-type]
    await leave(svc, enrolled)
    await jobs.pair(svc, enrolled.id)
    forget_jobs(svc)
    return enrolled


async def back_off_since(svc: Service, enrolled: Enrolled, since_ms: int) -> None:
    """Workers have tried in vain since then, and a moment ago."""
    fields = ["backoff_since_ms", str(since_ms), "backoff_until_ms", str(since_ms + sweep.TRIED_MS)]
    await svc.connection.write.hset(key("ladder", enrolled.id), items=fields)


async def swept(svc: Service, at_ms: int) -> list[str]:
    """What a sweep wakes workers for at an instant."""

    async def then(_: RedisConnection) -> int:
        return at_ms

    forget_jobs(svc)
    with patch.object(RedisConnection, "now_ms", then):
        await sweep.sweep(svc)
    found = waiting(svc)
    forget_jobs(svc)
    return found


async def left_alone(svc: Service, enrolled: Enrolled) -> bool:
    """Whether a sweep wakes nobody for the ladder until its back-off is over."""
    until_ms = (await ladders.progress(svc, enrolled.id)).backoff_until_ms
    return until_ms > 0 and await swept(svc, until_ms - 1) == []


async def test_absent_bots_are_asked_for_less_and_less_often(svc: Service) -> None:
    """From one second up to a minute, and a worker is woken for it once each time."""
    enrolled = await a_ladder(svc, bots=2)
    await leave(svc, enrolled)
    for wait_ms in (1_000, 8_000, 60_000, 60_000):
        before_ms = await svc.connection.now_ms()
        await jobs.pair(svc, enrolled.id)
        after_ms = await svc.connection.now_ms()
        until_ms = (await ladders.progress(svc, enrolled.id)).backoff_until_ms
        assert before_ms <= until_ms - wait_ms <= after_ms
        assert await left_alone(svc, enrolled)
        assert await swept(svc, until_ms) == [Job("play_ladder", enrolled.id).name]


async def test_after_an_outage_tries_are_counted_anew(svc: Service) -> None:
    """What was in vain before nobody tried for long says nothing."""
    enrolled = await stuck(svc)
    await jobs.pair(svc, enrolled.id)
    await svc.connection.write.hset(key("ladder", enrolled.id), "backoff_until_ms", "1")
    await jobs.pair(svc, enrolled.id)
    assert (await ladders.progress(svc, enrolled.id)).backoff == 1


async def test_who_comes_wakes_workers_at_once(svc: Service) -> None:
    """Whether it follows its feed or asks for its turns; who was there already wakes nobody."""
    enrolled = await stuck(svc)
    first, second = enrolled.callers.values()
    async with aclosing(bot_feed.feed(svc, first)) as items:
        await anext(items)
        assert waiting(svc) == [Job("play_ladder", enrolled.id).name]
    await jobs.pair(svc, enrolled.id)
    forget_jobs(svc)
    await bot_feed.pending(svc, first)
    assert waiting(svc) == []
    with patch.object(sweep, "AGAIN_MS", 0):
        await bot_feed.pending(svc, second)
    assert waiting(svc) == [Job("play_ladder", enrolled.id).name]


async def test_who_was_busy_elsewhere_is_missed_no_longer_than_that(svc: Service) -> None:
    """The end of a match wakes workers for the other ladders of its bots."""
    busy = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    for caller in busy.callers.values():
        one_at_a_time = AcceptPolicy(max_matches=1)
        await policies.put(svc, caller, caller.player_id, one_at_a_time)
    await jobs.pair(svc, busy.id)
    await jobs.start(svc, busy.id)
    other = await a_ladder(svc, bots=0, start=False)
    for bot_id, caller in busy.callers.items():
        await enrol(svc, caller, other.id, bot_id)
    await seasons.start(svc, other.owner, questions.StartLadder(ladder_id=other.id))
    await jobs.pair(svc, other.id)
    assert await left_alone(svc, other)
    (match_id,) = await running(svc)
    await play_out(svc, busy.callers, match_id)
    await settle_all(svc)
    assert Job("play_ladder", other.id).name in waiting(svc)


async def test_a_program_that_can_begin_wakes_its_ladders(svc: Service) -> None:
    """Once, when its process begins to wait for a match."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    hosted = [(await a_hosted_bot(svc, one)).id for one in enrolled.callers.values()]
    await FakeRunner(svc, "one").tend()
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    assert await left_alone(svc, enrolled)
    for woken in ([Job("play_ladder", enrolled.id).name], []):
        assert await reported(svc, dict.fromkeys(hosted, "process")) == woken


async def reported(svc: Service, ready: Mapping[str, str | None]) -> list[str]:
    """The jobs after a call of the runner by which these processes wait."""
    held = [{"submissionId": one, "ready": process} for one, process in ready.items()]
    forget_jobs(svc)
    body = read(TendRunner, {"runnerId": "one", "places": 2, "held": held})
    await availability.tend(svc, RUNNER, body)
    return waiting(svc)


async def test_each_program_that_can_begin_wakes_its_ladders_at_once(svc: Service) -> None:
    """The last one of a match is not waited for because others have just begun to wait.

    One that ends after that wakes nobody, and its successor does again.
    """
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    first, last = [(await a_hosted_bot(svc, one)).id for one in enrolled.callers.values()]
    await FakeRunner(svc, "one").tend()
    play = [Job("play_ladder", enrolled.id).name]
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    assert await reported(svc, {first: "a", last: None}) == play
    await jobs.start(svc, enrolled.id)
    assert await reported(svc, {first: None, last: "b"}) == play
    await jobs.start(svc, enrolled.id)
    assert await running(svc) == []
    assert await reported(svc, {first: None, last: "b"}) == []
    assert await reported(svc, {first: "c", last: "b"}) == play
    await jobs.start(svc, enrolled.id)
    assert len(await running(svc)) == 1


async def test_a_program_that_can_begin_while_a_worker_looks_is_not_missed(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker looks again before it leaves the ladder, and starts the match."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    hosted = [(await a_hosted_bot(svc, one)).id for one in enrolled.callers.values()]
    await FakeRunner(svc, "one").tend()
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    forget_jobs(svc)
    want, calls = readiness.want, 0

    async def wants_too_late(*args: object) -> None:
        nonlocal calls
        calls += 1
        await want(*args)  # type: ignore[arg-type]
        if calls == 1:
            await reported(svc, dict.fromkeys(hosted, "process"))
            forget_jobs(svc)

    monkeypatch.setattr(readiness, "want", wants_too_late)
    await course.play(svc, enrolled.id)
    assert len(await running(svc)) == 1


async def test_who_comes_while_a_worker_looks_is_not_missed(svc: Service) -> None:
    """What the worker found before is old: the ladder is not left alone for it."""
    enrolled = await stuck(svc)
    before = await ladders.progress(svc, enrolled.id)
    await sweep.came_free(svc, list(enrolled.callers))
    await backoff.back_off(svc, before)
    after = await ladders.progress(svc, enrolled.id)
    assert after.backoff_until_ms <= await svc.connection.now_ms()


async def test_bots_that_are_seen_again_wake_their_ladder(svc: Service) -> None:
    """After an outage, in which their feeds went on here; those that were there wake nobody."""
    enrolled = await stuck(svc)
    svc.followed_bots.update([*enrolled.callers])
    async with (
        asyncio.timeout(PATIENCE_S),
        supervision.running({"presence": partial(bot_feed.keep_present, svc)}),
    ):
        while waiting(svc) != [Job("play_ladder", enrolled.id).name]:
            await asyncio.sleep(0.01)
    assert await svc.engagements.absent([*enrolled.callers]) == set()
    assert not await svc.engagements.be_all_present([*enrolled.callers], presence.PRESENT_MS)


async def test_a_wake_that_finds_no_room_in_the_queue_is_not_lost(svc: Service) -> None:
    """The next sweep finds the ladder, which is left alone no more."""
    enrolled = await stuck(svc)
    account_id = enrolled.ladder.account_id
    await svc.queue.add(
        [Job("play_ladder", f"l{number}", account_id) for number in range(WAITING_SHARE)]
    )
    await sweep.came_free(svc, list(enrolled.callers))
    pair = Job("play_ladder", enrolled.id).name
    assert pair not in waiting(svc)
    assert await swept(svc, await svc.connection.now_ms()) == [pair]


async def test_comings_and_goings_wake_a_ladder_seldom(svc: Service) -> None:
    """Who comes again and again, or plays fast elsewhere, takes no workers by that."""
    enrolled = await stuck(svc)
    for _ in range(5):
        await sweep.came_free(svc, list(enrolled.callers))
    assert len(waiting(svc)) == 1
    forget_jobs(svc)
    await jobs.pair(svc, enrolled.id)
    await sweep.came_free(svc, list(enrolled.callers))
    ladder = await ladders.progress(svc, enrolled.id)
    assert ladder.backoff == 2
    assert ladder.backoff_until_ms <= await svc.connection.now_ms() + sweep.AGAIN_MS
    assert waiting(svc) == []


async def test_who_withdraws_or_accepts_again_wakes_workers(svc: Service) -> None:
    """Others may meet then, or it may."""
    enrolled = await stuck(svc)
    bot_id, caller = next(iter(enrolled.callers.items()))
    await availability.set_policy(
        svc, caller, read(SetPolicy, {"bot_id": bot_id, "mode": "accept"})
    )
    assert waiting(svc) == [Job("play_ladder", enrolled.id).name]
    forget_jobs(svc)
    await entries.withdraw(svc, caller, questions.Withdraw(ladder_id=enrolled.id, bot_id=bot_id))
    assert waiting(svc) == [Job("play_ladder", enrolled.id).name]


async def test_the_end_of_a_match_outside_wakes_workers(svc: Service) -> None:
    """Its bots are free again; their feeds tell them so."""
    enrolled = await stuck(svc)
    callers = list(enrolled.callers.values())
    seated = await a_match_of(svc, enrolled.owner, callers)
    async with aclosing(bot_feed.feed(svc, callers[0])) as items:
        await anext(items)
        await jobs.pair(svc, enrolled.id)
        forget_jobs(svc)
        await play_all(svc, seated, random.Random(1))
        with patch.object(sweep, "AGAIN_MS", 0):
            async for item in items:
                if isinstance(item, EndedItem):
                    break
    assert Job("play_ladder", enrolled.id).name in waiting(svc)


async def test_a_ladder_for_which_a_job_breaks_is_left_alone(svc: Service) -> None:
    """The fault is told, and not twice a second."""
    enrolled = await a_ladder(svc, bots=2)
    with (
        patch("saqqara_service.application.ladders.jobs.plan", side_effect=RuntimeError("broken")),
        pytest.raises(RuntimeError),
    ):
        await jobs.pair(svc, enrolled.id)
    assert await left_alone(svc, enrolled)


async def test_something_done_makes_the_next_wait_short(svc: Service) -> None:
    """Back-offs are counted anew."""
    enrolled = await stuck(svc)
    await jobs.pair(svc, enrolled.id)
    assert (await ladders.progress(svc, enrolled.id)).backoff == 2
    for bot_id in enrolled.callers:
        await svc.engagements.be_present(bot_id, AN_HOUR_MS)
    await jobs.pair(svc, enrolled.id)
    ladder = await ladders.progress(svc, enrolled.id)
    assert (ladder.backoff, ladder.queued > 0) == (0, True)


async def test_an_open_ladder_without_enough_owners_is_left_alone(svc: Service) -> None:
    """Its time has come, but all of its bots are of one account; another's bot starts it."""
    now_ms = await svc.connection.now_ms()
    enrolled = await a_ladder(
        svc, bots=2, start=False, start_at_ms=now_ms, same_owner=SameOwner.FORBIDDEN
    )
    tend = Job("tend_ladder", enrolled.id).name
    assert await swept(svc, now_ms) == [tend]
    await jobs.tend(svc, enrolled.id)
    assert await left_alone(svc, enrolled)
    (stranger,) = await some_bots(svc, await an_owner(svc), 1)
    await enrol(svc, stranger, enrolled.id, stranger.player_id)
    assert waiting(svc) == [tend]


async def test_who_is_readmitted_wakes_workers(svc: Service) -> None:
    """A ladder of two bots, one of them benched, waits for it."""
    enrolled = await stuck(svc)
    await entries.readmit(
        svc,
        enrolled.owner,
        questions.Readmit(ladder_id=enrolled.id, bot_id=next(iter(enrolled.callers))),
    )
    assert waiting(svc) == [Job("play_ladder", enrolled.id).name]


async def test_a_ladder_that_stays_idle_is_paused_with_its_reason(svc: Service) -> None:
    """After the hours that the host sets, and once it was tried a few times; then it goes on."""
    hours = svc.settings.ladder_idle_hours
    enrolled = await stuck(svc)
    since_ms = (await ladders.progress(svc, enrolled.id)).moved_ms
    assert since_ms is not None
    idle_ms = hours * sweep.HOUR_MS
    tend = Job("tend_ladder", enrolled.id).name
    assert tend not in await swept(svc, since_ms + idle_ms), "an outage is nobody's fault"
    await back_off_since(svc, enrolled, since_ms + idle_ms - sweep.TRIED_MS)
    assert await swept(svc, since_ms + idle_ms - 1) == []
    assert tend in await swept(svc, since_ms + idle_ms)

    async def then(_: RedisConnection) -> int:
        return since_ms + idle_ms

    with patch.object(RedisConnection, "now_ms", then):
        await jobs.tend(svc, enrolled.id)
    paused = await ladder_of(svc, enrolled.id)
    assert paused.status is LadderStatus.PAUSED
    assert paused.pause_reason is not None
    assert f"{hours} hours" in paused.pause_reason
    resumed = await seasons.resume(
        svc, enrolled.owner, questions.ResumeLadder(ladder_id=enrolled.id)
    )
    assert (resumed.status, resumed.pause_reason) == (LadderStatus.RUNNING, None)
    assert tend not in await swept(svc, await svc.connection.now_ms())
    by_owner = await seasons.pause(
        svc, enrolled.owner, questions.PauseLadder(ladder_id=enrolled.id)
    )
    assert by_owner.pause_reason is None


async def test_a_ladder_that_plays_is_not_idle(svc: Service) -> None:
    """However long its matches take."""
    enrolled = await a_ladder(svc, bots=2, blocks=9, concurrency=1)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    ladder = await ladders.progress(svc, enrolled.id)
    now_ms = (ladder.moved_ms or 0) + sweep.HOUR_MS
    tried = {"backoff": 9, "backoff_since_ms": 1, "backoff_until_ms": now_ms}
    stuck_one = ladder.model_copy(update=tried)
    assert not sweep.is_idle(stuck_one, now_ms, 1)
    empty = stuck_one.model_copy(update={"playing": 0})
    assert sweep.is_idle(empty, now_ms, 1)
    assert not sweep.is_idle(empty, now_ms, 0), "for ever"
    assert not sweep.is_idle(empty.model_copy(update={"settled_ms": now_ms - 1}), now_ms, 1)
    assert not sweep.is_idle(empty.model_copy(update={"backoff_since_ms": now_ms - 1}), now_ms, 1)
    assert not sweep.is_idle(empty.model_copy(update={"backoff_until_ms": 1}), now_ms, 1)


async def test_an_account_has_a_share_of_what_waits(svc: Service) -> None:
    """Another's job is never far behind, however many ladders one account has."""
    crowd = [Job("play_ladder", f"l{number}", "aCrowd") for number in range(100)]
    one = Job("play_ladder", "lOther", "aOther")
    await svc.queue.add(crowd)
    await svc.queue.add([*crowd[50:], one])
    found = svc.queue._queue.job_ids
    assert len(found) == WAITING_SHARE + 1
    assert found[-1].startswith(one.name)


async def test_all_ladders_of_an_account_get_their_turn(svc: Service) -> None:
    """Sweep by sweep others of them wait in the account's share."""
    enrolled = await a_ladder(svc, bots=2)
    many = [await ladders.progress(svc, enrolled.id)]
    many += [
        one.model_copy(update={"terms": one.terms.model_copy(update={"id": f"l{number}"})})
        for one in many
        for number in range(2 * WAITING_SHARE)
    ]
    seen: set[str] = set()

    async def all_of_them(*_: object) -> list[object]:
        return [*many]

    with patch.object(svc.seasons, "looked_after", all_of_them):
        while len(seen) < len(many):
            forget_jobs(svc)
            await sweep.sweep(svc)
            seen.update(waiting(svc))


async def test_a_ladder_is_woken_though_the_clock_was_set_back(svc: Service) -> None:
    """A try that seems to be to come was made a moment ago: nobody waits for its instant."""
    enrolled = await stuck(svc)
    ahead_ms = await svc.connection.now_ms() + AN_HOUR_MS
    ladder = key("ladder", enrolled.id)
    fields = ["woken_ms", str(ahead_ms), "backoff_until_ms", str(ahead_ms)]
    await svc.connection.write.hset(ladder, items=fields)
    await sweep.wake(svc, enrolled.id, every_ms=sweep.AGAIN_MS)
    left_ms = int(await svc.connection.read.hget(ladder, "backoff_until_ms") or 0)
    assert left_ms <= await svc.connection.now_ms() + sweep.AGAIN_MS


async def test_a_ladder_is_looked_at_though_the_clock_was_set_back(svc: Service) -> None:
    """Nobody is left alone for longer than ever: what says so is of a clock that was ahead."""
    enrolled = await stuck(svc)
    ahead_ms = await svc.connection.now_ms() + AN_HOUR_MS
    ladder = key("ladder", enrolled.id)
    await svc.connection.write.hset(ladder, "backoff_until_ms", str(ahead_ms))
    forget_jobs(svc)
    await sweep.sweep(svc)
    assert waiting(svc) == [f"play_ladder-{enrolled.id}"]
