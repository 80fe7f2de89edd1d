"""Doors to a match that was deleted: none tells it from one that never was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, presence
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.matches import courses, forks, matches, views
from saqqara_service.application.play import endings, explanations, previews
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.settings import Settings
from tests.service.actions import act
from tests.service.expired_matches import ALL, a_day_later, a_finished_match, keeping, short_days
from tests.service.transports import bearer
from tests.service.world_questions import HOST, PAGES, Named, paths, queries

__all__ = ["short_days"]
pytestmark = pytest.mark.usefixtures("short_days")
OWN = {"requestId", "cost"}
"""What is another one in each answer."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """All matches go after a day, which is over at once."""
    return keeping(settings, *ALL)


async def test_every_door_answers_as_if_it_had_never_been(
    svc: Service, client: httpx.AsyncClient
) -> None:
    """By both transports and on pages, of every process, also of one that knew the match."""
    token = (await accounts.issue_admin(svc)).token
    seated = await a_finished_match(svc)
    never = "m" + "0" * (len(seated.id) - 1)
    for _ in range(2):  # both processes know it
        assert (await client.get(f"/api/v1/matches/{seated.id}")).status_code == 200
        assert (await client.get(f"/api/v1/matches/{seated.id}/view")).status_code == 200
    await a_day_later(svc)
    for name, path, body in every_question(seated.id):
        answers = []
        for match_id in (seated.id, never):
            for bearing in (None, token):
                answer = await ask(client, Asked(path, body, seated.id), bearing, match_id)
                answers.append((answer.status_code, without(answer, match_id)))
        assert answers[:2] == answers[2:], (name, path)
        assert all(status < 500 for status, _text in answers), (name, path)


def every_question(match_id: str) -> list[tuple[str, str, Any]]:
    """Everything that can be asked about the match."""
    named = Named(match_id, "a", "b", "l", "c")
    asked: list[tuple[str, str, Any]] = []
    asked += [(name, "/graphql", body) for name, body in queries(named, of_match=True)]
    asked += [(name, path, None) for name, path in paths(named, of_match=True)]
    asked += [("page", page.format(id=match_id), None) for page in PAGES]
    return asked


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a match, which is asked about another one, too."""

    path: str
    body: Any
    match_id: str


async def ask(
    client: httpx.AsyncClient, asked: Asked, token: str | None, match_id: str
) -> httpx.Response:
    """The answer to the question when it is about that match."""
    path, body, known = asked.path, asked.body, asked.match_id
    headers = bearer(token) | (HOST if "/api/" not in path and path != "/graphql" else {})
    path = path.replace(known, match_id)
    if body is None:
        return await client.get(path, headers=headers)
    variables = {
        name: match_id if value == known else value for name, value in body["variables"].items()
    }
    return await client.post("/graphql", json=body | {"variables": variables}, headers=headers)


def without(answer: httpx.Response, match_id: str) -> str:
    """What it says, but for the id and what is another one in each answer."""
    try:
        body = answer.json()
    except ValueError:
        return (
            answer.text.replace(match_id, "…") if "text" in answer.headers["content-type"] else ""
        )
    return str(_plain(body)).replace(match_id, "…")


def _plain(value: Any) -> Any:
    match value:
        case dict():
            return {name: _plain(one) for name, one in value.items() if name not in OWN}
        case list():
            return [_plain(one) for one in value]
    return value


async def test_a_process_that_knew_it_refuses_whoever_sat_there(
    svc: Service, other_svc: Service
) -> None:
    """As not found, whatever they do; what a process remembers of a match that is over is no
    answer.
    """
    seated = await a_finished_match(svc)
    player, match_id = seated.callers[0], seated.id
    assert svc.tables.known(match_id) is not None
    assert await a_day_later(other_svc) == 1
    doings: dict[str, Callable[[], Awaitable[object]]] = {
        "act": lambda: act(svc, player, match_id, "get", 1, "late"),
        "code": lambda: act(svc, player, match_id, 1, 1, "coded"),
        "resign": lambda: endings.resign(svc, player, questions.ResignMatch(match_id=match_id)),
        "abort": lambda: endings.abort(svc, player, questions.AbortMatch(match_id=match_id)),
        "start": lambda: matches.start(svc, seated.owner, questions.StartMatch(match_id=match_id)),
        "join": lambda: matches.join(svc, player, questions.JoinMatch(match_id=match_id)),
        "preview": lambda: previews.preview(
            svc, player, questions.PreviewAction(match_id=match_id, action="get")
        ),
        "explain": lambda: explanations.explain(
            svc, player, questions.Explain(match_id=match_id, action="get")
        ),
        "view": lambda: views.view(svc, player, questions.ViewAt(match_id=match_id, version=1)),
        "fork": lambda: forks.of_match(svc, player, match_id, 3),
        "course": lambda: courses.course(svc, match_id, None),
        "void": lambda: endings.void(
            svc, None, questions.VoidMatch(match_id=match_id, note="late")
        ),
    }
    for name, does in doings.items():
        with pytest.raises(NotFound):
            pytest.fail(f"{name}: {await does()}")


async def test_a_feed_goes_on_without_it(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the match is deleted between being listed and being read."""
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 50)
    seated = await a_finished_match(svc)
    player = seated.callers[0]
    live = svc.indexes.live_versions

    async def listed(player_id: str) -> dict[str, int]:
        return {**await live(player_id), seated.id: 7}

    assert await a_day_later(svc) == 1
    with pytest.MonkeyPatch.context() as race:
        race.setattr(svc.indexes, "live_versions", listed)
        items = bot_feed.feed(svc, player)
        assert [(await anext(items)).kind for _ in range(3)] == ["heartbeat"] * 3
        await items.aclose()
