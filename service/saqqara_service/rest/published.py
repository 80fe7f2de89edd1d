"""The OpenAPI document as it is served: built once, when somebody first asks for it."""

from __future__ import annotations

import asyncio
from contextvars import Context
from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from saqqara_service.contract.rendered import Rendered


class Published:
    """The document of one application: all who ask while it is built wait for the same one."""

    def __init__(self) -> None:
        self._building: asyncio.Task[Rendered] | None = None

    async def served(self, request: Request) -> Response:
        """The document, for whoever asks."""
        if self._building is None or _has_failed(self._building):
            steps = asyncio.to_thread(_rendered)  # it takes seconds
            loop = asyncio.get_running_loop()
            self._building = loop.create_task(steps, context=Context())  # for all
        return (await asyncio.shield(self._building)).answer(request)


def _has_failed(building: asyncio.Task[Rendered]) -> bool:
    return building.done() and (building.cancelled() or building.exception() is not None)


@cache
def _rendered() -> Rendered:
    # What builds it takes an eighth of a process' start, and most are never asked for it.
    from saqqara_service.rest import openapi  # noqa: PLC0415

    return Rendered(openapi.text(), "application/yaml")
