"""Cursors that nobody was given: every list refuses them in words, by both transports."""

from __future__ import annotations

import base64
import json
import random

import httpx
import pytest

from saqqara_service.application.service import Service
from saqqara_service.storage.matches.cursors import LogPlace, event_cursor
from tests.service.matches import a_match, play_out
from tests.service.transports import Json

REFUSALS = {"bad_cursor", "malformed", "bad_request"}
FIELDS = {
    "matches": "nodes { id }",
    "ladders": "nodes { id }",
    "presentBots": "nodes { id }",
}
PATHS = {"matches": "/matches", "ladders": "/ladders", "presentBots": "/presence"}
ORDERED = "presentBots"
"""Its cursor is a place in an order: any short text is one."""


def encoded(text: str) -> str:
    """As the service's own cursors are."""
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


async def cursors(svc: Service) -> dict[str, str]:
    """What somebody might send instead of a cursor."""
    match = (await play_out(svc, await a_match(svc), random.Random(1))).id
    return {
        "junk": "%%%",
        "unicode": "\u202e\U0001f3fa",
        "nul": "\x00",
        "huge": "A" * 6_000,
        "number": "9" * 40,
        "negative": "-1",
        "of another match": event_cursor("m" + match[1:][::-1], LogPlace(1, 1)),
        "far ahead": event_cursor(match, LogPlace(999_999_999, 1)),
        "of a later time": encoded(f"event:{match}:-1:1"),
    }


async def test_no_list_takes_what_is_no_cursor(client: httpx.AsyncClient, svc: Service) -> None:
    """A typed refusal each time; a place in an order may be told an empty page instead."""
    taken = set()
    for name, cursor in (await cursors(svc)).items():
        for field, nodes in FIELDS.items():
            answer = await client.get(f"/api/v1{PATHS[field]}", params={"after": cursor})
            query = f"query($after: String) {{ {field}(after: $after) {{ {nodes} }} }}"
            body = json.dumps({"query": query, "variables": {"after": cursor}})
            response = await client.post(
                "/graphql", content=body, headers={"content-type": "application/json"}
            )
            codes = {_rest_code(answer), _graphql_code(response)}
            if not codes <= REFUSALS and field != ORDERED:
                taken.add((field, name, str(codes)))
            assert {answer.status_code, response.status_code} <= {200, 400}
    assert taken == set()


@pytest.mark.parametrize("way", ["after", "last-event-id"])
async def test_no_match_takes_a_cursor_of_another(
    client: httpx.AsyncClient, svc: Service, way: str
) -> None:
    """Neither a page of events nor a stream begins where the match never was."""
    match = await a_match(svc)
    for cursor in (await cursors(svc)).values():
        headers = {"accept": "text/event-stream"}
        if (way != "after" and not cursor.isascii()) or "\x00" in cursor:
            continue
        asked: Json = (
            {"params": {"after": cursor}}
            if way == "after"
            else {"headers": {**headers, way: cursor}}
        )
        answer = await client.get(f"/api/v1/matches/{match.id}/events", **asked)
        assert answer.status_code == 400, cursor
        assert _rest_code(answer) in REFUSALS


def _rest_code(answer: httpx.Response) -> str:
    code: str = answer.json().get("code", "ok")
    return code


def _graphql_code(answer: httpx.Response) -> str:
    body: Json = answer.json()
    code: str = body["errors"][0]["extensions"]["code"] if body.get("errors") else "ok"
    return code
