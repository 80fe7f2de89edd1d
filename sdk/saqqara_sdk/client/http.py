"""Send the calls of the API over HTTP and read the responses.

Idempotent calls are retried after a failed connection and after 429 or 5xx, with the delay of
`Retry-After` or else exponential backoff with jitter. Redirects are errors and never followed,
because the token belongs to one server.
"""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Generic, TypeAlias, TypeVar

import httpx
from pydantic import JsonValue, TypeAdapter, ValidationError

from saqqara_sdk.client.access import Access
from saqqara_sdk.client.streams import PROBLEM, QUIET_S, Following
from saqqara_sdk.client.versions import Handshake, user_agent
from saqqara_sdk.wire.call import Call, Stream
from saqqara_sdk.wire.errors import (
    Busy,
    ConnectionFailed,
    Internal,
    Maintenance,
    SaqqaraError,
    TimedOut,
    UnreadableAnswer,
)
from saqqara_sdk.wire.problems import problem_of
from saqqara_sdk.wire.values import first_fault

Transport: TypeAlias = httpx.BaseTransport
AsyncTransport: TypeAlias = httpx.AsyncBaseTransport
Reply: TypeAlias = httpx.Response | httpx.RequestError

T = TypeVar("T")

PREFIX = "/api/v1"
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
LONGEST_RETRY_AFTER_S = 60.0
CONNECT_S = 10.0
NO_CONTENT = 204
DIRECT = {"http://": None, "https://": None}
"""Instead of the proxies of the environment, which would hear the tokens of a local server."""
ENDED = ConnectionFailed("The service ended the stream.")
WORTH_REPEATING = frozenset({429, 500, 502, 503, 504})

_OBJECT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class Sender:
    """Sends calls, blocking until the response is there."""

    def __init__(
        self, access: Access, *, timeout_s: float, retries: int, transport: Transport | None
    ) -> None:
        self._retries = retries
        self._http = httpx.Client(
            base_url=access.server + PREFIX,
            headers=_headers(access),
            timeout=timeout_s,
            transport=transport,
            mounts=DIRECT if access.is_local else None,
            event_hooks={"response": [_heeding(access)]},
        )

    def send(self, call: Call[T]) -> T:
        """Return the response of a call, or raise a `SaqqaraError`."""
        trial = _Trial(call, self._retries)
        while True:
            reply = self._try(trial.request(self._http))
            pause_s = trial.pause_s(reply)
            if pause_s is None:
                return trial.read(reply)
            time.sleep(pause_s)

    def follow(self, stream: Stream[T]) -> Iterator[T]:
        """Yield the items of a stream to its end, reconnecting when needed."""
        following = Following(stream)
        while not following.is_done:
            reason: httpx.TransportError | _Passing = _Passing(ENDED)
            try:
                with closing(self._http.send(_stream(self._http, following), stream=True)) as reply:
                    if not reply.is_success:
                        reply.read()
                    _begin(following, reply)
                    for line in reply.iter_lines():
                        yield from _items(following, line)
            except (httpx.TransportError, _Passing) as error:
                reason = error
            if not following.is_done:
                time.sleep(_pause_s(following, reason))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _try(self, request: httpx.Request) -> Reply:
        try:
            return self._http.send(request)
        except httpx.RequestError as error:
            return error


class AsyncSender:
    """Sends calls from `async` code."""

    def __init__(
        self, access: Access, *, timeout_s: float, retries: int, transport: AsyncTransport | None
    ) -> None:
        self._retries = retries
        self._http = httpx.AsyncClient(
            base_url=access.server + PREFIX,
            headers=_headers(access),
            timeout=timeout_s,
            transport=transport,
            mounts=DIRECT if access.is_local else None,
            event_hooks={"response": [_heeding_async(access)]},
        )

    async def send(self, call: Call[T]) -> T:
        """Return the response of a call, or raise a `SaqqaraError`."""
        trial = _Trial(call, self._retries)
        while True:
            reply = await self._try(trial.request(self._http))
            pause_s = trial.pause_s(reply)
            if pause_s is None:
                return trial.read(reply)
            await asyncio.sleep(pause_s)

    async def follow(self, stream: Stream[T]) -> AsyncGenerator[T, None]:
        """Yield the items of a stream to its end, reconnecting when needed."""
        following = Following(stream)
        while not following.is_done:
            reason: httpx.TransportError | _Passing = _Passing(ENDED)
            try:
                request = _stream(self._http, following)
                async with aclosing(await self._http.send(request, stream=True)) as reply:
                    if not reply.is_success:
                        await reply.aread()
                    _begin(following, reply)
                    async for line in reply.aiter_lines():
                        for item in _items(following, line):
                            yield item
            except (httpx.TransportError, _Passing) as error:
                reason = error
            if not following.is_done:
                await asyncio.sleep(_pause_s(following, reason))

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _try(self, request: httpx.Request) -> Reply:
        try:
            return await self._http.send(request)
        except httpx.RequestError as error:
            return error


class _Trial(Generic[T]):
    """The attempts of one call, which share a request id."""

    def __init__(self, call: Call[T], retries: int) -> None:
        self._call = call
        self._retries = retries if call.is_repeatable else 0
        self._retried = 0
        self._request_id = uuid.uuid4().hex

    def request(self, http: httpx.Client | httpx.AsyncClient) -> httpx.Request:
        """Return the request of the next attempt."""
        call, content = self._call, self._call.content
        if isinstance(http, httpx.AsyncClient) and not isinstance(content, bytes | None):
            content = b"".join(content)
        return http.build_request(
            call.method,
            call.path,
            json=call.body,
            content=content,
            params=call.query,
            headers={"X-Request-Id": self._request_id},
        )

    def pause_s(self, reply: Reply) -> float | None:
        """Return the seconds to wait before the next attempt; None to stop with this reply."""
        if self._retried == self._retries or not _is_worth_repeating(reply):
            return None
        asked_s = _retry_after_s(reply)
        if asked_s > LONGEST_RETRY_AFTER_S:
            return None
        backoff_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0**self._retried)
        self._retried += 1
        return max(asked_s, backoff_s * random.uniform(0.5, 1.0))

    def read(self, reply: Reply) -> T:
        """Return the response in the reply, or raise its error."""
        if isinstance(reply, httpx.RequestError):
            raise self._no_answer(reply) from reply
        request_id = reply.headers.get("X-Request-Id", self._request_id)
        if not reply.is_success:
            raise _refusal(reply, request_id)
        try:
            if self._call.is_raw:
                return self._call.answer.validate_python(reply.content)
            return self._call.answer.validate_json(reply.content)
        except ValidationError as error:
            what = f"The response to {self._call.method} {self._call.path} cannot be read"
            raise UnreadableAnswer(f"{what}: {first_fault(error)}", request_id=request_id) from None

    def _no_answer(self, error: httpx.RequestError) -> SaqqaraError:
        late = isinstance(error, httpx.TimeoutException)
        cause = "no response in time" if late else f"{type(error).__name__}: {error}"
        message = f"{error.request.method} {error.request.url.copy_with(query=None)}: {cause}"
        return (TimedOut if late else ConnectionFailed)(message, request_id=self._request_id)


class _Passing(Exception):
    """A stream failed in a way that a later attempt may repair."""

    def __init__(self, reason: SaqqaraError, least_s: float = 0.0) -> None:
        super().__init__(reason.message)
        self.reason = reason
        self.least_s = least_s


def _stream(http: httpx.Client | httpx.AsyncClient, following: Following[T]) -> httpx.Request:
    timeout = httpx.Timeout(QUIET_S, connect=CONNECT_S)
    return http.build_request(
        "GET", following.path, params=following.query, headers=following.headers, timeout=timeout
    )


def _begin(following: Following[T], reply: httpx.Response) -> None:
    """Check the response that opens a stream; raises its error."""
    request_id = reply.headers.get("X-Request-Id", "")
    if reply.is_success:
        following.begin(is_over=reply.status_code == NO_CONTENT)
    elif reply.status_code in WORTH_REPEATING:
        raise _Passing(_refusal(reply, request_id), _retry_after_s(reply))
    else:
        raise _refusal(reply, request_id)


def _items(following: Following[T], line: str) -> Iterator[T]:
    """Yield the item that a line completes, if any; raises the problem of an error event."""
    frame = following.frame(line)
    if frame is None:
        return
    if frame.name != PROBLEM:
        yield following.item(frame)
        return
    refusal = problem_of(_OBJECT.validate_json(frame.data))
    raise _Passing(refusal) if isinstance(refusal, Busy | Maintenance | Internal) else refusal


def _pause_s(following: Following[T], reason: httpx.TransportError | _Passing) -> float:
    if isinstance(reason, _Passing):
        return following.pause_s(reason.reason, reason.least_s)
    return following.pause_s(ConnectionFailed(f"{type(reason).__name__}: {reason}"))


def _heeding(access: Access) -> Callable[[httpx.Response], None]:
    """Return a hook that checks the service's version in every response."""
    handshake = Handshake(access.server)
    return lambda reply: handshake.heard(reply.headers)


def _heeding_async(access: Access) -> Callable[[httpx.Response], Awaitable[None]]:
    heed = _heeding(access)

    async def heed_async(reply: httpx.Response) -> None:
        heed(reply)

    return heed_async


def _headers(access: Access) -> dict[str, str]:
    return {"User-Agent": user_agent(), "Accept": "application/json", **access.headers}


def _is_worth_repeating(reply: Reply) -> bool:
    if isinstance(reply, httpx.Response):
        return reply.status_code in WORTH_REPEATING
    return isinstance(reply, httpx.TransportError)


def _retry_after_s(reply: Reply) -> float:
    """Return the seconds of `Retry-After`, given as a number or a date; 0 without the header.

    A date is compared with the reply's own date, since the clocks of two machines differ.
    """
    if not isinstance(reply, httpx.Response):
        return 0.0
    text = reply.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text)
    until, now = _date(text), _date(reply.headers.get("Date", "")) or datetime.now(UTC)
    return max(0.0, (until - now).total_seconds()) if until else 0.0


def _date(text: str) -> datetime | None:
    """Return the UTC time in a header; None if it holds none."""
    try:
        return parsedate_to_datetime(text).replace(tzinfo=UTC)
    except ValueError:
        return None


def _refusal(reply: httpx.Response, request_id: str) -> SaqqaraError:
    try:
        problem = _OBJECT.validate_json(reply.content)
    except ValidationError:
        return _foreign(reply, request_id)
    if not isinstance(problem.get("code"), str):
        return _foreign(reply, request_id)
    return problem_of(problem, reply.status_code, request_id)


def _foreign(reply: httpx.Response, request_id: str) -> UnreadableAnswer:
    where = f"{reply.request.url.copy_with(query=None)} answered {reply.status_code}"
    if reply.has_redirect_location:
        target = reply.headers["Location"]
        return UnreadableAnswer(
            f"{where}, a redirect to {target}. Use that server's address.", request_id=request_id
        )
    kind = reply.headers.get("Content-Type", "no content type")
    return UnreadableAnswer(
        f"{where} with {kind}, which is not a response of this service", request_id=request_id
    )
