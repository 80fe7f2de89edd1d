"""Who has entered a ladder meets whoever is paired with it: who stays away is benched."""

from __future__ import annotations

from collections import Counter

import pytest

from saqqara_contest.faults import BENCHED_AFTER, MOST_RETURNS
from saqqara_service import questions
from saqqara_service.application.ladders import entries, ladders
from saqqara_service.application.matches import policies
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import (
    AcceptMode,
    AcceptPolicy,
    Caller,
    EntryStatus,
    LadderEntry,
    LadderMatchStatus,
    LadderStatus,
)
from saqqara_service.storage.redis.keys import KEYS, key
from tests.service import jobs
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    finish,
    play_out,
    running,
    settle_all,
)
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots

ENOUGH = 60
"""More turns than a dodger has before it is benched."""


async def entry_of(svc: Service, enrolled: Enrolled, bot_id: str) -> LadderEntry:
    """The bot's part in the ladder."""
    return next(
        one
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        if one.bot_id == bot_id
    )


async def stay_away(svc: Service, bot_id: str) -> None:
    """The bot's feed is gone, and was for a while."""
    await svc.connection.write.zrem(KEYS["present"], bot_id)


async def test_who_refuses_what_waits_for_it_plays_it_all_the_same(svc: Service) -> None:
    """A policy is asked before a block is planned: later it is no way around an opponent."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    dodger = next(iter(enrolled.callers))
    await jobs.pair(svc, enrolled.id)
    await policies.put(svc, enrolled.owner, dodger, AcceptPolicy(mode=AcceptMode.REFUSE))
    await jobs.start(svc, enrolled.id)
    assert len(await running(svc)) == 2
    await jobs.pair(svc, enrolled.id)
    assert (await ladders.progress(svc, enrolled.id)).queued == 0, "it gets no further ones"


async def test_who_stays_away_from_one_opponent_is_benched(svc: Service) -> None:
    """Also if it plays all others in between: what it missed is counted as long as a season is."""
    enrolled = await a_ladder(svc, bots=3, blocks=ENOUGH, concurrency=1)
    dodger, stronger, _other = enrolled.callers
    for _ in range(ENOUGH):
        await svc.engagements.be_present(dodger, AN_HOUR_MS)
        await jobs.pair(svc, enrolled.id)
        (planned, *_) = await svc.ladders.queue_head(enrolled.id, 1)
        if {dodger, stronger} <= {*planned.bots}:
            await stay_away(svc, dodger)
        await jobs.start(svc, enrolled.id)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
            await settle_all(svc)
        if (await entry_of(svc, enrolled, dodger)).status is EntryStatus.BENCHED:
            break
    entry = await entry_of(svc, enrolled, dodger)
    assert (entry.status, entry.missed) == (EntryStatus.BENCHED, BENCHED_AFTER)
    assert (await entry_of(svc, enrolled, stronger)).missed == 0
    lines = (
        await ladders.schedule(
            svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
    missed = [one for one in lines if one.missed_by]
    assert {one.status for one in missed} == {LadderMatchStatus.DROPPED}
    assert {tuple(one.missed_by) for one in missed} == {(dodger,)}
    assert len({one.block for one in missed}) == BENCHED_AFTER


async def test_once_away_is_one_fault_and_is_made_up_by_playing(svc: Service) -> None:
    """A connection that breaks a few times among many matches benches nobody."""
    enrolled = await a_ladder(svc, bots=3, blocks=24, concurrency=6)
    careless = next(iter(enrolled.callers))
    away = 0
    while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        await jobs.pair(svc, enrolled.id)
        waiting = await svc.ladders.queue_head(enrolled.id, 1)
        played = (await svc.ladders.booked(enrolled.id)).get(careless, 0)
        if waiting and careless in waiting[0].bots and played > 12 * (away + 1) and away < 3:
            away += 1
            await stay_away(svc, careless)
        await jobs.start(svc, enrolled.id)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        await svc.engagements.be_present(careless, AN_HOUR_MS)
    entry = await entry_of(svc, enrolled, careless)
    assert (entry.status, entry.missed) == (EntryStatus.ACTIVE, away)
    assert away > 0


async def test_where_nobody_came_nobody_is_blamed(svc: Service) -> None:
    """Bots that are all away were most likely cut off by us; their block is dropped and no more."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    for _ in range(BENCHED_AFTER + 1):
        await jobs.pair(svc, enrolled.id)
        for bot_id in enrolled.callers:
            await stay_away(svc, bot_id)
        await jobs.start(svc, enrolled.id)
        for bot_id in enrolled.callers:
            await svc.engagements.be_present(bot_id, AN_HOUR_MS)
    found = await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert {(one.status, one.missed, one.faults) for one in found} == {(EntryStatus.ACTIVE, 0, 0)}


async def test_a_ladder_counts_as_many_matches_as_its_plan_lists(svc: Service) -> None:
    """Dropped matches are told apart from those that were given up, and each kind is counted."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    away = next(iter(enrolled.callers))
    await jobs.pair(svc, enrolled.id)
    await stay_away(svc, away)
    await jobs.start(svc, enrolled.id)
    await svc.engagements.be_present(away, AN_HOUR_MS)
    ladder = await finish(svc, enrolled)
    lines = Counter(one.status for one in await whole_schedule(svc, enrolled.id))
    assert lines == {
        LadderMatchStatus.SETTLED: ladder.matches_settled,
        LadderMatchStatus.DROPPED: ladder.matches_dropped,
    }
    assert ladder.matches_given_up == lines[LadderMatchStatus.GIVEN_UP] == 0
    assert ladder.matches_dropped > 0


async def _bring_back(svc: Service, caller: Caller, ladder_id: str, how: str) -> None:
    bot_id = str(caller.bot_id)
    if how == "benched":
        await entries.readmit(svc, caller, questions.Readmit(ladder_id=ladder_id, bot_id=bot_id))
    else:
        await enrol(svc, caller, ladder_id, bot_id)


@pytest.mark.parametrize("how", ["benched", "withdrawn"])
async def test_a_bot_comes_back_so_often_and_then_the_ladders_owner_decides(
    svc: Service, how: str
) -> None:
    """Neither the bench nor a withdrawal is a pause at will; what is not out costs none."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, late_entry=True)
    (caller,) = await some_bots(svc, await an_owner(svc), 1)
    assert caller.bot_id is not None
    await enrol(svc, caller, enrolled.id, caller.bot_id)
    for number in range(MOST_RETURNS + 1):
        if how == "benched":
            await svc.connection.write.hset(key("ladder_out", enrolled.id), caller.bot_id, how)
        else:
            await entries.withdraw(
                svc, caller, questions.Withdraw(ladder_id=enrolled.id, bot_id=caller.bot_id)
            )
        if number < MOST_RETURNS:
            await _bring_back(svc, caller, enrolled.id, how)
            await _bring_back(svc, caller, enrolled.id, how)
            continue
        with pytest.raises(WrongState, match="3 times"):
            await _bring_back(svc, caller, enrolled.id, how)
    if how == "benched":
        await entries.readmit(
            svc, enrolled.owner, questions.Readmit(ladder_id=enrolled.id, bot_id=caller.bot_id)
        )
        assert (await entry_of(svc, enrolled, caller.bot_id)).status is EntryStatus.ACTIVE
