"""Issuing tokens: every token begins to work here, within what its owner may have."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.grants import Grant
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany, Unauthenticated
from saqqara_service.models import Caller, TokenInfo, TokenKind
from saqqara_service.storage.accounts.tokens import digest, id_of

BOT_TOKENS: Final = 2
ACCOUNT_TOKENS: Final = 20
APPS_LET_IN: Final = 20
"""An account lets at most this number of apps in."""
OF_APP: Final = 20
"""An app has at most this number of live tokens of one account: at its next pair the oldest end."""


async def issue(svc: Service, owner: Caller, name: str, grant: Grant) -> tuple[str, TokenInfo]:
    """Issue a token for the owner's bot, or else for its account."""
    token = tokens.make(owner.kind)
    return token, await enter(svc, token, owner, name, grant)


async def derive(svc: Service, owner: Caller, name: str, grant: Grant) -> tuple[str, TokenInfo]:
    """Issue a token that another one makes; raises `Unauthenticated` if that one was revoked."""
    if grant.app_id and len(await of_app(svc, owner.account_id, grant.app_id)) >= OF_APP:
        raise TooMany(
            f"The app already has {OF_APP} tokens of this account, the maximum.", limit=OF_APP
        )
    token, info = await issue(svc, owner, name, grant)
    if grant.makers and not await svc.tokens.living(grant.makers[-1:]):
        await svc.tokens.remove(info)
        raise Unauthenticated("The token was revoked. Create a new one.")
    return token, info


async def enter(svc: Service, token: str, owner: Caller, name: str, grant: Grant) -> TokenInfo:
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
        app_id=grant.app_id,
    )
    most = _most(info)
    if not await svc.tokens.reserve(info, most):
        await _forget_dead(svc, info)
        if not await svc.tokens.reserve(info, most):
            raise TooMany(
                f"There are already {most} valid tokens, the maximum. Revoke one first.",
                limit=most,
            )
    await svc.tokens.add(info, digest(token), makers=grant.makers)
    return info


def _most(info: TokenInfo) -> int:
    if info.app_id is not None:
        return APPS_LET_IN * OF_APP
    return ACCOUNT_TOKENS if info.bot_id is None else BOT_TOKENS


async def _forget_dead(svc: Service, new: TokenInfo) -> None:
    """Make room: tokens whose time is over count no more."""
    bots = [] if new.bot_id is None else [new.bot_id]
    for info in await svc.tokens.listed(new.account_id, bots):
        is_theirs = info.bot_id == new.bot_id or new.app_id is not None
        if is_theirs and is_over(info, new.created_ms) and info.kind is not TokenKind.ADMIN:
            await svc.tokens.remove(info)


async def of_app(svc: Service, account_id: str, app_id: str) -> list[TokenInfo]:
    """List the tokens that an app has of the account, or made for its bots; oldest first.

    Those whose time is over are forgotten.
    """
    now_ms = await svc.connection.now_ms()
    own = [info for info in await svc.tokens.listed(account_id, []) if info.app_id == app_id]
    for info in own:
        if is_over(info, now_ms):
            await svc.tokens.remove(info)
    return [info for info in own if not is_over(info, now_ms)]


def is_over(info: TokenInfo, now_ms: int) -> bool:
    """Whether the token's time is over."""
    return info.expires_ms is not None and info.expires_ms <= now_ms
