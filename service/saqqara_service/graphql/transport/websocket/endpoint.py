"""The endpoint whose websockets are held by our handler."""

from __future__ import annotations

from collections.abc import Sequence

from strawberry.asgi import GraphQL
from strawberry.types.unset import UnsetType

from saqqara_service.graphql.context import Context
from saqqara_service.graphql.schema import schema
from saqqara_service.graphql.transport.endpoint import GraphQLEndpoint
from saqqara_service.graphql.transport.websocket.conversation import Conversation
from saqqara_service.graphql.transport.websocket.socket import GraphQLSocket


class GuardedEndpoint(GraphQLEndpoint):
    """GraphQL by plans, and by websockets that are read strictly, measured and paid for."""

    websocket_adapter_class = GraphQLSocket  # type: ignore[assignment]  # a class makes one
    graphql_transport_ws_handler_class = Conversation

    def __init__(self, allowed_origins: Sequence[str]) -> None:
        schema().warm()
        super().__init__(allowed_origins)

    async def on_ws_connect(self, context: Context) -> UnsetType | dict[str, object] | None:
        """Greet: the handler has looked at the token, since it tells more of a refusal."""
        return await GraphQL.on_ws_connect(self, context)
