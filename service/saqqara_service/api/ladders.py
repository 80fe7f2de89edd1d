"""Ladders, who takes part in them, their schedules and their results."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Ladder


async def create(svc: Service, caller: Caller, body: inputs.CreateLadder) -> Ladder:
    """Create a ladder; bots can be enrolled until it starts."""
    return await ladders.create(svc, caller, body.terms, body.key)
