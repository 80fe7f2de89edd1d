"""The arguments and answers of an operation's field, as the library reads them from a function."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterator
from functools import cache, reduce
from inspect import Parameter, Signature, getdoc
from operator import or_
from types import UnionType, new_class
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

import strawberry
from pydantic import Field, create_model

from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import asked
from saqqara_service.inputs import REST_ONLY, TEXTS
from saqqara_service.models import Id, Model

Resolver: TypeAlias = Callable[..., Awaitable[object] | AsyncGenerator[object, None]]
UNIONS: Final = (Union, UnionType)
ROOT: Final = Parameter("root", Parameter.KEYWORD_ONLY, annotation=object)
"""The thing whose field it is, which is no argument of the field."""

OWN_ID: Final = "id"
"""What a field calls the id of the thing that it is named after: `match(id)`."""


def sign(resolver: Resolver, name: str, parameters: Iterator[Parameter], answer: object) -> None:
    """Give a resolver the name, arguments and answer by which the library makes a field of it."""
    info = Parameter("info", Parameter.KEYWORD_ONLY, annotation=Info)
    signature = Signature([info, *parameters], return_annotation=answer)
    resolver.__name__ = name
    resolver.__signature__ = signature  # type: ignore[attr-defined] # read by `inspect`
    resolver.__annotations__ = {
        **{one.name: one.annotation for one in signature.parameters.values()},
        "return": answer,
    }


def of_question(use_case: UseCase, name: str, bound: Collection[str] = ()) -> Iterator[Parameter]:
    """The arguments of a field that reads: the ids of things, then the fields of the question.

    Those `bound` are known from the thing whose field it is.
    """
    if bound:
        yield ROOT
    for each in (one for one in use_case.ids if one not in bound):
        yield _parameter(OWN_ID if each == f"{name}_id" else each, strawberry.ID)
    fields = use_case.query.model_fields if use_case.query else {}
    for each, field in fields.items():
        if REST_ONLY not in field.metadata:
            kind = strawberry.ID | None if each.endswith("_id") else _plain(field.annotation)
            default = Parameter.empty if field.is_required() else field.get_default()
            yield _parameter(each, kind, default)


def of_input(use_case: UseCase, name: str) -> Iterator[Parameter]:
    """The one argument of a field that changes something."""
    yield _parameter("input", _input(use_case, name))


def page_of(operation: Operation) -> type[Connection[Any]] | None:
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


def _input(use_case: UseCase, name: str) -> type[Model]:
    """The question with the ids of what it is about, as one input."""
    base = use_case.body or Model
    ids: dict[str, Any] = {each: (Id, Field(description=TEXTS[each])) for each in use_case.ids}
    text = getdoc(base) if use_case.body else use_case.text
    title = "".join(word.capitalize() for word in name.split("_"))
    return asked(
        create_model(f"{title}Input", __base__=base, __doc__=text, __module__=__name__, **ids)
    )


def _parameter(name: str, kind: object, default: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _plain(kind: Any) -> Any:  # noqa: ANN401 (any annotation of a field)
    """The type without the bounds of its values, which GraphQL does not know."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    if get_origin(kind) in UNIONS:
        return reduce(or_, map(_plain, get_args(kind)))
    return kind
