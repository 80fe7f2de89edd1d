"""Accounts, their bots, tokens and invitations."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.api.pages import Page
from saqqara_service.application.accounts import accounts, credentials, presence, versions
from saqqara_service.application.service import Service
from saqqara_service.models import Bot, BotVersion, Caller, Invitation, Issued


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Open an account; its token is in the answer and is never shown again."""
    return await accounts.register(svc, body.name, body.invitation)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Make a bot; its token is in the answer and is never shown again."""
    return await accounts.create_bot(svc, caller, body.name, body.note, body.commit)


async def create_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.CreateBotVersion
) -> BotVersion:
    """Register a new version of a bot; it plays from the next match on."""
    return await versions.create(svc, caller, bot_id, body.name, note=body.note, commit=body.commit)


async def choose_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.ChooseBotVersion
) -> Bot:
    """Choose the version of a bot that plays from now on; it may be an older one."""
    return await versions.choose(svc, caller, bot_id, body.number)


async def present(svc: Service, query: inputs.PresenceFilter) -> Page[Bot]:
    """The bots that are present, by id: they follow their feed or poll their turns."""
    items, cursor = await presence.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def create_token(svc: Service, caller: Caller, body: inputs.CreateToken) -> Issued:
    """Make a token; it is in the answer and is never shown again. A bot has at most two."""
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
    """Replace a token by a new one; the old one works for a short time longer."""
    return await credentials.rotate(svc, caller, token_id, body.overlap_ms)


async def invite(svc: Service, caller: Caller, body: inputs.Invite) -> Invitation:
    """Make a code that opens one account; administrators only."""
    return await credentials.invite(svc, caller, body.expires_in_ms)
