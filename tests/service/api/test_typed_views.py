"""Views and actions as types: all that the JSON has and nothing else, for every preset."""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
import yaml
from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLType,
    GraphQLUnionType,
    get_named_type,
    is_leaf_type,
)
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from saqqara_engine.games import GAMES
from saqqara_service import questions
from saqqara_service.application.accounts import authentication
from saqqara_service.application.feeds.bot_feed import pending
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.matches import matches, views
from saqqara_service.application.service import Service
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.schema import schema
from saqqara_service.models import Caller, JsonObject, Match, MatchTerms, SeatView, Turn
from saqqara_service.models.shapes import ACTIONS, VIEWS, field_texts, field_types, shapes_within
from saqqara_service.rest import openapi
from tests.service.actions import act
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_owner, some_bots

PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]
TYPES = schema()._schema.type_map


def everything(kind: GraphQLNamedType, *, is_below_node: bool = False) -> str:
    """A selection of all fields of a type and of the types below it.

    Nodes lead to each other without end: of a node below a node it is what that tells by itself.
    """
    if isinstance(kind, GraphQLUnionType):
        return " ".join(f"... on {one.name} {{ {everything(one)} }}" for one in kind.types)
    if isinstance(kind, GraphQLObjectType) and any(one.name == "Node" for one in kind.interfaces):
        return leaves_of(kind) if is_below_node else fields_of(kind, is_below_node=True)
    if kind.name == "Node":
        return "id __typename"  # fields of the same name have other types in other nodes
    if isinstance(kind, GraphQLInterfaceType):
        kinds = schema()._schema.get_possible_types(kind)
        own = {one.name: fields_of(one, kind.fields) for one in kinds}
        apart = (f"... on {name} {{ {fields} }}" for name, fields in own.items() if fields)
        return f"{fields_of(kind)} {' '.join(apart)}"
    assert isinstance(kind, GraphQLObjectType)
    return fields_of(kind, is_below_node=is_below_node)


def leaves_of(kind: GraphQLObjectType) -> str:
    """A selection of the fields of a type that have no others below them."""
    return " ".join(n for n, one in kind.fields.items() if is_leaf_type(get_named_type(one.type)))


def fields_of(
    kind: GraphQLObjectType | GraphQLInterfaceType,
    but: Collection[str] = (),
    *,
    is_below_node: bool = False,
) -> str:
    """A selection of the fields of a type, with all that is below them."""
    fields = []
    for name, field in kind.fields.items():
        inner = get_named_type(field.type)
        if name not in but:
            below = "" if is_leaf_type(inner) else everything(inner, is_below_node=is_below_node)
            fields.append(f"{name} {{ {below} }}" if below else name)
    return " ".join(fields)


def as_graphql(kind: GraphQLType, value: Any) -> Any:
    """JSON with the words of vocabularies as GraphQL spells them: upper case, without hyphens."""
    match kind:
        case _ if value is None:
            return None
        case GraphQLNonNull():
            return as_graphql(kind.of_type, value)
        case GraphQLList():
            return [as_graphql(kind.of_type, item) for item in value]
        case GraphQLObjectType():
            fields = kind.fields
            return {name: as_graphql(fields[name].type, item) for name, item in value.items()}
        case GraphQLEnumType():
            return value.replace("-", "_").upper()
        case _:
            return value


async def ask(svc: Service, caller: Caller, text: str, **variables: object) -> Any:
    """What the schema answers, without the limits of the transport."""

    context = Context(svc, "test", Client("nowhere"), "Bearer known")
    with patch.object(authentication, "authenticate", AsyncMock(return_value=caller)):
        result = await schema().execute(text, variable_values=variables, context_value=context)
    assert result.errors is None, result.errors
    return json.loads(json.dumps(result.data))


async def a_table(svc: Service, game: str, preset: str) -> tuple[Match, list[Caller]]:
    """A match under the preset, and its bots."""
    owner = await an_owner(svc)
    players = max(GAMES[game].players)
    bots = await some_bots(svc, owner, players)
    seats: list[str | None] = [bot.bot_id for bot in bots]
    options: JsonObject = {"preset": preset, **({"players": players} if game == "imhotep" else {})}
    terms = MatchTerms(game=game, options=options, time_control=UNHURRIED)
    match = await matches.create(svc, owner, terms, seats=seats, start=True)
    return match, bots


def part_of(name: str) -> Draft202012Validator:
    """What the OpenAPI document says of one of its components."""
    document = yaml.load(openapi.text(), yaml.CSafeLoader)
    return Draft202012Validator({**document, "$ref": f"#/components/schemas/{name}"})


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{one}-{two}" for one, two in PRESETS])
async def test_typed_views_say_what_the_json_says(svc: Service, game: str, preset: str) -> None:
    """Every field of a view has a type in GraphQL with the same value, and fits its JSON Schema."""
    match, bots = await a_table(svc, game, preset)
    chance = random.Random(preset)
    name = f"{game.capitalize()}View"
    text = (
        "query($id: ID!) { view(matchId: $id) { view state { __typename"
        f" ... on {name} {{ {everything(TYPES[name])} }} }} }} }}"
    )
    fits = part_of("SeatView")
    for ply in range(60):
        for caller in bots if ply % 10 == 0 else bots[ply % len(bots) :][:1]:
            view = (await ask(svc, caller, text, id=match.id))["view"]
            assert view["state"].pop("__typename") == name
            assert view["state"] == as_graphql(TYPES[name], view["view"])
        if ply % 20 == 0:
            seen = await views.view(svc, bots[0], questions.ViewAt(match_id=match.id))
            fits.validate(TypeAdapter(SeatView).dump_python(seen, mode="json", by_alias=True))
        match = await match_of(svc, match.id)
        if match.to_act is None:
            break
        (turn,) = await pending(svc, bots[match.to_act])
        action = chance.choice(turn.actions)
        await act(svc, bots[match.to_act], match.id, action, match.version, f"a{ply}")


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=[f"{one}-{two}" for one, two in PRESETS])
async def test_typed_actions_say_what_the_notation_says(
    svc: Service, game: str, preset: str
) -> None:
    """Each offered action has a code, a label and its kind's fields, the same by each transport."""
    match, bots = await a_table(svc, game, preset)
    chance = random.Random(preset)
    text = f"{{ turns {{ actions legalActions {{ {everything(TYPES['OfferedAction'])} }} }} }}"
    text = text.replace("details {", "details { __typename")
    fits = part_of("Turn")
    for ply in range(40):
        match = await match_of(svc, match.id)
        if match.to_act is None:
            break
        (turn,) = await pending(svc, bots[match.to_act])
        document = TypeAdapter(Turn).dump_python(turn.in_full(), mode="json", by_alias=True)
        fits.validate(document)
        (typed,) = (await ask(svc, bots[match.to_act], text))["turns"]
        assert typed["actions"] == document["actions"]
        for one, other in zip(typed["legalActions"], document["legalActions"], strict=True):
            kind = one["details"].pop("__typename")
            assert kind.startswith(game.capitalize())
            other["details"] = as_graphql(TYPES[kind], other["details"])
            assert one == other
            assert one["notation"].split(" ")[0] == one["kind"]
        action = chance.choice(turn.actions)
        await act(svc, bots[match.to_act], match.id, action, match.version, f"a{ply}")


def test_every_field_of_a_view_or_action_says_what_it_means() -> None:
    """A field of the engine's views and actions has a docstring, which both transports publish."""
    silent = [
        f"{shape.__module__}.{shape.__name__}.{name}"
        for shape in shapes_within(*VIEWS, *ACTIONS)
        for name in field_types(shape)
        if name not in field_texts(shape)
    ]
    assert silent == []
