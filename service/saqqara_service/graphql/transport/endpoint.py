"""GraphQL over HTTP and over graphql-transport-ws, at one address; browsers get a page there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from http import HTTPStatus
from json import JSONDecodeError
from typing import Final

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.exceptions import MissingQueryError
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types.graphql import OperationType

from saqqara_service.application.service import Service
from saqqara_service.contract.rendered import cacheable
from saqqara_service.errors import ApplicationError, Malformed
from saqqara_service.graphql.allowance import Allowance
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.errors import refusal
from saqqara_service.graphql.execution.costs import excuse
from saqqara_service.graphql.execution.planning.plans import plan_of
from saqqara_service.graphql.execution.texts import is_known
from saqqara_service.graphql.library import core_schema
from saqqara_service.graphql.pulse import Pulse
from saqqara_service.graphql.schema import ANSWERED, schema
from saqqara_service.graphql.transport.handshake import MOST_OPERATIONS
from saqqara_service.graphql.transport.requests import (
    READING,
    GraphQLRequest,
    answered,
    only_by_post,
    operation_of,
    refused,
    wants_page,
)
from saqqara_service.graphql.transport.websocket.conversation import Conversation
from saqqara_service.graphql.transport.websocket.socket import GraphQLSocket
from saqqara_service.pages import explorer
from saqqara_service.questions import read_json

VARIES: Final = {"vary": "accept"}
READ: Final = frozenset({OperationType.QUERY})
"""What may be asked by a method that only reads."""

GREETING: Final = timedelta(seconds=10)
"""How long a connection may stay without `connection_init`."""


class GraphQLEndpoint(GraphQL[Context, None]):
    """Reads a request, runs the operation, tells the answer; knows no field of the schema."""

    websocket_adapter_class = GraphQLSocket
    graphql_transport_ws_handler_class = Conversation

    def __init__(self, allowed_origins: Sequence[str]) -> None:
        schema().warm()
        super().__init__(
            schema(),
            graphql_ide=None,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=GREETING,
            max_subscriptions_per_connection=MOST_OPERATIONS,
            allowed_origins=allowed_origins,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one websocket to its end."""
        if scope["type"] == "websocket":
            await self._follow(scope, receive, send)
        else:
            response = await self._answer(Request(scope, receive))
            await response(scope, receive, send)

    async def get_context(self, request: Request | WebSocket, response: object) -> Context:  # noqa: ARG002
        """What the resolvers are given."""
        return Context(
            svc=request.app.state.service,
            request_id=request.state.request_id,
            client=request.state.client,
            authorization=request.headers.get("authorization", ""),
            carrier=request.headers if isinstance(request, Request) else {},
            socket=request if isinstance(request, WebSocket) else None,
            allowance=getattr(request.state, "allowance", None),
            pulse=getattr(request.state, "pulse", None) or Pulse(),
        )

    def decode_json(self, data: str | bytes) -> dict[str, object]:
        """A websocket's message as an object, refused in the way that its handler knows."""
        try:
            return read_json(data)
        except Malformed as error:
            raise JSONDecodeError(error.message, "", 0) from None

    def encode_json(self, data: object) -> str:
        """Text, since a websocket would send bytes as a binary message."""
        return orjson.dumps(data).decode()

    async def _follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        svc: Service = scope["app"].state.service
        scope["state"]["allowance"] = Allowance(svc.settings.socket_messages_per_s)
        with svc.metrics.sockets.track_inprogress():
            await super().__call__(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if wants_page(request):
            page = explorer.page().answer(request)
            page.headers.add_vary_header(VARIES["vary"])
            return page
        try:
            answer = await self._run(request, operation_of(request))
        except HTTPException as error:
            malformed = Malformed(f"{request.method}: {error.detail}")
            answer = refused(request, malformed, error.status_code, error.headers)
        except ApplicationError as error:
            answer = refused(request, error)
        except Exception as error:  # noqa: BLE001 (the last line of defence: no traceback leaves the house)
            answer = refused(request, refusal(error), HTTPStatus.INTERNAL_SERVER_ERROR)
        answer.headers.update(VARIES)
        return answer

    async def _run(self, request: Request, operation: GraphQLRequest) -> Response:
        """The answer of an operation; by GET nothing is changed."""
        is_reading = request.method in READING
        text, name = operation.query, operation.operation_name
        plan = plan_of(core_schema(schema()), text, name) if is_known(text) else None
        if plan is not None:
            excuse(plan.nodes[0].name.value)
        try:
            result = await schema().execute(
                text,
                variable_values=operation.variables,
                context_value=await self.get_context(request, None),
                operation_name=name,
                allowed_operation_types=READ if is_reading else ANSWERED,
            )
        except InvalidOperationTypeError as error:
            if is_reading and error.operation_type is OperationType.MUTATION:
                raise only_by_post() from None
            raise Malformed("Subscriptions need a websocket. Use graphql-transport-ws.") from None
        except (MissingQueryError, CannotGetOperationTypeError):
            raise Malformed("The document has no operation of this name.") from None
        answer = answered(request, result)
        is_public = is_reading and "authorization" not in request.headers
        return cacheable(request, answer) if is_public and not result.errors else answer
