"""The pictures of people, drawn by their names."""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from saqqara_service.contract.rendered import FOR_EVER, Rendered
from saqqara_service.errors import NotFound
from saqqara_service.models.avatars import NUMBERS, SHAPES, drawn

PATH: Final = "/avatars/{name}.svg"


async def served(request: Request) -> Response:
    """The picture, which browsers keep for a year; 404 with the names that there are."""
    return _picture(request.path_params["name"]).answer(request)


@cache
def _picture(name: str) -> Rendered:
    text = drawn(name)
    if text is None:  # raised, so that the cache never keeps a made-up name
        raise NotFound(
            f"There is no avatar {name[:40]!r}. Use one of {', '.join(SHAPES)} with a number"
            f" from 1 to {NUMBERS}, such as pyramid-7."
        )
    return Rendered(text, "image/svg+xml", {"cache-control": FOR_EVER})
