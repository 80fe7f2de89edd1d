"""Operators say of whom they know who owns the account, and take it back."""

from __future__ import annotations

import structlog

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import Account, Caller

_LOG = structlog.get_logger(__name__)


async def verify(svc: Service, caller: Caller, question: questions.VerifyAccount) -> Account:
    """Mark an account's owner as verified until it is revoked; operators only.

    From then on, ladders whose `owners` are `verified` admit the account's bots.
    """
    account = await accounts.account(svc, None, question)
    if account.is_guest or account.deleted_ms is not None:
        what = "a guest's" if account.is_guest else "deleted"
        raise WrongState(f"Account {account.id!r} is {what} and cannot be verified.")
    by, reason = caller.account_id, question.reason
    if await svc.accounts.verify(account.id, await svc.connection.now_ms()):
        _LOG.info("account_verified", account_id=account.id, by=by, reason=reason)
    return await accounts.account(svc, None, question)


async def unverify(svc: Service, caller: Caller, question: questions.UnverifyAccount) -> Account:
    """Revoke the verification of an account's owner; operators only.

    The account's bots stay in their current ladders, but not in later seasons.
    """
    account = await accounts.account(svc, None, question)
    by, reason = caller.account_id, question.reason
    if await svc.accounts.unverify(account.id):
        _LOG.info("account_unverified", account_id=account.id, by=by, reason=reason)
    return await accounts.account(svc, None, question)


async def is_verified(svc: Service, account_id: str) -> bool:
    """Whether an operator knows who owns the account; the house is the host's own."""
    account = await svc.accounts.account(account_id)
    return account_id == HOUSE or (account is not None and account.verified_ms is not None)
