"""The head of a request, before any of our code sees it: bounded, and refused in our words.

The parser itself keeps whatever is sent; so the bytes are counted here as they come.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Final

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from saqqara_service.errors import ApplicationError, Malformed, TooLarge
from saqqara_service.middleware import REQUEST_ID
from saqqara_service.rest.errors import MEDIA_TYPE, details

HEAD_LIMIT: Final = 8_192
"""For the request line and all headers; a socket's handshake allows no longer lines either."""

LINGER_S: Final = 1.0


class BoundedHead(HttpToolsProtocol):
    """Ends a connection whose request has too long a head, or none that HTTP knows."""

    _head = 0
    _is_whole = False
    _is_refused = False

    def data_received(self, data: bytes) -> None:
        """Count what comes until the head is whole."""
        if self._is_refused:
            return
        self._head += len(data)
        super().data_received(data)
        if not self._is_whole and self._head > HEAD_LIMIT:
            self.send_400_response("")

    def on_message_begin(self) -> None:
        """A new request begins; at most what came with its first byte is not counted."""
        self._is_whole, self._head = False, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole, and told by its parts."""
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD_LIMIT:
            self._head = size
            raise HttpParserError("too long")
        self._is_whole = True
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (the parser's words)
        """Say what is wrong, once, and close."""
        if self._is_refused:
            return
        self._is_refused = True
        if self._head > HEAD_LIMIT:
            said = f"the request line and headers have at most {HEAD_LIMIT} bytes"
            error: ApplicationError = TooLarge(said, limit=HEAD_LIMIT)
            self._refuse(error, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        else:
            self._refuse(Malformed("this is no request of HTTP/1.1"), HTTPStatus.BAD_REQUEST)

    def _refuse(self, error: ApplicationError, status: HTTPStatus) -> None:
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
        # To close on somebody who still sends would reset the connection, and the answer be lost.
        self.loop.call_later(LINGER_S, self.transport.close)
