"""Documents that never change while the process runs: rendered once, with an entity tag."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

KEPT: Final = "public, max-age=300"


class Rendered:
    """A document as bytes; who has it already is told so."""

    def __init__(self, text: str, media_type: str) -> None:
        self._body = text.encode()
        self._media_type = media_type
        self._tag = f'"{hashlib.sha256(self._body).hexdigest()[:24]}"'

    def answer(self, request: Request) -> Response:
        """The document, or 304 for `If-None-Match` with its tag."""
        headers = {"etag": self._tag, "cache-control": KEPT}
        known = {tag.strip().removeprefix("W/") for tag in _listed(request)}
        if known & {self._tag, "*"}:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(self._body, headers=headers, media_type=self._media_type)


def _listed(request: Request) -> list[str]:
    return request.headers.get("if-none-match", "").split(",")
