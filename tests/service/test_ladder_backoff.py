"""A ladder that cannot move is left alone, and looked at at once when something happens."""

from __future__ import annotations

from contextlib import aclosing
from unittest.mock import patch

from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.ladders import entries, jobs, ladders, seasons, sweep
from saqqara_service.application.matches import policies
from saqqara_service.application.service import Service
from saqqara_service.models import AcceptPolicy, LadderStatus, SameOwner
from saqqara_service.storage.operations.queue import WAITING_SHARE, Job
from saqqara_service.storage.redis.connection import RedisConnection
from tests.service.enrolled import AN_HOUR_MS, Enrolled, a_ladder, play_out, running, settle_all
from tests.service.seated import an_owner, some_bots

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


async def swept(svc: Service, in_ms: int = 0) -> list[str]:
    """What a sweep wakes workers for, so long from now."""
    now_ms = in_ms + await svc.connection.now_ms()

    async def then(_: RedisConnection) -> int:
        return now_ms

    forget_jobs(svc)
    with patch.object(RedisConnection, "now_ms", then):
        await sweep.sweep(svc)
    found = waiting(svc)
    forget_jobs(svc)
    return found


async def test_absent_bots_are_asked_for_less_and_less_often(svc: Service) -> None:
    """From one second up to a minute, and a worker is woken for it once each time."""
    enrolled = await stuck(svc)
    again = Job("pair_ladder", enrolled.id).name
    waits = []
    for _ in range(5):
        ladder = await ladders.progress(svc, enrolled.id)
        waits.append(ladder.backoff_until_ms - await svc.connection.now_ms())
        assert await swept(svc) == []
        assert await swept(svc, waits[-1]) == [again]
        await jobs.pair(svc, enrolled.id)
    meant = [1_000, 4_000, 16_000, 60_000, 60_000]
    assert all(0 <= most - wait < most / 2 for wait, most in zip(waits, meant, strict=True))


async def test_who_comes_wakes_workers_at_once(svc: Service) -> None:
    """Whether it follows its feed or asks for its turns; who was there already wakes nobody."""
    enrolled = await stuck(svc)
    first, second = enrolled.callers.values()
    async with aclosing(bot_feed.feed(svc, first)) as items:
        await anext(items)
        assert waiting(svc) == [Job("pair_ladder", enrolled.id).name]
    await jobs.pair(svc, enrolled.id)
    forget_jobs(svc)
    await bot_feed.pending(svc, first)
    assert waiting(svc) == []
    await bot_feed.pending(svc, second)
    assert waiting(svc) == [Job("pair_ladder", enrolled.id).name]


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
        await entries.enrol(svc, caller, other.id, bot_id)
    await seasons.start(svc, other.owner, other.id)
    await jobs.pair(svc, other.id)
    assert (await ladders.progress(svc, other.id)).backoff == 1
    assert await swept(svc) == []
    (match_id,) = await running(svc)
    await play_out(svc, busy.callers, match_id)
    await settle_all(svc)
    assert Job("pair_ladder", other.id).name in waiting(svc)


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
    assert await swept(svc) == [tend]
    await jobs.tend(svc, enrolled.id)
    assert await swept(svc) == []
    (stranger,) = await some_bots(svc, await an_owner(svc), 1)
    await entries.enrol(svc, stranger, enrolled.id, stranger.player_id)
    assert waiting(svc) == [tend]


async def test_who_is_readmitted_wakes_workers(svc: Service) -> None:
    """A ladder of two bots, one of them benched, waits for it."""
    enrolled = await stuck(svc)
    await entries.readmit(svc, enrolled.owner, enrolled.id, next(iter(enrolled.callers)))
    assert waiting(svc) == [Job("pair_ladder", enrolled.id).name]


async def test_a_ladder_that_stays_idle_is_paused_with_its_reason(svc: Service) -> None:
    """After the hours that the host sets, and once it was tried a few times; then it goes on."""
    hours = svc.settings.ladder_idle_hours
    enrolled = await stuck(svc)
    since_ms = (await ladders.progress(svc, enrolled.id)).moved_ms
    assert since_ms is not None
    idle_ms = hours * sweep.HOUR_MS
    tend = Job("tend_ladder", enrolled.id).name
    assert tend not in await swept(svc, idle_ms), "an outage is nobody's fault"
    for _ in range(sweep.TRIED):
        await jobs.pair(svc, enrolled.id)
    assert await swept(svc) == []
    assert tend in await swept(svc, idle_ms)

    async def then(_: RedisConnection) -> int:
        return since_ms + idle_ms

    with patch.object(RedisConnection, "now_ms", then):
        await jobs.tend(svc, enrolled.id)
    paused = await ladders.get(svc, enrolled.id)
    assert paused.status is LadderStatus.PAUSED
    assert paused.pause_reason is not None
    assert f"{hours} hours" in paused.pause_reason
    resumed = await seasons.resume(svc, enrolled.owner, enrolled.id)
    assert (resumed.status, resumed.pause_reason) == (LadderStatus.RUNNING, None)
    assert tend not in await swept(svc, 1_000)
    by_owner = await seasons.pause(svc, enrolled.owner, enrolled.id)
    assert by_owner.pause_reason is None


async def test_a_ladder_that_plays_is_not_idle(svc: Service) -> None:
    """However long its matches take."""
    enrolled = await a_ladder(svc, bots=2, blocks=9, concurrency=1)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    ladder = await ladders.progress(svc, enrolled.id)
    stuck_one = ladder.model_copy(update={"backoff": sweep.TRIED})
    now_ms = (ladder.moved_ms or 0) + sweep.HOUR_MS
    assert not sweep.is_idle(stuck_one, now_ms, 1)
    assert sweep.is_idle(stuck_one.model_copy(update={"playing": 0}), now_ms, 1)
    assert not sweep.is_idle(stuck_one.model_copy(update={"playing": 0}), now_ms, 0), "for ever"


async def test_an_account_has_a_share_of_what_waits(svc: Service) -> None:
    """Another's job is never far behind, however many ladders one account has."""
    crowd = [Job("pair_ladder", f"l{number}", "aCrowd") for number in range(100)]
    one = Job("pair_ladder", "lOther", "aOther")
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
