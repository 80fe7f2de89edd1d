"""Challenges, pairings, and which challenges a bot takes."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offering import Offered
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Challenge
from saqqara_service.models.pages import Page


async def create(svc: Service, caller: Caller, body: inputs.CreateChallenge) -> Challenge:
    """Challenge one to three bots or people to a match."""
    return await challenges.create(
        svc,
        caller,
        body.bot_id,
        body.challenged,
        Offered(body.terms, body.seats, body.start_at_ms),
        expires_in_ms=body.expires_in_ms,
        key=body.key,
    )


async def page(svc: Service, caller: Caller, query: inputs.ChallengeFilter) -> Page[Challenge]:
    """The challenges of a bot, or of the token's bot or account, newest first."""
    items, cursor = await challenges.page(
        svc, caller, query.bot_id, query.status, first=query.first, after=query.after
    )
    return Page(items=items, cursor=cursor)


async def accept(
    svc: Service, caller: Caller, challenge_id: str, body: inputs.AcceptChallenge
) -> Challenge:
    """Accept a challenge; the match is created when the last player has accepted."""
    return await challenges.accept(svc, caller, challenge_id, body.bot_id)


async def decline(
    svc: Service, caller: Caller, challenge_id: str, body: inputs.DeclineChallenge
) -> Challenge:
    """Decline a challenge with a reason; this ends the challenge for all."""
    return await challenges.decline(svc, caller, challenge_id, body.bot_id, body.reason)
