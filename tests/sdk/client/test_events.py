"""A match followed by the typed client: the stream finds its way back, and says when it cannot."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing

import httpx
import pytest

from saqqara_sdk import AsyncClient, Client
from saqqara_sdk.client import streams
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import ConnectionFailed, NotFound, UnreadableAnswer
from saqqara_sdk.wire.models import EventNews, HeartbeatNews, MatchNews, ResyncNews

SERVER = "http://service.example"
TOKEN = "imh_bot_secret"  # noqa: S105 - it opens nothing

Chunk = bytes | httpx.TransportError


def event(version: int, status: str = "running") -> dict[str, object]:
    """An event of a match."""
    return {
        "matchId": "m1",
        "version": version,
        "cursor": f"c{version}",
        "kind": "action",
        "atMs": version,
        "leftMs": [1, 1],
        "status": status,
    }


def framed(version: int, status: str = "running") -> bytes:
    """The same as it comes over the wire."""
    item = {"kind": "event", "cursor": f"c{version}", "event": event(version, status)}
    return f"id: c{version}\r\ndata: {json.dumps(item)}\r\n\r\n".encode()


BEAT = b'id: c0\r\ndata: {"kind":"heartbeat","cursor":"c0","heartbeat":{"nowMs":7}}\r\n\r\n'
BUSY = {"code": "busy", "detail": "not now"}


class Script(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of an answer; an error in it breaks the connection there."""

    def __init__(self, *chunks: Chunk) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            if isinstance(chunk, httpx.TransportError):
                raise chunk
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


class Service:
    """Answers each request by the next of the answers, and notes what it was asked."""

    def __init__(self, *answers: Callable[[], httpx.Response]) -> None:
        self.asked: list[httpx.Request] = []
        self._answers = list(answers)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self._answers.pop(0)()

    @property
    def resumed_at(self) -> list[str | None]:
        """Where each request went on."""
        return [request.headers.get("last-event-id") for request in self.asked]


def stream(*chunks: Chunk) -> Callable[[], httpx.Response]:
    """An answer that is a stream."""
    headers = {"content-type": "text/event-stream"}
    return lambda: httpx.Response(200, headers=headers, stream=Script(*chunks))


def refusal(status: int, **problem: object) -> Callable[[], httpx.Response]:
    """An answer that is a problem."""
    return lambda: httpx.Response(status, json=problem)


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No waiting between attempts."""
    monkeypatch.setattr(streams, "FIRST_PAUSE_S", 0.0)


def news_of(service: Service, **how: str) -> list[MatchNews]:
    """What the client tells of the match to its end."""
    with Client(SERVER, TOKEN, transport=httpx.MockTransport(service)) as client:
        return list(client.matches.events("m1", **how))  # type: ignore[arg-type]


TORN = (
    stream(BEAT, framed(1), framed(2), httpx.ReadError("cut")),
    refusal(503, **BUSY),
    stream(BEAT, framed(3)[:20], httpx.RemoteProtocolError("cut")),
    stream(BEAT, httpx.ReadTimeout("silent")),
    lambda: httpx.Response(502, text="<html>"),
    stream(BEAT, framed(3)),
    stream(b": a comment\r\n\r\n", b"retry: 1\r\n\r\n", framed(4, "finished")),
)


def test_a_stream_finds_its_way_back() -> None:
    """Whatever breaks it, it goes on after the last item that came whole, to the match's end."""
    service = Service(*TORN)
    news = news_of(service)
    assert [one.event.version for one in news if isinstance(one, EventNews)] == [1, 2, 3, 4]
    assert [one.heartbeat.now_ms for one in news if isinstance(one, HeartbeatNews)] == [7] * 4
    assert service.resumed_at == [None, "c2", "c2", "c0", "c0", "c0", "c3"]


async def test_an_async_stream_does_the_same() -> None:
    """The asynchronous client tells the same."""
    service = Service(*TORN)
    async with (
        AsyncClient(SERVER, TOKEN, transport=httpx.MockTransport(service)) as client,
        aclosing(client.matches.events("m1", views=True)) as items,
    ):
        news = [item async for item in items]
    assert [one.event.version for one in news if isinstance(one, EventNews)] == [1, 2, 3, 4]
    assert {request.url.params.get("views") for request in service.asked} == {"true"}


def test_a_match_that_is_over_tells_nothing_more() -> None:
    """204 is the end, also where the last event came over another connection."""
    assert news_of(Service(lambda: httpx.Response(204)), after="c9") == []
    service = Service(stream(framed(1)), lambda: httpx.Response(204))
    assert len(news_of(service)) == 1
    assert service.resumed_at == [None, "c1"]


def test_a_resync_may_be_the_end() -> None:
    """A snapshot of a match that is over ends the stream as its last event would."""
    match = {
        "id": "m1",
        "game": "imhotep",
        "rulesVersion": "1",
        "options": {},
        "autoplay": "x",
        "timeControl": {"kind": "untimed"},
        "status": "finished",
        "version": 9,
        "seats": [],
        "toAct": None,
        "deadlineMs": None,
        "createdMs": 1,
    }
    said = {"kind": "resync", "cursor": "c9", "snapshot": {"match": match, "view": None}}
    (news,) = news_of(Service(stream(f"data: {json.dumps(said)}\n\n".encode())))
    assert isinstance(news, ResyncNews)
    assert news.is_last
    assert news.snapshot.match.status is MatchStatus.FINISHED


def test_a_refusal_is_raised() -> None:
    """What would be refused again is not asked again, before the stream or within it."""
    with pytest.raises(NotFound, match="no match"):
        news_of(Service(refusal(404, code="not_found", detail="There is no match")))
    said = json.dumps({"code": "not_found", "detail": "There is no match"})
    problem = f"event: problem\r\ndata: {said}\r\n\r\n".encode()
    with pytest.raises(NotFound, match="no match"):
        news_of(Service(stream(BEAT, problem)))
    passing = f"event: problem\r\ndata: {json.dumps(BUSY)}\r\n\r\n".encode()
    assert len(news_of(Service(stream(passing), stream(framed(1, "void"))))) == 1


def test_nonsense_is_raised() -> None:
    """What cannot be read is not the service."""
    with pytest.raises(UnreadableAnswer):
        news_of(Service(stream(b"data: 7\n\n")))
    with pytest.raises(UnreadableAnswer):
        news_of(Service(lambda: httpx.Response(301, headers={"location": "http://elsewhere"})))


def test_patience_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that does not come back is given up with what was wrong last."""
    monkeypatch.setattr(streams, "RETRY_FOR_S", 0.0)
    with pytest.raises(ConnectionFailed, match="cut"):
        news_of(Service(stream(framed(1), httpx.ReadError("cut"))))
