"""A page of a list, as GraphQL tells it: a connection as Relay specifies it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, Self, TypeVar

from saqqara_service.graphql.described import computed, told

Node = TypeVar("Node")


@told
class PageInfo:
    """Whether there is more before and after a page, and the cursors of its ends."""

    has_next_page: bool
    """Whether there is more after this page."""
    has_previous_page: bool
    """Whether there is more before it, which is so wherever `after` was given."""
    start_cursor: str | None
    """The cursor of the first item; null if the page is empty."""
    end_cursor: str | None
    """The value of `after` that reads what comes after this page; null where it cannot be told."""


@told
class Edge(Generic[Node]):
    """One item of a list, and the cursor that reads the items after it."""

    cursor: str
    """The cursor that reads the items after this one."""
    node: Node
    """The one itself."""


@told
class Connection(Generic[Node]):
    """Some of a list, in its order."""

    nodes: list[Node]
    """What this page lists."""
    page_info: PageInfo
    """Where the page begins and ends."""

    cursor_of: ClassVar[Callable[..., str]]

    @computed
    def edges(self) -> list[Edge[Node]]:
        """The same as `nodes`, each with its cursor."""
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
