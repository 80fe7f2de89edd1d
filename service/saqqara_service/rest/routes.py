"""REST's routes, from the table of operations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.rest import avatars, health
from saqqara_service.rest.endpoints import Endpoint


def routes() -> list[Route]:
    """One route a path, so that a wrong method is told all the right ones."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for operation in OPERATIONS:
        by_path[PREFIX + operation.path][operation.method] = Endpoint(operation)
    api = [Route(path, _by_method(rows), methods=list(rows)) for path, rows in by_path.items()]
    pictures = Route(PREFIX + avatars.PATH, avatars.served)
    return [*api, pictures, Route("/livez", health.livez), Route("/readyz", health.readyz)]


def _by_method(rows: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await rows["GET" if request.method == "HEAD" else request.method](request)

    return answer
