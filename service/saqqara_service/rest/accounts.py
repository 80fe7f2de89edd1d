"""Accounts and their bots, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application import accounts
from saqqara_service.application.service import Service
from saqqara_service.models import Account, Bot, Caller, Issued
from saqqara_service.rest.pages import Page


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Open an account; its token is in the answer and is never shown again."""
    return await accounts.register(svc, body.name)


async def me(svc: Service, caller: Caller) -> Account:
    """The account that the token speaks for."""
    return await accounts.me(svc, caller)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Make a bot; its token is in the answer and is never shown again."""
    return await accounts.create_bot(svc, caller, body.name)


async def bots(svc: Service, caller: Caller) -> Page[Bot]:
    """The bots of the account, oldest first."""
    return Page(items=await accounts.bots(svc, caller))
