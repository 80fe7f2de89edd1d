"""A page of a list, as GraphQL tells it."""

from __future__ import annotations

import strawberry


@strawberry.type(description="Whether there is more, and the cursor that asks for it.")
class PageInfo:
    """Where a page ends."""

    has_next_page: bool
    end_cursor: str | None

    @classmethod
    def until(cls, cursor: str | None) -> PageInfo:
        """The page's end by the cursor of the next one, None if there is none."""
        return cls(has_next_page=cursor is not None, end_cursor=cursor)
