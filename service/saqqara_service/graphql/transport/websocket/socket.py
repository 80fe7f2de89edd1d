"""The websocket's envelope: what is no message of graphql-transport-ws ends the connection.

The library's handler trusts the shape of what it reads and drops the connection without a close
frame when that is wrong; here every such message is answered by close code 4400. Messages over the
size limit end in 1009, by the server.

Close codes beside those of the protocol (4400 bad message, 4401 operation before the greeting, 4406
other subprotocol, 4408 no greeting, 4409 id in use, 4429 second greeting) are `CloseCode`'s, 4408
for a client that does not read (`slow_consumers.py`) and 1012 for a server that stops.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from typing import Annotated, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)
from starlette.websockets import WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter

from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.graphql.allowance import Allowance
from saqqara_service.graphql.transport.handshake import CloseCode
from saqqara_service.graphql.transport.requests import Fields, GraphQLRequest
from saqqara_service.questions import malformed

LONGEST_REASON: Final = 120
"""A close frame holds 123 bytes of reason; more would be refused by our own side."""

OperationId = Annotated[str, Field(min_length=1, max_length=100)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class Plain(_Message):
    """A message that stands for itself; its payload, if any, is an object."""

    type: Literal["connection_init", "ping", "pong"]
    payload: Fields | None = None


class Subscribe(_Message):
    """Run an operation under an id of the client's choice."""

    type: Literal["subscribe"]
    id: OperationId
    payload: GraphQLRequest


class Complete(_Message):
    """End an operation."""

    type: Literal["complete"]
    id: OperationId


ENVELOPE: Final[TypeAdapter[Plain | Subscribe | Complete]] = TypeAdapter(
    Annotated[Plain | Subscribe | Complete, Field(discriminator="type")]
)


class GraphQLSocket(ASGIWebSocketAdapter):
    """Reads only well-formed messages, and not too fast; the first other one closes it."""

    async def iter_json(
        self, *, ignore_parsing_errors: bool = False
    ) -> AsyncGenerator[object, None]:
        """The messages, each with the shape that its type promises."""
        async for message in super().iter_json(ignore_parsing_errors=ignore_parsing_errors):
            try:
                ENVELOPE.validate_python(message)
            except ValidationError as error:
                await self.close(CloseCode.BAD_MESSAGE, malformed(error).message)
                return
            yield message
            await self._throttle()
            if not await self._allowance.spend():
                await self.close(CloseCode.TOO_MANY_MESSAGES, "too many messages for too long")
                return

    async def _throttle(self) -> None:
        """Delay reading from a client that did not wait for its `Retry-After`."""
        client: Client = self.ws.state.client
        if client.is_early:
            svc: Service = self.ws.app.state.service
            throttle = svc.rate_limits.throttle
            client.is_early = False
            await throttle.wait(throttle.late_s(client.address))

    @property
    def _allowance(self) -> Allowance:
        allowance: Allowance = self.ws.state.allowance
        return allowance

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send, or let it be when the client has just gone: reading ends the connection."""
        if self.ws.application_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect):
                await self.ws.send(
                    {"type": "websocket.send", "text": self.view.encode_json(message)}
                )

    async def close(self, code: int, reason: str) -> None:
        """Close with a reason that fits, unless the client has gone before."""
        with suppress(WebSocketDisconnect):
            await super().close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
