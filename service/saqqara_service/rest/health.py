"""Whether this process lives, whether it should be asked anything, and what it counts."""

from __future__ import annotations

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from saqqara_service.application.operations.health import Looks
from saqqara_service.application.service import Service

DRAINING = "shutting down"


async def livez(_request: Request) -> Response:
    """The process answers; it asks nobody else."""
    return JSONResponse({"status": "alive"})


async def readyz(request: Request) -> Response:
    """200 when the service can keep its promises, else 503 with the reasons.

    What the operator should do all the same stands in `warnings`.
    """
    looks: Looks = request.app.state.looks
    reasons, warnings = await looks.health(request.app.state.service)
    if request.app.state.is_draining:
        reasons = [DRAINING, *reasons]
    status = 503 if reasons else 200
    state = {
        "status": "not ready" if reasons else "ready",
        "reasons": reasons,
        "warnings": warnings,
    }
    return JSONResponse(state, status)


async def metrics(request: Request) -> Response:
    """What the process counts, for Prometheus; served where a setting allows it."""
    svc: Service = request.app.state.service
    return PlainTextResponse(svc.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
