"""What one endpoint is: a handler whose signature says what it needs and what it answers.

A parameter called `body` or `query` is parsed by its model, `caller` asks for a token, `svc` and
`request` are handed in, and any other parameter is a part of the path.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import UnionType
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

import structlog
from pydantic import BaseModel, TypeAdapter
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from saqqara_service.application.accounts import authentication
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.operations.observing import (
    LEFT,
    Seen,
    name_caller,
    name_match,
    observed,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal, Unauthenticated
from saqqara_service.models import Acted, Caller, Explanation, Match, Model, SeatView
from saqqara_service.rest.errors import problem
from saqqara_service.rest.questions import body_of, query_of

GIVEN = frozenset({"svc", "request", "asker", "caller", "body", "query"})
TRANSPORT = "rest"
VERSIONED = (Match, SeatView, Acted, Explanation)
_LOG = structlog.get_logger(__name__)

Handler: TypeAlias = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """One row of the route table.

    `headers` maps a request header to the body's field that it stands for; `stream` is the item of
    an event stream offered besides or instead.
    """

    method: str
    path: str
    handle: Handler
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    stream: type[BaseModel] | None = None
    charge: Charge = Charge.USUAL

    @cached_property
    def name(self) -> str:
        """The operation's name: its room and its handler."""
        return f"{self.handle.__module__.rpartition('.')[2]}_{self.handle.__name__}"

    @property
    def published_path(self) -> str:
        """The path as the contract spells it."""
        return re.sub(r"{(\w+)}", lambda found: f"{{{to_camel(found[1])}}}", self.path)

    @cached_property
    def hints(self) -> dict[str, Any]:
        """The handler's annotations, resolved."""
        return get_type_hints(self.handle)

    @cached_property
    def path_names(self) -> tuple[str, ...]:
        """The handler's parameters that come from the path."""
        return tuple(
            name for name in inspect.signature(self.handle).parameters if name not in GIVEN
        )

    @cached_property
    def answer(self) -> TypeAdapter[object]:
        """How the handler's answer becomes JSON; never used where it only ever streams."""
        hint = self.hints["return"]
        kinds: tuple[Any, ...] = get_args(hint) if get_origin(hint) is UnionType else (hint,)
        shaped = [kind for kind in kinds if kind is not Response]
        return TypeAdapter(shaped[0] if shaped else None)

    async def __call__(self, request: Request) -> Response:
        """Parse, call, shape; every refusal becomes a problem."""
        try:
            with observed(request.app.state.service, TRANSPORT, self.name, request.headers) as seen:
                answer = await self._answered(request, seen)
        except ApplicationError as error:
            return problem(request, error)
        if isinstance(answer, Response):
            return answer
        headers = {"etag": f'"{answer.version}"'} if isinstance(answer, VERSIONED) else None
        body = self.answer.dump_json(answer, by_alias=True)
        return Response(body, self.status, headers, media_type="application/json")

    async def _answered(self, request: Request, seen: Seen) -> object:
        try:
            arguments = await self._arguments(request)
            await request.app.state.service.lane.enter((TRANSPORT, self.name))
            return await self.handle(**arguments)
        except (ClientDisconnect, HTTPException):  # answered by nothing, or by `errors.on_error`
            seen.outcome = LEFT
            raise
        except ApplicationError:
            raise
        except Exception:  # noqa: BLE001 (the last line of defence: no traceback leaves the house)
            _LOG.exception("unexpected", path=request.url.path)
            raise Internal("this is our fault; tell us the request id") from None

    async def _arguments(self, request: Request) -> dict[str, object]:
        svc: Service = request.app.state.service
        given: dict[str, object] = {name: request.path_params[name] for name in self.path_names}
        if "match_id" in given:
            name_match(given["match_id"])
        if "svc" in self.hints:
            given["svc"] = svc
        if "asker" in self.hints:
            given["asker"] = request.state.asker
        if "request" in self.hints:
            given["request"] = request
        if "body" in self.hints:
            await request.body()  # first, since with its last part the request has come
        caller = await self._caller(svc, request)
        if "caller" in self.hints:
            given["caller"] = caller
        if "query" in self.hints:
            given["query"] = query_of(self.hints["query"], request)
        if "body" in self.hints or self.method == "POST":
            body = await request.body()
            asked = body_of(self.hints.get("body", Model), request, body, self.headers)
            given |= {"body": asked} if "body" in self.hints else {}
        return given

    async def _caller(self, svc: Service, request: Request) -> Caller | None:
        """Who asks, and has paid; a token that is not needed may be bad."""
        token, caller, bad = bearer(request), None, None
        svc.rate_limits.demand_unspent(request.state.asker, token, self.charge)
        if token is not None:
            try:
                caller = await authentication.authenticate(svc, token)
                name_caller(caller)
            except Unauthenticated as error:
                bad = error
        await svc.rate_limits.charge(request.state.asker, caller, self.charge)
        if bad is not None and "caller" in self.hints:
            raise bad
        return await authentication.authenticate(svc, None) if self._needs(caller) else caller

    def _needs(self, caller: Caller | None) -> bool:
        return caller is None and self.hints.get("caller") is Caller


def bearer(request: Request) -> str | None:
    """The token of the request, if it carries one."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None
