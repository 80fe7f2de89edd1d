"""The versions of a bot: told once, never changed, and one of them plays."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.accounts import quotas
from saqqara_service.application.accounts.accounts import find_bots, own_bot
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound, TooMany, WrongState
from saqqara_service.models import Bot, BotVersion, Caller
from saqqara_service.storage.hosting.scripts import ChangeKind
from saqqara_service.storage.hosting.submissions import submission_id


async def create(svc: Service, caller: Caller, question: questions.CreateBotVersion) -> BotVersion:
    """Register a new version of a bot, which plays from the next match on."""
    bot = await own_bot(svc, caller, question.bot_id)
    version = BotVersion(
        bot_id=bot.id,
        number=0,
        name=question.name,
        note=question.note,
        commit=question.commit,
        created_ms=await svc.connection.now_ms(),
    )
    number = await add(svc, version)
    await svc.accounts.set_version(bot.id, number)
    await svc.submissions.deactivate(bot.id)
    return version.model_copy(update={"number": number})


async def add(svc: Service, version: BotVersion) -> int:
    """Write a new version and return its number; raises `TooMany`."""
    most = quotas.MOST_VERSIONS
    number = await svc.accounts.add_version(version, most)
    if number is None:
        raise TooMany(
            f"The bot already has {most} versions, the maximum. Create another bot.", limit=most
        )
    return number


async def listed(svc: Service, _caller: None, question: questions.BotQuestion) -> list[BotVersion]:
    """The versions of a bot, oldest first."""
    (bot,) = await find_bots(svc, [question.bot_id])
    return await svc.accounts.versions(bot.id)


async def choose(svc: Service, caller: Caller, question: questions.ChooseBotVersion) -> Bot:
    """Choose the version that a bot plays from now on; it may be an older one."""
    bot, number = await own_bot(svc, caller, question.bot_id), question.number
    versions = await svc.accounts.versions(bot.id)
    if number > len(versions):
        raise NotFound(f"The bot has versions 1 to {len(versions)}, not {number}.")
    archive_hash = versions[number - 1].archive_hash
    if archive_hash is None:
        await svc.submissions.deactivate(bot.id)
    else:
        await _host(svc, bot, number, archive_hash)
    await svc.accounts.set_version(bot.id, number)
    return bot.model_copy(update={"version": number})


async def _host(svc: Service, bot: Bot, number: int, archive_hash: str) -> None:
    """Let the submission that the version is play for the bot."""
    handed_in = await svc.submissions.found([submission_id(bot.id, archive_hash)])
    if not handed_in:
        raise WrongState("The archive of that version was deleted. Submit it again.")
    reply = await svc.submissions.activate(handed_in[0], number)
    if reply.kind is not ChangeKind.CHANGED:
        raise WrongState(
            f"The version's submission is {reply.state}. Only a submission that has passed"
            " can play."
        )
