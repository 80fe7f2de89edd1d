"""The outer form of every refusal by GraphQL: a type of its own with its facts as fields.

A mutation answers a union of its result and the problems that can occur. A query or a subscription
puts the same code and facts under `errors[].extensions`.
"""

from __future__ import annotations

from inspect import getdoc
from typing import Annotated, Any, Final, Union, get_args

import strawberry
import structlog
from graphql import GraphQLError
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.field import StrawberryField

from saqqara_service import errors
from saqqara_service.api.operation import Kinds, Row
from saqqara_service.api.table import OPERATIONS
from saqqara_service.graphql import types
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import described_interface
from saqqara_service.graphql.next_calls import next_field
from saqqara_service.models import JsonObject, NextCall

_LOG = structlog.get_logger(__name__)


@described_interface
class Problem:
    """The reason for a refusal: a stable code, a message for people, and facts.

    Nothing has changed. The facts are also fields of each problem's own type.
    """

    code: str
    """The stable code of the problem; it never changes."""
    message: str
    """A message for people: what is wrong, and what to do."""
    request_id: strawberry.ID
    """The id of the request in the service's log."""
    facts: JsonObject
    """The machine-readable facts; each is also a field of the problem's own type."""
    next: NextCall | None
    """The operation that helps; null if there is none, or only the caller can know it."""


class Problems(dict[type[errors.ApplicationError], type[Problem]]):
    """The type of each class of errors, made when it is first looked up.

    Its facts are nullable fields, since not every cause knows them.
    """

    def __missing__(self, error: type[errors.ApplicationError]) -> type[Problem]:
        facts = {name: get_args(hint) for name, hint in error.fact_types().items()}
        hints = {
            name: types.Milliseconds | None if name.endswith("_ms") else kind
            for name, (kind, _) in facts.items()
        }
        fields = {
            name: strawberry.field(default=None, description=text)
            for name, (_, text) in facts.items()
        }
        body = {"__annotations__": hints, **fields}
        made: type[Problem] = type(error.__name__, (Problem,), body)
        return self.setdefault(error, strawberry.type(made, description=getdoc(error)))


PROBLEMS: Final = Problems()


def result(operation: str, model: type[BaseModel], kinds: Kinds) -> Any:  # noqa: ANN401 (made at run time)
    """What a mutation answers, such as `ActResult`: the model, or a problem that can occur."""
    members = (model, *(PROBLEMS[kind] for kind in kinds))
    name = operation[0].upper() + operation[1:] + "Result"
    text = f"The result of `{operation}`, or a problem."
    return Annotated[Union[members], strawberry.union(name, description=text)]  # noqa: UP007


def problem(error: errors.ApplicationError, request_id: str) -> Problem:
    """The refusal as a member of a mutation's result."""
    typed = {name: getattr(error, name) for name in error.fact_names()}
    return PROBLEMS[type(error)](
        code=error.code,
        message=error.message,
        request_id=strawberry.ID(request_id),
        facts=error.facts(),
        next=next_field(error.next),
        **typed,
    )


def extensions(error: errors.ApplicationError, request_id: str) -> dict[str, object]:
    """The refusal as the extensions of an entry of `errors`."""
    found = next_field(error.next)
    named = None if found is None else found.model_dump(mode="json")
    return {"code": error.code, "requestId": request_id, "next": named, **error.facts()}


def problems_of(operation: Row) -> Kinds:
    """The errors that are members of a mutation's result; what is too large is never run as one."""
    return tuple(kind for kind in operation.refusals if kind is not errors.TooLarge)


DECLARED: Final = {
    to_camel(one.field): frozenset(problems_of(one))
    for one in OPERATIONS
    if not (one.reads or one.by_rest_only)
}
"""The refusals that the result of each mutation has a place for."""


class Refusals:
    """Turns what a mutation refuses into a member of its result."""

    exception_type = errors.ApplicationError
    error_type = PROBLEMS[errors.Internal]  # found in every result, and so every result is handled

    def handle(
        self,
        exception: Exception,
        *,
        field: StrawberryField,  # noqa: ARG002 (the library calls by this name)
        info: Info,
    ) -> Problem | None:
        """The problem that the exception is; without one the library tells of it as an error."""
        return member(refusal(exception), info.field_name, info.context.request_id)


def member(error: errors.ApplicationError, field: str, request_id: str) -> Problem | None:
    """The refusal as a member of a mutation's result; None for one that it has no place for."""
    if type(error) not in DECLARED.get(field, ()):
        _LOG.error("undeclared refusal", code=error.code, field=field)
        return None
    return problem(error, request_id)


def refusal(error: BaseException | None) -> errors.ApplicationError:
    """What went wrong, in our words; what nobody foresaw is logged here, once, and masked."""
    match error:
        case errors.ApplicationError():
            return error
        case GraphQLError(original_error=Exception() as original) if not _is_unfit(error):
            return refusal(original)
        case GraphQLError(message=sentence):
            return errors.Malformed(sentence)
        case MissingQueryError() | CannotGetOperationTypeError() | InvalidOperationTypeError():
            return errors.Malformed("The document has no operation of this name.")
        case _:
            _LOG.error("unexpected", exc_info=error)
            return errors.Internal("The service has an internal error. Report the request id.")


def _is_unfit(error: GraphQLError) -> bool:
    """Whether a value in the text or a variable could not be read; no resolver was called then.

    What a resolver raises has a path; what the library trips over has no place in the text.
    """
    is_ours = isinstance(error.original_error, errors.ApplicationError | GraphQLError)
    return error.path is None and bool(error.nodes) and not is_ours
