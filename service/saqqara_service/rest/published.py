"""The OpenAPI document as it is served: built when somebody first asks for it."""

from __future__ import annotations

import asyncio
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from saqqara_service.contract.rendered import Rendered


async def served(request: Request) -> Response:
    """The document, for whoever asks."""
    rendered = await asyncio.to_thread(_rendered)  # it takes a second, the first time
    return rendered.answer(request)


@cache
def _rendered() -> Rendered:
    # What builds it takes an eighth of a process' start, and most are never asked for it.
    from saqqara_service.rest import openapi  # noqa: PLC0415

    return Rendered(openapi.text(), "application/yaml")
