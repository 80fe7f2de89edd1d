"""What happens to every operation besides running it: cached checks before, our errors after."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from graphql import GraphQLError, GraphQLSchema
from strawberry.extensions import SchemaExtension
from strawberry.types.execution import StreamExecutionResult

from saqqara_service.graphql.errors import extensions, refusal
from saqqara_service.graphql.execution.introspection import mixed
from saqqara_service.graphql.execution.limits import Ruler
from saqqara_service.graphql.execution.texts import CACHED, has_several, parsed
from saqqara_service.graphql.library import checked, core_schema, named_operation

WHICH: Final = "the text has several operations: name the one to run by `operationName`"


class Documents(SchemaExtension):
    """Parses and checks each text once; clients that send stable texts with variables gain most."""

    def on_parse(self) -> Iterator[None]:
        """Take the parsed text from the cache; what cannot be parsed has been refused before."""
        self.execution_context.graphql_document = parsed(self.execution_context.query or "")
        yield

    def on_validate(self) -> Iterator[None]:
        """Take what is wrong with the text from the cache."""
        context = self.execution_context
        text = context.query or ""
        found = faults(core_schema(context.schema), text)
        if not found and named_operation(context) is None and has_several(text):
            found = (GraphQLError(WHICH),)  # the library would run the first
        context.pre_execution_errors = list(found)
        yield


class OuterErrors(SchemaExtension):
    """Gives every entry of `errors` its code and request id, and masks what nobody foresaw."""

    def on_operation(self) -> Iterator[None]:
        """After a query or mutation; a stream's results have been told one by one."""
        yield
        self._read_errors(self.execution_context.result)

    def on_stream_result(self, result: StreamExecutionResult) -> Iterator[None]:
        """Before each result of a stream."""
        self._read_errors(result)
        yield

    def _read_errors(self, result: object) -> None:
        errors = getattr(result, "errors", None)
        if errors:
            request_id = self.execution_context.context.request_id
            result.errors = [shown_error(error, request_id) for error in errors]  # type: ignore[attr-defined]


def shown_error(error: GraphQLError, request_id: str) -> GraphQLError:
    """The error with its code and request id, masked if nobody foresaw it."""
    if "requestId" in (error.extensions or {}):
        return error
    refused = refusal(error)
    return GraphQLError(
        refused.message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions(refused, request_id),
    )


@lru_cache(CACHED)
def faults(schema: GraphQLSchema, text: str) -> tuple[GraphQLError, ...]:
    """Why a text cannot be run, if so."""
    document = parsed(text)
    fault = Ruler(document).fault()
    if fault is not None:
        return (fault,)
    found = tuple(checked(schema, document))
    alone = None if found else mixed(schema, document, text)
    return (alone,) if alone else found
