"""The outer form of every refusal by REST: problem details (RFC 9457) with a stable `code`."""

from __future__ import annotations

from http import HTTPStatus

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from saqqara_service import errors

MEDIA_TYPE = "application/problem+json"


def details(error: errors.ApplicationError, status: int, request_id: str) -> bytes:
    """The body of a problem; facts stand beside the standard members in camelCase."""
    return orjson.dumps(
        {
            "type": f"urn:saqqara:problem:{error.code}",
            "title": error.code.replace("_", " ").capitalize(),
            "status": int(status),
            "detail": error.message,
            "code": error.code,
            "requestId": request_id,
            "next": None if error.next is None else error.next.model_dump(mode="json"),
            **error.facts(),
        }
    )


def problem(
    request: HTTPConnection, error: errors.ApplicationError, status: int | None = None
) -> Response:
    """The answer to a refused request."""
    status = _status(request, error) if status is None else status
    body = details(error, status, request.state.request_id)
    return Response(body, status, headers=_headers(error), media_type=MEDIA_TYPE)


async def on_error(request: Request, error: Exception) -> Response:
    """Answer what was refused outside of a handler: an unknown path, a wrong method."""
    match error:
        case errors.ApplicationError():
            return problem(request, error)
        case HTTPException(status_code=HTTPStatus.NOT_FOUND):
            nothing = errors.NotFound(f"There is nothing at {request.url.path[:200]}.")
            return problem(request, nothing)
        case HTTPException():
            refusal = errors.Malformed(f"{request.method} {request.url.path[:200]}: {error.detail}")
            answer = problem(request, refusal, error.status_code)
            answer.headers.update(error.headers or {})
            return answer
        case _:
            raise error


def _status(request: HTTPConnection, error: errors.ApplicationError) -> int:
    """The status of the class; a failed `If-Match` has its own (RFC 9110, 13.1.1)."""
    if isinstance(error, errors.StaleVersion) and "if-match" in request.headers:
        return HTTPStatus.PRECONDITION_FAILED
    return error.status


def _headers(error: errors.ApplicationError) -> dict[str, str]:
    match error:
        case errors.Unauthenticated():
            return {"WWW-Authenticate": "Bearer"}
        case errors.Busy(retry_after_ms=wait_ms):
            return {"Retry-After": str(-(-(1000 if wait_ms is None else wait_ms) // 1000))}
        case _:
            return {}
