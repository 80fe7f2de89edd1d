"""A page of a list."""

from __future__ import annotations

from typing import Generic, TypeVar

from saqqara_service.models.values import Model

T = TypeVar("T")


class Page(Model, Generic[T]):
    """One page of a list; `cursor` reads the next page and is null at the end."""

    items: list[T]
    """The items of this page."""
    cursor: str | None = None
    """The value of `after` that reads the next page; null at the end."""
