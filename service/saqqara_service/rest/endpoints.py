"""How REST answers an operation: parse, call, shape; every refusal becomes a problem."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import structlog
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse

from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.api.pages import Page
from saqqara_service.application.accounts import authentication
from saqqara_service.application.limits.metering import meter
from saqqara_service.application.operations.observing import (
    LEFT,
    Observation,
    name_caller,
    name_match,
    observed,
)
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Internal, Unauthenticated
from saqqara_service.models import Acted, Caller, Explanation, Match, Model, SeatView
from saqqara_service.rest import streams
from saqqara_service.rest.errors import problem
from saqqara_service.rest.questions import bearer, body_of, query_of

TRANSPORT = "rest"
ARCHIVE = "application/gzip"
PACKED = {"content-encoding": "identity"}
"""Nobody packs it again on its way."""
VERSIONED = (Match, SeatView, Acted, Explanation)
_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Endpoint:
    """One operation, by REST."""

    operation: Operation

    @cached_property
    def answer(self) -> TypeAdapter[object]:
        """How the answer becomes JSON."""
        once = self.operation.once
        shape: Any = Page[once.item] if once.is_list else once.hints["return"]  # type: ignore[name-defined] # made at run time
        return TypeAdapter(shape)

    async def __call__(self, request: Request) -> Response:
        """The answer, or the problem that kept it from being given."""
        operation = self.operation
        try:
            with observed(
                request.app.state.service, TRANSPORT, operation.name, request.headers
            ) as seen:
                answer = await self._answered(request, seen)
        except ApplicationError as error:
            return problem(request, error)
        if isinstance(answer, Response):
            return answer
        if isinstance(answer, bytes):
            return Response(answer, operation.status, media_type=ARCHIVE)
        if isinstance(answer, AsyncIterator):
            if (one := meter()) is not None:
                one.is_stream = True
            return StreamingResponse(answer, operation.status, PACKED, media_type=ARCHIVE)
        headers = {"etag": f'"{answer.version}"'} if isinstance(answer, VERSIONED) else None
        body = self.answer.dump_json(answer, by_alias=True)
        return Response(body, operation.status, headers, media_type="application/json")

    async def _answered(self, request: Request, seen: Observation) -> object:
        operation = self.operation
        following = operation.following if streams.is_wanted(request) else None
        try:
            await request.app.state.service.gate.demand_open()
            caller, given = await self._given(request, following or operation.once)
            if following is not None:
                return await streams.streamed(
                    request, operation.name, caller, following.call(**given)
                )
            svc: Service = request.app.state.service
            if not operation.is_play:
                await svc.lane.enter((TRANSPORT, operation.name))
            answer = await operation.answer(svc, given)
            return Page(items=answer) if operation.once.is_list else answer
        except (ClientDisconnect, HTTPException):  # answered by nothing, or by `errors.on_error`
            seen.outcome = LEFT
            raise
        except ApplicationError:
            raise
        except Exception:  # noqa: BLE001 (the last line of defence: no traceback leaves the house)
            _LOG.exception("unexpected", path=request.url.path)
            raise Internal("The service has an internal error. Report the request id.") from None

    async def _given(
        self, request: Request, use_case: UseCase
    ) -> tuple[Caller | None, dict[str, object]]:
        """Who asks, and the arguments of the use case."""
        operation = self.operation
        given: dict[str, object] = {name: request.path_params[name] for name in use_case.ids}
        if "match_id" in given:
            name_match(given["match_id"])
        body = b""
        if operation.method == "POST":
            body = await request.body()  # first, since with its last part the request has come
        caller = await self._caller(request)
        own = {
            "svc": request.app.state.service,
            "asker": request.state.asker,
            "timing": Timing.of_message(),
            "caller": caller,
        }
        given |= {name: value for name, value in own.items() if name in use_case.hints}
        if use_case.query is not None:
            given["query"] = self._question(request, use_case)
        if use_case.takes_bytes:
            given["archive"] = body
        elif operation.method == "POST":
            question = body_of(use_case.body or Model, request, body, operation.headers)
            given |= {"body": question} if use_case.body else {}
        operation.demand(caller)  # after the question, as GraphQL reads it before all else
        return caller, given

    def _question(self, request: Request, use_case: UseCase) -> Model:
        """The words of the address: a stream takes those of the page, and resumes by its header."""
        question = query_of(self.operation.once.query or Model, request)
        after = request.headers.get(streams.RESUMES)
        is_resumed = use_case.resumes and after
        return question.model_copy(update={"after": after}) if is_resumed else question

    async def _caller(self, request: Request) -> Caller | None:
        """Who asks, and has paid; a token that is not needed may be bad."""
        svc: Service = request.app.state.service
        operation = self.operation
        token, caller, bad = bearer(request), None, None
        svc.rate_limits.demand_unspent(request.state.asker, token, operation.charge)
        if token is not None:
            try:
                caller = await authentication.authenticate(svc, token)
                name_caller(caller)
            except Unauthenticated as error:
                bad = error
        await svc.rate_limits.charge(request.state.asker, caller, operation.charge)
        if bad is not None and operation.takes_caller:
            raise bad
        if caller is None and operation.needs_caller:
            return await authentication.authenticate(svc, None)
        return caller
