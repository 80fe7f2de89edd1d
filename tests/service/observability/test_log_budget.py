"""Nobody who has shown no good token makes the log long: counts, one budget, bounded lines."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import structlog
from structlog.testing import capture_logs

from saqqara_service.application.accounts import tokens
from saqqara_service.models import TokenKind
from saqqara_service.observability import access, logs
from saqqara_service.observability.access import AccessLog
from saqqara_service.settings import Settings
from tests.service.documents import mutation
from tests.service.transports import PATIENCE_S, Rest, a_match, a_party, bearer, serving

Entry = MutableMapping[str, Any]
AN_IMAGE = "\x00\u2665" * 10_000
ACCOUNT = {"account_id": "u1"}


@pytest.fixture
def lines() -> Iterator[list[Entry]]:
    """What is logged, with what was bound."""
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as found:
        yield found


@contextmanager
def on_behalf(**bound: str) -> Iterator[None]:
    """What is logged in the block is about a request with these ids."""
    with structlog.contextvars.bound_contextvars(**bound):
        yield


def named(lines: list[Entry], event: str, level: str = "info") -> list[Entry]:
    """The lines of an event."""
    return [line for line in lines if line["event"] == event and line["log_level"] == level]


def passed(log: AccessLog, count: int, logger: str = "access", level: int = logging.INFO) -> int:
    """How many of so many lines get through."""
    record = logging.LogRecord(logger, level, __file__, 1, "said", None, None)
    return sum(log.filter(record) for _ in range(count))


async def refused(client: httpx.AsyncClient) -> None:
    """Ask for what is refused, in many ways."""
    for path in ("/" + "x" * 7_000, "/nowhere", "/api/v1/matches/none"):
        assert (await client.get(path)).status_code == 404
    assert (await client.delete("/api/v1/games")).status_code == 405
    assert (await client.get("/api/v1/me")).status_code == 401


async def test_refusals_are_counted_and_told_together(
    settings: Settings, lines: list[Entry]
) -> None:
    """No refusal and no unknown path has a line of its own: at the end of the minute, or of the
    process, one line for the address counts them, with one short path for an example.
    """
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        await refused(client)
        assert (await client.get("/api/v1/games")).is_success
        assert [line["path"] for line in named(lines, "request")] == ["/api/v1/games"]
        assert named(lines, "refused_requests") == []
    (entry,) = named(lines, "refused_requests")
    assert entry["address"] == "127.0.0.1"
    assert entry["statuses"] == {"401": 1, "404": 3, "405": 1}
    assert len(entry["example"]) == access.LONGEST_PATH + 1
    assert "request_id" not in entry
    assert max(len(line["path"]) for line in lines if "path" in line) == access.LONGEST_PATH + 1


async def test_a_minute_ends_though_nobody_asks_any_more(
    lines: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts are told when the minute is over, whether or not another request comes."""
    monkeypatch.setattr(access, "MINUTE_S", 0.01)
    log = AccessLog()
    async with log.reporting(), asyncio.timeout(PATIENCE_S):
        for number in range(2):
            log.refused("192.0.2.1", 404, "/x")
            while len(named(lines, "refused_requests")) <= number:
                await asyncio.sleep(0.005)
    assert [line["statuses"] for line in named(lines, "refused_requests")] == [{"404": 1}] * 2


def test_so_many_addresses_are_told_apart(lines: list[Entry]) -> None:
    """The others share one line, so that no crowd of addresses fills memory or log."""
    log = AccessLog()
    for number in range(access.ADDRESSES + 50):
        log.refused(f"192.0.2.{number}", 404, "/x")
    log.refused("192.0.2.0", 429, "/y")
    log.log_counts()
    entries = named(lines, "refused_requests")
    assert len(entries) == access.ADDRESSES + 1
    assert entries[0]["statuses"] == {"404": 1, "429": 1}
    assert (entries[-1]["address"], entries[-1]["statuses"]) == (access.OTHERS, {"404": 50})
    log.log_counts()
    assert len(named(lines, "refused_requests")) == len(entries)


def test_a_path_is_cut_without_half_a_token() -> None:
    """What is left of a token that the cut goes through shows nothing of its secret."""
    token = tokens.make(TokenKind.BOT)
    path = "/" + "x" * (access.LONGEST_PATH - 20) + token
    assert token[8:12] not in access.shown(path)
    assert access.shown("/api/v1/games") == "/api/v1/games"
    assert access.shown("/" + "x" * 7_000) == "/" + "x" * (access.LONGEST_PATH - 1) + "…"


def test_what_is_logged_for_who_has_no_good_token_has_one_budget(lines: list[Entry]) -> None:
    """Requests, and what they make our libraries say; what is left out is counted by level."""
    now = 0.0
    log = AccessLog(lambda: now)
    with on_behalf(request_id="r1"):
        assert passed(log, 2 * access.LINES_AT_ONCE) == access.LINES_AT_ONCE
        assert passed(log, 3, "strawberry.execution", logging.ERROR) == 0
    assert passed(log, 5, "uvicorn.error", logging.WARNING) == 0
    now += 1.0
    assert passed(log, 100, "uvicorn.error", logging.WARNING) == access.LINES_PER_S
    log.log_counts()
    (entry,) = named(lines, "log_lines_left_out", "warning")
    left_out = {"error": 3, "info": access.LINES_AT_ONCE, "warning": 85}
    assert entry["levels"] == left_out
    log.log_counts()
    assert len(named(lines, "log_lines_left_out", "warning")) == 1


def test_our_own_lines_and_those_of_good_tokens_are_never_left_out() -> None:
    """However much others make it say: the budget is spent, and these get through."""
    log = AccessLog(lambda: 0.0)
    with on_behalf(request_id="r1"):
        passed(log, 2 * access.LINES_AT_ONCE)
    assert passed(log, 1_000, "saqqara_service.application.ladders.sweep", logging.ERROR) == 1_000
    with on_behalf(request_id="r2", **ACCOUNT):
        assert passed(log, 1_000) == 1_000


async def test_the_budget_holds_for_the_handlers_of_the_process() -> None:
    """While it serves, and no longer."""
    handler, log = logging.NullHandler(), AccessLog()
    logging.getLogger().addHandler(handler)
    try:
        async with log.reporting():
            assert log in handler.filters
        assert handler.filters == []
    finally:
        logging.getLogger().removeHandler(handler)


async def test_whoever_acts_by_graphql_is_named_in_the_line_of_the_request(
    lone_client: httpx.AsyncClient, lines: list[Entry]
) -> None:
    """So its lines are not paid by the budget of those without a token."""
    transport = Rest(lone_client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    ask = {"action": "x", "expectedVersion": match["version"], "actionId": "a"}
    text = mutation("act")
    body = {"query": text, "variables": {"input": {**ask, "matchId": match["id"]}}}
    lines.clear()
    answer = await lone_client.post(
        "/graphql", json=body, headers=bearer(party.tokens[match["toAct"]])
    )
    assert answer.is_success
    (request,) = named(lines, "request")
    assert request["bot_id"] == party.ids[match["toAct"]]


@pytest.mark.parametrize(
    "text",
    [
        "{ matches(first: 1) { nodes { id } } }",
        "{ ladders(first: 1) { nodes { id } } viewer { kind } }",
    ],
)
async def test_who_reads_what_all_may_see_by_a_good_token_is_known_too(
    lone_client: httpx.AsyncClient, text: str
) -> None:
    """In whichever task of the request the token was looked at."""
    record = logging.LogRecord("access", logging.INFO, __file__, 1, "said", None, None)

    def log_for_anybody(_logger: object, _name: str, event: Entry) -> Entry:
        return {**event, "for_anybody": access._is_for_anybody(record)}

    party = await a_party(Rest(lone_client))
    with capture_logs(
        processors=[structlog.contextvars.merge_contextvars, log_for_anybody]
    ) as found:
        for headers in (bearer(party.owner), {}):
            answer = await lone_client.post("/graphql", json={"query": text}, headers=headers)
            assert answer.is_success
    assert [one["for_anybody"] for one in named(found, "request")] == [False, True]


@pytest.mark.parametrize(
    "event",
    [
        {"event": "path /" + "x" * 60_000},
        {"event": "unexpected", "exception": "Traceback\n" + AN_IMAGE, "path": AN_IMAGE},
        {"event": "odd", "deep": {"list": [AN_IMAGE] * 3}, "ms": 1.5},
    ],
)
def test_no_line_is_longer_than_a_bound(event: Entry) -> None:
    """It stays one object of JSON, with the beginning and the end of what was cut."""
    line = logs.line(None, "", {**event, "level": "error"})
    assert len(line.encode()) <= logs.LONGEST_LINE
    entry = json.loads(line)
    assert entry.keys() == {*event, "level"}
    assert entry["level"] == "error"
    assert any("left out" in str(value) for value in entry.values())


def test_the_cut_goes_through_no_token() -> None:
    """A token at the place of the cut is blotted out before."""
    token = tokens.make(TokenKind.BOT)
    for before in range(0, 400, 7):
        event = {"event": "x" * (4_000 + before) + token * 40 + "y" * 8_000}
        assert token[8:12] not in logs.line(None, "", event)
