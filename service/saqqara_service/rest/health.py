"""Whether this process lives and whether it should be asked anything."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from saqqara_service.application import health

DRAINING = "shutting down"


async def livez(_request: Request) -> Response:
    """The process answers; it asks nobody else."""
    return JSONResponse({"status": "alive"})


async def readyz(request: Request) -> Response:
    """200 when the service can keep its promises, else 503 with the reasons."""
    reasons = await health.ready(request.app.state.service)
    if request.app.state.is_draining:
        reasons = [DRAINING, *reasons]
    status = 503 if reasons else 200
    return JSONResponse({"status": "not ready" if reasons else "ready", "reasons": reasons}, status)
