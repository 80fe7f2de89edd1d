"""Making tokens, never more of them than an owner may have."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.grants import Grant
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany
from saqqara_service.models import Caller, TokenInfo, TokenKind
from saqqara_service.storage.accounts.tokens import digest, id_of

BOT_TOKENS: Final = 2
ACCOUNT_TOKENS: Final = 20


async def issue(svc: Service, owner: Caller, name: str, grant: Grant) -> tuple[str, TokenInfo]:
    """A new token for the owner's bot, or else for its account."""
    token = tokens.make(owner.kind)
    return token, await enter(svc, token, owner, name, grant)


async def enter(
    svc: Service, token: str, owner: Caller, name: str, grant: Grant, *, app_id: str | None = None
) -> TokenInfo:
    """Let a token that was just made speak for its owner from now on."""
    info = TokenInfo(
        id=id_of(token),
        kind=owner.kind,
        name=name,
        account_id=owner.account_id,
        bot_id=owner.bot_id,
        scopes=sorted(grant.scopes),
        created_ms=await svc.connection.now_ms(),
        expires_ms=grant.expires_ms,
        used_on=None,
        app_id=app_id,
    )
    most = ACCOUNT_TOKENS if owner.bot_id is None else BOT_TOKENS
    if not await svc.tokens.reserve(info, most):
        await _forget_dead(svc, owner)
        if not await svc.tokens.reserve(info, most):
            raise TooMany(
                f"there are {most} live tokens already, and no more are allowed; revoke one first",
                limit=most,
            )
    await svc.tokens.add(info, digest(token))
    return info


async def _forget_dead(svc: Service, owner: Caller) -> None:
    """Make room: tokens whose time is over count no more."""
    bots = [] if owner.bot_id is None else [owner.bot_id]
    now_ms = await svc.connection.now_ms()
    for info in await svc.tokens.listed(owner.account_id, bots):
        is_theirs = info.bot_id == owner.bot_id and info.kind is not TokenKind.ADMIN
        if is_theirs and info.expires_ms is not None and info.expires_ms <= now_ms:
            await svc.tokens.remove(info)
