"""One request of the REST interface as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import JsonValue, TypeAdapter

T = TypeVar("T")
Query: TypeAlias = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request and the type of its answer."""

    method: str
    path: str
    answer: TypeAdapter[T]
    is_repeatable: bool
    body: Mapping[str, JsonValue] | None = None
    query: Query = field(default_factory=dict)


_made: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def reading(kind: type[T]) -> TypeAdapter[T]:
    """What reads answers of a type; made once, since to make it takes milliseconds."""
    return _made(kind)


def raw(
    method: str, path: str, body: Mapping[str, JsonValue] | None = None, query: Query | None = None
) -> Call[JsonValue]:
    """Any request below `/api/v1`, for what this version of the SDK has no call for."""
    answer: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)
    is_repeatable = method in {"GET", "HEAD"}
    return Call(method, path, answer, is_repeatable, body=body, query=query or {})


def get(path: str, answer: TypeAdapter[T], query: Query | None = None) -> Call[T]:
    """A question."""
    return Call("GET", path, answer, is_repeatable=True, query=query or {})


def post(path: str, body: Mapping[str, JsonValue], answer: TypeAdapter[T]) -> Call[T]:
    """A change."""
    return Call("POST", path, answer, is_repeatable=False, body=body)
