"""Views and actions as JSON Schemas, made from the engine's dataclasses."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import NoneType, UnionType
from typing import Final, Union, get_args, get_origin

from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue

from saqqara_engine.terms import Vocabulary
from saqqara_service.models.shapes import (
    ACTIONS,
    VIEWS,
    field_texts,
    field_types,
    shape_name,
    shapes_within,
    vocabularies,
    vocabulary_of,
)
from saqqara_service.models.texts import class_text
from saqqara_service.rest.schemas import listed

SCALARS: Final = {int: "integer", str: "string", bool: "boolean"}
PLACES: Final = (
    ("SeatView", "view", VIEWS),
    ("Turn", "view", VIEWS),
    ("OfferedAction", "details", ACTIONS),
)
"""The properties of our own models that hold a shape, and which shapes each may hold."""


def schemas(ref: str) -> dict[str, JsonSchemaValue]:
    """The schema of every shape by its name; they refer to each other by `ref` and the name."""
    found = {shape_name(shape): _object(shape, ref) for shape in shapes_within(*VIEWS, *ACTIONS)}
    found |= {words.name: _words(words) for words in vocabularies()}
    for action in ACTIONS:
        schema = found[shape_name(action)]
        kind = {"const": action.kind, "description": "The first word of the notation."}  # type: ignore[attr-defined]
        schema["properties"] = {"kind": kind, **schema["properties"]}
        schema["required"] = list(schema["properties"])
    return found


def choice_of(shapes: tuple[type, ...], ref: str) -> JsonSchemaValue:
    """The schema of a value that has one of the shapes; an action of both games fits two."""
    choice = "oneOf" if shapes is VIEWS else "anyOf"
    return {choice: [{"$ref": ref + shape_name(shape)} for shape in shapes]}


def _object(shape: type, ref: str) -> JsonSchemaValue:
    texts = field_texts(shape)
    properties = {
        to_camel(name): {**_schema(kind, ref), "description": texts.get(name)}
        for name, kind in field_types(shape).items()
    }
    return {
        "type": "object",
        "description": class_text(shape),
        "properties": properties,
        "required": list(properties),
    }


def _words(vocabulary: Vocabulary) -> JsonSchemaValue:
    text = f"{vocabulary.text}\n\n{listed(vocabulary.words)}"
    return {"type": "string", "enum": list(vocabulary.words), "description": text}


def _schema(kind: object, ref: str) -> JsonSchemaValue:
    if vocabulary := vocabulary_of(kind):
        return {"$ref": ref + vocabulary.name}
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = (one for one in args if one is not NoneType)
        return {"anyOf": [_schema(inner, ref), {"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _schema(args[0], ref)}
    if kind is bytes:
        return {"type": "array", "items": {"type": "integer"}}
    if isinstance(kind, type) and is_dataclass(kind):
        return {"$ref": ref + shape_name(kind)}
    return {"type": SCALARS[kind]}  # type: ignore[index]
