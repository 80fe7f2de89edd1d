"""The JSON Schemas of models: named ones stand once among the components and are referred to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import EnumMeta
from inspect import getdoc
from typing import Final, TypeAlias, TypeVar

from openapi_pydantic import Reference, Schema
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema

from saqqara_service import models
from saqqara_service.models import Model
from saqqara_service.models.texts import member_texts

REF: Final = "#/components/schemas/"
FOREIGN: Final = {"JsonValue": "Any JSON value."}
"""What is said of schemas that are no models of ours."""

T = TypeVar("T")
Named: TypeAlias = dict[str, Schema]


def listed(texts: Mapping[str, str]) -> str:
    """A list of words, each with what it means."""
    return "\n".join(f"- `{word}`: {text}" for word, text in texts.items())


class DescribedSchema(GenerateJsonSchema):
    """Schemas of models with what their docstrings say, and no titles of properties."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002
        """No: it would only repeat the name."""
        return False

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        """The schema of a model; a generic one is described as its origin is."""
        found = super().model_schema(schema)
        found.setdefault("description", getdoc(schema["cls"]))
        return found


def schema_of(
    components: Named, adapter: TypeAdapter[T], mode: JsonSchemaMode
) -> Reference | Schema:
    """The schema of a type; what has a name goes among the components and is referred to."""
    schema = adapter.json_schema(
        mode=mode, ref_template=REF + "{model}", schema_generator=DescribedSchema
    )
    if mode == "serialization":
        _widen(schema)
    _name(components, schema.pop("$defs", {}))
    if "title" not in schema:
        return Schema.model_validate(schema)
    name = re.sub(r"\W", "", schema["title"])
    _name(components, {name: schema})
    return Reference.model_validate({"$ref": REF + name})


def _widen(schema: JsonSchemaValue) -> None:
    """Leave patterns and closed objects to questions: answers may gain words and fields."""
    if schema.get("additionalProperties") is False:
        del schema["additionalProperties"]
    if isinstance(schema.get("pattern"), str):
        del schema["pattern"]
    for part in schema.values():
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, dict):
                _widen(inner)


def fields_of(components: Named, model: type[Model]) -> Iterator[tuple[str, Schema]]:
    """The schema of each field of a question, by the field's name on the wire."""
    schema = TypeAdapter(model).json_schema(
        ref_template=REF + "{model}", schema_generator=DescribedSchema
    )
    _name(components, schema.pop("$defs", {}))
    for name, part in schema["properties"].items():
        yield name, Schema.model_validate(part)


def _name(components: Named, schemas: Mapping[str, JsonSchemaValue]) -> None:
    for name, schema in schemas.items():
        text = FOREIGN.get(name) or schema["description"]
        values = _values(name) if "enum" in schema else {}
        described = "\n\n".join((text, listed(values)) if values else (text,))
        components[name] = Schema.model_validate({**schema, "description": described})


def _values(name: str) -> dict[str, str]:
    """What each value of an enum means."""
    kind: EnumMeta = getattr(models, name)
    return {kind[member].value: text for member, text in member_texts(kind).items()}
