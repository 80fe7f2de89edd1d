"""Worlds that a caller cannot tell apart give the same bytes, whatever is asked or done.

In each world the same is done and asked by the same callers over real sockets: every query with all
its fields, every GET, every change that succeeds, refused actions, and both kinds of streams. The
secrets of the match in question differ: deck, coming rounds, other hands, seed. What tells the time
is blanked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest.mock import patch

import pytest
import structlog
from structlog.testing import capture_logs

from saqqara_engine.games import GAMES
from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.app import create_app
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.feeds import match_events
from saqqara_service.application.feeds.replays import FollowerState
from saqqara_service.graphql.schema import schema
from saqqara_service.models import MatchEvent, SeatView
from saqqara_service.pages import site
from saqqara_service.settings import Settings
from tests.service.documents import MUTATIONS
from tests.service.transports import GraphQL, Rest
from tests.service.world_play import Play, match_alone, played
from tests.service.world_questions import OF_A_MATCH, STREAMED, Named, paths, queries
from tests.service.worlds import Deal, World, a_world

IS_LONG: Final = "SIEGE_LONG" in os.environ
TRANSPORTS: Final[dict[str, type[Rest] | type[GraphQL]]] = {"rest": Rest, "graphql": GraphQL}
EVERYTHING: Final = {"preset": "everything", "players": 3}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Worlds to compare with a first one, all through one transport."""

    transport: str
    deal: Deal
    count: int = 1

    def __str__(self) -> str:
        """The case's name."""
        options = "-".join(map(str, self.deal.options.values()))
        return f"{self.transport}-{self.deal.game}-{options}-{self.deal.seat}-{self.deal.depth}"


SHORT: Final = [
    Pairs("graphql", Deal("imhotep", EVERYTHING, 1)),
    Pairs("rest", Deal("duel", {"preset": "b"}, 0)),
]
LONG: Final = [
    Pairs(transport, Deal(name, {"preset": preset, "players": players}, seat, depth), count=4)
    for transport in TRANSPORTS
    for name, game in GAMES.items()
    for preset in game.presets
    for players in sorted({game.players[0], game.players[-1]})
    for seat, depth in ((None, 8), (0, 16), (1, 24))
]
CASES: Final = LONG if IS_LONG else SHORT


async def a_play(
    settings: Settings,
    pairs: Pairs,
    number: int,
    leak: AbstractContextManager[object] | None = None,
) -> tuple[World, Play]:
    """The world of that number after all was played and asked; with a leak, the match alone."""
    async with a_world(settings, pairs.deal, number) as world:
        play = Play(world, TRANSPORTS[pairs.transport](world.client), pairs.deal)
        if leak is None:
            await played(play)
        else:
            with leak:
                await match_alone(play)
        await world.client.get("/metrics")
    return world, play


@pytest.mark.timeout(3_000 if IS_LONG else 300)
@pytest.mark.parametrize("pairs", CASES, ids=str)
async def test_other_secrets_give_the_same_bytes(settings: Settings, pairs: Pairs) -> None:
    """Nothing that anybody can ask, follow or do tells such worlds apart; sizes and order too.

    Nor is any secret, drawn in the making of the match, in an answer, a log line or a metric.
    """
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as lines:
        first, play = await a_play(settings, pairs, 0)
    assert play.done == set(MUTATIONS)
    demand_no_canary(first, repr(lines))
    answers = first.compared(play.blind)
    for number in range(1, pairs.count + 1):
        other, again = await a_play(settings, pairs, number)
        assert first.secrets.drawn != other.secrets.drawn
        assert len(first.secrets.drawn) == len(other.secrets.drawn) == 2
        for one, two in zip(answers, other.compared(again.blind), strict=True):
            if "/metrics" not in one[1]:
                assert one == two
                assert b'"code":"internal"' not in one[2], one


def demand_no_canary(world: World, logged: str) -> None:
    """No secret is told to anybody, and no token but to whom it was issued; nor are they logged."""
    texts = [body.decode(errors="replace") for _, _, body in world.answers]
    for drawn in world.secrets.drawn:
        for form in (drawn.hex(), str(int.from_bytes(drawn)), repr(drawn)[2:-1]):
            assert not [text for text in [*texts, logged] if form in text]
    for words in world.secrets.said:
        assert not [text for text in [*texts, logged] if words in text]
    for token in filter(None, world.names):
        assert len([text for text in texts if token in text]) <= 1
        assert token not in logged


def of_deck(table: Table) -> Any:
    """What no view tells: how chance will fall."""
    return hash(repr(table.game.chance(table.state))) % 1_000


@contextmanager
def past_the_view() -> Iterator[None]:
    """One field past `view`."""
    honest = Table.seen_by

    def seen_by(table: Table, seat: int | None) -> SeatView:
        view = honest(table, seat)
        return view.model_copy(update={"view": {**view.view, "peek": of_deck(table)}})  # type: ignore[dict-item]

    with patch.object(Table, "seen_by", seen_by):
        yield


@contextmanager
def past_the_replay() -> Iterator[None]:
    """One field too many in what followers are told."""
    honest = FollowerState.view

    def view(replay: FollowerState, event: MatchEvent, seat: int | None) -> SeatView:
        item, peek = honest(replay, event, seat), repr(replay._game.chance(replay._state))
        return item.model_copy(update={"view": {**item.view, "peek": peek}})  # type: ignore[dict-item]

    with patch.object(FollowerState, "view", view):
        yield


@contextmanager
def past_the_order() -> Iterator[None]:
    """Legal actions in an order that tells of the deck."""
    honest = dict(GAMES)

    def by_chance(name: str) -> Any:
        game = GAMES[name]

        def legal(state: object) -> list[Any]:
            return sorted(
                game.legal_actions(state),
                key=lambda one: hash((str(one), repr(game.chance(state)))),
            )

        return replace(game, legal_actions=legal)

    with patch.dict(GAMES, {name: by_chance(name) for name in honest}):
        yield


@contextmanager
def past_the_seat() -> Iterator[None]:
    """Notes told to all seats."""

    def event_seen(event: MatchEvent, *_: object) -> MatchEvent:
        return event.revealed()

    with patch.object(match_events, "event_seen", event_seen):
        yield


LEAKS: Final[list[Callable[[], AbstractContextManager[None]]]] = [
    past_the_view,
    past_the_seat,
    past_the_replay,
    past_the_order,
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("leak", LEAKS if IS_LONG else LEAKS[:2], ids=lambda leak: leak.__name__)
async def test_a_leak_is_noticed(
    settings: Settings, leak: Callable[[], AbstractContextManager[None]]
) -> None:
    """With one field past the view, by whatever way out, the same comparison turns red."""
    answers = []
    for number in range(2):
        world, play = await a_play(settings, SHORT[1], number, leak())
        answers.append(world.compared(play.blind))
    differing = [what for (_, what, one), (_, _, two) in zip(*answers, strict=True) if one != two]
    assert differing


EXCEPTED: Final = {
    "/livez": "says only that the process lives",
    "/readyz": "says only whether it can work",
    "/openapi.yaml": "generated from the code, the same on every server",
    "/schema.graphql": "generated from the code, the same on every server",
    "/llms.txt": "lists ladders, and no match",
    "/.well-known/security.txt": "the host's contact, from its settings",
    "/oembed": "asked with the page of the match that it names",
    "/matches/{match_id}": "asked as a page of the match",
    "/embed/matches/{match_id}": "asked as a page of the match",
    "/matches/{match_id}/preview.png": "asked as a page of the match",
    "/matches/{match_id}/board.svg": "asked as a page of the match",
    **dict.fromkeys(
        (
            "/explorer/explorer.js",
            "/explorer/explorer.css",
            "/explorer/LICENSES.txt",
            "/oauth/page.css",
            "/assets/{path:path}",
            "/elements.js",
        ),
        "a file of the package",
    ),
    **dict.fromkeys(site.PAGES, "the front page is asked; the others tell of no match"),
    **dict.fromkeys(
        (
            "/.well-known/oauth-authorization-server",
            "/oauth/register",
            "/oauth/authorize",
            "/oauth/token",
            "/oauth/revoke",
            "/oauth/device",
            "/oauth/device_authorization",
        ),
        "knows of apps and tokens, of no match",
    ),
    "/games/{game}/board.svg": "drawn from the rules alone, the same on every server",
    "/api/v1/avatars/{name}.svg": "drawn from its name alone, the same on every server",
}
"""Routes that are not asked in the worlds, and why not."""


def test_every_operation_and_every_route_is_asked() -> None:
    """The lists are made from the schema and the table of routes, so that nothing is left out."""
    kinds, named = schema()._schema, Named("m", "a", "b", "l", "c")
    assert kinds.query_type is not None
    assert kinds.mutation_type is not None
    assert kinds.subscription_type is not None
    assert {name for name, _ in queries(named, of_match=False)} == set(kinds.query_type.fields)
    assert set(kinds.query_type.fields) >= OF_A_MATCH
    assert set(MUTATIONS) == set(kinds.mutation_type.fields)
    assert set(STREAMED) == set(kinds.subscription_type.fields)
    asked = {name for name, _ in paths(named, of_match=False)}
    assert asked == {one.name for one in OPERATIONS if one.method == "GET"}
    changes = {one.path.replace("{id}", "{}") for one in MUTATIONS.values()}
    posts = {one.path for one in OPERATIONS if one.method == "POST" and not one.by_rest_only}
    assert {braces(path) for path in posts} == {braces(path) for path in changes}


def braces(path: str) -> str:
    """The path without the names of its parts."""
    return "/".join("{}" if "{" in part else part for part in path.split("/"))


def test_every_other_route_is_excepted_by_name(settings: Settings) -> None:
    """What the application serves beside the API is asked by name or listed with a reason."""
    asked = {PREFIX + one.path for one in OPERATIONS} | {"/graphql", "/metrics"}
    served = {str(getattr(route, "path", route)) for route in create_app(settings).routes}
    assert served - asked <= set(EXCEPTED)
