"""A page of a list, as GraphQL tells it."""

from __future__ import annotations

from saqqara_service.graphql.described import told


@told
class PageInfo:
    """Whether there is more, and the cursor that asks for it."""

    has_next_page: bool
    """Whether there is more after this page."""
    end_cursor: str | None
    """Asks for the next page as `after`; null at the end."""

    @classmethod
    def until(cls, cursor: str | None) -> PageInfo:
        """The page's end by the cursor of the next one, None if there is none."""
        return cls(has_next_page=cursor is not None, end_cursor=cursor)
