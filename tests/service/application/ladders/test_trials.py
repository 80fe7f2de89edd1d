"""Trial matches: unrated, by a ladder's terms, of a hosted bot against bots of the ladder."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import trials
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound, WrongState
from saqqara_service.models import Caller, MatchStatus, Pairings
from tests.service.challengers import accept_all
from tests.service.fake_runners import a_hosted_bot
from tests.service.ladders import Enrolled, a_ladder
from tests.service.lookups import match_of
from tests.service.matches import an_owner, some_bots


async def a_newcomer(svc: Service) -> tuple[Caller, str]:
    """The owner of a bot whose program has passed its check, and the bot's id."""
    owner = await an_owner(svc, "Newcomer")
    (bot,) = await some_bots(svc, owner, 1)
    await a_hosted_bot(svc, bot)
    return owner, str(bot.bot_id)


async def tried(
    svc: Service, owner: Caller, enrolled: Enrolled, bot_id: str, **asked: object
) -> Pairings:
    """The trial matches of a bot."""
    given = {"ladderId": enrolled.id, "botId": bot_id, **asked}
    return await trials.play(svc, owner, questions.read(questions.PlayTrials, given))


async def test_matches_are_by_the_ladders_terms_and_unrated(svc: Service) -> None:
    """Bots that accept at once are drawn, others are not; no match belongs to the ladder."""
    enrolled = await a_ladder(svc, bots=4, start=False)
    willing = list(enrolled.callers.values())[:2]
    await accept_all(svc, *willing)
    owner, bot_id = await a_newcomer(svc)
    found = await tried(svc, owner, enrolled, bot_id, matches=3)
    assert [one.problem for one in found.items] == [None] * 3
    for one in found.items:
        match = await match_of(svc, str(one.match_id))
        assert match.ladder_id is None
        assert match.status is MatchStatus.RUNNING
        assert match.options["players"] == enrolled.ladder.players
        assert match.time_control == enrolled.ladder.time_control
        players = {seat.bot_id for seat in match.seats}
        assert players < {bot_id, *(bot.bot_id for bot in willing)}
        assert bot_id in players


async def test_chosen_opponents_decide_by_their_policies(svc: Service) -> None:
    """One that asks does not play, and the answer says why; quotas of challenges hold."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    asks, accepts = enrolled.callers.values()
    await accept_all(svc, accepts, max_matches=1)
    owner, bot_id = await a_newcomer(svc)
    refused = await tried(svc, owner, enrolled, bot_id, opponents=[asks.bot_id])
    (one,) = refused.items
    assert one.problem is not None
    assert (one.problem.code, one.problem.player_id) == ("declined", asks.bot_id)
    found = await tried(svc, owner, enrolled, bot_id, opponents=[accepts.bot_id], matches=2)
    assert len([one for one in found.items if one.match_id]) == 1


async def test_what_cannot_be_tried_is_refused(svc: Service) -> None:
    """A bot without a program, of another account, or an opponent outside the ladder."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    owner, bot_id = await a_newcomer(svc)
    (plain,) = await some_bots(svc, owner, 1)
    with pytest.raises(WrongState, match="for hosted bots"):
        await tried(svc, owner, enrolled, str(plain.bot_id))
    with pytest.raises(WrongState, match="needs 1 opponents, and there are 0"):
        await tried(svc, owner, enrolled, bot_id)
    with pytest.raises(NotFound, match="not in this ladder"):
        await tried(svc, owner, enrolled, bot_id, opponents=[plain.bot_id])
    with pytest.raises(Forbidden):
        await tried(svc, await an_owner(svc, "Stranger"), enrolled, bot_id)
