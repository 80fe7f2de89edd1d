"""Accounts and their bots, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.accounts import accounts, versions
from saqqara_service.application.service import Service
from saqqara_service.models import Account, Bot, BotVersion, Caller, Issued
from saqqara_service.rest.pages import Page


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Open an account; its token is in the answer and is never shown again."""
    return await accounts.register(svc, body.name, body.invitation)


async def me(svc: Service, caller: Caller) -> Account:
    """The account that the token speaks for, with what it keeps and may keep."""
    return await accounts.about_me(svc, caller)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Make a bot; its token is in the answer and is never shown again."""
    return await accounts.create_bot(svc, caller, body.name, body.note, body.commit)


async def bots(svc: Service, caller: Caller) -> Page[Bot]:
    """The bots of the account, oldest first."""
    return Page(items=await accounts.bots(svc, caller))


async def create_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.CreateBotVersion
) -> BotVersion:
    """Tell of a new version of a bot, which plays from the next match on."""
    return await versions.create(svc, caller, bot_id, body.name, note=body.note, commit=body.commit)


async def bot_versions(svc: Service, bot_id: str) -> Page[BotVersion]:
    """The versions of a bot, oldest first."""
    return Page(items=await versions.listed(svc, bot_id))


async def choose_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.ChooseBotVersion
) -> Bot:
    """Let a version of a bot play, an older one too, until another is chosen."""
    return await versions.choose(svc, caller, bot_id, body.number)
