"""One token asks without end: it is refused quickly, and a match beside it is played on."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from saqqara_service.application.service import Service
from tests.service.doors import PATIENCE_S, Json, Party, Rest, a_match, a_party
from tests.service.floods import flooding
from tests.service.replicas import api_processes
from tests.service.seated import legal_now

TURNS = 60
CONNECTIONS = 24


@pytest.fixture
async def server(redis_url: str, tmp_path: Path) -> AsyncIterator[str]:
    """One API process as a host runs it."""
    with api_processes(redis_url, tmp_path / "api.log", count=1) as (port,):
        yield f"http://127.0.0.1:{port}"


async def played(door: Rest, svc: Service, party: Party, match: Json) -> list[float]:
    """Play so many turns, each of them applied; how long each took, sorted."""
    took_s = []
    for turn in range(TURNS):
        current, legal = await legal_now(svc, match["id"])
        assert current.to_act is not None
        ask = {"action": legal[0], "expectedVersion": current.version, "actionId": f"t{turn}"}
        began = time.perf_counter()
        acted = await door.do("act", party.tokens[current.to_act], ask, match["id"])
        took_s.append(time.perf_counter() - began)
        assert acted.code is None, acted
    return sorted(took_s)


@pytest.mark.parametrize("what", ["reads", "actions"])
async def test_a_flood_is_refused_and_hurts_nobody(server: str, svc: Service, what: str) -> None:
    """Of thousands of calls those of the budget are answered, the rest get 429 before they work."""
    async with httpx.AsyncClient(base_url=server, timeout=PATIENCE_S) as client:
        door = Rest(client)
        party, strangers = await a_party(door), await a_party(door)
        other = await a_match(door, strangers)
        flooder = strangers.tokens[0]
        future = {"action": "get", "expectedVersion": 10**6, "actionId": "a"}
        body = None if what == "reads" else json.dumps(future).encode()
        path = "/api/v1/me" if body is None else f"/api/v1/matches/{other['id']}/actions"
        began = time.monotonic()
        flood_of = flooding(server, path, flooder, connections=CONNECTIONS, body=body)
        async with flood_of as flood:
            while flood.statuses.count(429) < 500:
                await played(door, svc, party, await a_match(door, party))
            took_s = time.monotonic() - began
        before = 200 if what == "reads" else 409
        assert set(flood.statuses) == {before, 429}
        most = 200 + 50 * took_s + CONNECTIONS
        assert flood.statuses.count(before) <= most
        refused = flood.of(429)
        assert refused[len(refused) // 2] < 1
