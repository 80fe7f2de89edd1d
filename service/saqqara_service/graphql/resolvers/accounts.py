"""Accounts and their bots, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.accounts import accounts, versions
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation, query
from saqqara_service.graphql.types import asked
from saqqara_service.models import Account, Bot, BotVersion, Id, Issued


@asked
class RegisterInput(inputs.Register):
    """Open an account; where the host asks for one, with an invitation."""


@asked
class CreateBotInput(inputs.CreateBot):
    """Make a bot of the caller's account; note and commit tell of its first version."""


@asked
class CreateBotVersionInput(inputs.CreateBotVersion):
    """Tell of a new version of a bot: it plays from the next match on, with a rating of its own."""

    bot_id: Id
    """The bot, by its id."""


@asked
class ChooseBotVersionInput(inputs.ChooseBotVersion):
    """Let a version of a bot play, an older one too, until another is chosen."""

    bot_id: Id
    """The bot, by its id."""


@strawberry.type
class AccountQuery:
    """What an account may see of itself."""

    @query
    async def me(self, info: Info) -> Account:
        """The account that the token speaks for, with what it keeps and may keep."""
        return await accounts.about_me(info.context.svc, await info.context.caller())

    @query
    async def bots(self, info: Info) -> list[Bot]:
        """The bots of the account, oldest first."""
        return await accounts.bots(info.context.svc, await info.context.caller())

    @query
    async def bot_versions(self, info: Info, bot_id: strawberry.ID) -> list[BotVersion]:
        """The versions of a bot, oldest first."""
        return await versions.listed(info.context.svc, bot_id)


@strawberry.type
class AccountMutation:
    """Opening accounts, making bots and telling of their versions."""

    @mutation(Issued, charge=Charge.REGISTRATION)
    async def register(self, info: Info, input: RegisterInput) -> Issued:
        """Open an account; its token is in the answer and is never shown again."""
        return await accounts.register(info.context.svc, input.name, input.invitation)

    @mutation(Issued)
    async def create_bot(self, info: Info, input: CreateBotInput) -> Issued:
        """Make a bot; its token is in the answer and is never shown again."""
        caller = await info.context.caller()
        svc = info.context.svc
        return await accounts.create_bot(svc, caller, input.name, input.note, input.commit)

    @mutation(BotVersion)
    async def create_bot_version(self, info: Info, input: CreateBotVersionInput) -> BotVersion:
        """Tell of a new version of a bot, which plays from the next match on."""
        caller = await info.context.caller()
        return await versions.create(
            info.context.svc,
            caller,
            input.bot_id,
            input.name,
            note=input.note,
            commit=input.commit,
        )

    @mutation(Bot)
    async def choose_bot_version(self, info: Info, input: ChooseBotVersionInput) -> Bot:
        """Let a version of a bot play, an older one too, until another is chosen."""
        caller = await info.context.caller()
        return await versions.choose(info.context.svc, caller, input.bot_id, input.number)
