"""People as players: an account sits in matches by its own token, beside bots and other people."""

from __future__ import annotations

import random
from contextlib import aclosing

import pytest
from pydantic_core import to_jsonable_python

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.challenges import challenges, pairings
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.matches import lists, matches, policies, views
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound, NotYourSeat, SeatTaken
from saqqara_service.models import (
    AcceptMode,
    AcceptPolicy,
    Answer,
    Caller,
    ChallengeItem,
    ChallengeStatus,
    DeclineReason,
    FeedKind,
    MatchStatus,
    MatchTerms,
    TokenKind,
)
from tests.service.actions import act
from tests.service.challengers import offer
from tests.service.feed_items import feed_of
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_open_match, an_owner, some_bots
from tests.service.transports import Transport, a_match, a_party

TERMS = MatchTerms(game="duel", options={}, time_control=UNHURRIED)
OFFERED = Offered(TERMS)


async def plays(svc: Service, caller: Caller, match_id: str, rng: random.Random) -> bool:
    """One action of the caller's at random, if the match asks it."""
    for turn in await bot_feed.pending(svc, caller):
        if turn.match_id == match_id:
            action, version = rng.choice(turn.actions), turn.version
            await act(svc, caller, match_id, action, version, f"act-{version}")
            return True
    return False


async def a_welcoming_bot(svc: Service) -> Caller:
    """A stranger's bot that takes every challenge."""
    (bot,) = await some_bots(svc, await an_owner(svc, "stranger"), 1)
    assert bot.bot_id is not None
    await policies.put(svc, bot, bot.bot_id, AcceptPolicy(mode=AcceptMode.ACCEPT))
    return bot


async def test_a_person_challenges_a_bot_and_plays_to_the_end(svc: Service) -> None:
    """From one call with the account's token on; the list of the person's matches has it."""
    person, bot = await an_owner(svc, "person"), await a_welcoming_bot(svc)
    made = await offer(svc, person, None, [str(bot.bot_id)], OFFERED)
    assert (made.status, made.player_id, made.player_name) == (
        ChallengeStatus.ACCEPTED,
        person.account_id,
        "person",
    )
    assert made.match_id is not None
    match, rng = await match_of(svc, made.match_id), random.Random(7)
    assert {(seat.account_id, seat.bot_id, seat.bot_version) for seat in match.seats} == {
        (person.account_id, None, None),
        (None, bot.bot_id, 1),
    }
    while match.status is MatchStatus.RUNNING:
        assert await plays(svc, person, match.id, rng) or await plays(svc, bot, match.id, rng)
        match = await match_of(svc, match.id)
    assert match.status is MatchStatus.FINISHED
    found = (
        await lists.page(svc, Wanted(player_ids=frozenset({person.account_id})), 10, None)
    ).items
    assert [one.id for one in found] == [match.id]


async def test_people_follow_their_feed_and_sit_down_where_a_seat_is_free(svc: Service) -> None:
    """Two people at one table: each is asked by its own feed and sees its own seat."""
    one, other = await an_owner(svc, "one"), await an_owner(svc, "other")
    match = await an_open_match(svc, one, start=True, seats=[one.account_id, None])
    with pytest.raises(SeatTaken):
        await matches.join(svc, one, questions.JoinMatch(match_id=match.id, seat=1))
    match = await matches.join(svc, other, questions.JoinMatch(match_id=match.id))
    assert match.status is MatchStatus.RUNNING
    people = [one, other]
    assert match.to_act is not None
    async with aclosing(feed_of(svc, people[match.to_act])) as feed:
        kinds = [(await anext(feed)).kind, (await anext(feed)).kind]
    assert set(kinds) == {FeedKind.HEARTBEAT, FeedKind.TURN}
    assert [
        (await views.view(svc, who, questions.ViewAt(match_id=match.id))).seat for who in people
    ] == [
        0,
        1,
    ]
    assert (await views.view(svc, None, questions.ViewAt(match_id=match.id))).seat is None
    with pytest.raises(NotYourSeat):
        await act(svc, await an_owner(svc, "third"), match.id, "any", 1, "any")


async def test_a_person_is_asked_and_answers(svc: Service) -> None:
    """Nobody seats a person who has not agreed: not a challenger, an organiser or an operator."""
    one, other = await an_owner(svc, "one"), await an_owner(svc, "other")
    made = await offer(svc, one, None, [other.account_id], OFFERED)
    assert made.status is ChallengeStatus.PENDING
    async with aclosing(feed_of(svc, other)) as feed:
        items = [await anext(feed), await anext(feed)]
    (challenge_item,) = [item for item in items if isinstance(item, ChallengeItem)]
    assert challenge_item.needs_answer
    assert (
        await challenges.accept(svc, other, questions.AcceptChallenge(challenge_id=made.id))
    ).match_id is not None
    admin = Caller(kind=TokenKind.ADMIN, account_id=one.account_id)
    for number, organiser in enumerate((one, admin)):
        pair = questions.Pair(key=f"key {number}", seats=[one.account_id, other.account_id])
        body = questions.read(
            questions.PairMatches, to_jsonable_python(TERMS) | {"pairs": [pair.model_dump()]}
        )
        (paired,) = (await pairings.pair(svc, organiser, body)).items
        assert paired.problem is not None
        assert paired.problem.reason is DeclineReason.ASKS
        assert paired.problem.player_id == other.account_id
    with pytest.raises(Forbidden, match="another account"):
        await an_open_match(svc, one, seats=[one.account_id, other.account_id])
    with pytest.raises(NotFound):
        await an_open_match(svc, one, seats=["a0", None])


async def test_an_account_answers_for_itself_before_its_bots(svc: Service) -> None:
    """Where both are challenged, the account's token speaks for the person unless it names one."""
    one, other = await an_owner(svc, "one"), await an_owner(svc, "other")
    (bot,) = await some_bots(svc, other, 1)
    terms = MatchTerms(game="imhotep", options={"players": 3}, time_control=UNHURRIED)
    challenged = [str(bot.bot_id), other.account_id]
    made = await offer(svc, one, None, challenged, Offered(terms))
    made = await challenges.accept(svc, other, questions.AcceptChallenge(challenge_id=made.id))
    assert [one.answer for one in made.challenged] == [Answer.PENDING, Answer.ACCEPTED]
    made = await challenges.accept(
        svc, other, questions.AcceptChallenge(challenge_id=made.id, bot_id=bot.bot_id)
    )
    assert made.match_id is not None


async def test_of_people_nobody_is_told_whether_they_are_there(svc: Service) -> None:
    """They poll and follow like bots, and the list of those present has bots alone."""
    person = await an_owner(svc)
    assert await bot_feed.pending(svc, person) == []
    async with aclosing(feed_of(svc, person)) as feed:
        await anext(feed)
        assert await svc.engagements.present(10, None) == []
    assert (await accounts.me(svc, person)).id == person.account_id


async def test_a_person_plays_by_both_transports(transport: Transport) -> None:
    """Sits down by creating, sees the own view, acts with the account's token, and resigns."""
    party = await a_party(transport, 1)
    me = (await transport.me(party.owner)).data["id"]
    seats = [me, party.ids[0]]
    match = await a_match(transport, party, options={"players": 2}, seats=seats)
    tokens = [party.owner, party.tokens[0]]
    assert [seat["accountId"] for seat in match["seats"]] == [me, None]
    for seat, token in enumerate(tokens):
        assert (await transport.view(match["id"], token)).data["seat"] == seat
    acts = {"action": "get", "expectedVersion": match["version"], "actionId": "first"}
    assert match["toAct"] == 0
    acted = await transport.do("act", party.owner, acts, match["id"])
    assert acted.data["version"] == match["version"] + 1, acted
    over = await transport.do("resignMatch", party.owner, {}, match["id"])
    assert over.data["status"].lower() == "finished"
    listed = await transport.ask("matches", None, {"playerId": me})
    assert [one["id"] for one in listed.data["items"]] == [match["id"]]
