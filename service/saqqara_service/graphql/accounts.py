"""Accounts and their bots, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application import accounts
from saqqara_service.application.budgets import Charge
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation, query
from saqqara_service.graphql.types import asked
from saqqara_service.models import Account, Bot, Issued


@asked
class RegisterInput(inputs.Register):
    """Open an account."""


@asked
class CreateBotInput(inputs.CreateBot):
    """Make a bot of the caller's account."""


@strawberry.type
class AccountQuery:
    """What an account may see of itself."""

    @query
    async def me(self, info: Info) -> Account:
        """The account that the token speaks for."""
        return await accounts.me(info.context.svc, await info.context.caller())

    @query
    async def bots(self, info: Info) -> list[Bot]:
        """The bots of the account, oldest first."""
        return await accounts.bots(info.context.svc, await info.context.caller())


@strawberry.type
class AccountMutation:
    """Opening accounts and making bots."""

    @mutation(Issued, charge=Charge.REGISTRATION)
    async def register(self, info: Info, input: RegisterInput) -> Issued:
        """Open an account; its token is in the answer and is never shown again."""
        return await accounts.register(info.context.svc, input.name)

    @mutation(Issued)
    async def create_bot(self, info: Info, input: CreateBotInput) -> Issued:
        """Make a bot; its token is in the answer and is never shown again."""
        return await accounts.create_bot(info.context.svc, await info.context.caller(), input.name)
