"""REST's form of an operation: a request is parsed, an answer shaped, a refusal a problem."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from saqqara_service.api import run
from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.application.limits.metering import meter
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Acted, Explanation, Match, Model, SeatView
from saqqara_service.models.pages import Page
from saqqara_service.rest import streams
from saqqara_service.rest.errors import problem
from saqqara_service.rest.questions import bearer, body_of, query_of

TRANSPORT = "rest"
ARCHIVE = "application/gzip"
PACKED = {"content-encoding": "identity"}
"""Nobody packs it again on its way."""
VERSIONED = (Match, SeatView, Acted, Explanation)


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
        body: bytes = request.state.body
        asked = run.Request(
            svc=request.app.state.service,
            transport=TRANSPORT,
            asker=request.state.asker,
            token=bearer(request),
            read=partial(self._read, request, body),
            carrier=request.headers,
        )
        try:
            if operation.following and streams.is_wanted(request):
                first, items = await run.follow(operation, operation.following, asked)
                return await streams.streamed(request, operation.name, first, items)
            answer = await run.run(operation, asked)
        except ApplicationError as error:
            return problem(request, error)
        return self._shaped(answer)

    def _read(self, request: Request, body: bytes, use_case: UseCase) -> run.Arguments:
        """The ids in the path, and the question in the body or the words of the address."""
        given: run.Arguments = {name: request.path_params[name] for name in use_case.ids}
        if use_case.query is not None:
            given["query"] = self._question(request, use_case)
        if use_case.takes_bytes:
            given["archive"] = body
        elif not self.operation.reads:
            question = body_of(use_case.body or Model, request, body, self.operation.headers)
            given |= {"body": question} if use_case.body else {}
        return given

    def _question(self, request: Request, use_case: UseCase) -> Model:
        """The words of the address: a stream takes those of the page, and resumes by its header."""
        question = query_of(self.operation.once.query or Model, request)
        after = request.headers.get(streams.RESUMES)
        is_resumed = use_case.resumes and after
        return question.model_copy(update={"after": after}) if is_resumed else question

    def _shaped(self, answer: Any) -> Response:  # noqa: ANN401 - whatever the use case answers
        status = self.operation.status
        if isinstance(answer, bytes):
            return Response(answer, status, media_type=ARCHIVE)
        if isinstance(answer, AsyncIterator):
            if (one := meter()) is not None:
                one.is_stream = True
            return StreamingResponse(answer, status, PACKED, media_type=ARCHIVE)
        headers = {"etag": f'"{answer.version}"'} if isinstance(answer, VERSIONED) else None
        told = Page(items=answer) if self.operation.once.is_list else answer
        body = self.answer.dump_json(told, by_alias=True)
        return Response(body, status, headers, media_type="application/json")
