"""What the service tells of itself, by REST."""

from __future__ import annotations

from saqqara_service.application.operations import server
from saqqara_service.application.service import Service
from saqqara_service.models import ServerInfo


async def about(svc: Service) -> ServerInfo:
    """Which version answers, and what time it is for the clocks of matches."""
    return await server.about(svc)
