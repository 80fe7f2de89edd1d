"""Names of the schema follow GraphQL's conventions; JSON documents differ only by case."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from graphql import (
    GraphQLArgument,
    GraphQLEnumType,
    GraphQLField,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNamedType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLType,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_leaf_type,
    parse,
)
from graphql.language import FieldNode, visit
from graphql.language.visitor import Visitor
from graphql.utilities import TypeInfo, TypeInfoVisitor

from saqqara_sdk.runner import feed, observation
from saqqara_sdk.runner.words import DOCUMENTS, WORDS
from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.schema import schema
from saqqara_service.rest import openapi

SCHEMA = core_schema(schema())
TYPES = [kind for name, kind in SCHEMA.type_map.items() if not name.startswith("__")]
ID_NAMES = re.compile(r"^(id|ids|\w+Ids?)$")
IDS = {"challenged", "invited", "openTo", "blocked", "challenger"}
"""Fields that hold ids without saying so in their names."""
BY_ID = {"Node"}
"""What has an id, whatever it is: its types have nothing else in common."""


def places() -> Iterator[tuple[str, str, GraphQLField | GraphQLInputField | GraphQLArgument]]:
    """Every field and argument: where it stands, its name and itself."""
    for kind in TYPES:
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType | GraphQLInputObjectType):
            for name, field in kind.fields.items():
                yield kind.name, name, field
                if isinstance(field, GraphQLField):
                    yield from ((f"{kind.name}.{name}", *one) for one in field.args.items())


def test_enums_are_in_upper_case_and_differ_from_json_only_by_case() -> None:
    """What REST and stored documents spell in lower case is the same word in upper case here."""
    components = yaml.load(openapi.text(), yaml.CSafeLoader)["components"]["schemas"]
    enums = [kind for kind in TYPES if isinstance(kind, GraphQLEnumType)]
    assert enums
    for kind in enums:
        values = [one.value for one in kind.values.values()]
        assert list(kind.values) == [value.replace("-", "_").upper() for value in values], kind
        if kind.name in components:
            assert components[kind.name]["enum"] == values, kind


def test_ids_are_ids_everywhere() -> None:
    """A value that one field tells fits every argument and input that asks for it."""
    texts = [
        f"{place}.{name}: {field.type}"
        for place, name, field in places()
        if ID_NAMES.match(name) or name in IDS
        if get_named_type(field.type).name not in {"ID", "Challenged"}
    ]
    assert texts == []


def test_what_is_refused_takes_no_other_field_along() -> None:
    """Every field of the query may be null, so that one `not_found` leaves the others standing."""
    query = SCHEMA.query_type
    assert query is not None
    assert [
        name for name, one in query.fields.items() if isinstance(one.type, GraphQLNonNull)
    ] == []


def test_fields_of_the_same_name_fit_one_selection() -> None:
    """Of the types that can stand in one place, fields of one name have one shape.

    So no selection needs an alias (the specification's `SameResponseShape`). Whoever asks for a
    node by its id knows of which type it is.
    """
    found = {
        f"{mine.name}.{name}: {mine.fields[name].type}, {other.name}: {other.fields[name].type}"
        for kind in TYPES
        if is_abstract_type(kind) and kind.name not in BY_ID
        for mine, other, name in conflicts(kind, kind, set())
    }
    assert found == set()


Pair = tuple[str, str]


def conflicts(
    one: GraphQLNamedType, two: GraphQLNamedType, seen: set[Pair]
) -> Iterator[tuple[GraphQLObjectType, GraphQLObjectType, str]]:
    """Fields of one name whose shapes differ, in types that may stand where these two do."""
    if (one.name, two.name) in seen:
        return
    seen.add((one.name, two.name))
    for mine in possible(one):
        for other in possible(two):
            for name in mine.fields.keys() & other.fields.keys():
                first, second = mine.fields[name].type, other.fields[name].type
                if mine is not other and not is_alike(first, second):
                    yield mine, other, name
                inner = get_named_type(first), get_named_type(second)
                if all(map(is_composite_type, inner)):
                    yield from conflicts(*inner, seen)


def possible(kind: GraphQLNamedType) -> list[GraphQLObjectType]:
    """The types of objects that a type stands for."""
    if is_abstract_type(kind):
        return list(SCHEMA.get_possible_types(kind))
    return [kind] if isinstance(kind, GraphQLObjectType) else []


def is_alike(one: GraphQLType, two: GraphQLType) -> bool:
    """Whether both are lists, null or leaves alike."""
    for wrapper in (GraphQLNonNull, GraphQLList):
        if isinstance(one, wrapper) and isinstance(two, wrapper):
            return is_alike(one.of_type, two.of_type)
        if isinstance(one, wrapper) or isinstance(two, wrapper):
            return False
    return one is two if is_leaf_type(one) or is_leaf_type(two) else True


def test_the_runner_knows_which_of_its_fields_are_words() -> None:
    """The table by which the SDK spells GraphQL's answers is what its documents ask for."""
    words: set[str] = set()
    others: set[str] = set()
    above: list[str] = []

    class Fields(Visitor):
        def enter_field(self, node: FieldNode, *_: object) -> None:
            kind = get_named_type(info.get_type())
            name = (node.alias or node.name).value
            (words if isinstance(kind, GraphQLEnumType) else others).add(name)
            assert name not in words or not DOCUMENTS & {*above}, "it would keep GraphQL's spelling"
            above.append(name)

        def leave_field(self, *_: object) -> None:
            above.pop()

    documents = [getattr(module, name) for module in (feed, observation) for name in dir(module)]
    documents += feed.MUTATIONS.values()
    for text in documents:
        if isinstance(text, str) and re.match(r"(query|mutation|subscription) ", text):
            info = TypeInfo(SCHEMA)
            visit(parse(text), TypeInfoVisitor(info, Fields()))
    assert words == WORDS
    assert not WORDS & others
    assert {"view", "options", "facts"} <= others & DOCUMENTS
