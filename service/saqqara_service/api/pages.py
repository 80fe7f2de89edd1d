"""A page of a list."""

from __future__ import annotations

from typing import Generic, TypeVar

from saqqara_service.models import Model

T = TypeVar("T")


class Page(Model, Generic[T]):
    """Some items of a list; `cursor` asks for the next ones and is null at the end."""

    items: list[T]
    """The items of this page."""
    cursor: str | None = None
    """Asks for the next page as `after`; null at the end."""
