"""Matches that wait for bots: finding one, who may sit down, and when it starts."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.matches import lists, matches
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.operations import reconciler
from saqqara_service.application.service import Service
from saqqara_service.errors import ActionIdReused, Forbidden, Malformed, UnknownOption, WrongState
from saqqara_service.models import Match, MatchStatus
from tests.service.lookups import match_of
from tests.service.matches import an_open_match, an_owner, some_bots
from tests.service.transports import Transport, a_match, a_party

PATIENCE_S = 30.0


async def listed(svc: Service, wanted: Wanted, first: int = 2) -> set[str]:
    """The ids of all pages, each match once."""
    ids: list[str] = []
    after: str | None = None
    while True:
        page = await lists.page(svc, wanted, first, after)
        found, after = page.items, page.cursor
        ids += [match.id for match in found]
        if after is None:
            assert len(ids) == len(set(ids))
            return set(ids)


async def until_running(svc: Service, match: Match) -> Match:
    """The match once the sweeps have started it."""
    until = time.monotonic() + PATIENCE_S
    while (found := await match_of(svc, match.id)).status is MatchStatus.OPEN:
        assert time.monotonic() < until, "nobody started it"
        await reconciler.sweep(svc)
        await asyncio.sleep(0.02)
    return found


async def test_a_lobby_lists_what_can_be_joined(svc: Service) -> None:
    """By game, by players, and only where a seat is free."""
    owner = await an_owner(svc)
    bots = [bot.bot_id for bot in await some_bots(svc, owner, 2)]
    two = await an_open_match(svc, owner, 2)
    three = await an_open_match(svc, owner, 3)
    duel = await an_open_match(svc, owner, 2, game="duel", options={})
    full = await an_open_match(svc, owner, 2, seats=bots)
    started = await an_open_match(svc, owner, 2, seats=bots, start=True)
    assert await listed(svc, Wanted(is_joinable=True)) == {two.id, three.id, duel.id}
    assert await listed(svc, Wanted(is_joinable=True, game="imhotep", players=2)) == {two.id}
    assert await listed(svc, Wanted(game="duel")) == {duel.id}
    assert await listed(svc, Wanted(players=2)) == {two.id, duel.id, full.id, started.id}
    assert await listed(svc, Wanted(MatchStatus.RUNNING, is_joinable=True)) == set()


async def test_few_among_many_are_found_page_by_page(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page stops looking after a while; its cursor goes on where it stopped."""
    monkeypatch.setattr(lists, "MORE", (3,))
    owner = await an_owner(svc)
    wanted = await an_open_match(svc, owner, 3)
    for _ in range(20):
        await an_open_match(svc, owner, 2)
    page = await lists.page(svc, Wanted(players=3), 1, None)
    found, after = page.items, page.cursor
    assert found == []
    assert after is not None
    assert await listed(svc, Wanted(players=3), 1) == {wanted.id}


async def test_seats_may_be_kept_for_some(svc: Service) -> None:
    """Only the bots and the accounts that a match is open to sit down in it."""
    owner, friend, stranger = [await an_owner(svc, name) for name in ("one", "two", "three")]
    invited, other = await some_bots(svc, stranger, 2)
    (befriended,) = await some_bots(svc, friend, 1)
    match = await an_open_match(svc, owner, open_to=[friend.account_id, str(invited.bot_id)])
    with pytest.raises(Forbidden, match="openTo"):
        await matches.join(svc, other, questions.JoinMatch(match_id=match.id))
    await matches.join(svc, befriended, questions.JoinMatch(match_id=match.id))
    assert (await matches.join(svc, invited, questions.JoinMatch(match_id=match.id))).seats[
        1
    ].bot_id == invited.bot_id


async def test_a_match_waits_for_its_instant(svc: Service) -> None:
    """It starts neither by its last seat nor by a call before then, and by itself at that time."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    start_at_ms = await svc.connection.now_ms() + 1_500
    match = await an_open_match(svc, owner, start=True, start_at_ms=start_at_ms)
    for bot in bots:
        match = await matches.join(svc, bot, questions.JoinMatch(match_id=match.id))
    assert match.status is MatchStatus.OPEN
    with pytest.raises(WrongState, match="starts automatically"):
        await matches.start(svc, owner, questions.StartMatch(match_id=match.id))
    await until_running(svc, match)
    (started,) = await svc.matches.log(match.id, 0, None)
    assert started.at_ms >= start_at_ms
    assert (await svc.timers.due()).ids == []
    with pytest.raises(Malformed, match=r"at most .* from now"):
        await an_open_match(svc, owner, start_at_ms=start_at_ms + 8 * 86_400_000)


async def test_a_full_match_starts_though_its_starter_died(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last seat and the start a process may die: a sweep of any other starts it."""
    owner = await an_owner(svc)
    one, other = await some_bots(svc, owner, 2)

    async def die(_svc: Service, _match_id: str) -> Match:
        raise ConnectionAbortedError

    monkeypatch.setattr(matches, "start_if_full", die)
    for seats in ([one.bot_id, other.bot_id], [one.bot_id, None]):
        with pytest.raises(ConnectionAbortedError):
            await an_open_match(svc, owner, seats=seats, start=True, match_id=f"m{seats[1]}")
    with pytest.raises(ConnectionAbortedError):
        await matches.join(svc, other, questions.JoinMatch(match_id="mNone"))
    left = [await match_of(svc, match_id) for match_id in (f"m{other.bot_id}", "mNone")]
    assert [match.status for match in left] == [MatchStatus.OPEN] * 2
    assert [(await until_running(other_svc, match)).version for match in left] == [1, 1]
    assert (await svc.timers.due()).ids == []


async def test_a_key_makes_one_match(svc: Service, other_svc: Service) -> None:
    """However often a creation is sent under a key, one match is made; the key is its caller's."""
    owner, stranger = await an_owner(svc), await an_owner(svc, "stranger")
    made = await asyncio.gather(
        *(an_open_match(one, owner, key="my first") for one in (svc, other_svc) * 3)
    )
    assert len({match.id for match in made}) == 1
    assert (await an_open_match(svc, stranger, key="my first")).id != made[0].id
    with pytest.raises(ActionIdReused):
        await an_open_match(svc, owner, 3, key="my first")
    assert (await an_open_match(svc, owner, key="my second")).id != made[0].id


async def test_both_transports_make_one_match_under_one_key(transport: Transport) -> None:
    """Terms of open seats are told, and a repetition finds the same match."""
    party = await a_party(transport)
    terms = {"seats": [None, None], "openTo": [party.ids[0]], "startAtMs": 7, "key": "once"}
    first, again = [await a_match(transport, party, **terms) for _ in range(2)]
    assert first == again
    assert (first["openTo"], first["startAtMs"]) == ([party.ids[0]], 7)
    refused = await transport.do("joinMatch", party.tokens[1], {}, first["id"])
    assert refused.code == "forbidden"
    answer = await transport.ask(
        "matches", None, {"joinable": True, "game": "imhotep", "players": 2}
    )
    assert [match["id"] for match in answer.data["items"]] == [first["id"]]


async def test_what_cannot_be_started_any_more_holds_up_nothing(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose game is gone is dropped, one that breaks the sweep is tried again."""
    owner = await an_owner(svc)
    bots = [bot.bot_id for bot in await some_bots(svc, owner, 2)]
    start_at_ms = await svc.connection.now_ms() + 1_500
    call: dict[str, Any] = {"seats": bots, "start": True, "start_at_ms": start_at_ms}
    gone, broken, good = [
        await an_open_match(svc, owner, match_id=name, **call)
        for name in ("gone", "broken", "good")
    ]
    start = matches.start_if_full

    async def start_but_for(some: Service, match_id: str) -> Match:
        if match_id == gone.id:
            raise UnknownOption("this game is not played here any more")
        if match_id == broken.id:
            raise ZeroDivisionError
        return await start(some, match_id)

    with monkeypatch.context() as patched:
        patched.setattr(reconciler, "start_if_full", start_but_for)
        await until_running(svc, good)
        assert gone.id not in (await svc.timers.due()).ids
    await until_running(svc, broken)
    assert (await match_of(svc, gone.id)).status is MatchStatus.OPEN
