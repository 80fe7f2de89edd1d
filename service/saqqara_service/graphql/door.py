"""GraphQL over HTTP and over graphql-transport-ws, at one address; browsers get a page there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from json import JSONDecodeError
from pathlib import Path
from typing import Final

import orjson
from cross_web import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL

from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Malformed, TooLarge
from saqqara_service.graphql.allowance import Allowance
from saqqara_service.graphql.context import Context
from saqqara_service.graphql.conversation import Conversation
from saqqara_service.graphql.errors import extensions, refusal
from saqqara_service.graphql.schema import schema
from saqqara_service.graphql.socket import Socket
from saqqara_service.inputs import read_object
from saqqara_service.rendered import Rendered

JSON: Final = "application/json"
GREETING: Final = timedelta(seconds=10)
"""How long a connection may stay without `connection_init`."""


class Door(GraphQL[Context, None]):
    """Reads a request, runs the operation, tells the answer; knows no field of the schema."""

    websocket_adapter_class = Socket
    graphql_transport_ws_handler_class = Conversation

    def __init__(self, allowed_origins: Sequence[str]) -> None:
        schema().warm()
        super().__init__(
            schema(),
            graphql_ide=None,
            allow_queries_via_get=False,
            subscription_protocols=[GRAPHQL_TRANSPORT_WS_PROTOCOL],
            connection_init_wait_timeout=GREETING,
            max_subscriptions_per_connection=None,
            allowed_origins=allowed_origins,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one websocket to its end."""
        if scope["type"] == "websocket":
            svc: Service = scope["app"].state.service
            scope["state"]["allowance"] = Allowance(svc.settings.socket_messages_per_s)
            with svc.metrics.sockets.track_inprogress():
                await super().__call__(scope, receive, send)
        else:
            response = await self._answer(Request(scope, receive))
            await response(scope, receive, send)

    async def get_context(self, request: Request | WebSocket, response: object) -> Context:  # noqa: ARG002
        """What the resolvers are given."""
        return Context(
            svc=request.app.state.service,
            request_id=request.state.request_id,
            asker=request.state.asker,
            authorization=request.headers.get("authorization", ""),
            carrier=request.headers if isinstance(request, Request) else {},
            socket=request if isinstance(request, WebSocket) else None,
            allowance=getattr(request.state, "allowance", None),
        )

    def parse_json(self, data: str | bytes) -> dict[str, object]:
        """The body as an object; nothing else is a request."""
        return read_object(data)

    def decode_json(self, data: str | bytes) -> dict[str, object]:
        """A websocket's message as an object, refused in the way that its handler knows."""
        try:
            return read_object(data)
        except Malformed as error:
            raise JSONDecodeError(error.message, "", 0) from None

    def encode_json(self, data: object) -> str:
        """Text, since a websocket would send bytes as a binary message."""
        return orjson.dumps(data).decode()

    async def _answer(self, request: Request) -> Response:
        if request.method in {"GET", "HEAD"}:
            return _explorer().answer(request)
        try:
            _demand_json_post(request)
            return await self.run(request)
        except HTTPException as error:
            return refused(request, Malformed(error.reason), error.status_code)
        except Malformed as error:
            return refused(request, error, HTTPStatus.BAD_REQUEST)
        except TooLarge as error:
            return refused(request, error, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        except ClientDisconnect:
            raise
        except Exception as error:  # noqa: BLE001 (the last line of defence: no traceback leaves the house)
            return refused(request, refusal(error), HTTPStatus.INTERNAL_SERVER_ERROR)


def _demand_json_post(request: Request) -> None:
    if request.method != "POST":
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, "GraphQL is asked by POST")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"send the body as {JSON}")


def refused(request: HTTPConnection, error: ApplicationError, status: int) -> Response:
    """A request that never became an operation, in the form of one that failed."""
    fault = {
        "message": error.message,
        "extensions": extensions(error, request.state.request_id),
    }
    return Response(orjson.dumps({"errors": [fault]}), status, media_type=JSON)


@cache
def _explorer() -> Rendered:
    page = Path(__file__).with_name("explorer.html").read_text(encoding="utf-8")
    return Rendered(page, "text/html")
