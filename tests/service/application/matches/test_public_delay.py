"""A match that is told to the public later than it happens, by every way of asking."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing

import httpx
import pytest

from saqqara_engine.records.record import from_json
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.matches import lists, matches, views
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, SeatTaken, WrongState
from saqqara_service.models import (
    Caller,
    EventNews,
    Match,
    MatchEvent,
    MatchStatus,
    MatchTerms,
    NewsKind,
    SeatView,
    TokenKind,
)
from tests.service.application.play.test_timekeeping import run_out_of_time
from tests.service.feed_items import after, log_of, news_of, page_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import UNHURRIED, Seated, act_at_random, an_owner, play_out, some_bots
from tests.service.sockets import EVENTS, greet, hear, opened, subscribe
from tests.service.transports import Json, Transport, a_match, a_party, bearer

LONGEST_MS = 600_000
SHORT_MS = 600
Item = tuple[MatchEvent, SeatView | None]


async def a_late_match(svc: Service, public_delay_ms: int) -> Seated:
    """A match of two bots of other accounts than its maker's, told so late."""
    owner = await an_owner(svc)
    players = [(await some_bots(svc, await an_owner(svc), 1))[0] for _ in range(2)]
    match = await matches.create(
        svc,
        owner,
        MatchTerms(
            game="imhotep",
            options={"players": 2},
            time_control=UNHURRIED,
            public_delay_ms=public_delay_ms,
        ),
        seats=[None, None],
        start=True,
    )
    for player in players:
        match = await matches.join(svc, player, questions.JoinMatch(match_id=match.id))
    assert match.status is MatchStatus.RUNNING
    return Seated(match, owner, players)


async def outsiders(svc: Service) -> list[Caller | None]:
    """Nobody in particular, a person and a bot, none of whom has to do with any match."""
    person = await an_owner(svc, "passer-by")
    return [None, person, *await some_bots(svc, person, 1)]


async def insiders(svc: Service, seated: Seated) -> list[Caller]:
    """Who made the match, who sits in it, and an admin."""
    admin = await accounts.issue_admin(svc)
    return [
        seated.owner,
        *seated.callers,
        Caller(kind=TokenKind.ADMIN, account_id=admin.account.id),
    ]


async def test_nothing_is_told_before_its_time(svc: Service) -> None:
    """However far the match is, to outsiders it has not begun; to insiders it is as it is."""
    seated = await a_late_match(svc, LONGEST_MS)
    await play_out(svc, seated, random.Random(1))
    for insider in await insiders(svc, seated):
        match = await match_of(svc, seated.id, insider)
        assert (match.status, bool(match.seed)) == (MatchStatus.FINISHED, True)
        assert (
            await views.view(svc, insider, questions.ViewAt(match_id=seated.id))
        ).version == match.version
        assert await record_json(svc, seated.id, insider)
        events, _more = await page_of(svc, seated.id, None, 100, insider)
        assert events
    for outsider in await outsiders(svc):
        match = await match_of(svc, seated.id, outsider)
        assert (match.status, match.version, match.to_act) == (MatchStatus.OPEN, 0, None)
        assert (match.seed, match.result, match.commitment, match.deadline_ms) == (None,) * 4
        assert [seat.left_ms for seat in match.seats] == [UNHURRIED.base_ms] * 2
        for refused in (
            views.view(svc, outsider, questions.ViewAt(match_id=seated.id)),
            record_json(svc, seated.id, outsider),
        ):
            with pytest.raises(WrongState):
                await refused
        assert await page_of(svc, seated.id, None, 100, outsider) == ([], None)
        with pytest.raises(BadCursor):
            await page_of(svc, seated.id, await after(svc, seated.id, 1), 100, outsider)
        async with aclosing(
            news_of(svc, outsider, seated.id, await after(svc, seated.id, 1), views=True)
        ) as news:  # what is not told yet looks like what the store has lost
            item = await anext(news)
            assert (item.snapshot.match, item.snapshot.view, item.turn) == (match, None, None)
        async with aclosing(news_of(svc, outsider, seated.id, None, views=True)) as news:
            beat = await anext(news)
            assert beat.heartbeat is not None
            assert beat.heartbeat.clocks == []
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(news), 0.5)
    (_nobody, _person, bot) = await outsiders(svc)
    assert bot is not None
    with pytest.raises(SeatTaken):
        await matches.join(svc, bot, questions.JoinMatch(match_id=seated.id))


async def test_the_record_of_a_match_is_late_for_the_public(svc: Service) -> None:
    """Of a match that is being played it tells the plies that the public has been told."""
    seated = await a_late_match(svc, SHORT_MS)
    rng, count = random.Random(6), 0
    while count < 3:
        if (await match_of(svc, seated.id, seated.owner)).version < 30:
            await act_at_random(svc, seated, rng)
        acted = (await svc.matches.log(seated.id, 0, None))[1:]
        try:
            record = from_json(await record_json(svc, seated.id))
        except WrongState:
            continue
        now_ms, count = await svc.connection.now_ms(), len(record.plies)
        assert record.seed is None
        assert [ply.action for ply in record.plies] == [event.action for event in acted[:count]]
        assert all(event.at_ms + SHORT_MS <= now_ms for event in acted[:count])
    inside = from_json(await record_json(svc, seated.id, seated.owner))
    assert len(inside.plies) >= count
    assert inside.seed is None


async def test_lists_tell_the_public_form(svc: Service) -> None:
    """A late match is listed under the status that the public is told, and under no other."""
    late = await a_late_match(svc, LONGEST_MS)
    soon = await a_late_match(svc, 1)
    for seated in (late, soon):
        await play_out(svc, seated, random.Random(2))
    await asyncio.sleep(0.05)

    async def listed(status: MatchStatus | None, bot_id: str | None = None) -> set[str]:
        found = (
            await lists.page(svc, Wanted(status, frozenset({bot_id}) if bot_id else None), 10, None)
        ).items
        return {match.id for match in found}

    for _ in range(2):  # the second time the match that is told to its end is in one list only
        assert await listed(MatchStatus.OPEN) == {late.id}
        assert await listed(MatchStatus.RUNNING) == set()
        assert await listed(MatchStatus.FINISHED) == {soon.id}
        assert await listed(None) == {late.id, soon.id}
        assert await listed(MatchStatus.OPEN, late.callers[0].bot_id) == {late.id}


async def test_everything_is_told_as_it_was(svc: Service, redis_url: str) -> None:
    """An outsider sees each version as insiders saw it, after the delay and not before."""
    seated = await a_late_match(svc, SHORT_MS)
    history: dict[int, tuple[Match, SeatView]] = {}
    watching = asyncio.create_task(_glimpses(svc, seated.id))
    rng = random.Random(3)
    flag_at = 9
    while True:
        match = await match_of(svc, seated.id, seated.owner)
        history[match.version] = (
            match,
            await views.view(svc, seated.owner, questions.ViewAt(match_id=seated.id)),
        )
        if match.to_act is None:
            break
        if match.version == flag_at:
            run_out_of_time(redis_url, seated.id)
            history.pop(flag_at)
            await deadlines.sweep(svc)
        else:
            await act_at_random(svc, seated, rng)
        await asyncio.sleep(0.01)
    log = await log_of(svc, seated.id)
    seen = set()
    for before_ms, match, view, after_ms in await watching:
        version = match.version
        seen.add(version)
        assert version == 0 or log[version - 1].at_ms <= after_ms - SHORT_MS
        assert version == len(log) or log[version].at_ms > before_ms - SHORT_MS
        if version in history:
            assert match == history[version][0]
            if view is not None and view.version == version:
                assert view == history[version][1]
    assert len(seen) > 10
    assert len(log) in seen


async def _glimpses(svc: Service, match_id: str) -> list[tuple[int, Match, SeatView | None, int]]:
    """What an outsider sees until the match is over, each with the time before and after."""
    glimpses = []
    while True:
        before_ms = await svc.connection.now_ms()
        match = await match_of(svc, match_id)
        try:
            view = await views.view(svc, None, questions.ViewAt(match_id=match_id))
        except WrongState:
            view = None
        glimpses.append((before_ms, match, view, await svc.connection.now_ms()))
        if match.status is MatchStatus.FINISHED:
            return glimpses
        await asyncio.sleep(0.01)


async def test_an_outsider_follows_late_and_misses_nothing(
    svc: Service, other_svc: Service
) -> None:
    """The public stream tells the same events and views as its maker's, each after the delay."""
    seated = await a_late_match(svc, SHORT_MS)

    async def followed(one: Service, caller: Caller | None) -> list[Item]:
        items = []
        async with aclosing(news_of(one, caller, seated.id, None, views=True)) as news:
            async for item in news:
                assert item.kind is not NewsKind.RESYNC
                if not isinstance(item, EventNews):
                    continue
                if caller is None:
                    assert item.event.at_ms + SHORT_MS <= await svc.connection.now_ms()
                items.append((item.event, item.view))
        return items

    async with asyncio.timeout(60):
        following_it = [
            asyncio.create_task(followed(one, caller))
            for one, caller in ((svc, seated.owner), (svc, None), (other_svc, None))
        ]
        await play_out(svc, seated, random.Random(2))
        inside, *outside = await asyncio.gather(*following_it)
    assert len(inside) > 20
    assert outside == [inside, inside]


async def test_both_transports_keep_the_delay(
    client: httpx.AsyncClient, server: str, transport: Transport
) -> None:
    """By either transport and stream the public is told nothing yet, and the maker everything."""
    party, stranger = await a_party(transport), await a_party(transport)
    match = await a_match(transport, party, publicDelayMs=LONGEST_MS)
    assert match["version"] == 1
    for token in (None, stranger.owner, stranger.tokens[0]):
        match_now = (await transport.match(match["id"], token)).data
        assert (match_now["status"], match_now["version"], match_now["toAct"]) == ("open", 0, None)
        assert (await transport.view(match["id"], token)).code == "wrong_state"
        assert (await transport.record(match["id"], token)).code == "wrong_state"
        path = f"/api/v1/matches/{match['id']}/events"
        assert (await client.get(path, headers=bearer(token))).json()["items"] == []
        kinds = [news["kind"].lower() for news in await first_news(server, match["id"], token)]
        assert kinds == ["heartbeat"]
    for token in (party.owner, party.tokens[0]):
        assert (await transport.match(match["id"], token)).data["version"] == 1
        assert (await transport.view(match["id"], token)).data["version"] == 1
        news = await first_news(server, match["id"], token)
        assert [one["kind"].lower() for one in news] == ["heartbeat", "event"]


async def first_news(server: str, match_id: str, token: str | None) -> list[Json]:
    """What a subscription tells within a moment."""
    news: list[Json] = []
    async with opened(server) as socket:
        await greet(socket, token)
        await subscribe(socket, "1", EVENTS, id=match_id)
        try:
            async with asyncio.timeout(0.5):
                while True:
                    news.append((await hear(socket))["payload"]["data"]["matchEvents"])
        except TimeoutError:
            return news
