"""Edges: beside each id of a thing there is the thing itself, read only if it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, Final, cast

import strawberry
from pydantic.alias_generators import to_camel
from strawberry.types.field import StrawberryField

from saqqara_service.application.accounts.players import ACCOUNT_LETTER
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import described_interface, resolved
from saqqara_service.graphql.loaders import version_id
from saqqara_service.models import (
    Account,
    Bot,
    BotVersion,
    Challenge,
    Challenged,
    Ladder,
    LadderEntry,
    LadderMatch,
    Match,
    Model,
    Named,
    NamedKind,
    PairingProblem,
    PairingReason,
    PairScore,
    RatingChange,
    Seat,
    Standing,
    TeamScore,
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


@described_interface
class Node:
    """An object with an id, which the query `node` finds."""

    id: strawberry.ID
    """The id of the object, unique across all types."""

    @classmethod
    def resolve_type(cls, thing: object, *_: object) -> str:
        """The name of a thing's type; the library would try one type after the other."""
        return type(thing).__name__


NODES: Final = (Account, Bot, Challenge, Ladder, Match)

PLAYER: Final[Any] = Annotated[
    Account | Bot,
    strawberry.union("Player", description="A player: a bot, or an account for a person."),
]

BESIDE: Final[tuple[tuple[type[Model], str, str, Any], ...]] = (
    (Challenge, "player_id", "player", PLAYER),
    (Challenge, "seats", "seated", [PLAYER]),
    (Challenged, "player_id", "player", PLAYER),
    (Ladder, "challenger", "challenger_bot", Bot),
    (LadderMatch, "bots", "seated_bots", [Bot]),
    (LadderMatch, "missed_by", "absent_bots", [Bot]),
    (LadderMatch, "forfeited_by", "forfeiting_bots", [Bot]),
    (PairingProblem, "player_id", "player", PLAYER),
    (PairingReason, "challenger", "challenger_bot", Bot),
    (TeamScore, "counted", "counted_bots", [Bot]),
)
"""Ids whose fields have other names, or lists of them: the edge beside each, and where it leads.

Lists that grow with more than a table or a ladder's teams have none: one text could ask for more
than anybody pays for.
"""

VERSIONED: Final[dict[type[Model], str]] = {
    LadderEntry: "version",
    PairScore: "version",
    RatingChange: "version",
    Seat: "bot_version",
    Standing: "version",
}
"""The types that tell of one version of a bot, and their field with its number."""


def edges_of(kind: type[Model]) -> Iterator[StrawberryField]:
    """The edges of a type."""
    for name, target in TO.items():
        edge = name.removesuffix("_id")
        if name in kind.model_fields and edge not in kind.model_fields:
            text = f"The {target.__name__.lower()} in `{to_camel(name)}`; null if there is none."
            yield _edge(edge, target, attrgetter(name), text)
    for beside, name, edge, there in BESIDE:
        if beside is kind:
            yield _beside(name, edge, there)
    if kind in VERSIONED:
        text = "The version that plays, with the hash of its program; null if there is none."
        version_of = partial(_version_of, VERSIONED[kind])
        yield _edge("version_played", BotVersion, version_of, text)
    if kind is LadderMatch:
        text = "The match; null until it has begun, and after the host has deleted it."
        yield _edge("match", Match, attrgetter("id"), text)
    if kind is Named:
        yield _thing()


def _version_of(name: str, thing: Any) -> str | None:  # noqa: ANN401 - any type of `VERSIONED`
    """Which version of which bot it tells of, as one id."""
    bot_id, number = thing.bot_id, getattr(thing, name)
    return None if bot_id is None or number is None else version_id(bot_id, number)


def _edge(
    name: str, target: type[Model], id_of: Callable[[object], str | None], text: str
) -> StrawberryField:
    async def resolve(root: object, info: Info) -> object:
        thing_id = id_of(root)
        return None if thing_id is None else await info.context.loaders.load(target, thing_id)

    return resolved(name, resolve, cast("Any", target) | None, text)


def _beside(name: str, edge: str, target: Any) -> StrawberryField:  # noqa: ANN401 - a type, or a list
    """The edge beside a field that holds an id, or a list of them."""
    (one,) = target if isinstance(target, list) else (target,)

    async def thing(info: Info, thing_id: str) -> object:
        kind = one
        if one is PLAYER:
            kind = Account if thing_id.startswith(ACCOUNT_LETTER) else Bot
        return await info.context.loaders.load(kind, thing_id)

    async def resolve(root: object, info: Info) -> object:
        ids = getattr(root, name)
        if ids is None or not isinstance(target, list):
            return ids and await thing(info, ids)
        return await asyncio.gather(*(thing(info, each) for each in ids))

    field, many = to_camel(name), cast("Any", list)
    if isinstance(target, list):
        what = "bots" if one is Bot else "bots and accounts"
        text = f"The {what} in `{field}`, in that order; null for one that no longer exists."
        return resolved(edge, resolve, many[one | None] | None, text)
    what = "bot" if one is Bot else "bot or account"
    return resolved(edge, resolve, one | None, f"The {what} in `{field}`; null if there is none.")


def _thing() -> StrawberryField:
    """The edge from what was found to the thing itself."""

    async def resolve(root: Named, info: Info) -> object:
        kind = FOUND[root.kind]
        return await info.context.loaders.load(kind, root.id)

    return resolved("thing", resolve, Node | None, "The account, bot or ladder with this name.")
