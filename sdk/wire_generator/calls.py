"""The calls in their groups, for programs with and without `async`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wire_generator.contract import Contract, ContractOperation, Group, Schema
from wire_generator.errors import class_of, meanings
from wire_generator.help import CallHelp, imperative, module, phrase, typed
from wire_generator.models import HEAD, Models
from wire_generator.prose import docstring, measure, python_words, sentence, snake
from wire_generator.table import CALLS, NAMES, Argument, CallRow
from wire_generator.types import Types, default

IMPORTS = """
import uuid
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from saqqara_sdk.wire.call import (
    AsyncGroup, Call, Group, Stream, given, given_query, reading, segment
)
from saqqara_sdk.wire.enums import {enums}
from saqqara_sdk.wire.models import Page, {models}
"""
COMMON = (
    *("malformed", "too_large", "unauthenticated", "forbidden"),
    *("rate_limited", "busy", "internal"),
)
ANY = (
    f"Any call may raise {', '.join(f'`{class_of(code)}`' for code in COMMON)}. It raises"
    " `ConnectionFailed` if there is no response, and `UnreadableAnswer` if the response cannot be"
    " read."
)
ARCHIVE = Argument(
    "archive",
    "bytes | Iterable[bytes]",
    "The archive, a tar.gz, whole or in pieces. A retry iterates over the pieces again.",
    {"": "archive"},
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call as it is written: its row, its operation, its arguments and its answer.

    `name` is `GROUP_METHOD`.
    """

    name: str
    row: CallRow
    operation: ContractOperation
    path: tuple[Argument, ...]
    others: tuple[Argument, ...]
    answer: str

    @property
    def method(self) -> str:
        """Its name within its group."""
        return self.name.partition("_")[2]

    @property
    def by_place(self) -> tuple[Argument, ...]:
        """The arguments that go by place."""
        named = {one.name: one for one in self.others}
        if self.row.positional:
            return (*self.path, *(named[name] for name in self.row.positional))
        return (*self.path, *(one for one in self.others if one.default is None))

    @property
    def by_name(self) -> tuple[Argument, ...]:
        """The arguments that go by name."""
        return tuple(one for one in self.others if one not in self.by_place)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """All arguments in the order of the signature."""
        return (*self.by_place, *self.by_name)

    def signature(self, *, has_defaults: bool = True) -> str:
        """The arguments as they are declared."""
        by_name = [_declared(one, has_defaults=has_defaults) for one in self.by_name]
        by_place = [_declared(one, has_defaults=has_defaults) for one in self.by_place]
        return ", ".join([*by_place, *(["*"] if by_name else []), *by_name])

    @property
    def passed(self) -> str:
        """The arguments as they are passed on."""
        by_name = [f"{one.name}={one.name}" for one in self.by_name]
        return ", ".join([*(one.name for one in self.by_place), *by_name])


class Calls:
    """Every call of the contract."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._types = Types(contract)
        self._meanings = meanings(contract)
        models = Models(contract)
        schemas = contract.schemas
        enums = [name for name in models.names if schemas[name].enum]
        others = [NAMES.get(name, name) for name in models.names if not schemas[name].enum]
        self._imports = IMPORTS.format(enums=", ".join(enums), models=", ".join(others))
        self.by_group = {group.name: list(self._calls_of(group)) for group in contract.tags}
        made = {call.name for calls in self.by_group.values() for call in calls}
        if lost := (CALLS.keys() | contract.operations.keys()) - made:
            raise KeyError(f"no group of the contract has {', '.join(sorted(lost))}")

    def modules(self) -> Iterator[tuple[str, str]]:
        """The name of each group and its module."""
        for group in self._contract.tags:
            calls, kind = self.by_group[group.name], group.name.capitalize()
            yield (
                group.name,
                HEAD.format(about=group.description)
                + self._imports
                + self._group(kind, group, calls, is_async=False)
                + self._group(f"Async{kind}", group, calls, is_async=True)
                + "".join(map(_builder, calls)),
            )

    def _calls_of(self, group: Group) -> Iterator[Call]:
        """The calls of a group, in the order of the contract; some operations have two."""
        for name in self._contract.operations:
            if name.startswith(f"{group.name}_"):
                yield self._call(name, CALLS.get(name, CallRow()))
                yield from (
                    self._call(other, row) for other, row in CALLS.items() if row.operation == name
                )

    def _call(self, name: str, row: CallRow) -> Call:
        operation = self._contract.operations[row.operation or name]
        path = [one for one in operation.parameters if one.place == "path"]
        body = self._contract.resolved(operation.body) if operation.body else None
        query = [one for one in operation.parameters if one.place == "query"]
        fields = {one.name: one.described for one in query}
        required: tuple[str, ...] = ()
        if operation.body is not None and operation.body.name in NAMES:
            others: list[Argument] = [self._whole(operation.body)]
        else:
            if body is not None:
                fields |= body.properties
                required = body.required
            archive = [ARCHIVE] if operation.request and operation.request.is_archive else []
            others = [*archive, *self._arguments(row, fields, required)]
        return Call(
            name,
            row,
            operation,
            tuple(Argument(snake(one.name), "str", sentence(one.description), {}) for one in path),
            tuple(others),
            self._answer(row, operation),
        )

    def _arguments(
        self, row: CallRow, fields: Mapping[str, Schema], required: tuple[str, ...]
    ) -> Iterator[Argument]:
        replaced = {name: one for one in row.arguments for name in one.wire}
        for name, schema in fields.items():
            if name in row.omits:
                continue
            if name not in replaced:
                yield self._argument(row, name, schema, is_required=name in required)
            elif name == next(iter(replaced[name].wire)):
                yield replaced[name]

    def _argument(self, row: CallRow, name: str, schema: Schema, *, is_required: bool) -> Argument:
        python = snake(name)
        value = row.defaults.get(python) or default(schema, is_required=is_required)
        annotation = self._types.argument(schema)
        is_needed = python in row.positional and name == "options"
        if is_needed:
            value, annotation = None, annotation.removesuffix(" | None")
        return Argument(
            python,
            annotation,
            self._text(schema),
            {name: self._wire(schema, python)},
            value,
            measure(name, schema, has_bounds=True),
        )

    def _whole(self, schema: Schema) -> Argument:
        """The argument that is the whole body."""
        model = NAMES[schema.name]
        name = snake(model).rpartition("_")[2]
        text = sentence(self._contract.schemas[model].description.partition("\n\n")[0])
        return Argument(name, model, text, {"": f'{name}.model_dump(mode="json", by_alias=True)'})

    def _text(self, schema: Schema) -> str:
        paragraphs = [sentence(schema.description)]
        items = schema.inner.items or schema
        if self._types.is_words(items):
            words = self._contract.resolved(items.inner).enum
            paragraphs.append(f"One of {', '.join(f'`{word}`' for word in words)}.")
        return " ".join(filter(None, paragraphs))

    def _wire(self, schema: Schema, name: str) -> str:
        """What goes over the wire of an argument."""
        inner = schema.inner
        if inner.items is not None and self._types.is_model(inner.items):
            expression = f'[one.model_dump(mode="json", by_alias=True) for one in {name}]'
        elif inner.items is not None:
            expression = f"list({name})"
        elif self._types.is_model(schema):
            expression = f'{name}.model_dump(mode="json", by_alias=True)'
        elif inner.name == "JsonObject":
            expression = f"dict({name})"
        else:
            return name
        return f"None if {name} is None else {expression}" if schema.is_nullable else expression

    def _answer(self, row: CallRow, operation: ContractOperation) -> str:
        schema = operation.answer.json_schema
        if row.stream:
            return row.stream
        if operation.answer.is_archive:
            return "bytes"
        if schema is None:
            raise ValueError(f"{operation.id} answers nothing")
        title = self._contract.resolved(schema).title
        if title.startswith("Page["):
            item = title.removeprefix("Page[").removesuffix("]")
            return f"Page[{NAMES.get(item, item)}]"
        return self._types.field(schema)

    def _group(self, name: str, group: Group, calls: list[Call], *, is_async: bool) -> str:
        base = "AsyncGroup" if is_async else "Group"
        text = docstring([group.description, ANY], 4)
        methods = "\n".join(self._method(call, is_async=is_async) for call in calls)
        return f"\n\nclass {name}({base}):\n{text}\n\n{methods}"

    def _method(self, call: Call, *, is_async: bool) -> str:
        row = call.row
        kind, verb, head = call.answer, "return self._send", "def"
        if row.stream:
            kind = f"AsyncGenerator[{kind}, None]" if is_async else f"Iterator[{kind}]"
            verb = "return self._follow"
        elif is_async:
            verb, head = "return await self._send", "async def"
        signature = ", ".join(filter(None, ["self", call.signature()]))
        return (
            f"    {head} {call.method}({signature}) -> {kind}:\n{self._docstring(call)}\n"
            f"        {verb}(_{call.method}({call.passed}))\n"
        )

    def _docstring(self, call: Call) -> str:
        arguments = [f"    {one.name}: {_measured(one)}" for one in call.arguments]
        codes = [code for code in self._contract.codes_of(call.operation) if code not in COMMON]
        errors = [f"    {name}: {self._meanings[name]}" for name in map(class_of, codes)]
        sections = [*(["Args:"] if arguments else []), *arguments]
        sections += [*(["Raises:"] if errors else []), *errors]
        return docstring(self._paragraphs(call), 8, sections)

    def help(self) -> str:
        """The module with the help of all calls."""
        return module(self._help(call) for calls in self.by_group.values() for call in calls)

    def _help(self, call: Call) -> CallHelp:
        line, *more = map(typed, self._paragraphs(call))
        if call.operation.method == "GET" and not call.row.stream:
            line = imperative(line, "List" if call.answer.startswith("Page[") else "Show")
        arguments = {
            one.name: phrase(typed(one.text if one.is_time else _measured(one)))
            for one in call.arguments
        }
        return CallHelp(
            call.name.replace("_", ".", 1), line.removesuffix("."), tuple(more), arguments
        )

    def _paragraphs(self, call: Call) -> list[str]:
        """What the call does: its summary, then what else the contract says of it."""
        operation = call.operation
        body = self._contract.resolved(operation.body) if operation.body else None
        more = _after_first(body.description) if body else ""
        parts = f"{operation.description}\n\n{more}".split("\n\n")
        kept = filter(None, (_without(one, _strange(call)) for one in parts))
        return [*map(sentence, [call.row.summary or operation.summary, *kept])]


def _measured(one: Argument) -> str:
    return f"{one.text} {one.measure}".rstrip()


def _after_first(text: str) -> str:
    """A body's description without its first sentence, which says what the call's summary says."""
    first = re.match(r".*?\.(?=\s|$)\s*", text, re.DOTALL)
    return text[first.end() :] if first else ""


def _strange(call: Call) -> set[str]:
    """What of the REST interface a program need not know: headers, and what is named otherwise."""
    names = {one.name for one in call.others}
    wire = {name for one in call.others for name in one.wire}
    unnamed = {snake(name) for name in (*wire, *call.row.omits)} - names
    return {f"`{name}`" for name in unnamed} | {"event-stream", "`Last-Event-ID`"}


def _without(text: str, strange: set[str]) -> str:
    """The sentences that name nothing strange."""
    sentences = re.split(r"(?<=\.)\s+", text.strip())
    return " ".join(s for s in sentences if not any(one in python_words(s) for one in strange))


def _declared(one: Argument, *, has_defaults: bool) -> str:
    declared = f"{one.name}: {one.annotation}"
    return f"{declared} = {one.default}" if has_defaults and one.default is not None else declared


def _members(wire: Mapping[str, str]) -> str:
    return ", ".join(f'"{name}": {value}' for name, value in wire.items())


def _builder(call: Call) -> str:
    """The function that makes the call's value, which both groups send."""
    row, operation = call.row, call.operation
    path = re.sub(r"\{(\w+)\}", lambda name: f"{{segment({snake(name[1])})}}", operation.path)
    address = f'f"{path}"' if "{" in path else f'"{path}"'
    wire = {name: members for one in call.others for name, members in one.wire.items()}
    members = _members(wire)
    kind = "Stream" if row.stream else "Call"
    head = (
        f"\n\ndef _{call.method}({call.signature(has_defaults=False)}) -> {kind}[{call.answer}]:\n"
    )
    if row.stream:
        wire.pop("after")
        query = f"given_query({{{_members(wire)}}})"
        last = "lambda item: item.is_last"
        return (
            f"{head}    return Stream({address}, reading({call.answer}), {query}, after, {last})\n"
        )
    if operation.answer.is_archive:
        return f"{head}    return Call.download({address}, reading({call.answer}))\n"
    if ARCHIVE in call.others:
        query = _members({name: value for name, value in wire.items() if name})
        return (
            f"{head}    return Call.upload(\n        {address}, reading({call.answer}), "
            f"{ARCHIVE.name}, given_query({{{query}}})\n    )\n"
        )
    if operation.method == "GET":
        query = f", given_query({{{members}}})" if members else ""
        return f"{head}    return Call.get({address}, reading({call.answer}){query})\n"
    body = next(iter(wire.values())) if "" in wire else f"given({{{members}}})" if members else "{}"
    return (
        f"{head}    return Call.post(\n        {address}, reading({call.answer}), {body}, "
        f"is_repeatable={operation.is_repeatable}\n    )\n"
    )
