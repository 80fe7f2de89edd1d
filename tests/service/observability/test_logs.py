"""What the logs say of each request: whose it was and which match it was about, never a token."""

from __future__ import annotations

import json
from collections.abc import Iterator, MutableMapping
from typing import Any

import httpx
import pytest
import structlog
from structlog.testing import capture_logs

from saqqara_service.application.accounts import tokens
from saqqara_service.models import TokenKind
from saqqara_service.observability import logs
from tests.service.documents import mutation
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import Json, Party, Rest, a_match, a_party

Entry = MutableMapping[str, Any]


@pytest.fixture
def lines() -> Iterator[list[Entry]]:
    """What is logged, with what was bound."""
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as found:
        yield found


def about(lines: list[Entry], event: str, operation: str) -> Entry:
    """The one line of that operation, or of the request that ended right after it."""
    (number,) = [n for n, line in enumerate(lines) if line.get("operation") == operation]
    return next(line for line in lines[number:] if line["event"] == event)


def an_action(match: Json) -> Json:
    return {"action": "no action", "expectedVersion": match["version"], "actionId": "a"}


def demand_ids(line: Entry, party: Party, match: Json) -> None:
    """Request, match and bot can be found by the line."""
    assert len(line["request_id"]) >= 8
    assert line["match_id"] == match["id"]
    assert line["bot_id"] == party.ids[match["toAct"]]
    assert not any(token in str(line) for token in party.tokens)


async def test_a_request_is_logged_with_its_ids(
    lone_client: httpx.AsyncClient, lines: list[Entry]
) -> None:
    """Over REST the line of the request and that of the operation say who asked about what."""
    transport = Rest(lone_client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    await transport.do("act", party.tokens[match["toAct"]], an_action(match), match["id"])
    for event in ("operation", "request"):
        demand_ids(about(lines, event, "matches_act"), party, match)
    await lone_client.get("/api/v1/games")
    assert "bot_id" not in about(lines, "request", "service_games")


async def test_operations_of_a_socket_are_logged_one_by_one(
    lone_client: httpx.AsyncClient, lone_server: str, lines: list[Entry]
) -> None:
    """On one socket each operation has its own match, and leaves it to no other."""
    transport = Rest(lone_client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    ask = {**an_action(match), "matchId": match["id"]}
    async with opened(lone_server) as socket:
        await greet(socket, party.tokens[match["toAct"]])
        query = f'{{ match(id: "{match["id"]}") {{ id }} }}'
        for name, text in (("1", mutation("act")), ("2", "{ games { name } }"), ("3", query)):
            await subscribe(socket, name, text, **({"input": ask} if name == "1" else {}))
            while (await hear(socket))["type"] != "complete":
                pass
    acted = about(lines, "operation", "matches_act")
    demand_ids(acted, party, match)
    assert acted["outcome"] == "illegal_action"
    assert "match_id" not in about(lines, "operation", "service_games")
    assert about(lines, "operation", "matches_get")["match_id"] == match["id"]


def test_a_token_that_somebody_logs_is_not_shown() -> None:
    """Wherever in a line a token stands, its kind is left and its secret is not."""
    token = tokens.make(TokenKind.BOT)
    event = {"event": f"path /{token}/x", "deep": {"list": [token]}}
    line = logs.line(None, "", event)
    assert token[8:] not in line
    assert json.loads(line) == {"event": "path /imh_bot_.../x", "deep": {"list": ["imh_bot_..."]}}
