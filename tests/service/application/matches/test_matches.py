"""Making a match, sitting down, starting it, and finding it again."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import redis

from saqqara_engine.chance import commitment
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.matches import lists, matches, views
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ApplicationError,
    Forbidden,
    Malformed,
    NotFound,
    SeatTaken,
    UnknownOption,
    WrongState,
)
from saqqara_service.models import Caller, Fischer, Match, MatchStatus, TokenKind
from saqqara_service.storage.redis.keys import match_key
from tests.service.ladders import ended
from tests.service.lookups import match_of
from tests.service.matches import (
    UNHURRIED,
    a_match,
    act_at_random,
    an_open_match,
    an_owner,
    play_out,
    some_bots,
)


async def test_a_new_match_is_open_and_tells_its_terms(svc: Service) -> None:
    """A match with open seats waits, at version 0, with the base time on every clock."""
    match = await an_open_match(svc, await an_owner(svc), 3)
    assert match.status is MatchStatus.OPEN
    assert match.version == 0
    assert [seat.left_ms for seat in match.seats] == [UNHURRIED.base_ms] * 3
    assert (match.to_act, match.deadline_ms, match.commitment, match.seed) == (None,) * 4
    assert await match_of(svc, match.id) == match


async def test_a_started_match_asks_the_first_seat_on_the_clock(svc: Service) -> None:
    """Starting publishes the commitment, makes version 1, and the deadline is its base time."""
    seated = await a_match(svc)
    match = await match_of(svc, seated.id)
    assert (match.status, match.version, match.to_act) == (MatchStatus.RUNNING, 1, 0)
    (started,) = await svc.matches.log(match.id, 0, None)
    assert match.deadline_ms == started.at_ms + UNHURRIED.base_ms
    assert match.commitment is not None
    assert match.seed is None
    table, _now = await svc.tables.fresh(match.id)
    assert match.commitment == commitment(table.seed, match.id)


async def test_bots_join_and_the_last_one_starts_the_match(svc: Service) -> None:
    """With `start`, a match begins by itself as soon as every seat is taken."""
    match = await an_open_match(svc, await an_owner(svc), 3, start=True)
    first, second, third = await some_bots(svc, await an_owner(svc, "guests"), 3)
    assert (await matches.join(svc, first, questions.JoinMatch(match_id=match.id, seat=2))).seats[
        2
    ].bot_id == first.bot_id
    assert (await matches.join(svc, second, questions.JoinMatch(match_id=match.id))).seats[
        0
    ].bot_id == second.bot_id
    match = await matches.join(svc, third, questions.JoinMatch(match_id=match.id))
    assert match.seats[1].player_name == "bot 2"
    assert match.status is MatchStatus.RUNNING


async def test_a_seat_is_taken_once(svc: Service) -> None:
    """Of many bots that want one seat at the same time, one gets it; it may ask again."""
    match = await an_open_match(svc, await an_owner(svc))
    bots = await some_bots(svc, await an_owner(svc, "guests"), 5)
    answers = await asyncio.gather(
        *(matches.join(svc, bot, questions.JoinMatch(match_id=match.id, seat=0)) for bot in bots),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, SeatTaken) for answer in answers) == 4
    winner = next(
        bot for bot, answer in zip(bots, answers, strict=True) if isinstance(answer, Match)
    )
    assert (await matches.join(svc, winner, questions.JoinMatch(match_id=match.id, seat=0))).seats[
        0
    ].bot_id == winner.bot_id
    with pytest.raises(SeatTaken, match="already have a seat"):
        await matches.join(svc, winner, questions.JoinMatch(match_id=match.id, seat=1))


async def test_joining_needs_an_open_match(svc: Service) -> None:
    """One sits down only in a seat that exists, and only before the start."""
    owner = await an_owner(svc)
    match = await an_open_match(svc, owner)
    (bot,) = await some_bots(svc, owner, 1)
    for seat in (2, 15):
        with pytest.raises(Malformed):
            await matches.join(svc, bot, questions.JoinMatch(match_id=match.id, seat=seat))
    with pytest.raises(NotFound):
        await matches.join(svc, bot, questions.JoinMatch(match_id="nowhere"))
    running = await a_match(svc)
    with pytest.raises(WrongState):
        await matches.join(svc, bot, questions.JoinMatch(match_id=running.id))


async def test_who_may_start_a_match(svc: Service) -> None:
    """The creator or a seated bot starts a full match, once; nobody else does."""
    for is_creator in (True, False):
        seated = await a_match(svc, start=False)
        starter = seated.owner if is_creator else seated.callers[1]
        for stranger in (await an_owner(svc), *await some_bots(svc, await an_owner(svc), 1)):
            with pytest.raises(Forbidden):
                await matches.start(svc, stranger, questions.StartMatch(match_id=seated.id))
        match = await matches.start(svc, starter, questions.StartMatch(match_id=seated.id))
        assert match.status is MatchStatus.RUNNING
        with pytest.raises(WrongState):
            await matches.start(svc, starter, questions.StartMatch(match_id=seated.id))


async def test_a_match_with_a_free_seat_does_not_start(svc: Service) -> None:
    """All seats must be taken first."""
    owner = await an_owner(svc)
    match = await an_open_match(svc, owner)
    with pytest.raises(WrongState, match="has a free seat"):
        await matches.start(svc, owner, questions.StartMatch(match_id=match.id))


async def test_two_starts_at_once_make_one_game(svc: Service, other_svc: Service) -> None:
    """Whichever process starts a match, there is one seed, one commitment, one first event."""
    for _ in range(10):
        seated = await a_match(svc, start=False)
        answers = await asyncio.gather(
            *(
                matches.start(one, seated.owner, questions.StartMatch(match_id=seated.id))
                for one in (svc, other_svc)
            ),
            return_exceptions=True,
        )
        commitments = {answer.commitment for answer in answers if isinstance(answer, Match)}
        match = await match_of(svc, seated.id)
        assert commitments == {match.commitment}
        assert match.version == 1
        table, _now = await svc.tables.fresh(seated.id)
        assert commitment(table.seed, seated.id) == match.commitment


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "senet"}, UnknownOption),
        ({"options": {"players": 5}, "seats": [None] * 5}, UnknownOption),
        ({"options": {"players": "two"}}, UnknownOption),
        ({"options": {"colour": "red"}}, UnknownOption),
        ({"autoplay": "clever"}, UnknownOption),
        ({"seats": [None]}, Malformed),
        ({"seats": []}, Malformed),
        ({"seats": ["bnone", None]}, NotFound),
    ],
)
async def test_what_cannot_be_played_is_refused(
    svc: Service, redis_url: str, change: dict[str, Any], error: type[ApplicationError]
) -> None:
    """Unknown games, options, policies and bots are refused, and no match is left behind."""
    owner = await an_owner(svc)
    with pytest.raises(error):
        await an_open_match(svc, owner, **change)
    with redis.Redis.from_url(redis_url) as client:
        assert list(client.scan_iter(match="{b*")) == []


async def test_one_seats_only_bots_of_ones_own_once_each(svc: Service) -> None:
    """Another account's bot must join by itself; an admin may seat any."""
    owner = await an_owner(svc)
    mine, also_mine = await some_bots(svc, owner, 2)
    (theirs,) = await some_bots(svc, await an_owner(svc, "others"), 1)
    with pytest.raises(Forbidden):
        await an_open_match(svc, owner, seats=[mine.bot_id, theirs.bot_id])
    with pytest.raises(Malformed, match="cannot have two seats"):
        await an_open_match(svc, owner, seats=[mine.bot_id, mine.bot_id])
    assert await an_open_match(svc, mine, seats=[mine.bot_id, also_mine.bot_id])
    admin = Caller(kind=TokenKind.ADMIN, account_id=owner.account_id)
    assert await an_open_match(svc, admin, seats=[mine.bot_id, theirs.bot_id])


async def test_creating_under_an_id_is_done_once(svc: Service, other_svc: Service) -> None:
    """However often and wherever it is repeated, one id is one match, and it starts."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    seats = [bot.bot_id for bot in bots]
    answers = await asyncio.gather(
        *(
            an_open_match(one, owner, seats=seats, match_id="l1.1.0", ladder_id="l1", start=True)
            for one in [svc, other_svc] * 3
        )
    )
    assert {answer.commitment for answer in answers} == {(await match_of(svc, "l1.1.0")).commitment}
    again = await an_open_match(svc, owner, seats=seats, match_id="l1.1.0", start=True)
    assert (again.status, again.version, again.ladder_id) == (MatchStatus.RUNNING, 1, "l1")
    for bot in bots:
        found = (
            await lists.page(svc, Wanted(player_ids=frozenset({bot.bot_id or ""})), 10, None)
        ).items
        assert [match.id for match in found] == ["l1.1.0"]


async def test_a_repeated_creation_starts_what_was_left_unstarted(svc: Service) -> None:
    """If the creator died between making and starting, the repetition starts the match."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    call: dict[str, Any] = {
        "seats": [bot.bot_id for bot in bots],
        "match_id": "l1.1.1",
        "start": True,
    }
    await an_open_match(svc, owner, **call)
    with redis.Redis.from_url(svc.settings.redis_url or "") as client:
        row = client.hgetall(match_key("match", "l1.1.1"))
        for name in ("match", "log", "seed"):
            client.delete(match_key(name, "l1.1.1"))
        before = {b"status": "open", b"version": 0}
        client.hset(match_key("match", "l1.1.1"), mapping=row | before)
    assert (await an_open_match(svc, owner, **call)).status is MatchStatus.RUNNING


async def test_views_are_of_the_callers_own_seat(svc: Service) -> None:
    """A seated bot sees its seat's view, anybody else the public one."""
    seated = await a_match(svc)
    for _ in range(6):
        await act_at_random(svc, seated, random.Random(2))
    table, _now = await svc.tables.fresh(seated.id)
    for caller, seat in [
        (seated.callers[0], 0),
        (seated.callers[1], 1),
        (seated.owner, None),
        (None, None),
    ]:
        view = await views.view(svc, caller, questions.ViewAt(match_id=seated.id))
        assert (view.seat, view.version) == (seat, table.match.version)
        assert view.view == table.view(seat)
    with pytest.raises(NotFound):
        await views.view(svc, None, questions.ViewAt(match_id="nowhere"))
    with pytest.raises(WrongState):
        await views.view(svc, None, questions.ViewAt(match_id=(await a_match(svc, start=False)).id))


async def test_a_ladder_match_asks_to_be_settled(svc: Service) -> None:
    """When a ladder's match ends its bucket lists it until it is settled; others are not listed."""
    rng = random.Random(3)
    await play_out(svc, await a_match(svc), rng)
    seated = await a_match(svc, ladder_id="l1")
    assert await ended(svc) == []
    await play_out(svc, seated, rng)
    assert await ended(svc) == [seated.id]
    await svc.indexes.drop_ended(seated.id)
    assert await ended(svc) == []


async def test_clocks_are_charged_and_raised(svc: Service) -> None:
    """Every decision in time costs what it took and gains the increment."""
    seated = await a_match(svc, 2, Fischer(base_ms=60_000, increment_ms=250))
    left = [60_000, 60_000]
    rng = random.Random(4)
    for _ in range(12):
        match = await match_of(svc, seated.id)
        acted = await act_at_random(svc, seated, rng)
        assert match.to_act is not None
        left[match.to_act] += 250 - acted.charged_ms
        assert acted.left_ms == left[match.to_act]
    match = await match_of(svc, seated.id)
    assert [seat.left_ms for seat in match.seats] == left
    log = await svc.matches.log(seated.id, 0, None)
    assert log[-1].left_ms == left
    assert match.to_act is not None
    assert match.deadline_ms == log[-1].at_ms + left[match.to_act]


async def test_bots_are_named_in_their_matches(svc: Service) -> None:
    """A seat tells the id and the name of its bot."""
    seated = await a_match(svc)
    named = {
        bot.id: bot.name for bot in await accounts.bots(svc, seated.owner, questions.NoQuestion())
    }
    assert [named[seat.bot_id or ""] for seat in seated.match.seats] == [
        seat.player_name for seat in seated.match.seats
    ]
