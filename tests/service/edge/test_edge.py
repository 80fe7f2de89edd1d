"""The edge: an action goes past the router, and is answered as anything else is."""

from __future__ import annotations

import asyncio
import gc
from http import HTTPStatus

import httpx
import pytest

from saqqara_service.edge.exchange import Exchange
from saqqara_service.rest.endpoints import Endpoint
from tests.service.transports import GraphQL, Rest, a_decision, a_match, a_party, bearer

ACTIONS = "/api/v1/matches/none/actions"


async def test_what_nobody_foresaw_of_an_action_is_masked_and_logged_once(
    lone_client: httpx.AsyncClient,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who acts hears `internal` and a request id, as by the router; the log has the traceback."""
    party = await a_party(Rest(lone_client))
    match = await a_match(GraphQL(lone_client), party)
    token, ask = await a_decision(lone_client, party, "once")

    def fail(*_: object) -> None:
        raise RuntimeError("scarab")

    monkeypatch.setattr(Endpoint, "_shaped", fail)
    path = f"/api/v1/matches/{match['id']}/actions"
    answer = await lone_client.post(path, json=ask, headers=bearer(token))
    body = answer.json()
    assert (answer.status_code, body["code"]) == (HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
    assert body["requestId"] == answer.headers["x-request-id"]
    assert "scarab" not in answer.text
    faults = [line for line in capfd.readouterr().out.splitlines() if "unexpected" in line]
    assert sum(body["requestId"] in line for line in faults) == 1


async def test_an_action_is_told_from_what_has_its_path(lone_client: httpx.AsyncClient) -> None:
    """Other methods, and what follows the path, are left to the router."""
    read = await lone_client.get(ACTIONS)
    assert (read.status_code, read.headers["allow"]) == (HTTPStatus.METHOD_NOT_ALLOWED, "POST")
    for path in (f"{ACTIONS}/", f"{ACTIONS}/more", ACTIONS.replace("none", "no/ne")):
        assert (await lone_client.post(path)).status_code == HTTPStatus.NOT_FOUND, path


async def test_what_a_cache_may_keep_tells_by_what_it_varies(
    lone_client: httpx.AsyncClient,
) -> None:
    """Also to who sends no origin: the next one who reads it may be a page."""
    answer = await lone_client.get("/api/v1/games")
    assert {"origin", "accept-encoding"} <= {*answer.headers["vary"].lower().split(", ")}


async def test_nothing_of_a_request_stays(lone_client: httpx.AsyncClient) -> None:
    """Though its connection stays open, and without a search for circles: bodies are large."""
    gc.collect()
    gc.disable()
    try:
        for path in (ACTIONS, "/graphql", "/api/v1/accounts"):
            await lone_client.post(path, json={"query": "{ games { name } }"})
        await asyncio.sleep(0.1)
        assert not [one for one in gc.get_objects() if isinstance(one, Exchange)]
    finally:
        gc.enable()


async def test_pages_of_other_origins_act_too(lone_client: httpx.AsyncClient) -> None:
    """A refused action has the headers that let a page read why."""
    asked = {"origin": "https://elsewhere.example"}
    answer = await lone_client.post(ACTIONS, json={}, headers=asked)
    assert answer.status_code == HTTPStatus.UNAUTHORIZED
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "x-request-id" in answer.headers["access-control-expose-headers"]
