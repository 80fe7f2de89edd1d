"""A match, or its record, by its id, for tests that look at it."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, JsonObject, Match


async def match_of(svc: Service, match_id: str, caller: Caller | None = None) -> Match:
    """The match, as the caller may see it."""
    return await matches.get(svc, caller, inputs.MatchQuestion(match_id=match_id))


async def told_record(svc: Service, match_id: str, caller: Caller | None = None) -> JsonObject:
    """The record of the match, as the caller may see it."""
    return await matches.record(svc, caller, inputs.MatchQuestion(match_id=match_id))
