"""Edges: beside each id of a thing there is the thing itself, read only if it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Final, cast

import strawberry
from strawberry.types.field import StrawberryField

from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import add_field, told_in_common
from saqqara_service.graphql.library import object_definition
from saqqara_service.models import (
    Account,
    Bot,
    Challenge,
    Ladder,
    LadderMatch,
    Match,
    Model,
    Named,
    NamedKind,
)

TO: Final[dict[str, type[Model]]] = {
    "account_id": Account,
    "bot_id": Bot,
    "ladder_id": Ladder,
    "match_id": Match,
    "next_season_id": Ladder,
    "previous_stage_id": Ladder,
    "next_stage_id": Ladder,
    "other_id": Bot,
    "previous_season_id": Ladder,
}
"""What the ids of these fields name."""

FOUND: Final[dict[NamedKind, type[Model]]] = {
    NamedKind.ACCOUNT: Account,
    NamedKind.BOT: Bot,
    NamedKind.LADDER: Ladder,
}
"""What is found by its name."""

NODES: Final = (Account, Bot, Challenge, Ladder, Match)


@told_in_common
class Node:
    """A thing with an id of its own; `node` finds it again by that."""

    id: strawberry.ID
    """Its id; no two things of whatever type have the same."""

    @classmethod
    def resolve_type(cls, thing: object, *_: object) -> str:
        """The name of a thing's type; the library would try one type after the other."""
        return type(thing).__name__


def connect(kinds: Iterable[type[Model]]) -> None:
    """Give these types their edges, and make nodes of those that are."""
    for kind in kinds:
        for name, target in TO.items():
            edge = name.removesuffix("_id")
            if name in kind.model_fields and edge not in kind.model_fields:
                text = f"The {target.__name__.lower()} that `{edge}Id` names; null without one."
                add_field(kind, _edge(edge, target, attrgetter(name), text))
    text = "The match itself; null until it has begun, and when the host keeps it no longer."
    add_field(LadderMatch, _edge("match", Match, attrgetter("id"), text))
    add_field(Named, _thing())
    for node in NODES:
        object_definition(node).interfaces.append(object_definition(Node))


def _edge(
    name: str, target: type[Model], id_of: Callable[[object], str | None], text: str
) -> StrawberryField:
    async def resolve(root: object, info: Info) -> object:
        thing_id = id_of(root)
        return None if thing_id is None else await info.context.loaders.load(target, thing_id)

    return _field(name, resolve, target, text)


def _thing() -> StrawberryField:
    """The edge from what was found to the thing itself."""

    async def resolve(root: Named, info: Info) -> object:
        kind = FOUND[root.kind]
        return await info.context.loaders.load(kind, root.id)

    return _field("thing", resolve, Node, "The account, bot or ladder that was found.")


def _field(name: str, resolve: Callable[..., Any], kind: type, text: str) -> StrawberryField:
    field: Any = strawberry.field(resolve, graphql_type=kind | None, description=text)
    field.python_name = name
    return cast("StrawberryField", field)
