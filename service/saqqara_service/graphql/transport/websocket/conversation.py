"""What is said on a websocket beside operations: who is greeted, and how much is taken.

A token that is bad or holds too many connections is not greeted, and too many operations at once
end the connection.
"""

from __future__ import annotations

from contextlib import aclosing
from typing import cast

from graphql import GraphQLError
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
    Operation,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    ConnectionInitMessage,
    SubscribeMessage,
)

from saqqara_service.application.limits.meter import metered
from saqqara_service.application.operations.observation import cost_of_request
from saqqara_service.errors import Malformed, RateLimited, TooMany, Unauthenticated
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.execution.costs import excuse
from saqqara_service.graphql.execution.documents import shown_error
from saqqara_service.graphql.execution.planning.plans import PlannedRun
from saqqara_service.graphql.schema import Schema
from saqqara_service.graphql.transport.handshake import MOST_OPERATIONS, CloseCode, Release, hold
from saqqara_service.questions import numbered


class Conversation(BaseGraphQLTransportWSHandler[Context, None]):
    """The library's handler, which counts what a connection holds."""

    _held: list[Release] | None = None

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Greet who may come."""
        if self._held is None:
            self.context.connection_params = message.get("payload")
            self._held = []
            try:
                await hold(self.context, self._held)
            except TooMany as error:
                await self.websocket.close(CloseCode.TOO_MANY_CONNECTIONS, error.message)
                return
            except (Unauthenticated, RateLimited) as error:
                await self.websocket.close(CloseCode.BAD_TOKEN, error.message)
                return
        await super().handle_connection_init(message)
        self.connection_init_timeout_task = None  # it was cancelled, and would be kept for good

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Begin an operation."""
        if len(self.operations) >= MOST_OPERATIONS:
            reason = f"more than {MOST_OPERATIONS} operations at once"
            await self.websocket.close(CloseCode.TOO_MANY_OPERATIONS, reason)
            return
        await super().handle_subscribe(message)

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        """Run an operation to its end, and let it be paid for."""
        with cost_of_request(self.context.svc, self.context.client) as cost:
            await metered(self._run(operation), cost)
        if cost.has_acted:
            self.context.refund()

    async def _run(self, operation: Operation[Context, None]) -> None:
        """One that has a plan needs nothing of the library."""
        try:
            operation.variables = numbered(operation.variables)
        except Malformed as error:
            fault = GraphQLError(error.message, original_error=error)
            await operation.send_initial_errors([shown_error(fault, self.context.request_id)])
            return
        schema = cast("Schema", self.schema)
        if schema.unread(operation.query, context_value=self.context) is not None:
            await super().run_operation(operation)
            return
        run = schema.planned(
            operation.query,
            context_value=self.context,
            variable_values=operation.variables,
            operation_name=operation.operation_name,
        )
        if run is None:
            await super().run_operation(operation)
            return
        if isinstance(run, PlannedRun):
            excuse(run.plan.nodes[0].name.value)
        if run.is_stream:
            async with aclosing(run.answers()) as answers:
                async for answer in answers:
                    await operation.send_next(answer)
                    del answer  # what was told is not kept until there is more
        else:
            await operation.send_next(await run.answer())
            self.context.pulse.use()
        await operation.send_operation_message({"type": "complete", "id": operation.id})

    async def shutdown(self) -> None:
        """End as ever, then let go of what was held."""
        try:
            await super().shutdown()
        finally:
            for release in self._held or ():
                release()
