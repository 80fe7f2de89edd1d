"""The lobby: what there is to join and to watch, told to whoever looks, at once and to the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges
from saqqara_service.application.feeds import lobby
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    DeclineReason,
    LobbyChallenge,
    LobbyKind,
    LobbyMatch,
    LobbyNews,
    MatchStatus,
    MatchTerms,
)
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.challengers import a_challenge, some_rivals
from tests.service.matches import UNHURRIED, Seated, a_match, an_owner, play_out, some_bots
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import PATIENCE_S, GraphQL, Json, a_party
from tests.service.transports import a_match as a_match_by

EVERY = questions.LobbyFilter()
LOBBY = """subscription($game: String) { lobbyNews(game: $game) {
  ... on LobbyMatch { kind match { id status seats { bot { name } } } }
  ... on LobbyChallenge { kind challenge { id } }
  ... on LobbyHeartbeat { kind nowMs }
} }"""


class Visitor:
    """One who follows the lobby and keeps what it tells."""

    def __init__(self) -> None:
        self.heard: list[LobbyNews] = []
        self._new = asyncio.Condition()

    async def listen(
        self, svc: Service, caller: Caller | None, wanted: questions.LobbyFilter
    ) -> None:
        """Keep all that is told."""
        async with aclosing(lobby.news(svc, caller, wanted)) as items:
            async for item in items:
                async with self._new:
                    self.heard.append(item)
                    self._new.notify_all()

    async def until(self, match_id: str, *states: tuple[MatchStatus, int]) -> None:
        """Wait until exactly this was told of a match: each status and number of taken seats."""
        async with asyncio.timeout(PATIENCE_S), self._new:
            await self._new.wait_for(lambda: self.of(match_id)[-len(states) :] == [*states])
        assert self.of(match_id) == [*states]

    def of(self, match_id: str) -> list[tuple[MatchStatus, int]]:
        """What was told of a match."""
        heard = [item.match for item in self.heard if isinstance(item, LobbyMatch)]
        found = [match for match in heard if match.id == match_id]
        return [
            (one.status, sum(seat.player_id is not None for seat in one.seats)) for one in found
        ]


@asynccontextmanager
async def visiting(
    svc: Service, caller: Caller | None = None, wanted: questions.LobbyFilter = EVERY
) -> AsyncIterator[Visitor]:
    """A visitor for the time of the block, who has heard the beginning."""
    visitor = Visitor()
    listening = asyncio.create_task(visitor.listen(svc, caller, wanted))
    try:
        while not visitor.heard:
            await asyncio.sleep(0.01)
            assert not listening.done(), listening
        yield visitor
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def an_open_match(svc: Service) -> tuple[str, list[Caller]]:
    """A match with two free seats, and two who may take them."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    terms = MatchTerms(game="imhotep", options={"players": 2}, time_control=UNHURRIED)
    match = await matches.create(svc, owner, terms, seats=[None, None], start=True)
    return match.id, bots


OPEN, RUNNING, FINISHED = MatchStatus.OPEN, MatchStatus.RUNNING, MatchStatus.FINISHED


async def test_a_visitor_sees_a_match_come_fill_begin_and_end(svc: Service) -> None:
    """Each once, and no action between."""
    async with visiting(svc) as visitor:
        match_id, bots = await an_open_match(svc)
        await visitor.until(match_id, (OPEN, 0))
        await matches.join(svc, bots[0], questions.JoinMatch(match_id=match_id))
        await visitor.until(match_id, (OPEN, 0), (OPEN, 1))
        match = await matches.join(svc, bots[1], questions.JoinMatch(match_id=match_id))
        seated = Seated(match, bots[0], bots)
        await play_out(svc, seated, random.Random(1))
        async with asyncio.timeout(PATIENCE_S):
            while visitor.of(match_id)[-1][0] is not FINISHED:
                await asyncio.sleep(0.01)
        assert set(visitor.of(match_id)[2:]) <= {(OPEN, 2), (RUNNING, 2), (FINISHED, 2)}
        assert len(set(visitor.of(match_id))) == len(visitor.of(match_id))


async def test_who_comes_later_is_told_what_there_is(svc: Service) -> None:
    """Open and running matches, none that is over; of the game and size that are wanted."""
    running, (open_id, _bots) = await a_match(svc), await an_open_match(svc)
    over = await a_match(svc)
    await play_out(svc, over, random.Random(2))
    items = await lobby.now(svc, None, EVERY)
    assert {one.match.id for one in items if isinstance(one, LobbyMatch)} == {running.id, open_id}
    assert await lobby.now(svc, None, questions.LobbyFilter(game="duel")) == []
    assert await lobby.now(svc, None, questions.LobbyFilter(players=3)) == []
    assert len(await lobby.now(svc, None, questions.LobbyFilter(players=2, game="imhotep"))) == 2


async def test_what_nobody_was_notified_of_is_told_with_the_next_heartbeat(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notification may be lost; the match is there all the same, and so is its end."""
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 200)
    seated = await a_match(svc)
    async with visiting(svc) as visitor:
        await visitor.until(seated.id, (RUNNING, 2))
        svc.hub._by_place.clear()
        match_id, _bots = await an_open_match(svc)
        await play_out(svc, seated, random.Random(3))
        await visitor.until(match_id, (OPEN, 0))
        await visitor.until(seated.id, (RUNNING, 2), (FINISHED, 2))


async def test_the_lobby_keeps_the_delay_of_a_match(svc: Service) -> None:
    """Whoever looks, also one who sits there, is told of it as the public is, and then is told."""
    async with visiting(svc) as visitor:
        seated = await a_late_match(svc, 1_500)
        (match,) = [
            one.match
            for one in await lobby.now(svc, seated.callers[0], EVERY)
            if isinstance(one, LobbyMatch)
        ]
        assert (match.status, match.version) == (OPEN, 0)
        async with asyncio.timeout(PATIENCE_S):
            while (RUNNING, 2) not in visitor.of(seated.id):
                await asyncio.sleep(0.05)
        assert visitor.of(seated.id)[-1] == (RUNNING, 2)


async def test_a_person_is_told_of_its_own_challenges_only(svc: Service) -> None:
    """What is pending, what is new and how it ends; who has no part hears nothing of it."""
    rivals, others = await some_rivals(svc), await some_rivals(svc)
    pending = await a_challenge(svc, rivals)
    person, stranger = rivals.owners[1], others.owners[0]
    async with (
        visiting(svc, person) as own,
        visiting(svc, stranger) as other,
        visiting(svc) as any_,
    ):
        new = await a_challenge(svc, rivals)
        await challenges.decline(
            svc,
            rivals.bots[1],
            questions.DeclineChallenge(challenge_id=new.id, reason=DeclineReason.DECLINED),
        )

        def heard_challenges() -> list[tuple[str, str]]:
            found = [item.challenge for item in own.heard if isinstance(item, LobbyChallenge)]
            return [(one.id, one.status.value) for one in found]

        async with asyncio.timeout(PATIENCE_S):
            while (new.id, "declined") not in heard_challenges():
                await asyncio.sleep(0.01)
        assert heard_challenges()[0] == (pending.id, "pending")
        heard = [item.kind for item in (*other.heard, *any_.heard)]
        assert LobbyKind.CHALLENGE not in heard


async def test_the_lobby_is_followed_by_websocket(server: str, client: httpx.AsyncClient) -> None:
    """Without a token; with an edge from a seat to its bot; until the client has had enough."""
    async with opened(server) as socket:
        await greet(socket)
        await subscribe(socket, "1", LOBBY, game="imhotep")
        first = (await hear(socket))["payload"]["data"]["lobbyNews"]
        assert first["kind"] == "HEARTBEAT"
        party = await a_party(GraphQL(client))
        match = await a_match_by(GraphQL(client), party)
        items: list[Json] = []
        while not items or items[-1]["match"]["status"] != "RUNNING":
            message = await hear(socket)
            items.append(message["payload"]["data"]["lobbyNews"])
            if items[-1]["kind"] == "HEARTBEAT":
                items.pop()
        assert items[-1]["match"]["id"] == match["id"]
        names = [seat["bot"]["name"] for seat in items[-1]["match"]["seats"]]
        assert names == ["bot 0", "bot 1"]
