"""Answers with an entity tag: who has one already is told so, and is not sent it again.

A document is compressed once, when somebody takes it so, and sent from memory.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

KEPT: Final = "public, max-age=300"
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""What never changes under its name, a browser keeps for a year and does not ask for again."""
ASKED_AGAIN: Final = "public, no-cache"
"""It may be kept, but whoever has it asks each time whether it still holds."""
PIECE: Final = 65_536
"""So many bytes are handed on at once: a client that reads slowly lets no more wait for it."""
COMPRESSED_FROM: Final = 1_024
"""Bytes; below that an answer fits into one packet anyhow."""


class InPieces(Response):
    """An answer from memory that all share, of which each client holds only what it reads next."""

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it piece by piece."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        body = memoryview(self.body)
        for at in range(0, max(1, len(body)), PIECE):
            piece, is_more = bytes(body[at : at + PIECE]), at + PIECE < len(body)
            await send({"type": "http.response.body", "body": piece, "more_body": is_more})


class Rendered:
    """A document that never changes while the process runs, rendered once."""

    def __init__(
        self,
        body: str | bytes,
        media_type: str,
        headers: Mapping[str, str] | None = None,
        packed: bytes | None = None,
    ) -> None:
        self._body = body.encode() if isinstance(body, str) else body
        self._packed = packed
        self._tag = f"W/{tag_of(self._body)}"  # it may travel compressed
        self._headers = {
            "cache-control": KEPT,
            "vary": "accept-encoding",
            **(headers or {}),
            "etag": self._tag,
            "content-type": media_type,
        }

    def answer(self, request: Request) -> Response:
        """The document, or 304 for `If-None-Match` with its tag."""
        if has(request, self._tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=self._headers)
        if len(self._body) < COMPRESSED_FROM or not takes_gzip(request):
            return InPieces(self._body, headers=self._headers)
        if self._packed is None:
            self._packed = gzip.compress(self._body, mtime=0)
        return InPieces(self._packed, headers={**self._headers, "content-encoding": "gzip"})


def takes_gzip(request: Request) -> bool:
    """Whether whoever asks can unpack."""
    return "gzip" in request.headers.get("accept-encoding", "")


def cacheable(request: Request, answer: Response) -> Response:
    """A public answer with its tag, or 304 for whoever has the same already."""
    tag = f"W/{tag_of(bytes(answer.body))}"  # by another encoding it would be other bytes
    headers = {"etag": tag, "cache-control": ASKED_AGAIN}
    if has(request, tag):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    answer.headers.update(headers)
    return answer


def tag_of(body: bytes) -> str:
    """The entity tag of these bytes."""
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def has(request: Request, tag: str) -> bool:
    """Whether `If-None-Match` says that the client has it."""
    listed = request.headers.get("if-none-match", "").split(",")
    known = {one.strip().removeprefix("W/") for one in listed}
    return bool(known & {tag.removeprefix("W/"), "*"})
