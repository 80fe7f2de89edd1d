"""Which operation of a text is run: the only one, or the one that is named."""

from __future__ import annotations

import httpx
import pytest

from tests.service.sockets import greet, hear, opened, say
from tests.service.transports import Json

TWO = "query First { first: __typename } query Second { second: __typename }"
MIXED = 'query First { __typename } mutation Second { register(input: {name: "x"}) { __typename } }'


@pytest.mark.parametrize("text", [TWO, MIXED])
async def test_several_operations_need_a_name(client: httpx.AsyncClient, text: str) -> None:
    """Nobody guesses which of them was meant; the text may stand in the caches by then."""
    for _ in range(2):
        payload = (await client.post("/graphql", json={"query": text})).json()
        fault = payload["errors"][0]
        assert fault["extensions"]["code"] == "malformed"
        assert "operationName" in fault["message"]
        assert payload.get("data") is None


async def test_the_named_operation_is_run(client: httpx.AsyncClient) -> None:
    """With a name the same text is good; a name that it does not have is malformed."""
    for name, data in (("First", {"first": "Query"}), ("Second", {"second": "Query"})):
        answer = await client.post("/graphql", json={"query": TWO, "operationName": name})
        assert answer.json()["data"] == data
    unknown = await client.post("/graphql", json={"query": TWO, "operationName": "Third"})
    assert unknown.json()["errors"][0]["extensions"]["code"] == "malformed"


async def test_sockets_ask_for_the_name_too(server: str) -> None:
    """Over graphql-transport-ws the operation ends in the same refusal."""
    async with opened(server) as socket:
        await greet(socket)
        payload: Json = {"query": TWO}
        await say(socket, type="subscribe", id="1", payload=payload)
        refused = await hear(socket)
        assert refused["type"] == "error"
        assert refused["payload"][0]["extensions"]["code"] == "malformed"
        await say(socket, type="subscribe", id="2", payload={**payload, "operationName": "Second"})
        assert (await hear(socket))["payload"]["data"] == {"second": "Query"}
