"""Ending a match before its game does, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Match


async def resign(svc: Service, caller: Caller, match_id: str) -> Match:
    """Give up the seat: with one seat left the match is over, else autoplay plays it on."""
    return await endings.resign(svc, caller, match_id)


async def abort(svc: Service, caller: Caller, match_id: str) -> Match:
    """Agree to call the match off before anybody has acted; it is when every seat agrees."""
    return await endings.abort(svc, caller, match_id)


async def void(svc: Service, caller: Caller, match_id: str, body: inputs.VoidMatch) -> Match:
    """End a match that is not over without places; only an operator may."""
    return await endings.void(svc, caller, match_id, body.note, body.reason)
