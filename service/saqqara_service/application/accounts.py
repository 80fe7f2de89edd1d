"""Accounts, their bots, and the tokens that speak for them."""

from __future__ import annotations

import re

from saqqara_service.application import tokens
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, NotFound, Unauthenticated
from saqqara_service.models import Account, Bot, Caller, Issued, TokenKind

NAME = re.compile(r"[A-Za-z0-9 _-]{3,24}")
_ID = re.compile(r"[0-9A-Za-z]{1,40}")
_ID_LENGTH = 16


async def register(svc: Service, name: str) -> Issued:
    """A new account with its user token."""
    account = await _new_account(svc, name)
    token = await _issue(svc, Caller(kind=TokenKind.USER, account_id=account.id))
    return Issued(token=token, kind=TokenKind.USER, account=account)


async def issue_admin(svc: Service) -> Issued:
    """A new account with an admin token; only the host's command line calls this."""
    account = await _new_account(svc, "admin")
    token = await _issue(svc, Caller(kind=TokenKind.ADMIN, account_id=account.id))
    return Issued(token=token, kind=TokenKind.ADMIN, account=account)


async def create_bot(svc: Service, caller: Caller, name: str) -> Issued:
    """A new bot of the caller's account with its token."""
    demand_person(caller)
    account = await me(svc, caller)
    bot = Bot(
        id="b" + tokens.random_word(_ID_LENGTH),
        name=checked_name(name),
        account_id=account.id,
        created_ms=await svc.connection.now_ms(),
    )
    await svc.accounts.add_bot(bot)
    speaks_for = Caller(kind=TokenKind.BOT, account_id=account.id, bot_id=bot.id)
    token = await _issue(svc, speaks_for)
    return Issued(token=token, kind=TokenKind.BOT, account=account, bot=bot)


async def revoke(svc: Service, caller: Caller, token: str) -> None:
    """Make a token of the caller's account (an admin: any token) worthless at once."""
    found = await _find(svc, token)
    if caller.kind is not TokenKind.ADMIN and found.account_id != caller.account_id:
        raise Forbidden("the token belongs to another account")
    await svc.accounts.remove_token(tokens.digest(token))


async def authenticate(svc: Service, token: str | None) -> Caller:
    """Whom the token speaks for; junk is refused by its checksum, without asking Redis."""
    if token is None:
        raise Unauthenticated("a token is needed: send `Authorization: Bearer imh_…`")
    return await _find(svc, token)


async def me(svc: Service, caller: Caller) -> Account:
    """The account that the caller belongs to."""
    account = await svc.accounts.account(caller.account_id)
    if account is None:
        raise NotFound("the account is gone")
    return account


async def bots(svc: Service, caller: Caller) -> list[Bot]:
    """The bots of the caller's account, oldest first."""
    found = await svc.accounts.bots(await svc.accounts.bots_of(caller.account_id))
    return sorted((bot for bot in found if bot), key=lambda bot: (bot.created_ms, bot.id))


async def find_bots(svc: Service, bot_ids: list[str]) -> list[Bot]:
    """The bots of those ids; raises `NotFound` naming the first that does not exist."""
    for bot_id in bot_ids:
        if _ID.fullmatch(bot_id) is None:  # before it becomes part of a key
            raise NotFound(f"there is no bot {bot_id[:40]!r}")
    found = await svc.accounts.bots(bot_ids)
    for bot_id, bot in zip(bot_ids, found, strict=True):
        if bot is None:
            raise NotFound(f"there is no bot {bot_id[:40]!r}")
    return [bot for bot in found if bot]


def demand_person(caller: Caller) -> None:
    """Refuse a bot's token where an account's owner is needed."""
    if caller.kind is TokenKind.BOT:
        raise Forbidden("a bot's token cannot do this; use the account's token")


def demand_bot(caller: Caller) -> str:
    """The caller's bot; refuses any other token."""
    if caller.bot_id is None:
        raise Forbidden("only a bot's token can do this; make a bot and use its token")
    return caller.bot_id


def checked_name(name: str) -> str:
    """The name, if it is one that logs, terminals and pages can show as it is."""
    if NAME.fullmatch(name) is None:
        raise Malformed("a name has 3 to 24 of the characters A-Z a-z 0-9, space, _ and -")
    return name


async def _new_account(svc: Service, name: str) -> Account:
    account = Account(
        id="a" + tokens.random_word(_ID_LENGTH),
        name=checked_name(name),
        created_ms=await svc.connection.now_ms(),
    )
    await svc.accounts.add_account(account)
    return account


async def _issue(svc: Service, caller: Caller, expires_ms: int | None = None) -> str:
    token = tokens.make(caller.kind)
    now_ms = await svc.connection.now_ms()
    await svc.accounts.add_token(tokens.digest(token), caller, now_ms, expires_ms)
    return token


async def _find(svc: Service, token: str) -> Caller:
    if not tokens.is_well_formed(token):
        raise Unauthenticated("this is not a token of this service; check for missing characters")
    found = await svc.accounts.caller(tokens.digest(token))
    if found is None:
        raise Unauthenticated("the token is unknown or was revoked; make a new one")
    caller, is_expired = found
    if is_expired:
        raise Unauthenticated("the token has expired; make a new one")
    return caller
