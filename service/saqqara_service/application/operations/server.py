"""What a client may want to know of the service before anything else."""

from __future__ import annotations

from importlib.metadata import version

from saqqara_service.application.service import Service
from saqqara_service.models import ServerInfo


async def about(svc: Service) -> ServerInfo:
    """Which version answers, and what time it is for the clocks of matches."""
    return ServerInfo(version=version("saqqara"), now_ms=await svc.connection.now_ms())
