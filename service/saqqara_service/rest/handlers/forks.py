"""Forks of matches and records, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.matches import forks
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Match


async def fork(svc: Service, caller: Caller, body: inputs.ForkMatch) -> Match:
    """Begin an analysis match in the middle of a match or record that is over."""
    return await forks.fork(
        svc,
        caller,
        await forks.place(svc, caller, body.match_id, body.record, body.version),
        body.control,
        seats=body.seats,
        chance=body.chance,
        seen_by=body.seen_by,
        on_flag=body.on_flag,
        autoplay=body.autoplay,
        start=body.start,
    )
