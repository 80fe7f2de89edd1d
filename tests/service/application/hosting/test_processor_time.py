"""Clocks that count processor time: whom the service believes, and what follows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import authentication, issuance
from saqqara_service.application.accounts.grants import Grant
from saqqara_service.application.hosting import runner_tokens
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.play import act
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, SeatFlagged
from saqqara_service.models import Acted, Caller, Entrants, Fischer, Match
from tests.service import jobs
from tests.service.fake_runners import FakeRunner, a_hosted_bot
from tests.service.ladders import enrol, running, some_terms
from tests.service.lookups import match_of
from tests.service.matches import an_owner, some_bots

THOUGHT_S = 0.3


@dataclass(frozen=True)
class Asked:
    """A match of two hosted bots that asks one of them, and who may answer for it."""

    match: Match
    own: Caller
    lent: Caller


async def a_question(svc: Service, base_ms: int) -> Asked:
    """A ladder's first match, whose runner has taken over both bots."""
    owner = await an_owner(svc)
    terms = some_terms(
        options={"players": 2},
        time_control=Fischer(base_ms=base_ms, wall_factor=100),
        entrants=Entrants.HOSTED,
        blocks=1,
        concurrency=1,
    )
    ladder = await ladders.create(svc, owner, terms)
    callers = {caller.bot_id: caller for caller in await some_bots(svc, owner, 2)}
    hosted = {bot_id: await a_hosted_bot(svc, caller) for bot_id, caller in callers.items()}
    for bot_id, caller in callers.items():
        assert bot_id is not None
        await enrol(svc, caller, ladder.id, bot_id)
    await seasons.start(svc, owner, questions.StartLadder(ladder_id=ladder.id))
    runner = FakeRunner(svc, "one")
    await runner.tend()
    await jobs.pair(svc, ladder.id)
    await jobs.start(svc, ladder.id)
    await runner.tend()
    runner.start()
    await runner.tend()
    await jobs.start(svc, ladder.id)
    (match_id,) = await running(svc)
    match = await match_of(svc, match_id)
    assert match.to_act is not None
    bot_id = match.seats[match.to_act].bot_id
    lent = await authentication.authenticate(svc, runner.tokens[hosted[bot_id].id])
    return Asked(match, callers[bot_id], lent)


async def answered(svc: Service, asked: Asked, caller: Caller, cpu_ms: int) -> Acted:
    """The answer to its question, after a while."""
    table, _now = await svc.tables.fresh(asked.match.id)
    action = str(table.game.legal_actions(table.state)[0])
    question = questions.Act(
        match_id=asked.match.id,
        action=action,
        expected_version=asked.match.version,
        action_id="one",
        cpu_ms=cpu_ms,
    )
    await asyncio.sleep(THOUGHT_S)
    with RequestCost(Client("192.0.2.1"), svc.rate_limits):
        return await act.act(svc, caller, question)


async def test_a_runner_is_believed(svc: Service) -> None:
    """What it measured is charged, though more time has passed."""
    asked = await a_question(svc, 600_000)
    acted = await answered(svc, asked, asked.lent, cpu_ms=123)
    assert acted.charged_ms == 123


async def test_nobody_else_is_believed(svc: Service) -> None:
    """By a token of the bot's own, however it is called, nobody measures, since nobody plays."""
    asked = await a_question(svc, 600_000)
    grant = Grant(frozenset(runner_tokens.SCOPES))
    token, _info = await issuance.issue(svc, asked.own, runner_tokens.NAME, grant)
    caller = await authentication.authenticate(svc, token)
    with pytest.raises(Forbidden):
        await answered(svc, asked, caller, cpu_ms=0)


async def test_who_used_up_its_clock_is_flagged_before_the_deadline(svc: Service) -> None:
    """The wall would allow a hundred times as long."""
    asked = await a_question(svc, 100)
    with pytest.raises(SeatFlagged):
        await answered(svc, asked, asked.lent, cpu_ms=101)
    after = await match_of(svc, asked.match.id)
    assert [seat.flagged for seat in after.seats].count(True) == 1


@pytest.mark.parametrize("entrants", [Entrants.ANY, Entrants.CONNECTED])
async def test_only_where_all_bots_are_hosted(svc: Service, entrants: Entrants) -> None:
    """Nobody measures what others use."""
    owner = await an_owner(svc)
    control = Fischer(base_ms=60_000, wall_factor=4)
    with pytest.raises(Malformed, match="hosted"):
        await ladders.create(svc, owner, some_terms(time_control=control, entrants=entrants))
