"""Leaving a ladder is no way around a rival, and none to a new rating."""

from __future__ import annotations

import pytest

from saqqara_contest.faults import MOST_RETURNS
from saqqara_service import questions
from saqqara_service.application.ladders import entries, ladders
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import Caller, EntryStatus, Standing
from tests.service import jobs
from tests.service.application.ladders.test_ladder_conduct import entry_of, stay_away
from tests.service.application.play.test_timekeeping import run_out_of_time
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
from tests.service.matches import an_owner, some_bots


async def begun(svc: Service, enrolled: Enrolled) -> list[str]:
    """The matches that are running now."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    return await running(svc)


async def row_of(svc: Service, enrolled: Enrolled, bot_id: str) -> Standing:
    """The bot's row in the standings."""
    return next(
        one
        for one in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
        if one.bot_id == bot_id
    )


async def a_late_one(svc: Service, enrolled: Enrolled) -> Caller:
    """A bot of another account that is there, and meets the one that stays."""
    (late,) = await some_bots(svc, await an_owner(svc), 1)
    await svc.engagements.be_present(str(late.bot_id), AN_HOUR_MS)
    await enrol(svc, late, enrolled.id, str(late.bot_id))
    (_, gone) = enrolled.callers
    await entries.withdraw(
        svc, enrolled.callers[gone], questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
    )
    return late


async def test_who_withdraws_from_a_running_match_loses_it_and_keeps_its_rating(
    svc: Service, redis_url: str
) -> None:
    """A match that is seen to go badly is not left by leaving the ladder: its clock runs out."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=1, late_entry=True)
    (match_id,) = await begun(svc, enrolled)
    match = (await svc.indexes.matches([match_id]))[0].match
    dodger = match.seats[match.to_act or 0].bot_id or ""
    await entries.withdraw(
        svc, enrolled.callers[dodger], questions.Withdraw(ladder_id=enrolled.id, bot_id=dodger)
    )
    await stay_away(svc, dodger)
    while await running(svc):
        run_out_of_time(redis_url, match_id)
        await deadlines.sweep(svc)
    await settle_all(svc)
    lost = await row_of(svc, enrolled, dodger)
    assert (lost.matches, lost.flags) == (1, 1)
    await enrol(svc, enrolled.callers[dodger], enrolled.id, dodger)
    assert await row_of(svc, enrolled, dodger) == lost
    assert (await entry_of(svc, enrolled, dodger)).faults == 1


async def test_the_rest_of_a_block_is_left_as_often_as_a_bot_may_come_back(svc: Service) -> None:
    """The first match of a block tells the rival; to leave before the others is soon at an end."""
    enrolled = await a_ladder(svc, bots=2, blocks=9, concurrency=1, late_entry=True)
    dodger = await a_late_one(svc, enrolled)
    for dodged in range(1, MOST_RETURNS + 2):
        (match_id,) = await begun(svc, enrolled)
        await play_out(svc, {**enrolled.callers, str(dodger.bot_id): dodger}, match_id)
        await settle_all(svc)
        await entries.withdraw(
            svc, dodger, questions.Withdraw(ladder_id=enrolled.id, bot_id=str(dodger.bot_id))
        )
        assert await begun(svc, enrolled) == [], "there is nobody else whom the other meets"
        assert (await ladder_of(svc, enrolled.id)).matches_given_up == dodged
        if dodged <= MOST_RETURNS:
            await enrol(svc, dodger, enrolled.id, str(dodger.bot_id))
    with pytest.raises(WrongState, match="3 times"):
        await enrol(svc, dodger, enrolled.id, str(dodger.bot_id))


async def test_another_bot_in_place_of_one_that_has_played_is_refused(svc: Service) -> None:
    """Else an account with few places would begin anew as often as it likes, as an unknown bot.

    Who was never paired makes room for another, and who comes back needs no further place.
    """
    enrolled = await a_ladder(svc, bots=2, blocks=4, late_entry=True, bots_per_account=2)
    first, second, third, fourth = await some_bots(svc, await an_owner(svc), 4)
    for caller in (first, second):
        await enrol(svc, caller, enrolled.id, str(caller.bot_id))
    await entries.withdraw(
        svc, first, questions.Withdraw(ladder_id=enrolled.id, bot_id=str(first.bot_id))
    )
    await enrol(svc, third, enrolled.id, str(third.bot_id))
    for caller in (second, third):
        await svc.engagements.be_present(str(caller.bot_id), AN_HOUR_MS)
    await begun(svc, enrolled)
    assert {str(second.bot_id), str(third.bot_id)} <= (await svc.ladders.booked(enrolled.id)).keys()
    await entries.withdraw(
        svc, second, questions.Withdraw(ladder_id=enrolled.id, bot_id=str(second.bot_id))
    )
    for caller in (first, fourth):
        with pytest.raises(WrongState, match="keeps its slot"):
            await enrol(svc, caller, enrolled.id, str(caller.bot_id))
    await enrol(svc, second, enrolled.id, str(second.bot_id))
    assert (await entry_of(svc, enrolled, str(second.bot_id))).status is EntryStatus.ACTIVE
