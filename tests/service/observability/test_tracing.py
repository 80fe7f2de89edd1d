"""Traces: one span for each operation of either transport, with the ids that the logs have."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from saqqara_service.application.matches import games
from saqqara_service.observability import tracing
from saqqara_service.settings import Settings
from tests.service.documents import mutation
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import GraphQL, Rest, a_match, a_party, bearer, serving

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans() -> InMemorySpanExporter:
    """What was traced."""
    return InMemorySpanExporter()


@pytest.fixture
async def address(settings: Settings, spans: InMemorySpanExporter) -> AsyncIterator[str]:
    """A process that traces."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    async with serving(settings, tracing.Tracing(provider)) as address:
        yield address


@pytest.fixture
async def traced(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of it."""
    async with httpx.AsyncClient(base_url=address) as client:
        yield client


def the_span(spans: InMemorySpanExporter, name: str) -> ReadableSpan:
    """The one span of that name."""
    (found,) = [span for span in spans.get_finished_spans() if span.name == name]
    return found


async def test_each_operation_is_one_span(
    traced: httpx.AsyncClient, address: str, spans: InMemorySpanExporter
) -> None:
    """By either transport and a socket it tells who asked about what and how it ended, no more."""
    party = await a_party(Rest(traced))
    match = await a_match(Rest(traced), party)
    ask = {"action": "no action", "expectedVersion": match["version"], "actionId": "a"}
    token = party.tokens[match["toAct"]]
    spans.clear()
    await Rest(traced).do("act", token, ask, match["id"])
    by_rest = the_span(spans, "rest matches_act")
    assert len(spans.get_finished_spans()) == 1
    spans.clear()
    await GraphQL(traced).do("act", token, ask, match["id"])
    by_graphql = the_span(spans, "graphql matches_act")
    assert len(spans.get_finished_spans()) == 1
    spans.clear()
    async with opened(address) as socket:
        await greet(socket, token)
        await subscribe(socket, "1", mutation("act"), input={**ask, "matchId": match["id"]})
        await hear(socket)
    by_socket = the_span(spans, "graphql matches_act")
    for span in (by_rest, by_graphql, by_socket):
        attributes = dict(span.attributes or {})
        assert attributes.pop("saqqara.request_id")
        assert attributes.pop("saqqara.account_id")
        assert attributes == {
            "saqqara.match_id": match["id"],
            "saqqara.bot_id": party.ids[match["toAct"]],
            "saqqara.outcome": "illegal_action",
        }
        assert span.status.status_code is StatusCode.UNSET
        assert not span.events


async def test_a_span_continues_the_caller_s_trace(
    traced: httpx.AsyncClient, spans: InMemorySpanExporter
) -> None:
    """Where the caller sends a `traceparent`, the operation's span is its child."""
    headers = {"traceparent": PARENT, **bearer(None)}
    await traced.get("/api/v1/games", headers=headers)
    await traced.post("/graphql", json={"query": "{ games { name } }"}, headers=headers)
    for name in ("rest service_games", "graphql service_games"):
        parent = the_span(spans, name).parent
        assert parent is not None
        assert f"{parent.trace_id:032x}-{parent.span_id:016x}" == PARENT[3:-3]


async def test_our_own_fault_marks_its_span(
    traced: httpx.AsyncClient, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody foresaw is an error there, told by its class and not by its words."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("the secret is a scarab")

    monkeypatch.setattr(games, "words_of", fail)
    await traced.post("/graphql", json={"query": "{ games { name } }"})
    span = the_span(spans, "graphql service_games")
    assert span.status.status_code is StatusCode.ERROR
    assert "scarab" not in span.to_json()
    assert (span.attributes or {})["saqqara.outcome"] == "internal"


def test_without_the_variable_nothing_is_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who names a collector gets spans; who lacks the libraries is told what to install."""
    for name in tracing.WHERE:
        monkeypatch.delenv(name, raising=False)
    with tracing.tracing_if_any() as found:
        assert found is None
    monkeypatch.setenv(tracing.WHERE[0], "http://127.0.0.1:1")
    monkeypatch.setattr(tracing, "_provider", lambda: None)
    with tracing.tracing_if_any() as found:
        assert found is None
