"""Iterate over all pages of a list."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from typing import TypeVar

from saqqara_sdk.wire.models import Page

T = TypeVar("T")


def each(page: Callable[..., Page[T]], *args: object, **arguments: object) -> Iterator[T]:
    """Yield every item of a list, fetching pages as needed::

        for match in each(client.matches.page, status="finished"): ...

    Raises the errors of the call. Items that are added meanwhile may be missed.
    """
    found = page(*args, **arguments)
    yield from found.items
    while found.cursor is not None:
        found = page(*args, **arguments | {"after": found.cursor})
        yield from found.items


async def each_async(
    page: Callable[..., Awaitable[Page[T]]], *args: object, **arguments: object
) -> AsyncGenerator[T, None]:
    """Yield every item for calls of an `AsyncClient`: `async for match in each_async(…)`."""
    found = await page(*args, **arguments)
    for item in found.items:
        yield item
    while found.cursor is not None:
        found = await page(*args, **arguments | {"after": found.cursor})
        for item in found.items:
            yield item
