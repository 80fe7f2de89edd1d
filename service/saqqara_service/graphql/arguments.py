"""The arguments and answers of an operation's field, as the library takes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, reduce
from inspect import getdoc
from operator import or_
from types import UnionType, new_class
from typing import Annotated, Any, Final, Union, get_args, get_origin

import strawberry
from strawberry import UNSET
from strawberry.annotation import StrawberryAnnotation
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from saqqara_service.api.operation import Row, UseCase
from saqqara_service.graphql.described import arguments, resolved
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import asked
from saqqara_service.models import Model
from saqqara_service.questions import REST_ONLY

UNIONS: Final = (Union, UnionType)
OWN_ID: Final = "id"
"""What a field calls the id of the thing that it is named after: `match(id)`."""


def field(
    resolver: Callable[..., object],
    use_case: UseCase,
    name: str,
    answer: object,
    given: Iterable[StrawberryArgument],
) -> StrawberryField:
    """A field that tells what a use case answers to these arguments."""
    made = resolved(name, resolver, answer, use_case.text)
    made.is_subscription = use_case.is_stream
    made.arguments = list(given)
    return arguments(made, use_case.question)


def of_question(
    question: type[Model], name: str, bound: Collection[str] = ()
) -> Iterator[StrawberryArgument]:
    """The arguments of a field that reads: the fields of the question.

    Those `bound` are known from the thing whose field it is.
    """
    for each, one in question.model_fields.items():
        if each not in bound and REST_ONLY not in one.metadata:
            kind, default = _plain(one.annotation), one.get_default()
            if each.endswith("_id"):
                kind = strawberry.ID if one.is_required() else strawberry.ID | None
            said = OWN_ID if each == f"{name}_id" else each
            yield argument(said, kind, UNSET if one.is_required() else default)


def argument(name: str, kind: object, default: object = UNSET) -> StrawberryArgument:
    """An argument of that name and type."""
    return StrawberryArgument(name, None, StrawberryAnnotation(kind), default=default)


@cache
def input_of(operation: Row) -> type[Model]:
    """The question as the one input of a field that changes something.

    One that only names a thing says no more than what is done to it.
    """
    question = operation.once.question
    text = getdoc(question) if operation.words else operation.once.text
    return asked(question, f"{question.__name__}Input", text)


def page_of(operation: Row) -> type[Connection[Any]] | None:
    """The type of a page of what the operation lists; None if it answers something else."""
    node, cursor_of = operation.once.paged, operation.cursor_of
    if node is None:
        return None
    if cursor_of is None:
        raise TypeError(f"{operation.name} answers pages: its row needs `cursor_of`")
    return _connection(node, cursor_of)


@cache
def _connection(node: type, cursor_of: Callable[[Any], str]) -> type[Connection[Any]]:
    """The one type of a page of such nodes, whichever fields answer it."""
    members = {"cursor_of": staticmethod(cursor_of)}
    base = Connection[node]  # type: ignore[valid-type] # made at run time
    made = new_class(f"{node.__name__}Connection", (base,), {}, lambda body: body.update(members))
    text = f"A page of a list of `{node.__name__}`, in the order that its field documents."
    return strawberry.type(made, description=text)


def _plain(kind: Any) -> Any:  # noqa: ANN401 (any annotation of a field)
    """The type without the bounds of its values, which GraphQL does not know."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in UNIONS:
        return reduce(or_, map(_plain, get_args(kind)))
    return kind
