"""The order of refusals: authentication, reading and permission come before the cost queue."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast
from unittest.mock import patch

import httpx
import pytest
from starlette.applications import Starlette

from saqqara_service.application.limits import rate_limits
from saqqara_service.application.limits.cost_queue import CostQueue
from saqqara_service.application.limits.meter import CostMeter
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.settings import Settings
from tests.service.application.limits.test_rate_limits import ALIKE, SLOW, transports
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Rest,
    a_decision,
    a_match,
    a_party,
    stoppable_server,
)

LISTS = [("rest", "challenges_page"), ("graphql", "challenges_page")]
NEVER_S, SOON_S = 1_000.0, 1.0
"""What the lists of others have cost: so much that no turn comes in time, or in a few seconds."""
COSTLY = "{ challenges { nodes { id } } }"
CHEAP = "{ games { name } }"


def fill(cost_queue: CostQueue, cost_s: float) -> None:
    """Let somebody else have had lists by either transport that cost that much."""
    for operation in LISTS:
        one = CostMeter(("192.0.2.1",))
        one.operations, one.reserved_s = [operation], 0.001
        one.add(cost_s)
        cost_queue.settle(one)


@asynccontextmanager
async def a_process(
    settings: Settings, **limits: float
) -> AsyncIterator[tuple[httpx.AsyncClient, Service]]:
    """A client of a process with these limits, and that process."""
    few = settings.model_copy(update=limits)
    with patch.object(rate_limits, "CALL_MS", ALIKE):
        async with (
            stoppable_server(few) as (address, server),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            yield client, cast("Starlette", server.config.app).state.service


REFUSALS: list[tuple[str, str, Json]] = [
    ("unauthenticated", "nobody", {}),
    ("unauthenticated", "junk", {}),
    ("forbidden", "narrow", {}),
    ("malformed", "bot", {"first": 101}),
    ("busy", "bot", {}),
    ("rate_limited", "bot", {}),
]
"""What is heard, who asks, and what; a call that waits in vain is charged like any other."""


@pytest.mark.parametrize("number", [0, 1], ids=["rest", "graphql"])
async def test_the_lane_comes_last(settings: Settings, number: int) -> None:
    """By both transports: who, may they, what do they ask; then what it costs."""
    async with a_process(settings, token_burst=2, token_per_s=SLOW) as (client, svc):
        party = await a_party(Rest(client), 1)
        narrow = {"name": "narrow", "botId": party.ids[0], "scopes": ["match_play"]}
        token = (await Rest(client).do("createToken", party.owner, narrow)).data["token"]
        tokens = {"nobody": None, "junk": "junk", "bot": party.tokens[0], "narrow": token}
        fill(svc.cost_queue, NEVER_S)
        for code, who, ask in REFUSALS:
            answer = await transports(client)[number].ask("challenges", tokens[who], ask)
            assert (who, answer.code) == (who, code), answer


@pytest.mark.parametrize("number", [0, 1], ids=["rest", "graphql"])
async def test_what_a_match_is_played_by_never_enters_the_lane(
    settings: Settings, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot reads its turns and acts where every other operation is refused."""

    async def refuse(*_: object) -> None:
        raise Busy("the cost_queue is full")

    async with a_process(settings) as (client, _svc):
        transport = transports(client)[number]
        party = await a_party(transport)
        match = await a_match(transport, party)
        monkeypatch.setattr(CostQueue, "enter", refuse)
        token, ask = await a_decision(client, party, "a1")
        answer = await transport.do("act", token, ask, match["id"])
        assert (answer.code, answer.data["version"]) == (None, ask["expectedVersion"] + 1)
        assert (await transport.ask("challenges", token, {})).code == "busy"


async def test_who_waits_in_the_lane_holds_no_place_of_others(settings: Settings) -> None:
    """A socket's operation that waits leaves the only place there is to the next one."""
    async with a_process(settings, max_operations=1) as (client, svc):
        token = (await a_party(Rest(client), 1)).tokens[0]
        fill(svc.cost_queue, SOON_S)
        async with opened(str(client.base_url).rstrip("/")) as socket:
            await greet(socket, token)
            await subscribe(socket, "costly", COSTLY)
            code, asked = "busy", 0
            while code == "busy":
                asked += 1
                await subscribe(socket, f"{asked}", CHEAP)
                while (message := await hear(socket))["type"] != "next":
                    pass
                assert message["id"] == f"{asked}", "the costly one came first"
                (error,) = message["payload"].get("errors") or [{"extensions": {"code": "none"}}]
                code = error["extensions"]["code"]
            assert code == "none"
