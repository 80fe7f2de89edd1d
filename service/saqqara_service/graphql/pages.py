"""A page of a list, as GraphQL tells it: a connection as Relay specifies it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, Self, TypeVar

from saqqara_service.graphql.described import computed, described

Node = TypeVar("Node")


@described
class PageInfo:
    """The position of a page in a list, and the cursors of its ends."""

    has_next_page: bool
    """Whether there are more items after this page."""
    has_previous_page: bool
    """Whether there are items before this page, which is the case whenever `after` was given."""
    start_cursor: str | None
    """The cursor of the first item; null if the page is empty."""
    end_cursor: str | None
    """The value of `after` that reads the next page; null if unknown."""


@described
class Edge(Generic[Node]):
    """One item of a list with its cursor."""

    cursor: str
    """The cursor for reading the items after this one."""
    node: Node
    """The item."""


@described
class Connection(Generic[Node]):
    """Some of a list, in its order."""

    nodes: list[Node]
    """The items of this page."""
    page_info: PageInfo
    """The position of this page in the list."""

    cursor_of: ClassVar[Callable[..., str]]

    @computed
    def edges(self) -> list[Edge[Node]]:
        """The items of this page, each with its cursor."""
        return [Edge(cursor=self.cursor_of(node), node=node) for node in self.nodes]

    @classmethod
    def between(cls, after: object, nodes: list[Node], cursor: str | None) -> Self:
        """The page after a cursor, and the cursor of the next page, None if there is none."""
        cursors = [cls.cursor_of(node) for node in (*nodes[:1], *nodes[-1:])]
        info = PageInfo(
            has_next_page=cursor is not None,
            has_previous_page=after is not None,
            start_cursor=cursors[0] if cursors else None,
            end_cursor=cursor or (cursors[-1] if cursors else None),
        )
        return cls(nodes=nodes, page_info=info)
