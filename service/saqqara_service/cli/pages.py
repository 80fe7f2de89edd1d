"""Lists to their end: whatever is told page by page, item by item."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def each(
    page: Callable[[str | None], Awaitable[tuple[list[T], str | None]]],
) -> AsyncIterator[T]:
    """Every item of a list; `page` tells those after a cursor and the cursor of the next page."""
    items, cursor = await page(None)
    while True:
        for item in items:
            yield item
        if cursor is None:
            return
        items, cursor = await page(cursor)
