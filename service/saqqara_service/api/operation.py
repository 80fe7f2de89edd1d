"""What an operation is: one row, whose use case says by its signature what it needs and answers.

Every use case is called with the service, with who asks (a `Caller`: a token is needed; with
`| None`: it takes one; None: it makes no difference) and with the question, which has the ids of
things as well.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from http import HTTPStatus
from inspect import getdoc, signature
from typing import Any, Final, Generic, Never, Protocol, TypeAlias, TypeVar, get_args, get_origin

from pydantic.alias_generators import to_camel
from typing_extensions import TypeForm

from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.service import Service
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

C_contra = TypeVar("C_contra", bound=Caller | None, contravariant=True)
Q_contra = TypeVar("Q_contra", bound=Model, contravariant=True)
A_co = TypeVar("A_co", covariant=True)
Kinds: TypeAlias = tuple[type[ApplicationError], ...]
COMMON: Final[Kinds] = (Malformed, RateLimited, Busy, Internal)
"""The errors of every operation."""

PREFIX: Final = "/api/v1"
"""REST's paths begin with it."""
HEADERS: Final[Mapping[str, str]] = {
    "key": "Idempotency-Key",
    "action_id": "Idempotency-Key",
    "expected_version": "If-Match",
}
"""The headers of a request that may stand for fields of its body: what makes a retry safe."""


class Read(Protocol[C_contra, Q_contra, A_co]):
    """A use case that changes nothing."""

    async def __call__(self, svc: Service, caller: C_contra, question: Q_contra, /) -> A_co:
        """What was asked for."""


class Change(Protocol[C_contra, Q_contra, A_co]):
    """A use case that changes something."""

    async def __call__(self, svc: Service, caller: C_contra, question: Q_contra, /) -> A_co:
        """What came of it."""


class Follow(Protocol[C_contra, Q_contra, A_co]):
    """A use case that goes on answering."""

    def __call__(
        self, svc: Service, caller: C_contra, question: Q_contra, /
    ) -> AsyncGenerator[A_co, None]:
        """One answer after the other."""


@dataclass(frozen=True)
class UseCase:
    """A function of the application, as its signature and its docstring tell of it.

    `caller` is a `Caller`, perhaps None, or None if it makes no difference who asks; `question` is
    all that is asked, and `text` what it does, for whoever asks.
    """

    text: str
    caller: object
    question: type[Model]
    answer: TypeForm[object]

    @classmethod
    def of(cls, call: Callable[..., object]) -> UseCase:
        """Read a function."""
        signed = signature(call, eval_str=True)
        _svc, caller, question = signed.parameters.values()
        return cls(
            getdoc(call) or "", caller.annotation, question.annotation, signed.return_annotation
        )

    @cached_property
    def archive(self) -> str | None:
        """The field of the question that is the archive, if there is one."""
        fields = self.question.model_fields.items()
        return next((name for name, field in fields if field.annotation is bytes), None)

    @property
    def takes_bytes(self) -> bool:
        """Whether the body of the request is not JSON but an archive."""
        return self.archive is not None

    @property
    def tells_bytes(self) -> bool:
        """Whether the body of the answer is not JSON but an archive, whole or piece by piece."""
        return self.answer in {bytes, AsyncIterator[bytes]}

    @cached_property
    def item(self) -> Any:  # noqa: ANN401 (a type, or an alias of one)
        """The type of what it answers; of a list, a page or a stream the type of each item."""
        answer = self.answer
        return get_args(answer)[0] if self.is_list or self.is_stream else self.paged or answer

    @property
    def is_list(self) -> bool:
        """Whether it answers a whole list."""
        return get_origin(self.answer) is list

    @property
    def is_stream(self) -> bool:
        """Whether it goes on answering."""
        return get_origin(self.answer) is AsyncGenerator

    @property
    def paged(self) -> type | None:
        """The type of an item, if it answers a page of them."""
        if not (isinstance(self.answer, type) and issubclass(self.answer, Page)):
            return None
        kind: type = self.answer.__pydantic_generic_metadata__["args"][0]
        return kind


@dataclass(frozen=True)
class Operation(Generic[C_contra, Q_contra, A_co]):
    """One row: what is asked, who may ask it, what it costs, and its names by either transport.

    `route` is method and path of REST, `field` the name in GraphQL, `scope`
    what the token must be allowed to (None: whoever the use case takes). By GraphQL the field is
    one of the type `of`, whose id is the first of the route; without it, one of the root.
    `stream` follows what the operation tells once: by REST at the same path, by GraphQL as
    `stream_field`. `cursor_of` is the cursor of each item of a page. A change that is `repeatable`
    comes to the same however often it is sent: a client that does not know what became of it may
    send it again. A match is played by what `is_play`, which never waits in the queue of costly
    operations.
    """

    name: str
    route: str
    call: Read[C_contra, Q_contra, A_co] | Change[C_contra, Q_contra, A_co]
    field: str
    scope: Scope | None = None
    status: HTTPStatus = HTTPStatus.OK
    charge: Charge = Charge.USUAL
    stream: Follow[C_contra, Q_contra, Model] | None = None
    stream_field: str | None = None
    cursor_of: Callable[[Never], str] | None = None
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
    def ids(self) -> tuple[str, ...]:
        """The fields of the question that are ids of things, as the path names them."""
        return tuple(re.findall(r"{(\w+)}", self.route))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The other fields, which REST has in the body or among the words of the address."""
        outer = {*self.ids, self.once.archive}
        return tuple(name for name in self.once.question.model_fields if name not in outer)

    @property
    def in_body(self) -> tuple[str, ...]:
        """Those that REST has in a body of JSON."""
        return () if self.reads or self.once.takes_bytes else self.words

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
        return UseCase.of(self.call)

    @cached_property
    def following(self) -> UseCase | None:
        """What goes on answering, if it can be followed."""
        return None if self.stream is None else UseCase.of(self.stream)

    @property
    def resumes(self) -> bool:
        """Whether its stream goes on where a lost connection ended."""
        return self.following is not None and "after" in self.following.question.model_fields

    @property
    def takes_caller(self) -> bool:
        """Whether it makes a difference who asks."""
        return self.scope is not None or self.once.caller is not None

    @property
    def needs_caller(self) -> bool:
        """Whether nobody may ask without a token."""
        return self.scope is not None or self.once.caller is Caller

    def raises(self, *errors: type[ApplicationError]) -> Operation[C_contra, Q_contra, A_co]:
        """The row with the errors that do not follow from the rest of it."""
        return replace(self, errors=errors)

    @property
    def refusals(self) -> Kinds:
        """Every class of errors that it can raise, each once."""
        implied = {
            NotFound: bool(self.ids),
            BadCursor: "after" in self.words,
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
        return {HEADERS[name]: to_camel(name) for name in self.in_body if name in HEADERS}

    @property
    def keeps(self) -> bool:
        """Whether it writes what stays."""
        return not (self.reads or self.leaves_nothing)


Row: TypeAlias = Operation[Any, Any, Any]
"""An operation, whatever it asks and answers."""


def refusals_of(operations: Iterable[Row]) -> Kinds:
    """The errors of all these operations, by their codes."""
    found = {kind for one in operations for kind in one.refusals}
    return tuple(sorted(found, key=lambda kind: kind.code))
