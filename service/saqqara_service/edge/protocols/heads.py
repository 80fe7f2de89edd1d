"""The head of a request, before any of our code sees it: bounded, and refused in our words.

The parser itself keeps whatever is sent; so the bytes are counted here as they come.
"""

from __future__ import annotations

import re
import secrets
from http import HTTPStatus
from typing import Final

from httptools import HttpParserError
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from saqqara_service.edge.exchange import REQUEST_ID
from saqqara_service.errors import ApplicationError, Malformed, TooLarge
from saqqara_service.rest.errors import MEDIA_TYPE, details

HEAD_LIMIT: Final = 8_192
"""For the request line and all headers; a socket's handshake allows no longer lines either."""
HEADERS_LIMIT: Final = 100
"""A header of two bytes costs a hundred once it is an object."""
PIPELINE_LIMIT: Final = 8
"""Requests that wait for the answers to those before them, on one connection."""
VERSIONS: Final = frozenset({"1.0", "1.1"})

LINGER_S: Final = 1.0
_HOST: Final = re.compile(rb"[\w.:\[\]%~-]*")


class BoundedHead(HttpToolsProtocol):
    """Ends a connection whose request has too long a head, or none that HTTP knows."""

    _head = 0
    _is_whole = False
    _is_refused = False
    _fault: tuple[ApplicationError, HTTPStatus] | None = None
    _answering: RequestResponseCycle | None = None

    def data_received(self, data: bytes) -> None:
        """Count what comes until the head is whole."""
        if self._is_refused:
            return
        self._head += len(data)
        super().data_received(data)
        if not self._is_whole and self._head > HEAD_LIMIT:
            self.refuse(*_too_long())

    def on_message_begin(self) -> None:
        """A new request begins; at most what came with its first byte is not counted."""
        self._is_whole, self._head = False, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header; what comes after the body (a trailer) is counted there, and not kept."""
        if self._is_whole:
            return
        if len(self.headers) >= HEADERS_LIMIT:
            raise self._faulty(*_too_long())
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole, and told by its parts."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD_LIMIT:
            raise self._faulty(*_too_long())
        wrong = self._wrong()
        if wrong is not None:
            raise self._faulty(Malformed(wrong), HTTPStatus.BAD_REQUEST)
        self._is_whole = True
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (the parser's words)
        """Say what is wrong: what was found here, or what the parser did not understand."""
        unknown = Malformed("The request is not a valid HTTP/1.1 request.")
        self.refuse(*(self._fault or (unknown, HTTPStatus.BAD_REQUEST)))

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone: also those who answer its earlier requests have to know."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)

    def refuse(self, error: ApplicationError, status: HTTPStatus) -> None:
        """Say what is wrong, once, read nothing more, and close."""
        if self._is_refused:
            return
        self._is_refused = True
        self.pipeline.clear()
        if self._may_answer():
            self._say(error, status)
        # To close on somebody who still sends would reset the connection, and the answer be lost.
        self.loop.call_later(LINGER_S, self.transport.close)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Note which request is worked on; the others of the pipeline wait."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _faulty(self, error: ApplicationError, status: HTTPStatus) -> HttpParserError:
        """What makes the parser stop."""
        self._fault = error, status
        return HttpParserError(error.message)

    def _wrong(self) -> str | None:
        """What the parser lets pass and we do not."""
        version = self.parser.get_http_version()
        if version not in VERSIONS:
            return "this service speaks HTTP/1.1 and 1.0"
        hosts = [value for name, value in self.headers if name == b"host"]
        if len(hosts) > 1 or (version == "1.1" and not hosts):
            return "a request of HTTP/1.1 has one Host header"
        if hosts and _HOST.fullmatch(hosts[0]) is None:
            return "the Host header is a name or an address, and a port"
        if version == "1.0" and any(name == b"transfer-encoding" for name, _ in self.headers):
            return "a request of HTTP/1.0 has no Transfer-Encoding; send a Content-Length"
        if len(self.pipeline) >= PIPELINE_LIMIT:
            return f"read the answers: at most {PIPELINE_LIMIT} requests wait on a connection"
        return None

    def _may_answer(self) -> bool:
        """Whether a refusal would stand where the client expects one, not within an answer."""
        cycle = self._answering
        if cycle is None:
            return True
        if cycle is self.cycle and cycle.more_body:
            if cycle.response_started:
                return False
            cycle.disconnected = True  # we answer in its place
            cycle.message_event.set()
            return True
        cycle.keep_alive = False
        return cycle.response_complete

    def _say(self, error: ApplicationError, status: HTTPStatus) -> None:
        request_id = secrets.token_hex(8)
        body = details(error, status, request_id)
        lines = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            f"content-type: {MEDIA_TYPE}",
            f"content-length: {len(body)}",
            f"{REQUEST_ID}: {request_id}",
            "connection: close",
            "\r\n",
        )
        self.transport.write("\r\n".join(lines).encode() + body)
        self.transport.write_eof()


def _too_long() -> tuple[ApplicationError, HTTPStatus]:
    said = f"The request line and headers exceed {HEAD_LIMIT} bytes or {HEADERS_LIMIT} headers."
    too_large = TooLarge(said, limit=HEAD_LIMIT)
    return too_large, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
