"""What can be played, by REST."""

from __future__ import annotations

from saqqara_service.application.matches import games
from saqqara_service.models import GameInfo
from saqqara_service.rest.pages import Page


async def page() -> Page[GameInfo]:
    """The games of this service."""
    return Page(items=games.known())
