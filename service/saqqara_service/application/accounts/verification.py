"""Operators say of whom they know who owns the account, and take it back."""

from __future__ import annotations

import structlog

from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import Account, Caller

_LOG = structlog.get_logger(__name__)


async def verify(svc: Service, caller: Caller, account_id: str, reason: str) -> Account:
    """Note that an operator has made sure who owns the account; the first instant stays."""
    account = await accounts.account(svc, account_id)
    if account.is_guest or account.deleted_ms is not None:
        what = "a guest's" if account.is_guest else "deleted"
        raise WrongState(f"Account {account.id!r} is {what} and cannot be verified.")
    if await svc.accounts.verify(account.id, await svc.connection.now_ms()):
        _LOG.info("account_verified", account_id=account.id, by=caller.account_id, reason=reason)
    return await accounts.account(svc, account.id)


async def unverify(svc: Service, caller: Caller, account_id: str, reason: str) -> Account:
    """Take it back; bots that are in a ladder stay there until its season is over."""
    account = await accounts.account(svc, account_id)
    if await svc.accounts.unverify(account.id):
        _LOG.info("account_unverified", account_id=account.id, by=caller.account_id, reason=reason)
    return await accounts.account(svc, account.id)


async def is_verified(svc: Service, account_id: str) -> bool:
    """Whether an operator knows who owns the account; the house is the host's own."""
    account = await svc.accounts.account(account_id)
    return account_id == HOUSE or (account is not None and account.verified_ms is not None)
