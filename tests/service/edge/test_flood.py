"""One token asks without end: it is refused, and a match beside it is played on."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from saqqara_service.application.service import Service
from tests.service.edge.floods import flooding
from tests.service.matches import legal_now
from tests.service.replicas import api_processes
from tests.service.transports import PATIENCE_S, Json, Party, Rest, a_match, a_party

TURNS = 60
CONNECTIONS = 24
OVERLOAD_S = 3.0
FUTURE = {"action": "get", "expectedVersion": 10**6, "actionId": "a"}


@pytest.fixture
async def server(redis_url: str, tmp_path: Path) -> AsyncIterator[str]:
    """One API process as a host runs it."""
    with api_processes(redis_url, tmp_path / "api.log", count=1) as (port,):
        yield f"http://127.0.0.1:{port}"


async def played(
    transport: Rest, svc: Service, party: Party, match: Json, turns: int = TURNS
) -> list[float]:
    """Play so many turns, each of them applied; how long each took, sorted."""
    took_s = []
    for turn in range(turns):
        current, legal = await legal_now(svc, match["id"])
        assert current.to_act is not None
        ask = {"action": legal[0], "expectedVersion": current.version, "actionId": f"t{turn}"}
        began = time.perf_counter()
        acted = await transport.do("act", party.tokens[current.to_act], ask, match["id"])
        took_s.append(time.perf_counter() - began)
        assert acted.code is None, acted
    return sorted(took_s)


async def test_a_flood_is_refused_and_hurts_nobody(
    server: str, svc: Service, tmp_path: Path
) -> None:
    """Calls of the budget are answered, the rest get 429 before they work.

    Nor do they fill the log.
    """
    async with httpx.AsyncClient(base_url=server, timeout=PATIENCE_S) as client:
        transport = Rest(client)
        party, strangers = await a_party(transport), await a_party(transport)
        other = await a_match(transport, strangers)
        flooder = strangers.tokens[0]
        path, body = f"/api/v1/matches/{other['id']}/actions", json.dumps(FUTURE).encode()
        began = time.monotonic()
        flood_of = flooding(
            server, path, flooder, connections=CONNECTIONS, body=body, home="127.0.0.2"
        )
        async with flood_of as flood:
            while flood.statuses.count(429) < 100:
                await played(transport, svc, party, await a_match(transport, party))
            took_s = time.monotonic() - began
        assert set(flood.statuses) == {409, 429}
        most = 200 + 50 * took_s + CONNECTIONS
        assert flood.statuses.count(409) <= most
        assert f'"path": "{path}"' not in (tmp_path / "api.log").read_text()


async def test_at_overload_those_who_are_let_in_are_served_as_ever(
    redis_url: str, svc: Service, tmp_path: Path
) -> None:
    """Ten times as many as a process carries: about as many are served as without the others.

    Others hear 503 and ask again at once; when they are gone everybody is let in. Whatever is shed,
    a match is played on: each of its actions is taken the first time.
    """
    limits = {
        "SAQQARA_MAX_OPERATIONS": "8",
        "SAQQARA_TOKEN_BURST": "1000000",
        "SAQQARA_TOKEN_PER_S": "100000",
        "SAQQARA_ADDRESS_BURST": "1000000",
        "SAQQARA_ADDRESS_PER_S": "100000",
    }
    with api_processes(redis_url, tmp_path / "api.log", count=1, **limits) as (port,):
        server = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=server, timeout=PATIENCE_S) as client:
            transport = Rest(client)
            token, party = (await a_party(transport, 1)).tokens[0], await a_party(transport)
            match = await a_match(transport, party)
            async with flooding(server, "/api/v1/me", token, connections=4) as alone:
                await asyncio.sleep(OVERLOAD_S)
            async with flooding(server, "/api/v1/me", token, connections=80) as crowd:
                ends_at = time.monotonic() + OVERLOAD_S
                took_s = await played(transport, svc, party, match, turns=20)
                await asyncio.sleep(ends_at - time.monotonic())
                assert (await client.get("/readyz")).status_code == 200
            async with flooding(server, "/api/v1/me", token, connections=4) as after:
                async with asyncio.timeout(PATIENCE_S):
                    while len(after.of(200)) < 100:
                        await asyncio.sleep(0.01)
    assert set(alone.statuses) == {200}
    assert set(crowd.statuses) == {200, 503}
    assert took_s[len(took_s) // 2] < 1
    assert len(crowd.of(200)) > len(alone.of(200)) / 3
