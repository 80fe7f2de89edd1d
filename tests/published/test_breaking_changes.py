"""Nothing that a published contract promised goes away unnoticed."""

from __future__ import annotations

import copy
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from graphql import build_schema
from graphql.utilities import find_breaking_changes

from tests.published.openapi_changes import Json, breaking_changes

ROOT = Path(__file__).parents[2]
ACCEPTED = ROOT / "openapi" / "accepted-changes.txt"


def committed_before(path: str) -> str:
    """The file as it was last committed in another form than it has now.

    Skips without a history, and where it was agreed that nothing of that form holds any more.
    """
    now = (ROOT / path).read_text(encoding="utf-8")
    commits = _git("log", "-2", "--format=%H", "--", path).split()
    for commit in commits:
        text = _git("show", f"{commit}:{path}")
        if text != now:
            if f"{path} of {_git('rev-parse', f'{commit}:{path}').strip()}" in accepted():
                pytest.skip(f"{path} was made anew")
            return text
    pytest.skip(f"the history here has no other version of {path}")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"git cannot tell: {done.stderr.strip()}")
    return done.stdout


def accepted() -> set[str]:
    """The changes that somebody has agreed to, one a line."""
    lines = ACCEPTED.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def demand_accepted(found: list[str]) -> None:
    """Every breaking change stands in the list of accepted ones."""
    new = sorted(set(found) - accepted())
    listed = "\n".join(new)
    assert not new, f"these break clients; undo them or list them in {ACCEPTED.name}:\n{listed}"


def test_rest_keeps_its_promises() -> None:
    """The OpenAPI document takes nothing back that its last committed version promised."""
    path = "openapi/openapi.yaml"
    old = yaml.load(committed_before(path), yaml.CSafeLoader)
    new = yaml.load((ROOT / path).read_text(encoding="utf-8"), yaml.CSafeLoader)
    demand_accepted([f"rest: {change}" for change in breaking_changes(old, new)])


def test_graphql_keeps_its_promises() -> None:
    """The schema takes nothing back that its last committed version promised."""
    path = "openapi/schema.graphql"
    old = build_schema(committed_before(path))
    new = build_schema((ROOT / path).read_text(encoding="utf-8"))
    changes = find_breaking_changes(old, new)
    demand_accepted([f"graphql: {change.description}" for change in changes])


SMALL: Json = {
    "paths": {
        "/bots": {
            "post": {
                "parameters": [
                    {"in": "query", "name": "first", "schema": {"type": "integer", "maximum": 9}}
                ],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Ask"}}
                    }
                },
                "responses": {
                    "4XX": {"$ref": "#/components/responses/Refused"},
                    "201": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Bot"}}
                        }
                    },
                },
            }
        }
    },
    "components": {
        "responses": {
            "Refused": {
                "content": {
                    "application/json": {
                        "schema": {"allOf": [{"type": "object", "required": ["code"]}]}
                    }
                }
            }
        },
        "schemas": {
            "Ask": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                },
            },
            "Bot": {
                "type": "object",
                "required": ["id", "name"],
                "properties": {
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "kind": {"type": "string", "enum": ["a", "b"]},
                    "games": {"type": "array", "items": {"type": "integer"}},
                },
            },
        },
    },
}
POST = ("paths", "/bots", "post")
QUESTION = ("requestBody", "content", "application/json")
ANSWER = ("responses", "201", "content", "application/json")
PROBLEM = ("components", "responses", "Refused", "content", "application/json")
ASK = ("components", "schemas", "Ask")
BOT = ("components", "schemas", "Bot")
GONE = object()
SPELLED_OUT = {
    "201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Bot"}}}},
    "404": {"$ref": "#/components/responses/Refused"},
    "409": {"$ref": "#/components/responses/Refused"},
}

BREAKING: list[tuple[str, tuple[str | int, ...], Any]] = [
    ("POST /bots: the operation is gone", POST, GONE),
    ("POST /bots: the query parameter first is gone", (*POST, "parameters"), []),
    ("POST /bots first: maximum is 8", (*POST, "parameters", 0, "schema", "maximum"), 8),
    ("POST /bots: a body is needed", (*POST, "requestBody", "required"), True),
    ("POST /bots: never answers 201", (*POST, "responses", "201"), GONE),
    ("POST /bots: never answers 4XX", (*POST, "responses", "4XX"), GONE),
    (
        "POST /bots 4XX.code: may be missing",
        (*PROBLEM, "schema"),
        {"type": "object", "properties": {"code": {}}},
    ),
    ("Ask.kind: is gone", (*ASK, "properties", "kind"), GONE),
    ("Ask.kind: 'b' is not taken", (*ASK, "properties", "kind", "enum"), ["a"]),
    ("Ask.kind: is needed", (*ASK, "required"), ["name", "kind"]),
    ("Ask.name: was string, is integer", (*ASK, "properties", "name", "type"), "integer"),
    ("Ask.name: maxLength is 9", (*ASK, "properties", "name", "maxLength"), 9),
    ("Ask.note: null is not taken", (*ASK, "properties", "note", "anyOf"), [{"type": "string"}]),
    ("Bot.name: is gone", (*BOT, "properties", "name"), GONE),
    ("Bot.name: may be missing", (*BOT, "required"), ["id"]),
    (
        "Bot.name: null may come",
        (*BOT, "properties", "name"),
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
    ),
    ("Bot.games[]: was integer", (*BOT, "properties", "games", "items", "type"), "string"),
]
HARMLESS: list[tuple[str, tuple[str | int, ...], Any]] = [
    ("a range spelled out", (*POST, "responses"), SPELLED_OUT),
    ("another operation", ("paths", "/bots", "get"), {"responses": {}}),
    ("more may be asked", (*ASK, "properties", "more"), {"type": "string"}),
    ("less must be asked", (*ASK, "required"), []),
    ("more values may be asked", (*ASK, "properties", "kind", "enum"), ["a", "b", "c"]),
    ("more is told", (*BOT, "properties", "more"), {"type": "string"}),
    ("more is always told", (*BOT, "required"), ["id", "name", "kind"]),
    ("more values are told", (*BOT, "properties", "kind", "enum"), ["a", "b", "c"]),
    ("a wider bound", (*POST, "parameters", 0, "schema", "maximum"), 10),
    ("an example of a question", (*POST, *QUESTION, "example"), {"name": 7}),
    ("an example of an answer", (*POST, *ANSWER, "example"), {"more": 7}),
    ("an example of a parameter", (*POST, "parameters", 0, "example"), 10),
]


def changed(place: tuple[str | int, ...], value: object) -> Json:
    """The small document with another value at a place."""
    document = copy.deepcopy(SMALL)
    *way, last = place
    node: Any = document
    for step in way:
        node = node[step]
    if value is GONE:
        del node[last]
    else:
        node[last] = value
    return document


@pytest.mark.parametrize(("change", "place", "value"), BREAKING, ids=[row[0] for row in BREAKING])
def test_what_breaks_a_client_is_found(
    change: str, place: tuple[str | int, ...], value: object
) -> None:
    """Each way of taking something back is told once, with its place."""
    (found,) = breaking_changes(SMALL, changed(place, value))
    assert found.startswith(change)


@pytest.mark.parametrize(("_why", "place", "value"), HARMLESS, ids=[row[0] for row in HARMLESS])
def test_what_a_client_need_not_notice_is_let_pass(
    _why: str, place: tuple[str | int, ...], value: object
) -> None:
    """Asking for less and telling more breaks nobody."""
    assert breaking_changes(SMALL, changed(place, value)) == []
