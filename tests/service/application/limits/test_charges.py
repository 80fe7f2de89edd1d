"""What costs much is paid for: by measured work, by whoever asks, and by an address as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from saqqara_service.application.limits import rate_limits
from saqqara_service.application.limits.rate_limits import Charge, RateLimits, RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.limits.token_buckets import DEBT_S, TokenBuckets, Took
from saqqara_service.storage.redis.connection import RedisConnection
from tests.service.matches import legal_now
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import PATIENCE_S, Json, Rest, a_match, a_party, bearer, serving

NEVER = 0.01
"""Calls a second that a test does not live to see."""
TINY_MS = 0.001
"""So little of the processor's time one call pays for that every request is in debt."""


@asynccontextmanager
async def dear(
    settings: Settings, *, call_ms: float = TINY_MS, **limits: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a process where work is dear."""
    with patch.object(rate_limits, "CALL_MS", call_ms):
        async with (
            serving(settings.model_copy(update=limits)) as address,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            yield client


async def test_a_call_pays_for_its_work_and_debts_come_first(settings: Settings) -> None:
    """One call of the burst is worth a hundred if it took a hundred times as long."""
    limits = {"token_burst": 100, "token_per_s": NEVER, "address_burst": 1_000_000}
    async with dear(settings, **limits) as client:
        token = (await a_party(Rest(client), 1)).tokens[0]
        first = await client.get("/api/v1/bots", headers=bearer(token))
        assert first.status_code == 200
        again = await client.get("/api/v1/bots", headers=bearer(token))
        assert (again.status_code, again.json()["budget"]) == (429, "token")


async def test_an_address_pays_for_all_its_tokens(settings: Settings) -> None:
    """Whoever opens more accounts gets no more of the service by that."""
    limits = {"address_burst": 20, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with dear(settings, **limits) as client:
        tokens = [(await a_party(Rest(client), 1)).tokens[0] for _ in range(5)]
        statuses = []
        for _ in range(10):
            for token in tokens:
                answer = await client.get("/api/v1/me", headers=bearer(token))
                statuses.append(answer.status_code)
        assert statuses == [200] * 30 + [429] * 20
        assert answer.json()["budget"] == "address_total"


REFUSED = {
    "unknown path": ("GET", "/nothing", None),
    "syntax": ("POST", "/graphql", {"query": "{ viewer { "}),
    "validation": ("POST", "/graphql", {"query": "{ nothing }"}),
    "tokens": ("POST", "/graphql", {"query": "{" + "viewer{kind}" * 400 + "}"}),
    "introspection": ("POST", "/graphql", {"query": "{ __schema { types { name } } }"}),
    "static": ("GET", "/openapi.yaml", None),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_nothing_is_free(
    settings: Settings, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no budget was asked for is paid by the address, at least one call each."""
    monkeypatch.setattr(rate_limits, "TOTAL_WORTH", 100)
    method, path, body = REFUSED[name]
    limits = {"address_burst": 10, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with dear(settings, **limits) as client:
        for _ in range(10):
            await client.request(method, path, json=body)
        refused = await client.get("/api/v1/games")
        assert (refused.status_code, refused.json()["budget"]) == (429, "address")


async def test_who_is_in_debt_is_refused_before_a_text_is_parsed(settings: Settings) -> None:
    """By HTTP and on a socket; only a short text that may act is still read."""
    limits = {"address_burst": 10, "address_per_s": NEVER, "call_ms": 10_000.0}
    async with (
        dear(settings, **limits) as client,
        opened(str(client.base_url).rstrip("/")) as socket,
    ):
        token = (await a_party(Rest(client), 1)).tokens[0]
        await greet(socket, token)
        while (await client.get("/api/v1/me", headers=bearer(token))).status_code == 200:
            pass
        new = "{ viewer { account { id name createdMs } } }"
        body = (await client.post("/graphql", json={"query": new}, headers=bearer(token))).json()
        assert body["errors"][0]["extensions"]["code"] == "rate_limited"
        assert "data" not in body or body["data"] is None
        await subscribe(socket, "1", new)
        assert (await hear(socket))["payload"][0]["extensions"]["code"] == "rate_limited"


async def test_a_match_is_played_on_in_any_debt(settings: Settings, svc: Service) -> None:
    """With token and address deep in debt every awaited action is taken, and none is charged."""
    async with dear(settings, call_ms=10_000.0) as client:
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)
    async with dear(settings, address_per_s=NEVER) as client:
        token = party.tokens[0]
        while (await client.get("/api/v1/me", headers=bearer(token))).status_code == 200:
            pass
        for turn in range(10):
            current, legal = await legal_now(svc, match["id"])
            assert current.to_act is not None
            ask: Json = {
                "action": legal[0],
                "actionId": f"a{turn}",
                "expectedVersion": current.version,
            }
            acted = await Rest(client).do("act", party.tokens[current.to_act], ask, match["id"])
            assert acted.code is None, acted


class Late(TokenBuckets):
    """Counts a debt when the test lets it."""

    def __init__(self, connection: RedisConnection) -> None:
        super().__init__(connection)
        self.debts: list[asyncio.Event] = []
        self.counted = 0

    async def owe(
        self, name: str, subject: str, *, fill_s: float, cost_s: float, debt_s: float = DEBT_S
    ) -> Took:
        """As ever, but late."""
        is_let = asyncio.Event()
        self.debts.append(is_let)
        await is_let.wait()
        took = await super().owe(name, subject, fill_s=fill_s, cost_s=cost_s, debt_s=debt_s)
        self.counted += 1
        return took


async def test_no_answer_of_redis_forgets_a_debt_that_is_on_its_way(svc: Service) -> None:
    """Who owes twice is not let pass because Redis has counted the first debt only."""
    limits = svc.settings.model_copy(update={"address_burst": 2, "address_per_s": NEVER})
    late = Late(svc.connection)
    rate_limits, client = RateLimits(limits, late, Metrics()), Client("192.0.2.1")
    for _ in range(2):
        rate_limits.close(RequestCost(client, rate_limits))
    while len(late.debts) < 2:
        await asyncio.sleep(0)
    late.debts[0].set()
    while not late.counted:
        await asyncio.sleep(0.001)
    with pytest.raises(RateLimited):
        await rate_limits.charge(client, None, Charge.USUAL)
