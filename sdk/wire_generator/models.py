"""The models and enumerations of what the service tells."""

from __future__ import annotations

from collections.abc import Iterator

from wire_generator.contract import Contract, Schema
from wire_generator.prose import comment, docstring, measure, sentence, snake, words_of
from wire_generator.table import ABSENT, GIVEN, MIXINS, NAMES, OMITTED, PLAIN, ROOTS, SECRETS
from wire_generator.types import ALIASES, Types, default

HEAD = '''"""{about}

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

'''
ENUMS = HEAD.format(
    about="The enumerations of the API. A newer service may add values: see `OpenEnum`."
)
ENUMS += "from saqqara_sdk.wire import mixins\nfrom saqqara_sdk.wire.values import OpenEnum\n"
MODELS = (
    HEAD.format(
        about="""The service's responses as typed values, parsed leniently from JSON.

Names are those of the API in Python's spelling (`matchId` is `match_id`). Unknown fields are
ignored, unknown enumeration values are kept, and nullable fields and lists may be missing.
Seats are numbered from 0. Times are integer milliseconds; instants count from the Unix epoch by
the service's clock."""
    )
    + """
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue, Tag

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.enums import {enums}
from saqqara_sdk.wire.values import Model, Open, UnknownMember, open_union

T = TypeVar("T")
"""
)


class Models:
    """Everything that an answer may hold, and what it is in Python."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._types = Types(contract)
        given = {one.body.name for one in contract.operations.values() if one.body}
        roots = [*ROOTS, *filter(None, (self._answer(one) for one in contract.operations))]
        self.given = self._reached([*(NAMES[name] for name in given if name in NAMES), *GIVEN])
        self.names = sorted(self._reached(roots) | self.given | set(self._words_given()))

    def enums(self) -> str:
        """The module of the enumerations."""
        found = [name for name in self.names if self._contract.schemas[name].enum]
        return ENUMS + "".join(map(self._enum, found))

    def models(self) -> str:
        """The module of the models."""
        schemas = self._contract.schemas
        enums = [name for name in self.names if schemas[name].enum]
        unions = [name for name in self.names if schemas[name].discriminator]
        models = [name for name in self.names if name not in {*enums, *unions}]
        parts = [self._page(), *map(self._model, models), *map(self._union, unions)]
        return MODELS.format(enums=", ".join(enums)) + "".join(parts)

    def _answer(self, operation: str) -> str:
        schema = self._contract.operations[operation].answer.json_schema
        return schema.name if schema else ""

    def _words_given(self) -> Iterator[str]:
        """The enumerations of arguments."""
        for one in self._contract.operations.values():
            body = self._contract.resolved(one.body).properties if one.body else {}
            for schema in (*body.values(), *(each.body for each in one.parameters)):
                inner = schema.inner.items or schema
                if self._types.is_words(inner):
                    yield inner.inner.name

    def _reached(self, names: list[str]) -> set[str]:
        """The schemas that are told by these, by their names in the contract."""
        found: set[str] = set()
        while names:
            name = names.pop()
            if name in found | ALIASES.keys() | PLAIN:
                continue
            schema = self._contract.schemas[name]
            if not schema.title.startswith("Page["):
                found.add(name)
            names += [one for one in self._below(name, schema) if one]
        return found

    def _below(self, name: str, schema: Schema) -> Iterator[str]:
        members = {n: one for n, one in schema.properties.items() if (name, n) not in OMITTED}
        for one in (*members.values(), *schema.one_of, *schema.any_of):
            yield one.name
            yield from self._below("", one)
        if schema.items:
            yield schema.items.name
            yield from self._below("", schema.items)

    def _enum(self, name: str) -> str:
        about, words = words_of(self._contract.schemas[name])
        bases = ", ".join([*MIXINS.get(name, ()), "OpenEnum"])
        lines = [f"\n\nclass {name}({bases}):", docstring([*map(sentence, about.split("\n\n"))], 4)]
        lines.append("")
        for word in self._contract.schemas[name].enum:
            lines += [f'    {word.upper()} = "{word}"', docstring([sentence(words[word])], 4)]
        return "\n".join(lines) + "\n"

    def _model(self, name: str) -> str:
        schema = self._contract.schemas[name]
        bases = ", ".join([*MIXINS.get(name, ()), "Model"])
        about = [*map(sentence, schema.description.split("\n\n"))]
        lines = [f"\n\nclass {NAMES.get(name, name)}({bases}):", docstring(about, 4), ""]
        for field, described in schema.properties.items():
            if (name, field) not in OMITTED:
                lines += self._field(name, field, described)
        return "\n".join(lines) + "\n"

    def _field(self, owner: str, field: str, schema: Schema) -> list[str]:
        kind = self._types.field(schema, is_given=owner in self.given)
        enum = schema.inner.name if self._types.is_words(schema) else ""
        value = ABSENT.get(field) or default(schema, is_required=False, enum=enum)
        if (owner, field) in SECRETS:
            value = "Field(repr=False)"
        text = " ".join(filter(None, (sentence(schema.description), self._measure(field, schema))))
        line = f"    {snake(field)}: {kind}" + (f" = {value}" if value else "")
        return [line, docstring([text], 4)]

    def _measure(self, field: str, schema: Schema) -> str:
        return measure(field, schema, has_bounds=False)

    def _page(self) -> str:
        schema = next(s for s in self._contract.schemas.values() if s.title.startswith("Page["))
        text = docstring([sentence(schema.description)], 4)
        items, cursor = schema.properties["items"], schema.properties["cursor"]
        return (
            f"\n\nclass Page(Model, Generic[T]):\n{text}\n\n"
            f"    items: tuple[T, ...]\n{docstring([sentence(items.description)], 4)}\n"
            f"    cursor: str | None = None\n{docstring([sentence(cursor.description)], 4)}\n"
        )

    def _union(self, name: str) -> str:
        schema = self._contract.schemas[name]
        assert schema.discriminator is not None  # noqa: S101 - that is how it was found
        tag = str(schema.discriminator["propertyName"])
        names = [one.name for one in schema.one_of]
        tags = [self._contract.schemas[one].properties[tag].const for one in names]
        members = [
            f'Annotated[{one}, Tag("{const}")]' for one, const in zip(names, tags, strict=True)
        ]
        members.append(f'Annotated[Unknown{name}, Tag("unknown")]')
        text = f"A {_words(name)} that this version does not know; `model_extra` has what it says."
        about = docstring([text], 4)
        known = ", ".join(f'"{one}"' for one in tags)
        bases = ", ".join([*MIXINS.get(f"Unknown{name}", ()), "UnknownMember"])
        return (
            f"\n\nclass Unknown{name}({bases}):\n{about}\n\n\n"
            f"{comment(sentence(schema.description))}\n"
            f"{name}: TypeAlias = Annotated[\n    {' | '.join(members)},\n"
            f'    open_union("{tag}", {{{known}}}),\n]\n'
        )


def _words(name: str) -> str:
    """The name of a class as words."""
    return snake(name).strip("_").replace("_", " ")
