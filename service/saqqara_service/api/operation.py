"""What an operation is: one row, whose use case says by its signature what it needs and answers.

A parameter called `body` or `query` is the question, `archive` the bytes that were sent, `caller`
asks for a token (with `| None`: takes one), `svc`, `asker` and `timing` are handed in, and any
other parameter is the id of a thing.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from pydantic.alias_generators import to_camel

from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.errors import (
    ApplicationError,
    BadCursor,
    Busy,
    Forbidden,
    Internal,
    Malformed,
    NotFound,
    RateLimited,
    TooLarge,
    TooMany,
    Unauthenticated,
)
from saqqara_service.models import Caller, Model, Scope
from saqqara_service.models.pages import Page

Answering: TypeAlias = Callable[..., Awaitable[Any]]
Streaming: TypeAlias = Callable[..., AsyncGenerator[Any, None]]
Kinds: TypeAlias = tuple[type[ApplicationError], ...]
COMMON: Final[Kinds] = (Malformed, RateLimited, Busy, Internal)
"""The errors of every operation."""

GIVEN: Final = frozenset({"svc", "asker", "caller", "timing", "body", "query", "archive"})
PREFIX: Final = "/api/v1"
"""REST's paths begin with it."""
HEADERS: Final[Mapping[str, str]] = {
    "key": "Idempotency-Key",
    "action_id": "Idempotency-Key",
    "expected_version": "If-Match",
}
"""The headers of a request that may stand for fields of its body: what makes a retry safe."""


@dataclass(frozen=True)
class UseCase:
    """A function of the application, read by its signature."""

    call: Callable[..., Any]

    @cached_property
    def hints(self) -> dict[str, Any]:
        """Its annotations, resolved."""
        return get_type_hints(self.call)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The parameters that are ids of things, in their order."""
        parameters = inspect.signature(self.call).parameters
        return tuple(name for name in parameters if name not in GIVEN and name in self.hints)

    @property
    def body(self) -> type[Model] | None:
        """The question that changes something; None if the ids say it all."""
        return self.hints.get("body")

    @property
    def query(self) -> type[Model] | None:
        """The question that only reads; None if the ids say it all."""
        return self.hints.get("query")

    @property
    def takes_bytes(self) -> bool:
        """Whether the body of the request is not JSON but an archive."""
        return "archive" in self.hints

    @property
    def tells_bytes(self) -> bool:
        """Whether the body of the answer is not JSON but an archive, whole or piece by piece."""
        return self.hints["return"] in {bytes, AsyncIterator[bytes]}

    @property
    def text(self) -> str:
        """What it does, for whoever asks."""
        return inspect.getdoc(self.call) or ""

    @cached_property
    def item(self) -> Any:  # noqa: ANN401 (a type, or an alias of one)
        """The type of what it answers; of a list, a page or a stream the type of each item."""
        answer = self.hints["return"]
        return get_args(answer)[0] if self.is_list or self.is_stream else self.paged or answer

    @property
    def is_list(self) -> bool:
        """Whether it answers a whole list."""
        return get_origin(self.hints["return"]) is list

    @property
    def is_stream(self) -> bool:
        """Whether it goes on answering."""
        return get_origin(self.hints["return"]) is AsyncGenerator

    @property
    def resumes(self) -> bool:
        """Whether a stream goes on where a lost connection ended."""
        return self.is_stream and self.query is not None and "after" in self.query.model_fields

    @property
    def paged(self) -> type | None:
        """The type of an item, if it answers a page of them."""
        answer = self.hints["return"]
        if not (isinstance(answer, type) and issubclass(answer, Page)):
            return None
        kind: type = answer.__pydantic_generic_metadata__["args"][0]
        return kind


@dataclass(frozen=True)
class Operation:
    """One row: what is asked, who may ask it, what it costs, and its names by either transport.

    `route` is method and path of REST, `field` the name in GraphQL, `scope`
    what the token must be allowed to (None: whoever the use case takes). By GraphQL the field is
    one of the type `of`, whose id is the first of the use case; without it, one of the root.
    `stream` follows what the operation tells once: by REST at the same path, by GraphQL as
    `stream_field`. `cursor_of` is the cursor of each item of a page. A change that is `repeatable`
    comes to the same however often it is sent: a client that does not know what became of it may
    send it again. A match is played by what `is_play`, which never waits in the lane of costly
    operations.
    """

    name: str
    route: str
    call: Answering
    field: str
    scope: Scope | None = None
    status: HTTPStatus = HTTPStatus.OK
    charge: Charge = Charge.USUAL
    stream: Streaming | None = None
    stream_field: str | None = None
    cursor_of: Callable[[Any], str] | None = None
    of: type[Model] | None = None
    errors: Kinds = ()
    repeatable: bool = False
    is_play: bool = False
    leaves_nothing: bool = False  # it ends, reads or writes over: it must not wait for room

    @cached_property
    def method(self) -> str:
        """REST's method; `POST` is what changes something."""
        return self.route.partition(" ")[0]

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.method == "GET"

    @property
    def by_rest_only(self) -> bool:
        """Whether GraphQL does not have it: bytes are no JSON."""
        return self.once.takes_bytes or self.once.tells_bytes

    @property
    def path(self) -> str:
        """REST's path, below the prefix."""
        return self.route.partition(" ")[2]

    @cached_property
    def address(self) -> re.Pattern[str]:
        """The method and the path of its requests."""
        path = re.sub(r"{\w+}", "[^/]+", f"{PREFIX}{self.path}")
        return re.compile(f"{self.method} {path}")

    @property
    def published_path(self) -> str:
        """The path as the contract spells it."""
        return re.sub(r"{(\w+)}", lambda found: f"{{{to_camel(found[1])}}}", self.path)

    @cached_property
    def once(self) -> UseCase:
        """What answers once."""
        return UseCase(self.call)

    @cached_property
    def following(self) -> UseCase | None:
        """What goes on answering, if it can be followed."""
        return None if self.stream is None else UseCase(self.stream)

    @property
    def takes_caller(self) -> bool:
        """Whether it makes a difference who asks."""
        return self.scope is not None or "caller" in self.once.hints

    @property
    def needs_caller(self) -> bool:
        """Whether nobody may ask without a token."""
        return self.scope is not None or self.once.hints.get("caller") is Caller

    def raises(self, *errors: type[ApplicationError]) -> Operation:
        """The row with the errors that do not follow from the rest of it."""
        return replace(self, errors=errors)

    @property
    def refusals(self) -> Kinds:
        """Every class of errors that it can raise, each once."""
        query = self.once.query
        implied = {
            NotFound: bool(self.once.ids),
            BadCursor: query is not None and "after" in query.model_fields,
            Unauthenticated: self.takes_caller,
            Forbidden: self.scope is not None,
            TooLarge: not self.reads,
            TooMany: self.stream is not None,
        }
        found = [kind for kind, occurs in implied.items() if occurs]
        return tuple(dict.fromkeys((*self.errors, *found, *COMMON)))

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers that may stand for fields of the body, by the field's name on the wire."""
        fields = self.once.body.model_fields if self.once.body else {}
        return {HEADERS[name]: to_camel(name) for name in fields if name in HEADERS}

    @property
    def keeps(self) -> bool:
        """Whether it writes what stays."""
        return not (self.reads or self.leaves_nothing)


def refusals_of(operations: Iterable[Operation]) -> Kinds:
    """The errors of all these operations, by their codes."""
    found = {kind for one in operations for kind in one.refusals}
    return tuple(sorted(found, key=lambda kind: kind.code))
