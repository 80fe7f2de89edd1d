"""Matches that an operator ends early."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import Match


async def void(svc: Service, match_id: str, body: inputs.VoidMatch) -> Match:
    """Void an open or running match; operators only."""
    return await endings.void(svc, match_id, body.note, body.reason)
