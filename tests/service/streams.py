"""A match followed by a stranger over either transport; cuts are told apart from the end."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import httpx
from pydantic.alias_generators import to_camel
from websockets.exceptions import ConnectionClosed, InvalidMessage

from saqqara_service.models import MatchEvent
from tests.service.documents import RESULT
from tests.service.graphql_enums import with_values
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import PATIENCE_S, Json, bearer

EVENT = " ".join(to_camel(name) for name in MatchEvent.model_fields if name != "result")
EVENT += f" {RESULT}"
NEWS = f"""
subscription News($id: ID!, $after: String, $views: Boolean! = false) {{
  matchEvents(matchId: $id, after: $after, views: $views) {{
    ... on EventNews {{
      kind cursor event {{ {EVENT} }} view {{ matchId game version seat view }}
      turn {{ version seat legalActions {{ notation }} }}
    }}
    ... on HeartbeatNews {{
      kind cursor heartbeat {{ nowMs clocks {{ matchId version toAct leftMs deadlineMs }} }}
    }}
    ... on ResyncNews {{
      kind cursor snapshot {{ match {{ version status }} view {{ version seat view }} }}
      turn {{ version seat legalActions {{ notation }} }}
    }}
  }}
}}
"""


class Lost(Exception):
    """The connection broke before the stream ended."""


Following = Callable[..., AsyncGenerator[Json, None]]


async def by_websocket(
    address: str,
    match_id: str,
    cursor: str | None = None,
    *,
    token: str | None = None,
    views: bool = False,
) -> AsyncGenerator[Json, None]:
    """The news of a match by graphql-transport-ws, resumed by `after`."""
    try:
        # A client that has stopped reading would wait in vain for the answer to its goodbye.
        async with opened(address, max_queue=None) as socket:
            await greet(socket, token)
            await subscribe(socket, "1", NEWS, id=match_id, after=cursor, views=views)
            while (message := await hear(socket))["type"] == "next":
                found = with_values(NEWS, message["payload"]["data"])
                assert found is not None, message
                yield found["matchEvents"]
            assert message == {"type": "complete", "id": "1"}, message
    except (ConnectionClosed, InvalidMessage, OSError, EOFError) as error:
        raise Lost from error


async def by_sse(
    address: str,
    match_id: str,
    cursor: str | None = None,
    *,
    token: str | None = None,
    views: bool = False,
) -> AsyncGenerator[Json, None]:
    """The same by server-sent events, resumed by `Last-Event-ID`."""
    headers = {"accept": "text/event-stream", "last-event-id": cursor or "", **bearer(token)}
    try:
        async with (
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
            client.stream(
                "GET",
                f"/api/v1/matches/{match_id}/events",
                params={"views": views},
                headers=headers,
            ) as answer,
        ):
            assert answer.is_success, await answer.aread()
            async with aclosing(sse(answer)) as items:
                async for item in items:
                    assert item["data"]["cursor"] == item["id"]
                    yield item["data"]
    except httpx.TransportError as error:
        raise Lost from error


async def sse(answer: httpx.Response) -> AsyncGenerator[Json, None]:
    """The items of an event stream: id, event and data."""
    fields: dict[str, str] = {}
    async for line in answer.aiter_lines():
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif not line and "data" in fields:
            yield {**fields, "data": json.loads(fields["data"])}
            fields = {}
