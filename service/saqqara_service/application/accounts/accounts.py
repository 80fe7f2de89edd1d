"""Accounts and their bots, and what a caller may do."""

from __future__ import annotations

import re

from saqqara_engine.errors import quote
from saqqara_service import questions
from saqqara_service.application.accounts import account_names, addresses, tokens
from saqqara_service.application.accounts.grants import granted, whole
from saqqara_service.application.accounts.issuance import derive, issue
from saqqara_service.application.accounts.quotas import reserve_bot, used
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, NameTaken, NotFound, TooMany
from saqqara_service.models import (
    Account,
    Bot,
    BotVersion,
    Caller,
    Issued,
    Registration,
    Scope,
    TokenKind,
)
from saqqara_service.models.values import NAME, NAME_RULE
from saqqara_service.storage.accounts.tokens import digest

_ID = re.compile(r"[0-9A-Za-z]{1,40}")
_ID_LENGTH = 16


async def register(svc: Service, _caller: None, question: questions.Register) -> Issued:
    """Create an account and return its token, which is never shown again."""
    if svc.settings.registration is Registration.CLOSED:
        raise Forbidden("Registration is closed on this server. Ask the host for an account.")
    name, invitation, account_id = question.name, question.invitation, new_id()
    account_names.demand_unreserved(name)
    async with account_names.claimed(svc, account_id, name):
        if svc.settings.registration is Registration.OPEN:
            async with addresses.account(svc):
                return await _opened(svc, account_id, name)
        if invitation is None or not await svc.accounts.use_invitation(digest(invitation)):
            raise Forbidden("A valid invitation is required. Ask the host for one.")
        return await _opened(svc, account_id, name)


async def _opened(svc: Service, account_id: str, name: str) -> Issued:
    most = svc.settings.max_accounts
    return await open_account(svc, name, TokenKind.USER, most=most, account_id=account_id)


async def issue_user(svc: Service, name: str) -> Issued:
    """A new account with a user token; only the host's command line calls this."""
    account_id = new_id()
    async with account_names.claimed(svc, account_id, checked_name(name)):
        return await open_account(svc, name, TokenKind.USER, account_id=account_id)


async def issue_admin(svc: Service) -> Issued:
    """A new account with an admin token; only the host's command line calls this."""
    return await open_account(svc, "admin", TokenKind.ADMIN)


async def issue_runner(svc: Service, name: str = "runner") -> Issued:
    """A new account with a runner's token; only the host's command line calls this."""
    return await open_account(svc, checked_name(name), TokenKind.RUNNER)


def new_id() -> str:
    """An id for a new account."""
    return "a" + tokens.random_word(_ID_LENGTH)


async def create_bot(svc: Service, caller: Caller, question: questions.CreateBot) -> Issued:
    """Create a bot and return its token, which is never shown again."""
    account = await me(svc, caller)
    grant = await granted(svc, caller, TokenKind.BOT)
    now_ms = await svc.connection.now_ms()
    bot = Bot(
        id="b" + tokens.random_word(_ID_LENGTH),
        name=question.name,
        account_id=account.id,
        created_ms=now_ms,
    )
    first = BotVersion(
        bot_id=bot.id,
        number=1,
        name="first",
        note=question.note,
        commit=question.commit,
        created_ms=now_ms,
    )
    await _reserve(svc, bot)
    await svc.accounts.add_version(first, most=1)
    await svc.names.add(bot.name, bot.id)
    await svc.accounts.add_bot(bot)
    owner = Caller(kind=TokenKind.BOT, account_id=account.id, bot_id=bot.id)
    token, info = await derive(svc, owner, bot.name, grant)
    return Issued(token=token, kind=TokenKind.BOT, account=account, bot=bot, info=info)


async def _reserve(svc: Service, bot: Bot) -> None:
    """A place for the bot in its account, under its name; letters' case makes no other name."""
    name = bot.name.casefold()
    if await svc.accounts.claim_name(bot.account_id, name, bot.id, bot.created_ms) is not None:
        raise NameTaken(
            f"The account already has a bot named {quote(bot.name)}. Choose another name, or"
            " register a new version of that bot."
        )
    try:
        await reserve_bot(svc, bot.account_id, bot.id)
    except TooMany:
        await svc.accounts.free_name(bot.account_id, name)
        raise


async def me(svc: Service, caller: Caller) -> Account:
    """The account that the caller belongs to."""
    account = await svc.accounts.account(caller.account_id)
    if account is None:
        raise NotFound("The account no longer exists.")
    return account


async def account(svc: Service, _caller: None, question: questions.AccountQuestion) -> Account:
    """An account in its public form."""
    account_id = question.account_id
    found = await svc.accounts.account(account_id) if _ID.fullmatch(account_id) else None
    if found is None:
        raise NotFound(f"There is no account {account_id[:40]!r}.")
    return found


async def bot(svc: Service, _caller: None, question: questions.BotQuestion) -> Bot:
    """A bot in its public form."""
    (found,) = await find_bots(svc, [question.bot_id])
    return found


async def bots_of(svc: Service, _caller: None, question: questions.AccountQuestion) -> list[Bot]:
    """The bots of an account, oldest first."""
    return await _bots(svc, (await account(svc, None, question)).id)


async def about_me(svc: Service, caller: Caller, _question: questions.NoQuestion) -> Account:
    """The account of the token, with its usage, limits and any pending deletion."""
    account = await me(svc, caller)
    quotas = await used(svc, caller)
    deletes_ms = await svc.deletions.due_ms(account.id)
    return account.model_copy(update={"quotas": quotas, "deletes_ms": deletes_ms})


async def bots(svc: Service, caller: Caller, _question: questions.NoQuestion) -> list[Bot]:
    """The bots of the account, oldest first."""
    return await _bots(svc, caller.account_id)


async def _bots(svc: Service, account_id: str) -> list[Bot]:
    found = await svc.accounts.bots(await svc.accounts.bots_of(account_id))
    return sorted((bot for bot in found if bot), key=lambda bot: (bot.created_ms, bot.id))


async def find_bots(svc: Service, bot_ids: list[str]) -> list[Bot]:
    """The bots of those ids; raises `NotFound` naming the first that does not exist."""
    for bot_id in bot_ids:
        demand_id(bot_id)
    found = await svc.accounts.bots(bot_ids)
    for bot_id, bot in zip(bot_ids, found, strict=True):
        if bot is None:
            raise NotFound(f"There is no bot {bot_id[:40]!r}.")
    return [bot for bot in found if bot]


def demand_id(player_id: str) -> None:
    """Refuse what cannot be the id of a bot or account before it becomes part of a key."""
    if _ID.fullmatch(player_id) is None:
        raise NotFound(f"There is no bot or account {player_id[:40]!r}.")


async def own_bot(svc: Service, caller: Caller, bot_id: str) -> Bot:
    """A bot of the caller's account; an administrator may have any."""
    (bot,) = await find_bots(svc, [bot_id])
    if bot.account_id != caller.account_id and not caller.may(Scope.ADMIN):
        raise Forbidden(f"Bot {bot.id} belongs to another account.")
    return bot


def demand_person(caller: Caller, scope: str | None = None) -> None:
    """Refuse a bot's token where an account's owner is needed, perhaps with a scope."""
    if caller.kind is TokenKind.BOT:
        raise Forbidden("A bot's token cannot do this. Use the account's token.", scope=scope)


def demand_own(caller: Caller, bot: Bot) -> None:
    """Refuse a bot that the caller does not speak for."""
    if caller.kind is TokenKind.ADMIN:
        return
    if bot.account_id != caller.account_id:
        raise Forbidden(f"Bot {bot.id!r} belongs to another account. Only its owner can do this.")
    if caller.bot_id not in {None, bot.id}:
        raise Forbidden(f"This is not the token of bot {bot.id!r}. Use that bot's token.")


def checked_name(name: str) -> str:
    """The name, if it is one that logs, terminals and pages can show as it is."""
    if re.fullmatch(NAME, name) is None:
        raise Malformed(NAME_RULE)
    return name


async def open_account(
    svc: Service, name: str, kind: TokenKind, *, most: int | None = None, account_id: str = ""
) -> Issued:
    """A new account, and a token for it; none if there are so many already."""
    now_ms = await svc.connection.now_ms()
    account = Account(id=account_id or new_id(), name=name, created_ms=now_ms)
    if not await svc.accounts.enlist_account(account.id, most):
        raise TooMany(
            "This server has reached its maximum number of accounts. Ask the host for one.",
            limit=most,
        )
    await svc.names.add(account.name, account.id)
    await svc.accounts.add_account(account)
    token, info = await issue(svc, Caller(kind=kind, account_id=account.id), name, whole(kind))
    return Issued(token=token, kind=kind, account=account, info=info)
