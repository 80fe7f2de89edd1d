"""One request of the REST interface as a value, and the groups that send such values.

Nothing here sends anything: `client` does, for both kinds of groups. A call that may be sent twice
without harm says so (`is_repeatable`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar
from urllib.parse import quote

from pydantic import JsonValue, TypeAdapter
from typing_extensions import TypeForm

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
    content: bytes | Iterable[bytes] | None = None
    """Bytes to send in place of a body of JSON."""
    is_raw: bool = False
    """Whether the answer is bytes and no JSON."""

    @classmethod
    def get(cls, path: str, answer: TypeAdapter[T], query: Query | None = None) -> Self:
        """A question."""
        return cls("GET", path, answer, is_repeatable=True, query=query or {})

    @classmethod
    def post(
        cls,
        path: str,
        answer: TypeAdapter[T],
        body: Mapping[str, JsonValue],
        *,
        is_repeatable: bool,
    ) -> Self:
        """A change."""
        return cls("POST", path, answer, is_repeatable, body=body)

    @classmethod
    def upload(
        cls, path: str, answer: TypeAdapter[T], content: bytes | Iterable[bytes], query: Query
    ) -> Self:
        """A change by an archive; the same one twice is the same change."""
        return cls("POST", path, answer, is_repeatable=True, query=query, content=content)

    @classmethod
    def download(cls, path: str, answer: TypeAdapter[T]) -> Self:
        """A question whose answer is bytes."""
        return cls("GET", path, answer, is_repeatable=True, is_raw=True)


@dataclass(frozen=True, slots=True)
class Stream(Generic[T]):
    """One event stream: its address, what its items are, where to begin, which item ends it."""

    path: str
    answer: TypeAdapter[T]
    query: Query
    after: str | None
    is_last: Callable[[T], bool]


class Sends(Protocol):
    """Sends calls and waits for the answers."""

    def send(self, call: Call[T]) -> T:
        """The answer."""
        ...

    def follow(self, stream: Stream[T]) -> Iterator[T]:
        """The items of a stream to its end."""
        ...


class SendsAsync(Protocol):
    """Sends calls and awaits the answers."""

    async def send(self, call: Call[T]) -> T:
        """The answer."""
        ...

    def follow(self, stream: Stream[T]) -> AsyncGenerator[T, None]:
        """The items of a stream to its end."""
        ...


class Group:
    """Calls that belong together, sent by one client."""

    def __init__(self, sender: Sends) -> None:
        self._send = sender.send
        self._follow = sender.follow


class AsyncGroup:
    """Calls that belong together, sent by one asynchronous client."""

    def __init__(self, sender: SendsAsync) -> None:
        self._send = sender.send
        self._follow = sender.follow


_made: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def reading(kind: TypeForm[T]) -> TypeAdapter[T]:
    """Return the reader for responses of a type, cached because building one takes milliseconds."""
    return _made(kind)


def raw(
    method: str, path: str, body: Mapping[str, JsonValue] | None = None, query: Query | None = None
) -> Call[JsonValue]:
    """Any request below `/api/v1`, for what this version of the SDK has no call for."""
    answer: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)
    is_repeatable = method in {"GET", "HEAD"}
    return Call(method, path, answer, is_repeatable, body=body, query=query or {})


def segment(name: str) -> str:
    """A name as one segment of a path."""
    return quote(name, safe="")


def given(members: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The members of a body that have a value; the service knows the defaults of the others."""
    return {name: value for name, value in members.items() if value is not None}


def given_query(members: Mapping[str, str | int | None]) -> Query:
    """The parameters that have a value; of those that are yes or no, only yes is said."""
    return {
        name: "true" if value is True else value
        for name, value in members.items()
        if value is not None and value is not False
    }
