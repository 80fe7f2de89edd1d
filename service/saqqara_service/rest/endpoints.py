"""REST's form of an operation: a request is parsed, an answer shaped, a refusal a problem."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property, partial

from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from typing_extensions import TypeForm

from saqqara_service.api import run
from saqqara_service.api.operation import Row
from saqqara_service.application.limits.meter import meter
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Acted, Explanation, Match, Model, SeatView
from saqqara_service.models.pages import Page
from saqqara_service.rest import streams
from saqqara_service.rest.errors import problem
from saqqara_service.rest.questions import bearer, body_of, query_of
from saqqara_service.rest.streams import RESUMES

TRANSPORT = "rest"
ARCHIVE = "application/gzip"
PACKED = {"content-encoding": "identity"}
"""Nobody packs it again on its way."""
VERSIONED = (Match, SeatView, Acted, Explanation)


@dataclass(frozen=True)
class Endpoint:
    """One operation, by REST."""

    operation: Row

    @cached_property
    def answer(self) -> TypeAdapter[object]:
        """How the answer becomes JSON."""
        once = self.operation.once
        shape: TypeForm[object] = Page[once.item] if once.is_list else once.answer  # type: ignore[name-defined] # made at run time
        return TypeAdapter(shape)

    async def __call__(self, request: Request) -> Response:
        """The answer, or the problem that kept it from being given."""
        operation = self.operation
        body: bytes = request.state.body
        asked = run.Request(
            svc=request.app.state.service,
            transport=TRANSPORT,
            client=request.state.client,
            token=bearer(request),
            read=partial(self._read, request, body),
            carrier=request.headers,
        )
        try:
            if operation.following and streams.is_wanted(request):
                first, items = await run.follow(operation, asked)
                return await streams.streamed(request, operation.name, first, items)
            answer = await run.run(operation, asked)
        except ApplicationError as error:
            return problem(request, error)
        return self._shaped(answer)

    def _read(self, request: Request, body: bytes, question: type[Model]) -> Model:
        """The question: its ids in the path, the rest in the body or the words of the address.

        A stream takes the words of the page, and resumes by its header.
        """
        row, outer = self.operation, dict(request.path_params)
        if (archive := row.once.archive) is not None:
            asked = query_of(question, request, outer | {archive: ""})
            return asked.model_copy(update={archive: body})
        if not row.reads:
            return body_of(question, request, body, row.headers, outer)
        if not row.words:
            return question(**outer)
        asked, after = query_of(row.once.question, request, outer), request.headers.get(RESUMES)
        is_resumed = after and row.resumes and streams.is_wanted(request)
        return asked.model_copy(update={"after": after}) if is_resumed else asked

    def _shaped(self, answer: object) -> Response:
        status = self.operation.status
        if isinstance(answer, bytes):
            return Response(answer, status, media_type=ARCHIVE)
        if isinstance(answer, AsyncIterator):
            if (one := meter()) is not None:
                one.is_stream = True
            return StreamingResponse(answer, status, PACKED, media_type=ARCHIVE)
        headers = {"etag": f'"{answer.version}"'} if isinstance(answer, VERSIONED) else None
        shaped = Page(items=answer) if isinstance(answer, list) else answer
        body = self.answer.dump_json(shaped, by_alias=True)
        return Response(body, status, headers, media_type="application/json")
