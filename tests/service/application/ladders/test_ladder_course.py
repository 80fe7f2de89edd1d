"""The course of a ladder: it starts, pauses, is extended and ends, and nobody presses anything."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import (
    course,
    entries,
    fits,
    ladders,
    rulings,
    seasons,
    sweep,
)
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, NotFound, WrongState
from saqqara_service.models import (
    Caller,
    EntryRule,
    EntryStatus,
    LadderMatchStatus,
    LadderStatus,
    SameOwner,
    TokenKind,
    VoidReason,
)
from saqqara_service.storage.redis.connection import RedisConnection
from tests.service import jobs as ladder_jobs
from tests.service.ladder_folds import refold, whole_schedule
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    finish,
    play_out,
    running,
    settle_all,
    some_terms,
)
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="host")
WORK = {
    "play_ladder": course.play,
    "tend_ladder": ladder_jobs.tend,
    "fit_ladder": fits.refit,
    "refold_ladder": rulings.refold,
}


async def sweep_and_work(svc: Service) -> set[str]:
    """Do by hand what one sweep wakes workers for; which jobs that were."""
    queue = svc.queue._queue
    svc.queue._redis.delete(queue.key)
    await sweep.sweep(svc)
    jobs = [one.split("-")[:2] for one in queue.job_ids]
    svc.queue._redis.delete(queue.key)
    for name, argument in jobs:
        if name in WORK:
            await WORK[name](svc, argument)
    await settle_all(svc)
    return {name for name, _ in jobs}


async def until(svc: Service, enrolled: Enrolled, status: LadderStatus) -> None:
    """Sweep until the ladder stands so; bots play whatever begins."""
    async with asyncio.timeout(60):
        while (await ladder_of(svc, enrolled.id)).status is not status:
            await sweep_and_work(svc)
            for match_id in await running(svc):
                await play_out(svc, enrolled.callers, match_id)
            await asyncio.sleep(0.01)


async def begun(svc: Service, enrolled: Enrolled) -> list[str]:
    """The matches under way once all jobs are done."""
    await ladder_jobs.pair(svc, enrolled.id)
    await ladder_jobs.start(svc, enrolled.id)
    return await running(svc)


async def test_sweeps_alone_start_and_finish_a_ladder(svc: Service) -> None:
    """At its instant it starts, once there are enough bots, and it ends when all is played."""
    now_ms = await svc.connection.now_ms()
    enrolled = await a_ladder(svc, bots=1, blocks=1, start=False, start_at_ms=now_ms)
    assert await sweep_and_work(svc) == set()
    (late,) = await some_bots(svc, enrolled.owner, 1)
    assert late.bot_id is not None
    await svc.engagements.be_present(late.bot_id, AN_HOUR_MS)
    await enrol(svc, late, enrolled.id, late.bot_id)
    both = Enrolled(enrolled.ladder, enrolled.owner, {**enrolled.callers, late.bot_id: late})
    await until(svc, both, LadderStatus.FINISHED)
    assert (await ladder_of(svc, enrolled.id)).matches_settled == 2


async def test_after_its_end_no_match_begins(svc: Service) -> None:
    """What is under way is played on and counts; what waits is given up; then it is finished."""
    end_ms = await svc.connection.now_ms() + AN_HOUR_MS
    enrolled = await a_ladder(svc, blocks=9, concurrency=2, end_at_ms=end_ms)
    first, second = await begun(svc, enrolled)

    async def at_its_end(_: RedisConnection) -> int:
        return end_ms

    with patch.object(RedisConnection, "now_ms", at_its_end):
        await sweep_and_work(svc)
        assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING
        await play_out(svc, enrolled.callers, first)
        await ladder_jobs.pair(svc, enrolled.id)
        await play_out(svc, enrolled.callers, second)
        await settle_all(svc)
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, 2)
    statuses = {one.status for one in await whole_schedule(svc, enrolled.id)}
    assert statuses <= {LadderMatchStatus.SETTLED, LadderMatchStatus.GIVEN_UP}


async def test_an_open_ladder_whose_time_is_over_is_finished(svc: Service) -> None:
    """It never got enough bots, and nobody has to clean up."""
    end_ms = await svc.connection.now_ms()
    enrolled = await a_ladder(svc, bots=1, start=False, end_at_ms=end_ms)
    await until(svc, enrolled, LadderStatus.FINISHED)


async def test_a_paused_ladder_begins_nothing_and_counts_what_is_under_way(svc: Service) -> None:
    """Pausing and resuming twice is doing it once."""
    enrolled = await a_ladder(svc, blocks=3, concurrency=2)
    under_way = await begun(svc, enrolled)
    for _ in range(2):
        paused = await seasons.pause(
            svc, enrolled.owner, questions.PauseLadder(ladder_id=enrolled.id)
        )
        assert paused.status is LadderStatus.PAUSED
    for match_id in under_way:
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    assert await begun(svc, enrolled) == []
    assert await sweep_and_work(svc) == {"fit_ladder"}
    assert await sweep_and_work(svc) == set()
    assert (await ladder_of(svc, enrolled.id)).matches_settled == 2
    for _ in range(2):
        resumed = await seasons.resume(svc, OPERATOR, questions.ResumeLadder(ladder_id=enrolled.id))
        assert resumed.status is LadderStatus.RUNNING
    assert (await finish(svc, enrolled)).matches_settled == 6
    with pytest.raises(WrongState, match="is finished"):
        await seasons.pause(svc, enrolled.owner, questions.PauseLadder(ladder_id=enrolled.id))


async def test_an_extended_ladder_plays_more(svc: Service) -> None:
    """More blocks and a later end, never fewer or an earlier one; who is over stays over."""
    end_ms = await svc.connection.now_ms() + 600_000
    enrolled = await a_ladder(svc, blocks=1, end_at_ms=end_ms)
    for _ in range(2):
        longer = await seasons.extend(
            svc,
            enrolled.owner,
            questions.ExtendLadder(ladder_id=enrolled.id, blocks=2, end_at_ms=end_ms + 1),
        )
        assert (longer.matches_planned, longer.end_at_ms) == (4, end_ms + 1)
    with pytest.raises(Malformed, match="from 2 to 10000, not 1"):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, blocks=1)
        )
    with pytest.raises(Malformed, match="endAtMs"):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, end_at_ms=end_ms)
        )
    assert (await finish(svc, enrolled)).matches_settled == 4
    with pytest.raises(WrongState, match="over"):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, blocks=3)
        )


async def test_a_ladder_without_an_end_is_not_extended_into_the_past(svc: Service) -> None:
    """It would be over at once, and nobody could take that back."""
    enrolled = await a_ladder(svc)
    with pytest.raises(Malformed, match="must be in the future"):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, end_at_ms=1)
        )
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING


async def test_a_cancelled_ladder_is_over_and_keeps_what_was_played(svc: Service) -> None:
    """Matches under way count when they end; nothing else begins."""
    enrolled = await a_ladder(svc, blocks=3, concurrency=2)
    under_way = await begun(svc, enrolled)
    for _ in range(2):
        ladder = await seasons.cancel(
            svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id)
        )
        assert ladder.status is LadderStatus.CANCELLED
    for match_id in under_way:
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    assert await begun(svc, enrolled) == []
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.CANCELLED, 2)
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)
    with pytest.raises(WrongState, match="cancelled"):
        await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))


async def test_only_its_owner_and_an_operator_rule_a_ladder(svc: Service) -> None:
    """Strangers may not pause, resume, extend or cancel it."""
    enrolled = await a_ladder(svc)
    stranger = await an_owner(svc, "Stranger")
    for ruled in (
        seasons.pause(svc, stranger, questions.PauseLadder(ladder_id=enrolled.id)),
        seasons.resume(svc, stranger, questions.ResumeLadder(ladder_id=enrolled.id)),
        seasons.cancel(svc, stranger, questions.CancelLadder(ladder_id=enrolled.id)),
        seasons.extend(svc, stranger, questions.ExtendLadder(ladder_id=enrolled.id, blocks=9)),
    ):
        with pytest.raises(Forbidden):
            await ruled
    assert (
        await seasons.pause(svc, OPERATOR, questions.PauseLadder(ladder_id=enrolled.id))
    ).status is LadderStatus.PAUSED


async def test_who_is_withdrawn_gets_no_more_matches(svc: Service) -> None:
    """Its matches under way count, the rest of its block is given up, another block makes up."""
    enrolled = await a_ladder(svc, bots=3, blocks=4, concurrency=1)
    (first,) = await begun(svc, enrolled)
    (line,) = [one for one in await whole_schedule(svc, enrolled.id) if one.id == first]
    gone = line.bots[0]
    for _ in range(2):
        await entries.withdraw(
            svc, enrolled.callers[gone], questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
        )
    ladder = await finish(svc, enrolled)
    assert (ladder.matches_settled, ladder.matches_given_up) == (7, 1)
    rows = {
        row.bot_id: row.matches
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert rows[gone] == 1
    found = {
        one.bot_id: one.status
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }
    assert found[gone] is EntryStatus.WITHDRAWN
    with pytest.raises(WrongState, match="over"):
        await entries.withdraw(
            svc, enrolled.owner, questions.Withdraw(ladder_id=enrolled.id, bot_id=line.bots[1])
        )


async def test_a_block_that_has_not_begun_is_dropped_for_another(svc: Service) -> None:
    """Blocks of a withdrawn bot that only wait are made up for, so that as many count as agreed."""
    enrolled = await a_ladder(svc, bots=3, blocks=6, concurrency=4)
    await ladder_jobs.pair(svc, enrolled.id)
    gone = next(iter(enrolled.callers))
    await entries.withdraw(
        svc, enrolled.owner, questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
    )
    ladder = await finish(svc, enrolled)
    assert (ladder.matches_settled, ladder.matches_given_up) == (12, 0)
    rows = {
        row.bot_id: row.matches
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert (rows.pop(gone), set(rows.values())) == (0, {12})


async def test_a_ladder_that_too_few_are_left_in_finishes(svc: Service) -> None:
    """Nobody can come any more, so no match could be made: it does not hang."""
    enrolled = await a_ladder(svc, bots=2, blocks=5, concurrency=2)
    under_way = await begun(svc, enrolled)
    await entries.withdraw(
        svc,
        enrolled.owner,
        questions.Withdraw(ladder_id=enrolled.id, bot_id=next(iter(enrolled.callers))),
    )
    for match_id in under_way:
        await play_out(svc, enrolled.callers, match_id)
    await until(svc, enrolled, LadderStatus.FINISHED)
    assert (await ladder_of(svc, enrolled.id)).matches_settled == 2


async def test_late_entries_need_a_ladder_that_takes_them(svc: Service) -> None:
    """With late entry a bot may come, go and come again while the ladder runs."""
    enrolled = await a_ladder(svc, bots=2, late_entry=True)
    (late,) = await some_bots(svc, enrolled.owner, 1)
    assert late.bot_id is not None
    await enrol(svc, late, enrolled.id, late.bot_id)
    await entries.withdraw(svc, late, questions.Withdraw(ladder_id=enrolled.id, bot_id=late.bot_id))
    await enrol(svc, late, enrolled.id, late.bot_id)
    found = await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert {one.status for one in found} == {EntryStatus.ACTIVE}
    assert len(found) == 3


async def test_entry_rules_are_kept(svc: Service) -> None:
    """Only who is invited enters, and no account with more bots than it may have."""
    owner = await an_owner(svc)
    one, two, three = await some_bots(svc, owner, 3)
    enrolled = await a_ladder(
        svc,
        bots=0,
        start=False,
        entry=EntryRule.INVITED,
        invited=[one.bot_id],
        bots_per_account=1,
    )
    await enrol(svc, one, enrolled.id, str(one.bot_id))
    with pytest.raises(Forbidden, match="invited"):
        await enrol(svc, two, enrolled.id, str(two.bot_id))
    await seasons.extend(
        svc,
        enrolled.owner,
        questions.ExtendLadder(ladder_id=enrolled.id, invited=[owner.account_id]),
    )
    with pytest.raises(WrongState, match="at most 1"):
        await enrol(svc, two, enrolled.id, str(two.bot_id))
    await entries.withdraw(
        svc, one, questions.Withdraw(ladder_id=enrolled.id, bot_id=str(one.bot_id))
    )
    await enrol(svc, three, enrolled.id, str(three.bot_id))
    with pytest.raises(NotFound, match="not in this ladder"):
        await entries.withdraw(
            svc, two, questions.Withdraw(ladder_id=enrolled.id, bot_id=str(two.bot_id))
        )


async def test_bots_of_one_account_meet_as_the_ladder_says(svc: Service) -> None:
    """Forbidden: it cannot even start with them alone. Unrated: they play, and nothing moves."""
    alone = await a_ladder(svc, bots=3, start=False, same_owner=SameOwner.FORBIDDEN)
    with pytest.raises(WrongState, match="2 accounts"):
        await seasons.start(svc, alone.owner, questions.StartLadder(ladder_id=alone.id))
    enrolled = await a_ladder(svc, bots=2, blocks=1, same_owner=SameOwner.UNRATED)
    assert (await finish(svc, enrolled)).matches_settled == 2
    assert {
        row.matches
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    } == {0}
    assert {one.rated for one in await whole_schedule(svc, enrolled.id)} == {False}
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)


async def test_a_match_that_is_void_again_and_again_is_given_up(svc: Service) -> None:
    """After its replays it is void for good and said so; its block counts what it has."""
    enrolled = await a_ladder(svc, blocks=1, concurrency=1, max_replays=1)
    (first,) = await begun(svc, enrolled)
    await endings.void(
        svc, None, questions.VoidMatch(match_id=first, note="a note", reason=VoidReason.OUTAGE)
    )
    await settle_all(svc)
    (again,) = await begun(svc, enrolled)
    assert again == f"{first}-a2"
    await endings.void(
        svc, None, questions.VoidMatch(match_id=again, note="a note", reason=VoidReason.OUTAGE)
    )
    await asyncio.gather(*(settle_all(svc) for _ in range(3)))
    ladder = await finish(svc, enrolled)
    assert (ladder.matches_settled, ladder.matches_given_up) == (1, 1)
    status = {one.id: one.status for one in await whole_schedule(svc, enrolled.id)}
    assert (status[first], status[again]) == (LadderMatchStatus.VOID, LadderMatchStatus.GIVEN_UP)


async def test_a_ladder_is_made_once_under_a_key(svc: Service) -> None:
    """The same call again answers the ladder that was made."""
    owner = await an_owner(svc)
    made = [await ladders.create(svc, owner, some_terms(key="spring")) for _ in range(2)]
    assert made[0] == made[1]
