"""Where to report a weakness of this installation: `/.well-known/security.txt` (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

PATH: Final = "/.well-known/security.txt"
HOLDS: Final = timedelta(days=90)
"""Who reads it later than that reads it again."""


async def served(request: Request) -> Response:
    """The host's contact, as the setting names it."""
    contact = request.app.state.service.settings.security_contact
    expires = (datetime.now(UTC) + HOLDS).strftime("%Y-%m-%dT%H:%M:%SZ")
    return PlainTextResponse(f"Contact: {contact}\nExpires: {expires}\nPreferred-Languages: en\n")
