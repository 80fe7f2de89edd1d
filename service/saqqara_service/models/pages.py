"""A page of a list, and a list to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Generic, TypeVar

from saqqara_service.models.values import Model

Q = TypeVar("Q", bound=Model)
T = TypeVar("T")


class Page(Model, Generic[T]):
    """One page of a list; `cursor` reads the next page and is null at the end."""

    items: list[T]
    """The items of this page."""
    cursor: str | None = None
    """The value of `after` that reads the next page; null at the end."""


async def each(page: Callable[[Q], Awaitable[Page[T]]], query: Q) -> AsyncIterator[T]:
    """Every item of a list, whose use case is asked for one page after the other."""
    while True:
        found = await page(query)
        for item in found.items:
            yield item
        if found.cursor is None:
            return
        query = query.model_copy(update={"after": found.cursor})
