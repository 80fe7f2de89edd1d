"""A match, its record or a ladder by its id, for tests that look at them."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, JsonObject, Ladder, Match


async def match_of(svc: Service, match_id: str, caller: Caller | None = None) -> Match:
    """The match, as the caller may see it."""
    return await matches.get(svc, caller, questions.MatchQuestion(match_id=match_id))


async def record_json(svc: Service, match_id: str, caller: Caller | None = None) -> JsonObject:
    """The record of the match, as the caller may see it."""
    return await matches.record(svc, caller, questions.MatchQuestion(match_id=match_id))


async def ladder_of(svc: Service, ladder_id: str) -> Ladder:
    """The ladder and how far it is."""
    return await ladders.get(svc, None, questions.LadderQuestion(ladder_id=ladder_id))
