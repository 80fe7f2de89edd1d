"""Tokens and invitations, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.accounts import credentials
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Invitation, Issued, TokenInfo
from saqqara_service.rest.pages import Page


async def token(svc: Service, caller: Caller) -> TokenInfo:
    """What the token that is used for asking may do, whom it speaks for, and how long."""
    return await credentials.about(svc, caller)


async def tokens(svc: Service, caller: Caller) -> Page[TokenInfo]:
    """The live tokens of the account and of its bots, oldest first."""
    return Page(items=await credentials.listed(svc, caller))


async def create_token(svc: Service, caller: Caller, body: inputs.CreateToken) -> Issued:
    """Make a token; it is in the answer and is never shown again. A bot has two at most."""
    return await credentials.create(
        svc,
        caller,
        body.name,
        bot_id=body.bot_id,
        scopes=body.scopes,
        expires_in_ms=body.expires_in_ms,
    )


async def rotate_token(
    svc: Service, caller: Caller, token_id: str, body: inputs.RotateToken
) -> Issued:
    """Make a new token like an old one, which works on for a while and then no more."""
    return await credentials.rotate(svc, caller, token_id, body.overlap_ms)


async def revoke_token(svc: Service, caller: Caller, token_id: str) -> TokenInfo:
    """Make a token worthless; what it holds open is closed within seconds."""
    return await credentials.revoke(svc, caller, token_id)


async def invite(svc: Service, caller: Caller, body: inputs.Invite) -> Invitation:
    """Make a code that opens one account; administrators only."""
    return await credentials.invite(svc, caller, body.expires_in_ms)
