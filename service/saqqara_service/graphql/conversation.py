"""What is said on a websocket beside operations: our pings, which measure the way to the client."""

from __future__ import annotations

import asyncio

from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import (
    BaseGraphQLTransportWSHandler,
)
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    ConnectionInitMessage,
    PongMessage,
)

from saqqara_service.graphql.context import Context


class Conversation(BaseGraphQLTransportWSHandler[Context, None]):
    """The library's handler, with a pulse from the greeting to the end."""

    _beating: asyncio.Task[None] | None = None

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Greet, and begin to measure."""
        await super().handle_connection_init(message)
        if self.connection_acknowledged and self._beating is None:
            self._beating = asyncio.create_task(self.context.pulse.beat(self._ping))

    async def handle_pong(self, message: PongMessage) -> None:  # noqa: ARG002 - its payload says nothing
        """Note the answer to a ping."""
        self.context.pulse.answered()

    async def shutdown(self) -> None:
        """Stop measuring, then end as ever."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        await super().shutdown()

    async def _ping(self) -> None:
        await self.send_message({"type": "ping"})
