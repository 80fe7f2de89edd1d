"""Guests: people who play at once, without an account to come back to."""

from __future__ import annotations

import secrets
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts import addresses
from saqqara_service.application.accounts.account_names import demand_free
from saqqara_service.application.accounts.accounts import new_id
from saqqara_service.application.accounts.grants import Grant
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import DAY_MS, Service
from saqqara_service.errors import Forbidden, TooMany
from saqqara_service.models import SCOPES, Account, Caller, Issued, TokenKind

GUEST_MS: Final = DAY_MS
"""How long a guest's token works."""
FORGOTTEN_MS: Final = 30 * DAY_MS
"""How long a guest's account can be looked up after that; its matches keep its name."""


async def register(svc: Service, _caller: None, question: questions.RegisterGuest) -> Issued:
    """Create a guest account for a day and return its token, which is never shown again."""
    most = svc.settings.guests
    if not most:
        raise Forbidden("This server does not allow guests. Create an account.")
    now_ms = await svc.connection.now_ms()
    account_id = new_id()
    if question.name is not None:
        await demand_free(svc, account_id, question.name)
    chosen = question.name or f"Guest {secrets.randbelow(9_000) + 1_000}"
    account = Account(id=account_id, name=chosen, created_ms=now_ms, is_guest=True)
    async with addresses.guest(svc):
        if not await svc.accounts.enlist_guest(account.id, most, GUEST_MS):
            raise TooMany(
                f"This server already has {most} guests, the maximum. Create an account, or wait.",
                limit=most,
            )
    await svc.accounts.add_account(account, forget_in_ms=GUEST_MS + FORGOTTEN_MS)
    kind = TokenKind.GUEST
    grant = Grant(SCOPES[kind], now_ms + GUEST_MS)
    token, info = await issue(svc, Caller(kind=kind, account_id=account.id), account.name, grant)
    return Issued(token=token, kind=kind, account=account, info=info)
