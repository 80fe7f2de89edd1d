"""A page of a list, as GraphQL tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, Self, TypeVar

from saqqara_service.graphql.described import computed, told

Node = TypeVar("Node")


@told
class PageInfo:
    """Whether there is more, and the cursor that reads it."""

    has_next_page: bool
    """Whether there is more after this page."""
    end_cursor: str | None
    """The value of `after` that reads the next page; null at the end."""


@told
class NodePage(Generic[Node]):
    """Some of a list, in its order."""

    nodes: list[Node]
    """What this page lists."""
    page_info: PageInfo
    """Where the page ends."""

    @classmethod
    def until(cls, nodes: list[Node], cursor: str | None) -> Self:
        """The page by the cursor of the next one, None if there is none."""
        end = PageInfo(has_next_page=cursor is not None, end_cursor=cursor)
        return cls(nodes=nodes, page_info=end)


@told
class Edge(Generic[Node]):
    """One item of a list, and the cursor that reads the items after it."""

    cursor: str
    """The cursor that reads the items after this one."""
    node: Node
    """The one itself."""


@told
class EdgePage(NodePage[Node]):
    """Some of a list in which every place has a cursor."""

    cursor_of: ClassVar[Callable[..., str]]

    @computed
    def edges(self) -> list[Edge[Node]]:
        """The same as `nodes`, each with its cursor."""
        return [Edge(cursor=self.cursor_of(node), node=node) for node in self.nodes]
