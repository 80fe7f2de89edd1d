"""What is said on a websocket beside operations: how much is taken, and pings that measure the way.

A token that holds too many connections is not greeted, and too many operations at once end the
connection. Our pings measure the way to the client.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Final, cast

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
    Operation,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    ConnectionInitMessage,
    PongMessage,
    SubscribeMessage,
)

from saqqara_service.errors import TooMany
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.schema import Schema
from saqqara_service.graphql.socket import CloseCode

MOST_OPERATIONS: Final = 256


class Conversation(BaseGraphQLTransportWSHandler[Context, None]):
    """The library's handler, with a pulse from the greeting to the end."""

    _beating: asyncio.Task[None] | None = None
    _held: ExitStack | None = None

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Greet, and begin to measure."""
        if self._held is None:
            self.context.connection_params = message.get("payload")
            self._held = ExitStack()
            try:
                self._held.enter_context(self.context.connection())
            except TooMany as error:
                await self.websocket.close(CloseCode.TOO_MANY_CONNECTIONS, error.message)
                return
        await super().handle_connection_init(message)
        if self.connection_acknowledged and self._beating is None:
            self._beating = asyncio.create_task(self.context.pulse.beat(self._ping))

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Begin an operation."""
        if len(self.operations) >= MOST_OPERATIONS:
            reason = f"more than {MOST_OPERATIONS} operations at once"
            await self.websocket.close(CloseCode.TOO_MANY_OPERATIONS, reason)
            return
        await super().handle_subscribe(message)

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        """Run an operation to its end; one that has a plan and one answer needs nothing more."""
        schema = cast("Schema", self.schema)
        run = schema.planned(
            operation.query,
            context_value=self.context,
            variable_values=operation.variables,
            operation_name=operation.operation_name,
        )
        if run is None or run.plan.is_stream:
            await super().run_operation(operation)
            return
        await operation.send_next(await run.answer())
        await operation.send_operation_message({"type": "complete", "id": operation.id})

    async def handle_pong(self, message: PongMessage) -> None:  # noqa: ARG002 - its payload says nothing
        """Note the answer to a ping."""
        self.context.pulse.answered()

    async def shutdown(self) -> None:
        """Stop measuring, then end as ever."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        try:
            await super().shutdown()
        finally:
            if self._held is not None:
                self._held.close()

    async def _ping(self) -> None:
        await self.send_message({"type": "ping"})
