"""Rate limits: what each token and address may ask, what is told of it, what is never held up."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import httpx
import pytest
import redis

from saqqara_service.application.accounts import tokens
from saqqara_service.application.limits import rate_limits
from saqqara_service.application.service import Service
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.matches import legal_now
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    GraphQL,
    Json,
    Rest,
    Transport,
    a_match,
    a_party,
    bearer,
    serving,
)

SLOW = 0.01
"""Calls a second that a test does not live to see."""

ALIKE = 10_000.0
"""Milliseconds that no call takes the processor."""


@asynccontextmanager
async def frugal(
    settings: Settings, *, call_ms: float = ALIKE, **limits: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a process with these limits, where calls cost alike unless a test says not so."""
    with patch.object(rate_limits, "CALL_MS", call_ms):
        async with (
            serving(settings.model_copy(update=limits)) as address,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            yield client


def transports(client: httpx.AsyncClient) -> tuple[Transport, Transport]:
    """Both transports of a client's server."""
    return Rest(client), GraphQL(client)


def limit_headers(answer: httpx.Response) -> tuple[str, str]:
    """The two fields of the draft."""
    return answer.headers["ratelimit-policy"], answer.headers["ratelimit"]


async def spend(transport: Transport, token: str) -> None:
    """Ask until the token's budget is spent."""
    while (await transport.me(token)).code is None:
        pass


async def test_answers_tell_what_is_left(settings: Settings) -> None:
    """Each answer tells the policy, what is left and when all is back; a refusal how long to wait.

    The figures follow from burst and rate: 4 calls, one more every 100 seconds.
    """
    async with frugal(settings, token_burst=4, token_per_s=SLOW) as client:
        token = (await a_party(Rest(client), 1)).tokens[0]
        began = time.monotonic()
        answers = [await client.get("/api/v1/me", headers=bearer(token)) for _ in range(5)]
        late_s = math.ceil(time.monotonic() - began)
        *good, refused = answers
        for left, answer in zip((3, 2, 1, 0), good, strict=True):
            policy, limit = limit_headers(answer)
            assert answer.status_code == 200
            assert policy == '"token";q=4;w=400'
            name, remaining, full_in = limit.split(";")
            assert (name, remaining) == ('"token"', f"r={left}")
            full_s = 100 * (4 - left)
            assert full_s - late_s <= int(full_in.removeprefix("t=")) <= full_s
            assert "retry-after" not in answer.headers
        assert refused.status_code == 429
        assert refused.headers["ratelimit"].startswith('"token";r=0;t=')
        problem = refused.json()
        assert (problem["code"], problem["budget"], problem["limit"]) == (
            "rate_limited",
            "token",
            4,
        )
        assert 0 < problem["retryAfterMs"] <= 100_100  # a refusal puts the next call off
        assert int(refused.headers["retry-after"]) == math.ceil(problem["retryAfterMs"] / 1000)


async def test_who_waits_as_told_is_answered(settings: Settings) -> None:
    """After the time that the refusal names the next call passes."""
    async with frugal(settings, token_burst=1, token_per_s=0.5) as client:
        token = (await a_party(Rest(client), 1)).tokens[0]
        await spend(Rest(client), token)
        refused = await client.get("/api/v1/me", headers=bearer(token))
        while refused.status_code == 200:  # the machine was so slow that a call had come back
            refused = await client.get("/api/v1/me", headers=bearer(token))
        await asyncio.sleep(refused.json()["retryAfterMs"] / 1000)
        assert (await client.get("/api/v1/me", headers=bearer(token))).status_code == 200


async def test_both_transports_and_sockets_pay_from_one_budget(settings: Settings) -> None:
    """By GraphQL the same fields stand in the headers, and the refusal is a problem of its own."""
    async with (
        frugal(settings, token_burst=6, token_per_s=SLOW) as client,
        opened(str(client.base_url).rstrip("/")) as socket,
    ):
        rest, graphql = transports(client)
        party = await a_party(rest, 1)
        token = party.tokens[0]
        ask, mine = {"query": "{ viewer { account { id } bots { id } } }"}, bearer(token)
        two = await client.post("/graphql", json=ask, headers=mine)
        assert limit_headers(two)[1].startswith('"token";r=4;')
        await greet(socket, token)
        await subscribe(socket, "1", "{ viewer { account { id } } }")
        assert "errors" not in (await hear(socket))["payload"]
        await spend(rest, token)
        by_rest, by_graphql = await rest.me(token), await graphql.me(token)
        assert by_rest.code == by_graphql.code == "rate_limited"
        assert by_rest.facts.keys() == by_graphql.facts.keys()
        refused = await client.post("/graphql", json=ask, headers=mine)
        assert int(refused.headers["retry-after"]) > 60
        made = await graphql.do("createBot", token, {"name": "another"})
        assert (made.code, made.facts["budget"]) == ("rate_limited", "token")
        await subscribe(socket, "2", "{ viewer { account { id } } }")
        while (message := await hear(socket))["id"] != "2":
            pass
        assert message["payload"]["errors"][0]["extensions"]["code"] == "rate_limited"
        assert (await rest.me(party.owner)).code is None, "another token has its own budget"


async def test_two_servers_share_a_budget(settings: Settings) -> None:
    """However the calls are spread over replicas, as many pass as one would let pass."""
    limits = {"token_burst": 20, "token_per_s": SLOW}
    async with frugal(settings, **limits) as one, frugal(settings, **limits) as other:
        token = (await a_party(Rest(one), 1)).tokens[0]
        asked = [client.get("/api/v1/me", headers=bearer(token)) for client in [one, other] * 30]
        statuses = [answer.status_code for answer in await asyncio.gather(*asked)]
    assert statuses.count(200) == 20
    assert statuses.count(429) == 40


@pytest.mark.parametrize("processes", [1, 2])
async def test_what_a_match_waits_for_is_never_held_up(
    settings: Settings, svc: Service, processes: int
) -> None:
    """With both bots' budgets spent their match is played on, also by a process that lags behind.

    Actions that it does not wait for are refused.
    """
    limits = {"token_burst": 3, "token_per_s": SLOW}
    async with frugal(settings, **limits) as client, frugal(settings, **limits) as other:
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)
        for token in party.tokens:
            for one in (client, other):
                await spend(Rest(one), token)
        transport: Transport = Rest(client)
        for turn in range(12):
            current, legal = await legal_now(svc, match["id"])
            assert current.to_act is not None
            token = party.tokens[current.to_act]
            ask = {"action": legal[0], "actionId": f"a{turn}", "expectedVersion": current.version}
            transport = transports((client, other)[turn % processes])[turn % 3 % 2]
            stale, early = current.version - 1 or 10**6, current.version + 1
            for wrong in ({"expectedVersion": stale}, {"expectedVersion": early}, {"action": "x"}):
                refused = await transport.do("act", token, {**ask, **wrong}, match["id"])
                assert refused.code == "rate_limited"
            acted = await transport.do("act", token, ask, match["id"])
            assert acted.code is None, acted
            again = await transport.do("act", token, ask, match["id"])
            assert again.code == "rate_limited", "it was answered already"


async def test_only_actions_that_change_nothing_are_charged(
    settings: Settings, svc: Service
) -> None:
    """An applied action costs nothing, a refused or repeated one costs a call."""
    async with frugal(settings, token_burst=9, token_per_s=SLOW) as client:
        transport = Rest(client)
        party = await a_party(transport)
        match = await a_match(transport, party)
        current, legal = await legal_now(svc, match["id"])
        assert current.to_act is not None
        token = party.tokens[current.to_act]
        ask: Json = {"action": legal[0], "actionId": "a", "expectedVersion": current.version}
        path = f"/api/v1/matches/{match['id']}/actions"

        async def act(**other: object) -> httpx.Response:
            return await client.post(path, json={**ask, **other}, headers=bearer(token))

        applied = await act()
        assert applied.json()["version"] == current.version + 1
        assert "ratelimit" not in applied.headers
        for left, other in ((8, {}), (7, {"actionId": "b"}), (6, {"actionId": "c"})):
            answer = await act(**other)
            assert limit_headers(answer)[1].startswith(f'"token";r={left};'), answer.text


async def test_who_has_no_good_token_pays_by_address(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls without a token or with a bad one share the address's budget; good tokens do not."""
    monkeypatch.setattr(rate_limits, "TOTAL_WORTH", 100)
    async with frugal(settings, address_burst=4, address_per_s=SLOW) as client:
        rest, graphql = transports(client)
        party = await a_party(rest, 1)
        assert (await rest.me("junk")).code == "unauthenticated"
        assert (await graphql.me(tokens.make(TokenKind.BOT))).code == "unauthenticated"
        assert (await client.get("/api/v1/games")).status_code == 200
        assert (await rest.me(None)).code == "unauthenticated"
        for bad in (None, "junk", tokens.make(TokenKind.BOT)):
            for transport in (rest, graphql):
                refused = await transport.me(bad)
                assert (refused.code, refused.facts["budget"]) == ("rate_limited", "address")
        assert (await rest.me(party.tokens[0])).code is None
        games = await client.get("/api/v1/games", headers=bearer(party.tokens[0]))
        assert limit_headers(games)[0].startswith('"token"')


async def test_registrations_have_a_budget_of_their_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address that has made its accounts may still ask all else."""
    monkeypatch.setattr(rate_limits, "FEWEST_REGISTRATIONS", 2)
    monkeypatch.setattr(rate_limits, "REGISTRATIONS_PER_S", SLOW)
    async with frugal(settings, address_accounts_per_day=4) as client:
        rest, graphql = transports(client)
        for transport in (rest, graphql):
            assert (await transport.do("register", None, {"name": "Hemiunu"})).code is None
        for transport in (rest, graphql):
            refused = await transport.do("register", None, {"name": "Hemiunu"})
            assert (refused.code, refused.facts["budget"]) == ("rate_limited", "registration")
        assert (await client.get("/api/v1/games")).status_code == 200


async def test_only_a_trusted_proxy_tells_the_address(settings: Settings) -> None:
    """`X-Forwarded-For` counts if it comes from a proxy of ours, and there its last stranger."""
    limits: dict[str, Any] = {"address_burst": 1, "address_per_s": SLOW}

    async def ask(client: httpx.AsyncClient, forwarded: str) -> int:
        headers = {"x-forwarded-for": forwarded}
        return (await client.get("/api/v1/games", headers=headers)).status_code

    async with frugal(settings, **limits) as client:
        assert [await ask(client, f"10.0.0.{n}") for n in range(2)] == [200, 429]
    trusting: dict[str, Any] = {**limits, "trusted_proxies": ("127.0.0.0/8",)}
    async with frugal(settings, **trusting) as client:
        assert [await ask(client, f"10.0.0.{n}") for n in range(2)] == [200, 200]
        assert await ask(client, "198.51.100.7, 10.0.0.1") == 429
        assert [await ask(client, f"2001:db8:0:1::{n}") for n in range(2)] == [200, 429]
        assert [await ask(client, junk) for junk in ("x y:{z}", "\\n")] == [200, 429]


async def test_where_nothing_can_be_counted_nobody_is_held_up(own_server: EmbeddedRedis) -> None:
    """A process that cannot count, as Redis is full, lets pass: budgets are no reason to fail.

    Only the address's total, of twice the calls, goes on: a process counts it by itself.
    """
    limits: dict[str, Any] = {"address_burst": 10, "address_per_s": SLOW}
    async with frugal(Settings(redis_url=own_server.url), **limits) as client:
        assert (await client.get("/readyz")).status_code == 200  # it has seen the store
        with redis.Redis.from_url(own_server.url) as host:
            host.config_set("maxmemory", 1)
        assert [(await client.get("/api/v1/games")).status_code for _ in range(15)] == [200] * 15
