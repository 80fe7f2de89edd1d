"""What a client may want to know of the service before anything else."""

from __future__ import annotations

from importlib.metadata import version

from saqqara_service.application.service import Service
from saqqara_service.models import ServerInfo


async def about(svc: Service) -> ServerInfo:
    """The version of the service, and the time by which match clocks run."""
    return ServerInfo(version=version("saqqara"), now_ms=await svc.connection.now_ms())
