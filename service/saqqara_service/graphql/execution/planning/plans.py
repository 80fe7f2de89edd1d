"""Texts that are sent again and again, run by a plan that is made of each once.

A plan does what the library's executor does for an operation of one field whose answer needs no
further resolver: read the variables, call the field, project its answer. Whatever else a text asks,
and every variable that does not fit, is left to the library. A change whose input is one variable
is called without the library's field: reading variables and arguments by the schema takes longer
than its rules do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLField,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    get_argument_values,
    get_variable_values,
    located_error,
)
from graphql.execution.values import VariableValues
from graphql.pyutils import Path, is_awaitable
from graphql.type.definition import GraphQLResolveInfoHelpers
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType as OperationKind

from saqqara_service.graphql.context import Context
from saqqara_service.graphql.execution.costs import costs
from saqqara_service.graphql.execution.documents import faults, shown_error
from saqqara_service.graphql.execution.planning.changes import PlannedChange, change_of
from saqqara_service.graphql.execution.planning.introspector import introspected
from saqqara_service.graphql.execution.planning.projection import Projection, Projector
from saqqara_service.graphql.execution.selections import Unplanned
from saqqara_service.graphql.execution.texts import CACHED, has_several, parsed
from saqqara_service.models import Model

HELPERS: Final = GraphQLResolveInfoHelpers(lambda found: asyncio.gather(*found), lambda _: None)
"""No resolver of ours leaves work behind."""


@dataclass(frozen=True, slots=True)
class OperationPlan:
    """How to run an operation of one field, which is told under `key`."""

    schema: GraphQLSchema
    operation: OperationDefinitionNode
    root: GraphQLObjectType
    key: str
    nodes: list[FieldNode]
    field: GraphQLField
    project: Projection
    change: PlannedChange | None

    @property
    def is_stream(self) -> bool:
        """Whether it has more than one answer."""
        return self.operation.operation is OperationType.SUBSCRIPTION

    def run(self, context: Context, variables: Mapping[str, Any] | None) -> PlannedRun | None:
        """The operation with these variables; None if they do not fit."""
        if self.change and (question := self.change.question(variables)):
            return PlannedRun(self, context, question)
        wanted = self.operation.variable_definitions or ()
        # One error is enough: the library reads the variables again to describe them all.
        values = get_variable_values(self.schema, wanted, dict(variables or {}), max_errors=1)
        return None if isinstance(values, list) else PlannedRun(self, context, values)


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """An operation that is about to be run."""

    plan: OperationPlan
    context: Context
    given: Model | VariableValues
    """The question of a planned change, or the variables of anything else."""

    @property
    def kind(self) -> OperationKind:
        """Whether it reads, changes or follows, in the library's words."""
        return OperationKind(self.plan.operation.operation.value)

    @property
    def is_stream(self) -> bool:
        """Whether it has more than one answer."""
        return self.plan.is_stream

    async def answer(self) -> ExecutionResult:
        """The answer of a query or mutation."""
        change, given = self.plan.change, self.given
        try:
            if change is not None and isinstance(given, Model):
                return self._result(await change.run(self.context, given))
            return self._result(await self._called(self.plan.field.resolve))
        except Exception as error:  # noqa: BLE001 - every error is told in the answer
            return self._failed(error)

    async def answers(self) -> AsyncGenerator[ExecutionResult, None]:
        """The answers of a subscription."""
        try:
            async with aclosing(await self._called(self.plan.field.subscribe)) as events:
                async for event in events:
                    yield self._result(event)
                    del event  # what was told is not kept until there is more
        except Exception as error:  # noqa: BLE001 - every error is told in the answer
            fault = GraphQLError(str(error), original_error=error)
            yield ExecutionResult(data=None, errors=[shown_error(fault, self.context.request_id)])

    async def _called(self, call: Callable[..., Any] | None) -> Any:  # noqa: ANN401
        """What a field answers."""
        plan = self.plan
        if call is None or isinstance(self.given, Model):
            raise TypeError(f"nothing answers for {plan.key}")
        asked = get_argument_values(plan.field, plan.nodes[0], self.given)
        found = call(None, self._info(self.given), **asked)
        return await found if is_awaitable(found) else found

    def _result(self, value: object) -> ExecutionResult:
        data = {self.plan.key: self.plan.project(value)}
        return ExecutionResult(data=data, errors=None, extensions=costs())

    def _failed(self, error: Exception) -> ExecutionResult:
        """An answer without a value: null as far up as the schema allows it."""
        plan = self.plan
        fault = shown_error(located_error(error, plan.nodes, [plan.key]), self.context.request_id)
        is_demanded = isinstance(plan.field.type, GraphQLNonNull)
        data = None if is_demanded else {plan.key: None}
        return ExecutionResult(data=data, errors=[fault], extensions=costs())

    def _info(self, values: VariableValues) -> GraphQLResolveInfo[Context]:
        """What the library's executor tells a resolver."""
        plan = self.plan
        return GraphQLResolveInfo(
            field_name=plan.nodes[0].name.value,
            field_nodes=plan.nodes,
            return_type=plan.field.type,
            parent_type=plan.root,
            path=Path(None, plan.key, plan.root.name),
            schema=plan.schema,
            fragments={},
            root_value=None,
            operation=plan.operation,
            variable_values=values,
            context=self.context,
            is_awaitable=is_awaitable,
            abort_signal=None,
            async_helpers=HELPERS,
        )


@dataclass(frozen=True, slots=True)
class IntrospectionPlan:
    """An operation whose answer is there already: introspection."""

    result: ExecutionResult
    kind: OperationKind = OperationKind.QUERY
    is_stream: bool = False

    async def answer(self) -> ExecutionResult:
        """The answer."""
        return self.result

    async def answers(self) -> AsyncGenerator[ExecutionResult, None]:
        """The answer as a stream."""
        yield self.result


def answered(
    schema: GraphQLSchema,
    context: Context,
    text: str,
    name: str | None,
    variables: Mapping[str, Any] | None,
) -> IntrospectionPlan | None:
    """The answer of an operation that only introspects; None if the library is to refuse it."""
    if faults(schema, text):
        return None
    found = introspected(schema, text, name, json.dumps(variables or {}, sort_keys=True))
    if found is None:
        return None
    errors = [shown_error(found.error, context.request_id)] if found.error else None
    return IntrospectionPlan(ExecutionResult(data=found.data, errors=errors))


@lru_cache(CACHED)
def plan_of(schema: GraphQLSchema, text: str, name: str | None) -> OperationPlan | None:
    """The plan of an operation; None if the library is to run, or to refuse, it."""
    try:
        if faults(schema, text) or has_several(text):
            return None
        return _planned(schema, parsed(text), name)
    except (GraphQLError, Unplanned):
        return None


def _planned(
    schema: GraphQLSchema, document: DocumentNode, name: str | None
) -> OperationPlan | None:
    (operation,) = (
        node for node in document.definitions if isinstance(node, OperationDefinitionNode)
    )
    is_other = name is not None and (operation.name is None or operation.name.value != name)
    root = schema.get_root_type(operation.operation)
    if is_other or root is None or operation.directives:
        return None
    projector = Projector(schema, document)
    fields = projector.fields(root, [operation.selection_set])
    (key, nodes), *others = fields.items()
    field = root.fields.get(nodes[0].name.value)
    if others or field is None:
        return None
    project = projector.projection(field.type, nodes)
    change = change_of(nodes, field) if operation.operation is OperationType.MUTATION else None
    return OperationPlan(schema, operation, root, key, nodes, field, project, change)
