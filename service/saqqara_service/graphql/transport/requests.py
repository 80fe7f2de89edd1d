"""GraphQL over HTTP: how a request asks for an operation, and in which form it is answered.

By `application/json` a request that is an operation has the status 200, whatever became of it; by
`application/graphql-response+json` one that was never run has 400. An answer has `data` only if the
operation was run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Final

import orjson
from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from strawberry.types import ExecutionResult

from saqqara_service.errors import ApplicationError
from saqqara_service.graphql.errors import extensions
from saqqara_service.graphql.execution.texts import CACHED
from saqqara_service.questions import misread, read, read_object

JSON: Final = "application/json"
RESPONSE: Final = "application/graphql-response+json"
HTML: Final = "text/html"
READING: Final = frozenset({"GET", "HEAD"})
PARTS: Final = frozenset({"variables", "extensions"})

Fields = dict[str, Annotated[JsonValue, SkipValidation]]  # JSON was read: it can be nothing else


class GraphQLRequest(BaseModel):
    """What is to be run."""

    model_config = ConfigDict(extra="ignore", strict=True)

    query: str
    variables: Fields | None = None
    operation_name: str | None = Field(default=None, alias="operationName")
    extensions: Fields | None = None


def operation_of(request: Request) -> GraphQLRequest:
    """What is asked for, by POST in the body or by GET in the address; raises `Malformed`."""
    if request.method in READING:
        return read(GraphQLRequest, _in_address(request))
    if request.method != "POST":
        raise _wrong_method("Send GraphQL requests by GET or POST.", "GET, HEAD, POST")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != JSON:
        reason = f"send the body as `Content-Type: {JSON}`"
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, reason)
    return read(GraphQLRequest, read_object(request.state.body))


def only_by_post() -> HTTPException:
    """The refusal of a change that is asked by GET."""
    return _wrong_method("a mutation is asked by POST", "POST")


def wants_page(request: Request) -> bool:
    """Whether a browser has come to look, and asks for nothing."""
    if request.method not in READING or "query" in request.query_params:
        return False
    accepted = _accepted(request.headers.get("accept", ""))
    return accepted.get(HTML, 0.0) > max(accepted.get(kind, 0.0) for kind in (JSON, RESPONSE))


def answered(request: Request, result: ExecutionResult) -> Response:
    """What became of an operation, in the form that is asked for."""
    errors = [error.formatted for error in result.errors or ()]
    is_refused = result.data is None and all(error.get("path") is None for error in errors)
    answer: dict[str, object] = {} if is_refused and errors else {"data": result.data}
    if errors:
        answer["errors"] = errors
    if result.extensions and request.method not in READING:  # by GET a cache may keep the answer
        answer["extensions"] = result.extensions
    media_type = _media_type(request)
    is_bad = is_refused and media_type == RESPONSE
    return _response(answer, HTTPStatus.BAD_REQUEST if is_bad else HTTPStatus.OK, media_type)


def refused(
    request: HTTPConnection,
    error: ApplicationError,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A request that never became an operation, in the form of one that failed."""
    about = extensions(error, request.state.request_id)
    answer = {"errors": [{"message": error.message, "extensions": about}]}
    return _response(answer, status or error.status, _media_type(request), headers)


def _response(
    answer: object, status: int, media_type: str, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(
        orjson.dumps(answer), status, headers, media_type=f"{media_type}; charset=utf-8"
    )


def _in_address(request: Request) -> dict[str, object]:
    """The words of the address; variables are a JSON object there."""
    fields: dict[str, object] = {}
    for name, text in request.query_params.multi_items():
        if name in fields:
            raise misread(f"/{name}", "The parameter is given twice.")
        is_part = name in PARTS and text not in {"", "null"}
        fields[name] = read_object(text) if is_part else text or None
    return fields


def _wrong_method(reason: str, allowed: str) -> HTTPException:
    return HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, reason, {"Allow": allowed})


def _media_type(request: HTTPConnection) -> str:
    """The form of the answer: the newer one only for those who ask for it before the older."""
    accepted = _accepted(request.headers.get("accept", ""))
    return RESPONSE if accepted.get(RESPONSE, 0.0) >= accepted.get(JSON, 0.01) else JSON


@lru_cache(CACHED)
def _accepted(header: str) -> Mapping[str, float]:
    """The media types that are asked for by name, and how much each is wanted."""
    found: dict[str, float] = {}
    for part in header.lower().split(","):
        media_type, *parameters = (word.strip() for word in part.split(";"))
        found[media_type] = _quality(parameters)
    return found


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter.startswith("q="):
            try:
                return min(1.0, max(0.0, float(parameter[2:])))
            except ValueError:
                return 0.0
    return 1.0
