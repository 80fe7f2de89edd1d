"""The schema: every operation of the table that has a field, put together."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from functools import cache
from inspect import getdoc
from pathlib import Path
from typing import Any, Final

import strawberry
from graphql import GraphQLError, get_introspection_query, get_operation_ast
from starlette.requests import Request
from starlette.responses import Response
from strawberry.schema.config import StrawberryConfig
from strawberry.tools import create_type
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from saqqara_service.api.operation import Row, refusals_of
from saqqara_service.api.table import OPERATIONS
from saqqara_service.contract.rendered import Rendered
from saqqara_service.errors import RateLimited
from saqqara_service.graphql import edges, fields, shapes
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.errors import PROBLEMS, Refusals
from saqqara_service.graphql.execution.costs import Costs, costs
from saqqara_service.graphql.execution.documents import Documents, OuterErrors, faults
from saqqara_service.graphql.execution.documents import shown_error as refused
from saqqara_service.graphql.execution.introspection import is_introspective
from saqqara_service.graphql.execution.planning import introspector, plans
from saqqara_service.graphql.execution.planning.plans import IntrospectionPlan, PlannedRun
from saqqara_service.graphql.execution.texts import is_known, may_act, parsed
from saqqara_service.graphql.execution.variables import misfits
from saqqara_service.graphql.library import core_schema, define_type
from saqqara_service.graphql.types import SCALARS, TYPES, members


async def _alone(result: ExecutionResult) -> AsyncGenerator[ExecutionResult, None]:
    """One answer as a stream."""
    yield result


ANSWERED: Final = frozenset({OperationType.QUERY, OperationType.MUTATION})
"""What is answered once."""


class Schema(strawberry.Schema):
    """A schema that keeps subscriptions to sockets, and logs only what `errors.refusal` does."""

    async def execute(self, query: str | None, *args: Any, **kwargs: Any) -> ExecutionResult:  # noqa: ANN401
        """Run an operation of the allowed kinds; a subscription has more than one answer."""
        if (unread := self.unread(query, **kwargs)) is not None:
            return unread
        run = self.planned(query, **kwargs)
        allowed = kwargs.setdefault("allowed_operation_types", ANSWERED)
        if run is not None and run.kind in allowed:
            return await run.answer()
        if run is None and (unfit := await self.misfit(query, **kwargs)) is not None:
            return unfit
        return await super().execute(query, *args, **kwargs)

    async def stream(
        self,
        query: str | None,
        *args: Any,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> AsyncGenerator[Any, None]:
        """Run any operation; a query or mutation has one answer."""
        if (unread := self.unread(query, **kwargs)) is not None:
            return _alone(unread)
        run = self.planned(query, **kwargs)
        if run is not None and run.is_stream:
            return run.answers()
        if run is None and (unfit := await self.misfit(query, **kwargs)) is not None:
            return _alone(unfit)
        return await super().stream(query, *args, **kwargs)

    async def misfit(
        self,
        query: str | None,
        *,
        context_value: Context,
        variable_values: Mapping[str, Any] | None = None,
        operation_name: str | None = None,
        allowed_operation_types: Collection[OperationType] = tuple(OperationType),
        **_: object,
    ) -> PreExecutionError | None:
        """The refusal of variables that do not fit the text."""
        text, kind = query or "{}", core_schema(self)
        node = None if faults(kind, text) else get_operation_ast(parsed(text), operation_name)
        if node is None or OperationType(node.operation.value) not in allowed_operation_types:
            return None
        errors = await misfits(kind, context_value, node, variable_values)
        return PreExecutionError(data=None, errors=errors, extensions=costs()) if errors else None

    def planned(
        self,
        query: str | None,
        *,
        context_value: Context,
        variable_values: Mapping[str, Any] | None = None,
        operation_name: str | None = None,
        **_: object,
    ) -> PlannedRun | IntrospectionPlan | None:
        """The operation as it is planned; None if the library is to run, or to refuse, it."""
        text, kind = query or "", core_schema(self)
        if plan := plans.plan_of(kind, text, operation_name):
            return plan.run(context_value, variable_values)
        if is_introspective(text):
            return plans.answered(kind, context_value, text, operation_name, variable_values)
        return None

    def warm(self) -> None:
        """Let the schema tell of itself once, so that nobody waits for it."""
        introspector.introspected(core_schema(self), get_introspection_query(), None, "{}")

    def unread(
        self, query: str | None, *, context_value: Context, **_: object
    ) -> PreExecutionError | None:
        """Why a text is not run: it cannot be parsed, or its client is in debt and it is new."""
        text = query or "{}"
        try:
            if not (is_known(text) or may_act(text)):
                context_value.demand_unspent()
            parsed(text)
        except GraphQLError as error:
            return PreExecutionError(data=None, errors=[refused(error, context_value.request_id)])
        except RateLimited as error:
            shown = GraphQLError(error.message, original_error=error)
            return PreExecutionError(data=None, errors=[refused(shown, context_value.request_id)])
        return None

    def process_errors(self, *_: object) -> None:
        """Log nothing: a refusal is no fault of ours."""


NODES: Final = {"a": "account", "b": "bot", "c": "challenge", "l": "ladder", "": "match"}
"""The field that answers for a thing whose id begins so; all other ids are of matches."""


@cache
def schema() -> Schema:
    """The one schema of the process."""
    return built(OPERATIONS)


def built(operations: Sequence[Row]) -> Schema:
    """A schema of these operations, of those that are no bytes."""
    operations = [one for one in operations if not one.by_rest_only]
    reads = [(one.of, fields.query(one, one.field)) for one in operations if one.reads]
    for kind in TYPES:
        below = (field for of, field in reads if of is kind)
        every = (*members(kind), *shapes.typed(kind), *edges.edges_of(kind), *below)
        interfaces = [edges.Node] if kind in edges.NODES else []
        define_type(kind, every, getdoc(kind), interfaces=interfaces)
    roots = {one.field: one for one in operations if one.of is None}
    queries = [
        fields.query(fields.VIEWER, fields.VIEWER.field),
        fields.node({letter: roots[name] for letter, name in NODES.items()}),
        *(field for kind, field in reads if kind is None),
    ]
    mutations = [fields.mutation(one, one.field) for one in operations if not one.reads]
    subscriptions = [
        fields.subscription(one, one.following, one.stream_field)
        for one in operations
        if one.following and one.stream_field
    ]
    done = "All changes. Each returns its result, or a problem if nothing has changed."
    followed = "All subscriptions, over graphql-transport-ws."
    return Schema(
        query=create_type("Query", queries, description="All queries."),
        mutation=create_type("Mutation", mutations, description=done),
        subscription=create_type("Subscription", subscriptions, description=followed),
        types=(*(PROBLEMS[kind] for kind in refusals_of(operations)), *shapes.actions()),
        extensions=[OuterErrors, Documents, Costs],
        exception_handlers=[Refusals()],
        config=StrawberryConfig(scalar_map=SCALARS),
    )


@cache
def text() -> str:
    """The schema in its own language."""
    return schema().as_str() + "\n"


@cache
def _rendered() -> Rendered:
    return Rendered(text(), "text/plain; charset=utf-8")


def export(path: Path) -> None:
    """Write the schema to a file."""
    path.write_text(text(), encoding="utf-8")


async def served(request: Request) -> Response:
    """The schema, for whoever asks."""
    return _rendered().answer(request)
