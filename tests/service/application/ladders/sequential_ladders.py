"""Ladders of two bots with a sequential test, of which one gives its matches away."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.ladders import fits, ladders, seasons
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import Ladder, LadderFormat, SequentialTest
from tests.service import jobs
from tests.service.actions import act
from tests.service.ladders import AN_HOUR_MS, Enrolled, enrol, running, settle_all, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, legal_now, some_bots

TEST = SequentialTest(elo0=0, elo1=200)


async def a_test(svc: Service) -> tuple[Enrolled, str]:
    """A test that has begun of two bots of one owner, and the new one of them."""
    owner = await an_owner(svc)
    callers = {str(one.bot_id): one for one in await some_bots(svc, owner, 2)}
    new, _ = callers
    asked = {"rounds": 200, "challenger": new, "sequential_test": TEST.model_dump()}
    terms = some_terms(format=LadderFormat.GAUNTLET, blocks=None, concurrency=6, **asked)
    ladder = await ladders.create(svc, owner, terms)
    for bot_id, caller in callers.items():
        await svc.engagements.be_present(bot_id, AN_HOUR_MS)
        await enrol(svc, caller, ladder.id, bot_id)
    return Enrolled(
        await seasons.start(svc, owner, questions.StartLadder(ladder_id=ladder.id)), owner, callers
    ), new


async def give_away(svc: Service, enrolled: Enrolled, match_id: str, loser: str) -> None:
    """Let both play until the loser has acted, who resigns then: to do so at once is a fault."""
    while True:
        match, legal = await legal_now(svc, match_id)
        bot_id = match.seats[match.to_act or 0].bot_id or ""
        caller, version = enrolled.callers[bot_id], match.version
        await act(svc, caller, match_id, legal[0], version, f"v{version}")
        if bot_id == loser:
            await endings.resign(svc, caller, questions.ResignMatch(match_id=match_id))
            return


async def go_on(svc: Service, enrolled: Enrolled, loser: str) -> Ladder:
    """Play what can begin now, the loser resigning at once; then fit, and end what is over."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await give_away(svc, enrolled, match_id, loser)
    await settle_all(svc)
    await fits.fit(svc, enrolled.id)
    await jobs.tend(svc, enrolled.id)
    return await ladder_of(svc, enrolled.id)
