"""The part of an OpenAPI document that the generator reads."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue

CONTRACT = Path(__file__).parents[2] / "openapi" / "openapi.yaml"
PREFIX = "/api/v1"


class Schema(BaseModel):
    """A JSON Schema, as far as the contract uses it."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    ref: str | None = Field(None, alias="$ref")
    type: str | None = None
    description: str = ""
    title: str = ""
    const: str | None = None
    default: JsonValue = None
    enum: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    properties: dict[str, Schema] = {}
    required: tuple[str, ...] = ()
    items: Schema | None = None
    any_of: tuple[Schema, ...] = Field((), alias="anyOf")
    one_of: tuple[Schema, ...] = Field((), alias="oneOf")
    all_of: tuple[Schema, ...] = Field((), alias="allOf")
    discriminator: dict[str, JsonValue] | None = None

    @property
    def name(self) -> str:
        """The name of the schema that this one refers to; empty if it refers to none."""
        return (self.ref or "").rpartition("/")[2]

    @property
    def is_nullable(self) -> bool:
        """Whether it may be null."""
        return any(one.type == "null" for one in self.any_of)

    @property
    def inner(self) -> Schema:
        """What it is when it is not null."""
        kinds = [one for one in self.any_of if one.type != "null"]
        return kinds[0] if kinds else self


class Content(BaseModel):
    """A body of one media type."""

    body: Schema = Field(alias="schema")


class Message(BaseModel):
    """The body of a request or of an answer, or the name of one that operations share."""

    ref: str = Field("", alias="$ref")
    content: dict[str, Content] = {}

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the problems that it can be."""
        schemas = (one.body for one in self.content.values())
        parts = (part.properties.get("code") for schema in schemas for part in schema.all_of)
        return tuple(code for part in parts if part for code in part.enum)

    @property
    def json_schema(self) -> Schema | None:
        """What it is as JSON."""
        found = self.content.get("application/json")
        return found.body if found else None

    @property
    def is_archive(self) -> bool:
        """Whether it is bytes and no JSON."""
        return "application/gzip" in self.content


class Parameter(BaseModel):
    """One parameter of an operation."""

    name: str
    place: str = Field(alias="in")
    description: str = ""
    body: Schema = Field(alias="schema")

    @property
    def described(self) -> Schema:
        """Its schema with what is said of the parameter."""
        return self.body.model_copy(update={"description": self.description})


class ContractOperation(BaseModel):
    """One operation."""

    id: str = Field(alias="operationId")
    summary: str
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    request: Message | None = Field(None, alias="requestBody")
    responses: dict[str, Message]
    is_repeatable: bool = Field(default=False, alias="x-repeatable")
    path: str = ""
    method: str = ""

    @property
    def body(self) -> Schema | None:
        """The body that is sent."""
        return self.request.json_schema if self.request else None

    @property
    def answer(self) -> Message:
        """What comes back when all is well."""
        return next(one for code, one in self.responses.items() if code.startswith("2"))


class Group(BaseModel):
    """A group of operations, whose ids begin with its name."""

    name: str
    description: str


class _Components(BaseModel):
    schemas: dict[str, Schema]
    responses: dict[str, Message]


class Contract(BaseModel):
    """The whole document."""

    tags: tuple[Group, ...]
    paths: dict[str, dict[str, ContractOperation]]
    components: _Components

    @property
    def schemas(self) -> dict[str, Schema]:
        """Every schema that has a name."""
        return self.components.schemas

    @cached_property
    def operations(self) -> dict[str, ContractOperation]:
        """Every operation by its id."""
        return {
            one.id: one.model_copy(
                update={"path": path.removeprefix(PREFIX), "method": method.upper()}
            )
            for path, methods in self.paths.items()
            for method, one in methods.items()
        }

    def codes_of(self, operation: ContractOperation) -> list[str]:
        """The codes of the problems that the operation can answer, each once."""
        shared = self.components.responses
        found = (
            shared.get(one.ref.rpartition("/")[2], one) for one in operation.responses.values()
        )
        return list(dict.fromkeys(code for one in found for code in one.codes))

    def resolved(self, schema: Schema) -> Schema:
        """What a schema refers to, or itself."""
        return self.schemas[schema.name] if schema.ref else schema


def read_contract(path: Path = CONTRACT) -> Contract:
    """The contract in the file."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = yaml.load(path.read_text("utf-8"), loader)  # noqa: S506
    return Contract.model_validate(document)
