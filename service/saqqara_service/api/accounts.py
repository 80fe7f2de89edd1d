"""Accounts, their bots, tokens and invitations."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.accounts import (
    accounts,
    guests,
)
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    Issued,
)


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Create an account and return its token, which is never shown again."""
    return await accounts.register(svc, body.name, body.invitation)


async def register_guest(svc: Service, body: inputs.RegisterGuest) -> Issued:
    """Create a guest account for a day and return its token, which is never shown again."""
    return await guests.register(svc, body.name)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Create a bot and return its token, which is never shown again."""
    return await accounts.create_bot(svc, caller, body.name, body.note, body.commit)
