"""The tokens of an account: made, listed, rotated, revoked; and invitations to open one."""

from __future__ import annotations

from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.accounts import me, own_bot
from saqqara_service.application.accounts.grants import earlier, end_of, granted
from saqqara_service.application.accounts.issuance import derive, is_over, of_app
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound, WrongState
from saqqara_service.models import (
    Bot,
    Caller,
    Invitation,
    Issued,
    Scope,
    TokenInfo,
    TokenKind,
)
from saqqara_service.storage.accounts.tokens import ID_LENGTH, digest

INVITATION_LENGTH: Final = 24
CODE_MS: Final = 60_000
DEVICE_MS: Final = 10 * 60_000
"""So long a person has to type the short code of a device, and the device to hear of it."""
"""How long an app's code is good."""
_HEX: Final = frozenset("0123456789abcdef")


async def create(svc: Service, caller: Caller, question: questions.CreateToken) -> Issued:
    """Create and return a token, which is never shown again; a bot has at most two."""
    bot = None if question.bot_id is None else await own_bot(svc, caller, question.bot_id)
    kind = TokenKind.USER if bot is None else TokenKind.BOT
    account_id = bot.account_id if bot else caller.account_id
    owner = Caller(kind=kind, account_id=account_id, bot_id=question.bot_id)
    ends_ms = await _after(svc, question.expires_in_ms)
    grant = await granted(svc, caller, kind, question.scopes, ends_ms)
    token, info = await derive(svc, owner, question.name, grant)
    return await _issued(svc, caller, token, info, bot)


async def listed(svc: Service, caller: Caller, _question: questions.NoQuestion) -> list[TokenInfo]:
    """The valid tokens of the account and of its bots, oldest first."""
    bot_ids = await svc.accounts.bots_of(caller.account_id)
    return await svc.tokens.listed(caller.account_id, bot_ids)


async def about(svc: Service, caller: Caller, _question: questions.NoQuestion) -> TokenInfo:
    """The current token: its scopes, its owner and its expiry."""
    return await _find(svc, caller, caller.token_id or "")


async def rotate(svc: Service, caller: Caller, question: questions.RotateToken) -> Issued:
    """Replace a token with a new one; the old one keeps working for a short time."""
    old = await _find(svc, caller, question.token_id)
    now_ms = await svc.connection.now_ms()
    if old.app_id is not None and old.bot_id is None:
        raise WrongState(
            "An app's token cannot be rotated. The app refreshes it at `/oauth/token`."
        )
    if old.expires_ms is not None and old.expires_ms <= now_ms:
        raise WrongState("The token has expired and cannot be rotated. Create a new one.")
    owner = Caller(kind=old.kind, account_id=old.account_id, bot_id=old.bot_id)
    grant = await granted(svc, caller, old.kind, old.scopes, old.expires_ms)
    token, info = await derive(svc, owner, old.name, grant)
    ends_ms = now_ms + question.overlap_ms
    if old.expires_ms is None or ends_ms < old.expires_ms:
        await svc.tokens.expire(old, ends_ms)
        svc.known_tokens.forget(old.id)
    bot = None if old.bot_id is None else (await svc.accounts.bots([old.bot_id]))[0]
    return await _issued(svc, caller, token, info, bot)


async def revoke(svc: Service, caller: Caller, question: questions.RevokeToken) -> TokenInfo:
    """Revoke a token and the tokens created with it; open connections close within seconds.

    Revoking an app's token revokes all the app's tokens of the account, unless the app itself
    makes the call. An expired token is only deleted, so tokens created with a rotated token
    stay valid.
    """
    info = await _find(svc, caller, question.token_id)
    if is_over(info, await svc.connection.now_ms()):
        await _end(svc, [info])
    elif info.app_id is not None and caller.app_id is None:
        await end_app(svc, info.account_id, info.app_id)
    else:
        await _end_line(svc, info)
    return info


async def end_app(svc: Service, account_id: str, app_id: str) -> None:
    """Make all worthless that an app has of the account, and that it has made with it."""
    await svc.apps.end_codes(account_id, app_id, await svc.connection.now_ms(), DEVICE_MS)
    while found := await of_app(svc, account_id, app_id):  # again: it may refresh meanwhile
        await _end(svc, found)
    await svc.submissions.end_app(account_id, app_id)


async def _end_line(svc: Service, info: TokenInfo) -> None:
    """End what a token has made, then the token, then what was made meanwhile.

    So a revocation that fails halfway can be repeated. What was ended counts as a maker to the end:
    a token that is just made no longer names those of its makers that were gone by then.
    """
    bot_ids = await svc.accounts.bots_of(info.account_id)
    ended = {info.id}
    for root in ([info], []):
        while made := await svc.tokens.made_by(ended, info.account_id, bot_ids):
            await _end(svc, made)
            ended |= {one.id for one in made}
        await _end(svc, root)


async def _end(svc: Service, infos: list[TokenInfo]) -> None:
    for info in infos:
        await svc.tokens.remove(info)
        svc.known_tokens.forget(info.id)


async def invite(svc: Service, caller: Caller, question: questions.Invite) -> Invitation:
    """Create a code for opening one account; administrators only."""
    now_ms = await svc.connection.now_ms()
    ends_ms = earlier(now_ms + question.expires_in_ms, await end_of(svc, caller)) or now_ms
    code = tokens.random_word(INVITATION_LENGTH)
    await svc.accounts.add_invitation(digest(code), max(1, ends_ms - now_ms))
    return Invitation(code=code, expires_ms=ends_ms)


async def _find(svc: Service, caller: Caller, token_id: str) -> TokenInfo:
    """A token that the caller may see: its own, its account's; an administrator sees any."""
    if len(token_id) != ID_LENGTH or not _HEX.issuperset(token_id):
        raise NotFound(f"There is no token {token_id[:40]!r}.")
    found = await svc.tokens.find(token_id)
    is_own = found is not None and token_id == caller.token_id
    if found is None or not (is_own or _may_manage(caller, found.info)):
        raise NotFound(f"There is no token {token_id!r}.")
    return found.info


def _may_manage(caller: Caller, info: TokenInfo) -> bool:
    """Whether it is the caller's to see and revoke; an app has only what it was given or made."""
    if caller.may(Scope.ADMIN):
        return True
    is_owner = caller.kind is not TokenKind.BOT and caller.account_id == info.account_id
    is_own = caller.app_id is None or caller.app_id == info.app_id
    return is_owner and is_own and caller.may(Scope.ACCOUNT_MANAGE)


async def _after(svc: Service, lifetime_ms: int | None) -> int | None:
    return None if lifetime_ms is None else await svc.connection.now_ms() + lifetime_ms


async def _issued(
    svc: Service, caller: Caller, token: str, info: TokenInfo, bot: Bot | None
) -> Issued:
    account = await me(svc, Caller(kind=caller.kind, account_id=info.account_id))
    return Issued(token=token, kind=info.kind, account=account, bot=bot, info=info)
