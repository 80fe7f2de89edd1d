"""What an answer by GraphQL tells of its cost and of what is left."""

from __future__ import annotations

import httpx
from websockets.asyncio.client import ClientConnection

from saqqara_service.application.limits.meter import whole_ms
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client, Payer, RateLimit
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.service.application.limits.test_rate_limits import SLOW, frugal
from tests.service.documents import mutation
from tests.service.matches import legal_now
from tests.service.sockets import EVENTS, greet, hear, opened, subscribe
from tests.service.transports import GraphQL, Json, a_match, a_party, bearer

GAMES = {"query": "{ games { name } }"}
"""An operation that is run by a plan."""

TWICE = {"query": "{ one: games { name } two: games { name } }"}
"""One that the library runs; each field is a call."""


MATCH = '{ game: "imhotep", seats: [null, null], timeControl: { kind: UNTIMED } }'
MATCHES: Json = {
    "query": "mutation { "
    + " ".join(f"a{n}: createMatch(input: {MATCH}) {{ __typename }}" for n in range(15))
    + " }"
}
"""Fifteen operations of one document, each as dear as a match."""


async def cost_of(client: httpx.AsyncClient, token: str | None, body: Json) -> Json:
    """What the answer of an operation tells of its cost."""
    answer = await client.post("/graphql", json=body, headers=bearer(token))
    cost: Json = answer.json()["extensions"]["cost"]
    return cost


async def test_each_field_of_the_root_is_a_call(settings: Settings) -> None:
    """Planned or not, the cost is told with what is left of the token's budget."""
    async with frugal(settings, token_burst=10, token_per_s=SLOW) as client:
        token = (await a_party(GraphQL(client), 1)).tokens[0]
        planned, run = [await cost_of(client, token, body) for body in (GAMES, TWICE)]
        for cost, calls, left in ((planned, 1, 9), (run, 2, 7)):
            budget = cost["budget"]
            assert cost["calls"] == calls
            assert cost["processorMs"] > 0
            assert (budget["name"], budget["limit"], budget["remaining"]) == ("token", 10, left)
            assert 0 < budget["fullInMs"] <= (10 - left) / SLOW * 1000


async def test_what_takes_the_processor_long_costs_more(settings: Settings) -> None:
    """Beyond `CALL_MS` the processor's time is charged, and told at once."""
    limits = {"call_ms": 0.1, "address_burst": 100_000}
    async with frugal(settings, token_burst=10_000, token_per_s=SLOW, **limits) as client:
        token = (await a_party(GraphQL(client), 1)).tokens[0]
        cost = await cost_of(client, token, GAMES)
        assert cost["calls"] >= cost["processorMs"] / 0.1 * 0.9
        assert cost["calls"] > 1
        left = (await cost_of(client, token, GAMES))["budget"]["remaining"]
        assert left < cost["budget"]["remaining"]


async def test_matches_made_in_one_document_count_as_one_each(settings: Settings) -> None:
    """A budget for ten makes ten of fifteen."""
    async with frugal(settings, token_burst=10, token_per_s=SLOW, call_ms=1000) as client:
        token = (await a_party(GraphQL(client), 0)).owner
        assert await made_of_fifteen(client, token) == ["Match"] * 10 + ["RateLimited"] * 5


async def test_what_a_document_has_cost_is_paid_before_it_goes_on(settings: Settings) -> None:
    """The processor's time of the first operations is missing for the later ones."""
    limits = {"call_ms": 0.1, "address_burst": 100_000}
    async with frugal(settings, token_burst=15, token_per_s=SLOW, **limits) as client:
        token = (await a_party(GraphQL(client), 0)).owner
        made = await made_of_fifteen(client, token)
        assert made[0] == "Match"
        assert made[-1] == "RateLimited"


async def made_of_fifteen(client: httpx.AsyncClient, token: str) -> list[str]:
    """What fifteen operations of one document answered."""
    answer = await client.post("/graphql", json=MATCHES, headers=bearer(token))
    data: dict[str, Json] = answer.json()["data"]
    return [one["__typename"] for one in data.values()]


async def test_a_stranger_is_told_the_budget_of_its_address(settings: Settings) -> None:
    """Who brings no token pays as an address."""
    async with frugal(settings) as client:
        cost = await cost_of(client, None, {"query": "{ games { name } }"})
        assert cost["budget"]["name"] == "address"


async def test_a_refusal_by_a_field_tells_its_cost_too(settings: Settings) -> None:
    """An error is an answer like any other."""
    async with frugal(settings) as client:
        cost = await cost_of(client, None, {"query": '{ match(id: "none") { id } }'})
        assert cost["calls"] == 1


async def test_what_a_cache_may_keep_tells_no_budget(settings: Settings) -> None:
    """By GET there are only the header fields, so that equal answers are equal."""
    async with frugal(settings) as client:
        answer = await client.get("/graphql", params={"query": "{ games { name } }"})
        assert "extensions" not in answer.json()
        assert "ratelimit" in answer.headers


async def test_a_socket_tells_the_cost_of_each_operation(settings: Settings, svc: Service) -> None:
    """An action that is applied costs nothing, and a subscription tells of no cost."""
    async with frugal(settings, token_burst=50, token_per_s=SLOW) as client:
        party = await a_party(GraphQL(client))
        match = await a_match(GraphQL(client), party)
        current, (action, *_) = await legal_now(svc, match["id"])
        ask = {"matchId": match["id"], "action": action, "actionId": "a"}
        ask |= {"expectedVersion": current.version}
        async with opened(str(client.base_url).rstrip("/")) as socket:
            await greet(socket, party.tokens[current.to_act or 0])
            await subscribe(socket, "twice", TWICE["query"])
            twice = await answer_of(socket, "twice")
            await subscribe(socket, "act", mutation("act"), input=ask)
            act = await answer_of(socket, "act")
            await subscribe(socket, "events", EVENTS, id=match["id"])
            event = await answer_of(socket, "events")
        assert twice["extensions"]["cost"]["calls"] == 2
        assert act["data"]["act"]["__typename"] == "Acted"
        assert (act["extensions"]["cost"]["calls"], act["extensions"]["cost"]["budget"]) == (
            0,
            None,
        )
        assert "extensions" not in event


async def answer_of(socket: ClientConnection, name: str) -> Json:
    """The first answer of the operation of that name."""
    while True:
        message = await hear(socket)
        if (message["type"], message["id"]) == ("next", name):
            payload: Json = message["payload"]
            return payload


async def test_a_cost_is_told_in_whole_milliseconds(svc: Service) -> None:
    """What is finer would tell apart worlds that nobody may tell apart; debts are as coarse."""
    costs = set()
    for spent_s in (0.00911, 0.00947, 0.00999):
        one = RequestCost(Client("192.0.2.1"), svc.rate_limits)
        one.payers = (Payer(RateLimit("token", 100, 1.0), "nobody"),)
        one.spent_s = spent_s
        svc.rate_limits.settle(one)
        costs.add((one.calls, one.paid, whole_ms(one.so_far_s)))
    assert costs == {(2.0, 2.0, 10)}
