"""Forks: analysis matches that begin in the middle of another match, or of a record."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping
from contextlib import aclosing
from typing import cast

import pytest
from pydantic import JsonValue

from saqqara_engine.records.record import Origin as RecordOrigin
from saqqara_engine.records.record import Record, from_json, replay, to_json, verify
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import HouseLevel, open_house
from saqqara_service.application.limits.rate_limits import Charge, RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.matches import forks, matches, views
from saqqara_service.application.play import explanations
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Forbidden, Malformed, MatchOver, NotYourSeat, TooMany, WrongState
from saqqara_service.models import (
    Caller,
    Chance,
    EventNews,
    Fischer,
    Match,
    MatchStatus,
    MatchTerms,
    TimeControl,
    TokenKind,
    Untimed,
)
from saqqara_service.settings import Settings
from tests.service.actions import act
from tests.service.feed_items import news_of
from tests.service.forks import fork_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import Seated, a_match, act_at_random, an_owner, play_out, some_bots

UNTIMED = Untimed()


async def a_finished_match(svc: Service, players: int = 2) -> Seated:
    """A match that was played to its end."""
    seated = await a_match(svc, players)
    match = await play_out(svc, seated, random.Random(players))
    assert match.status is MatchStatus.FINISHED
    return seated


async def forked(
    svc: Service,
    seated: Seated,
    match_id: str,
    version: int,
    chance: Chance = Chance.KEPT,
    *,
    seen_by: int | None = None,
) -> Seated:
    """A fork of a match with the same bots."""
    place = (match_id, version)
    seats = [caller.bot_id for caller in seated.callers]
    match = await fork_of(
        svc, seated.owner, place, UNTIMED, seats=seats, chance=chance, seen_by=seen_by, start=True
    )
    return Seated(match, seated.owner, seated.callers)


async def record_of(svc: Service, match_id: str) -> Record:
    """The record of a match, as anybody may see it."""
    return from_json(await record_json(svc, match_id))


async def state_of(svc: Service, match_id: str) -> object:
    """The state that the log folds to."""
    table, _now = await svc.tables.fresh(match_id)
    return table.state


@pytest.mark.parametrize("version", [1, 2, 30, 60])
async def test_kept_chance_goes_on_as_it_lay(svc: Service, version: int) -> None:
    """With the same actions the fork of a match comes to the same end."""
    seated = await a_finished_match(svc)
    whole = await record_of(svc, seated.id)
    fork = await forked(svc, seated, seated.id, version)
    assert fork.match.status is MatchStatus.RUNNING
    assert fork.match.origin is not None
    assert fork.match.origin.model_dump() == {
        "match_id": seated.id,
        "version": version,
        "ply": version - 1,
        "chance": Chance.KEPT,
        "seen_by": None,
    }
    assert (fork.match.version, fork.match.ladder_id) == (1, None)
    for ply in whole.plies[version - 1 :]:
        match = await match_of(svc, fork.id)
        caller = fork.callers[ply.seat]
        await act(svc, caller, fork.id, ply.action, match.version, f"v{match.version}")
    record = await record_of(svc, fork.id)
    verify(record)
    assert record.origin == RecordOrigin(seated.id, version - 1)
    assert (record.seed, record.scores, record.placements) == (
        whole.seed,
        whole.scores,
        whole.placements,
    )
    assert [ply.action for ply in record.plies] == [ply.action for ply in whole.plies]


@pytest.mark.parametrize("seen_by", [None, 0, 1])
async def test_resampled_chance_keeps_what_was_seen(svc: Service, seen_by: int | None) -> None:
    """What the seat saw there is the same, the rest is drawn anew; the record tells how."""
    seated = await a_finished_match(svc)
    whole = await record_of(svc, seated.id)
    before = list(replay(whole))[20]
    game = (await svc.tables.fresh(seated.id))[0].game
    decks = set()
    for _ in range(3):
        fork = await forked(svc, seated, seated.id, 21, Chance.RESAMPLED, seen_by=seen_by)
        state = await state_of(svc, fork.id)
        assert game.view(state, seen_by) == game.view(before, seen_by)
        decks.add(repr(game.chance(state)))
        live = await record_of(svc, fork.id)
        assert (live.resamplings, live.seed, len(live.plies)) == ((), None, 20)
        await play_out(svc, fork, random.Random(3))
        record = await record_of(svc, fork.id)
        verify(record)
        assert [(one.ply, one.seat) for one in record.resamplings] == [(20, seen_by)]
        assert record.resamplings[0].seed not in json.dumps(to_json(live))
    assert len(decks) == 3


async def test_a_fork_outlives_every_process(svc: Service, settings: Settings) -> None:
    """Another process, and one that starts later, fold it to the same state."""
    seated = await a_finished_match(svc, 3)
    fork = await forked(svc, seated, seated.id, 40, Chance.RESAMPLED, seen_by=2)
    rng = random.Random(8)
    for _ in range(10):
        await act_at_random(svc, fork, rng)
    table, _now = await svc.tables.fresh(fork.id)
    async with open_service(settings) as later:
        again, _now = await later.tables.fresh(fork.id)
        assert [again.view(seat) for seat in range(3)] == [table.view(seat) for seat in range(3)]
        assert again.game.chance(again.state) == table.game.chance(table.state)
        match = await play_out(later, fork, rng)
    verify(await record_of(svc, fork.id))
    assert match.status is MatchStatus.FINISHED


async def test_forks_of_forks_keep_every_origin(svc: Service) -> None:
    """Of a fork another can begin anywhere, before or after it began itself is drawn anew again."""
    seated = await a_finished_match(svc)
    first = await forked(svc, seated, seated.id, 21, Chance.RESAMPLED, seen_by=0)
    await play_out(svc, first, random.Random(1))
    second = await forked(svc, seated, first.id, 11, Chance.RESAMPLED, seen_by=1)
    await play_out(svc, second, random.Random(2))
    third = await forked(svc, seated, second.id, 1)
    await play_out(svc, third, random.Random(3))
    records = [await record_of(svc, one.id) for one in (first, second, third)]
    for one in records:
        verify(one)
    assert [one.origin for one in records] == [
        RecordOrigin(seated.id, 20),
        RecordOrigin(first.id, 30),
        RecordOrigin(second.id, 30),
    ]
    assert [[drawn.ply for drawn in one.resamplings] for one in records] == [
        [20],
        [20, 30],
        [20, 30],
    ]
    early = questions.ForkMatch(record=as_json(records[1]), version=16, seats=[None, None])
    fork = await forks.request(svc, seated.owner, early)
    assert fork.origin is not None
    assert (fork.origin.match_id, fork.origin.ply) == (second.id, 15)


def as_json(record: Record) -> dict[str, JsonValue]:
    """A record as somebody would send it."""
    return cast("dict[str, JsonValue]", json.loads(json.dumps(to_json(record))))


async def test_a_person_plays_a_seat_by_the_accounts_token(svc: Service) -> None:
    """The caller may sit in its own fork: it sees its seat, hears its turns, acts and explains."""
    seated = await a_finished_match(svc)
    person, bot = seated.owner, seated.callers[1]
    place = (seated.id, 1)
    fork = await fork_of(
        svc, person, place, UNTIMED, seats=[person.account_id, bot.bot_id], start=True
    )
    name = (await accounts.me(svc, person)).name
    assert (fork.seats[0].bot_id, fork.seats[0].account_id, fork.seats[0].player_name) == (
        None,
        person.account_id,
        name,
    )
    async with aclosing(news_of(svc, person, fork.id, None)) as news:
        items = [await anext(news) for _ in range(2)]
    asked = [item.turn for item in items if isinstance(item, EventNews) and item.turn]
    assert [turn.seat for turn in asked] == [0]
    assert (await views.view(svc, person, questions.ViewAt(match_id=fork.id))).seat == 0
    assert (
        await explanations.explain(svc, person, questions.Explain(match_id=fork.id, action="get"))
    ).legal
    sides = Seated(fork, person, [person, bot])
    match = await play_out(svc, sides, random.Random(5))
    assert match.status is MatchStatus.FINISHED
    record = await record_of(svc, fork.id)
    verify(record)
    assert record.seats[0] == name


async def test_a_person_sits_once_in_a_fork(svc: Service) -> None:
    """Who does not sit there hears so."""
    seated = await a_finished_match(svc)
    me = seated.owner.account_id
    place = (seated.id, 1)
    with pytest.raises(Malformed):
        await fork_of(svc, seated.owner, place, UNTIMED, seats=[me, me])
    stranger = await an_owner(svc, "stranger")
    fork = await forked(svc, seated, seated.id, 5)
    with pytest.raises(NotYourSeat, match="own token"):
        await act(svc, stranger, fork.id, "get", 1, "one")
    (other,) = await some_bots(svc, stranger, 1)
    with pytest.raises(NotYourSeat):
        await act(svc, other, fork.id, "get", 1, "one")


async def test_open_seats_of_a_fork_are_joined_by_bots(svc: Service) -> None:
    """A bot of anybody may go on from there."""
    seated = await a_finished_match(svc)
    place = (seated.id, 12)
    fork = await fork_of(svc, seated.owner, place, UNTIMED, seats=[None, None], start=True)
    assert fork.status is MatchStatus.OPEN
    bots = await some_bots(svc, await an_owner(svc, "stranger"), 2)
    for bot in bots:
        fork = await matches.join(svc, bot, questions.JoinMatch(match_id=fork.id))
    assert fork.status is MatchStatus.RUNNING
    match = await play_out(svc, Seated(fork, seated.owner, bots), random.Random(1))
    assert match.status is MatchStatus.FINISHED


async def test_only_what_is_over_is_forked(svc: Service) -> None:
    """A match that is played keeps its secrets; where a game is over nothing goes on."""
    running = await a_match(svc)
    with pytest.raises(WrongState, match="when it is over"):
        await forks.of_match(svc, running.owner, running.id, 1)
    seated = await a_finished_match(svc)
    last = (await match_of(svc, seated.id)).version
    with pytest.raises(WrongState, match="earlier version"):
        await forked(svc, seated, seated.id, last)
    for version in (0, last + 1):
        with pytest.raises(Malformed, match="versions 1 to"):
            await forked(svc, seated, seated.id, version)
    with pytest.raises(Malformed, match="does not exist"):
        await forked(svc, seated, seated.id, 5, Chance.RESAMPLED, seen_by=2)
    with pytest.raises(Malformed, match="only applies if `chance`"):
        await forked(svc, seated, seated.id, 5, Chance.KEPT, seen_by=1)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"seed": None}, "public part"),
        ({"seed": "00" * 32}, "is invalid"),
        ({"plies": []}, "ending"),
        ({"format": 3}, "format"),
        ({"rulesVersion": "0"}, "rulesVersion"),
        ({"matchId": "m 1"}, "commitment"),
        ({"surprise": 1}, "exactly"),
    ],
)
async def test_a_record_that_does_not_hold_is_refused(
    svc: Service, change: Mapping[str, JsonValue], place: str
) -> None:
    """Whoever brings a record brings one that verifies."""
    seated = await a_finished_match(svc)
    whole = as_json(await record_of(svc, seated.id))
    with pytest.raises(Malformed, match=place):
        forks.of_record({**whole, **change}, 1)
    for version in (0, len(cast("list[JsonValue]", whole["plies"])) + 2):
        with pytest.raises(Malformed, match="versions 1 to"):
            forks.of_record(whole, version)


async def test_a_fork_is_followed_like_any_match(svc: Service) -> None:
    """Its log begins with its own start; views come with its events."""
    seated = await a_finished_match(svc)
    fork = await forked(svc, seated, seated.id, 30)
    table, _now = await svc.tables.fresh(fork.id)
    async for one in news_of(svc, None, fork.id, None, views=True):
        if isinstance(one, EventNews):
            assert one.view is not None
            assert (one.event.version, one.view.view) == (1, table.view(None))
            break


async def test_over_matches_stay_over_when_forked(svc: Service) -> None:
    """A fork changes nothing in the match that it began in, whoever plays in both."""
    seated = await a_finished_match(svc)
    before = await match_of(svc, seated.id)
    several = await asyncio.gather(*(forked(svc, seated, seated.id, at) for at in (1, 9, 30)))
    assert len({one.id for one in several}) == 3
    for one in several:
        await play_out(svc, one, random.Random(one.id))
    assert await match_of(svc, seated.id) == before
    with pytest.raises(MatchOver):
        await act(svc, seated.callers[0], seated.id, "get", before.version, "late")


async def test_a_house_bot_plays_on_with_whoever_asks(svc: Service) -> None:
    """Seated without being asked, within its policy and as often as it may."""
    seated = await a_finished_match(svc)
    level = HouseLevel("greedy", 1)
    await open_house(svc, level)
    stranger = await an_owner(svc, "stranger")
    place = (seated.id, 30)
    seats = [level.bot_id, stranger.account_id]

    async def begin(control: TimeControl) -> Match:
        return await fork_of(svc, stranger, place, control, seats=[*seats], start=True)

    with pytest.raises(Forbidden, match="does not accept this match"):
        await begin(UNTIMED)
    clock = Fischer(base_ms=60_000)
    assert (await begin(clock)).status is MatchStatus.RUNNING
    terms = MatchTerms(game="imhotep", options={}, time_control=clock)
    with pytest.raises(TooMany, match="maximum number of matches"):
        await begin(clock)
    with pytest.raises(TooMany, match="maximum number of matches"):
        await matches.create(svc, stranger, terms, seats=[*seats])


async def test_a_house_bot_sits_beside_a_free_seat(svc: Service) -> None:
    """Of a new match as of a fork; nobody else's bot is seated unasked."""
    level = HouseLevel("greedy", 8)
    await open_house(svc, level)
    stranger, other = await an_owner(svc, "stranger"), await an_owner(svc, "other")
    (bot,) = await some_bots(svc, other, 1)
    terms = MatchTerms(game="imhotep", options={"players": 3}, time_control=Fischer(base_ms=60_000))
    offered = await matches.create(
        svc, stranger, terms, seats=[stranger.account_id, level.bot_id, None]
    )
    assert [seat.player_name for seat in offered.seats] == ["stranger", "greedy", None]
    with pytest.raises(Forbidden, match="another account"):
        await matches.create(svc, stranger, terms, seats=[stranger.account_id, bot.bot_id, None])


async def test_forks_at_once_have_no_more_of_a_house_bot_than_a_share(svc: Service) -> None:
    """However many an account begins at the same moment: what is being made counts already."""
    seated = await a_finished_match(svc)
    level = HouseLevel("greedy", 8)
    await open_house(svc, level)
    stranger = await an_owner(svc, "stranger")
    place = (seated.id, 30)
    seats = [level.bot_id, stranger.account_id]

    async def begin() -> bool:
        one = RequestCost(Client("192.0.2.1"), svc.rate_limits)
        with one:
            await svc.rate_limits.charge(one.client, stranger, Charge.USUAL)
            try:
                await fork_of(svc, stranger, place, Fischer(base_ms=60_000), seats=[*seats])
            except TooMany:
                return False
        return True

    at_once = sum(await asyncio.gather(*(begin() for _ in range(6))))
    assert at_once <= 2
    assert sum([await begin() for _ in range(6)]) + at_once == 2


async def test_an_operator_seats_a_house_bot_at_any_terms(svc: Service) -> None:
    """What challenges and ladders have agreed on is made by an operator, whatever a policy says."""
    level = HouseLevel("greedy", 1)
    await open_house(svc, level)
    (rival,) = await some_bots(svc, await an_owner(svc, "owner"), 1)
    operator = Caller(kind=TokenKind.ADMIN, account_id=rival.account_id)
    terms = MatchTerms(game="imhotep", options={}, time_control=UNTIMED)
    for _ in range(2):
        match = await matches.create(svc, operator, terms, seats=[level.bot_id, rival.bot_id])
        assert match.status is MatchStatus.OPEN
