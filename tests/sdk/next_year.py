"""The contract of next year, made from this year's: more words, members, fields, kinds and codes.

Wherever the contract has an enumeration there is a word more, in every union a member more, in
every object a field more. `RestServer` answers by it over HTTP, `answers` as GraphQL does.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import graphql
import yaml

from saqqara_sdk.runner.words import as_values

CONTRACT = Path(__file__).parents[2] / "openapi"
WORD = "next_year"
ARCHIVE = "application/gzip"
MORE = {"nextYear": {"mood": ["new"]}}
INTEGERS = {"Int": 0, "Instant": 1, "Milliseconds": 1}
SCALARS = {**INTEGERS, "Float": 0.5, "Boolean": True, "JSONObject": {}, "JSON": {}}
FIRST_OF_TYPE = {"integer": 1, "number": 0.5, "boolean": True, "string": "x"}


@cache
def spec() -> dict[str, Any]:
    """This year's OpenAPI document."""
    text = (CONTRACT / "openapi.yaml").read_text(encoding="utf-8")
    document: dict[str, Any] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506
    return document


def sample(schema: Mapping[str, Any]) -> Any:  # noqa: PLR0911 - a table
    """A value of next year by a JSON Schema: all that can be unknown is."""
    match schema:
        case {"$ref": ref}:
            return sample(spec()["components"]["schemas"][ref.rpartition("/")[2]])
        case {"enum": _}:
            return WORD
        case {"const": value}:
            return value
        case {"oneOf": _, "discriminator": {"propertyName": name}}:
            return {name: WORD, "sandMs": 3}
        case {"anyOf": kinds}:
            return sample(next(kind for kind in kinds if kind.get("type") != "null"))
        case {"type": "array"}:
            return [sample(schema.get("items", {"type": "string"}))]
        case {"type": "object"}:
            members = schema.get("properties", {})
            return {name: sample(member) for name, member in members.items()} | MORE
    return schema.get("minimum", FIRST_OF_TYPE.get(schema.get("type", ""), {"x": 1}))


class RestServer(ThreadingHTTPServer):
    """Next year's service: answers every operation, or refuses it with a code of next year."""

    daemon_threads = True
    is_refusing = False
    sample: Any = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: RestServer

    def do_GET(self) -> None:
        operation = operation_of(self.command, self.path)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_stream = "event-stream" in self.headers["Accept"]
        if self.server.is_refusing:
            name = operation["responses"]["default"]["$ref"].rpartition("/")[2]
            ((kind, content),) = spec()["components"]["responses"][name]["content"].items()
            self._answer(409, kind, json.dumps(sample(content["schema"])))
        elif is_stream and "Last-Event-ID" in self.headers:
            self._answer(204, "", "")
        else:
            code, reply = next(iter(operation["responses"].items()))
            json_kind = "application/json" if "application/json" in reply["content"] else ARCHIVE
            kind = "text/event-stream" if is_stream else json_kind
            self.server.sample = sample(reply["content"][kind]["schema"])
            text = json.dumps(self.server.sample)
            framed = f"event: weather\ndata: sun\n\nid: c1\ndata: {text}\n\n"
            self._answer(int(code), kind, framed if is_stream else text)

    do_POST = do_GET  # noqa: N815 - the name that the library calls

    def _answer(self, status: int, kind: str, text: str) -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Nothing: the tests say what went wrong."""


@contextmanager
def rest_server() -> Iterator[RestServer]:
    """The service on a port of its own."""
    with RestServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def operation_of(method: str, path: str) -> dict[str, Any]:
    """The operation at a path."""
    bare = path.partition("?")[0]
    found: dict[str, Any] = next(
        operations[method.lower()]
        for template, operations in spec()["paths"].items()
        if method.lower() in operations
        and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), bare)
    )
    return found


@cache
def schema() -> graphql.GraphQLSchema:
    """Next year's GraphQL schema."""
    text = (CONTRACT / "schema.graphql").read_text(encoding="utf-8")
    grown = re.sub(r"(?m)^(enum \w+ \{)", rf"\1 {WORD.upper()} ", text)
    grown = re.sub(r"(?m)^(union \w+ =)", r"\1 Novelty | Trouble |", grown)
    grown = re.sub(r"(?m)^(type \w+(?: implements [\w &]+)? \{)", r"\1 nextYear: String ", grown)
    return graphql.build_schema(
        f"""{grown}
        type Novelty {{ mood: String! }}
        type Trouble implements Problem
          {{ code: String! message: String! requestId: ID! facts: JSONObject! next: NextCall }}"""
    )


def members(union: str) -> Sequence[str]:
    """The types that a union has next year."""
    found = schema().get_type(union)
    assert isinstance(found, graphql.GraphQLUnionType)
    return [member.name for member in found.types]


def answers(
    document: str, variables: Mapping[str, Any], kind: str, chosen: Mapping[str, str]
) -> dict[str, Any]:
    """What is read of an answer: unknown words but the root's `kind`, these members of unions."""

    def resolve(_root: object, info: graphql.GraphQLResolveInfo[Any], **_: object) -> object:
        is_root_kind = info.field_name == "kind" and info.path.prev and not info.path.prev.prev
        return kind.upper() if is_root_kind else value(info.return_type)

    def value(wanted: graphql.GraphQLOutputType) -> object:
        if isinstance(wanted, graphql.GraphQLNonNull):
            return value(wanted.of_type)
        if isinstance(wanted, graphql.GraphQLList):
            return [value(wanted.of_type)]
        if isinstance(wanted, graphql.GraphQLEnumType):
            return WORD.upper()
        if isinstance(wanted, graphql.GraphQLScalarType):
            return SCALARS.get(wanted.name, "x")
        return {}

    found = graphql.execute(
        schema(),
        graphql.parse(document),
        variable_values=dict(variables),
        field_resolver=resolve,
        type_resolver=lambda _value, _info, union: chosen[union.name],
    )
    assert isinstance(found, graphql.ExecutionResult)
    assert found.errors is None
    assert found.data is not None
    data = as_values(json.loads(json.dumps(found.data)))
    assert isinstance(data, dict)
    return data
