"""Deleting an account: a week after its owner says so, at once by an operator.

Any process goes on with it until it is done. Until its week is over the owner may take it back.

All is gone over twice. What others did in the first seconds, while some process still trusted a
token, is found the second time.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.operations.erasure import erase, pseudonym
from saqqara_service.application.service import DAY_MS, Service
from saqqara_service.errors import ApplicationError, Busy, Forbidden, Malformed, WrongState
from saqqara_service.models import Account, Caller, Deletion, Scope, TokenKind

GRACE_MS: Final = 7 * DAY_MS
"""How long an owner may take the deletion back."""
SWEEP_S: Final = 2.0
AGAIN_MS: Final = 10_000
"""So long after its beginning nothing of the account can be under way any more."""
PUT_OFF_MS: Final = 60_000
"""So long a deletion rests that something was in the way of."""
PATIENCE_S: Final = 5.0
"""So long who asks waits for it; the rest is done without them."""
BACK_MS: Final = 60_000
PAGE: Final = 100
_LOG = structlog.get_logger(__name__)


async def delete(svc: Service, caller: Caller, question: questions.DeleteAccount) -> Deletion:
    """Delete an account permanently; the owner repeats its name, an operator gives a reason.

    A deletion by the owner takes effect after a week, in which `undeleteAccount` cancels it. It
    needs a token with all scopes that does not belong to an app. A deletion by an operator
    takes effect at once. The account then resigns its matches and its tokens stop working.
    Names, profile, tokens, policies, challenges and programs are erased. Matches and results
    stay under a name derived from the id.
    """
    account = await accounts.account(svc, None, question)
    _demand_meant(caller, account, question.name, question.reason)
    if account.deleted_ms is None:
        await _demand_free(svc, account)
        grace_ms = GRACE_MS if account.id == caller.account_id else 0
        now_ms = await svc.connection.now_ms()
        due_ms = await svc.deletions.begin(account.id, now_ms + grace_ms)
        by, reason = caller.account_id, question.reason
        _LOG.info("account_deleted", account_id=account.id, by=by, reason=reason)
        if due_ms > now_ms:
            return Deletion(
                account_id=account.id, name=account.name, deleted_ms=due_ms, finished_ms=None
            )
    if await svc.deletions.finished_ms(account.id) is None:
        with suppress(TimeoutError, ApplicationError):  # whatever it is, sweeps go on
            async with asyncio.timeout(PATIENCE_S):
                await _claimed(svc, account.id)
    return await _deletion(svc, question)


async def undelete(svc: Service, caller: Caller, question: questions.UndeleteAccount) -> Account:
    """Cancel an account's pending deletion; for its owner and operators."""
    account = await accounts.account(svc, None, question)
    if account.id != caller.account_id and not caller.may(Scope.ADMIN):
        raise Forbidden(
            f"Account {account.id!r} belongs to another owner. Only its owner can cancel its"
            " deletion."
        )
    if caller.app_id is not None:
        raise Forbidden("An app cannot do this. Use the account's token.")
    if not await svc.deletions.claim(account.id):
        raise WrongState("The account's deletion has started and can no longer be cancelled.")
    try:
        if (await accounts.account(svc, None, question)).deleted_ms is not None:
            raise WrongState("The account's deletion has started and can no longer be cancelled.")
        if not await svc.deletions.take_back(account.id, await svc.connection.now_ms()):
            raise WrongState("The account has no pending deletion.")
    finally:
        await svc.deletions.release(account.id)
    _LOG.info("account_undeleted", account_id=account.id, by=caller.account_id)
    return account


async def sweep(svc: Service, since_ms: int = 0) -> int:
    """Go on with what is left to erase, and forget what was; the instant to look on from."""
    looked = await svc.deletions.look(since_ms)
    for account_id in looked.erased:
        svc.tables.forget_of({account_id, *await svc.accounts.bots_of(account_id)})
    for account_id in looked.due:
        try:
            await _claimed(svc, account_id)
        except ApplicationError as error:
            _LOG.error("account_not_deleted", account_id=account_id, reason=error.message)
            await svc.deletions.put_off(account_id, looked.now_ms + PUT_OFF_MS)
    return looked.now_ms - BACK_MS


async def keep_sweeping(svc: Service) -> None:
    """Sweep for ever."""
    since_ms = 0
    while True:
        with suppress(Busy), svc.metrics.sweeping("deletions"):
            since_ms = await sweep(svc, since_ms)
        await asyncio.sleep(SWEEP_S)


async def _claimed(svc: Service, account_id: str) -> None:
    """Go over all of the account, unless another process does."""
    if not await svc.deletions.claim(account_id):
        return
    try:
        due_ms, now_ms = await svc.deletions.due_ms(account_id), await svc.connection.now_ms()
        if due_ms is None or due_ms > now_ms:  # taken back or put off since we looked
            return
        account = await svc.accounts.account(account_id)
        begun_ms = now_ms if account is None else account.deleted_ms or now_ms
        if account is not None and account.deleted_ms is None:
            await _demand_free(svc, account)  # a week may have passed since it was
        await erase(svc, account_id, begun_ms)
        if now_ms < begun_ms + AGAIN_MS:
            await svc.deletions.put_off(account_id, begun_ms + AGAIN_MS)
        else:
            bots = await svc.accounts.bots_of(account_id)
            await svc.deletions.forget_lists(account_id, [account_id, *bots])
            svc.tables.forget_of({account_id, *bots})
            await svc.deletions.finish(account_id, await svc.connection.now_ms())
    finally:
        await svc.deletions.release(account_id)


async def _deletion(svc: Service, question: questions.DeleteAccount) -> Deletion:
    account = await accounts.account(svc, None, question)
    return Deletion(
        account_id=account.id,
        name=pseudonym(account.id),
        deleted_ms=account.deleted_ms or await svc.connection.now_ms(),
        finished_ms=await svc.deletions.finished_ms(account.id),
    )


def _demand_meant(caller: Caller, account: Account, name: str | None, reason: str | None) -> None:
    """Refuse whoever may not delete the account, or has not said that it is to be deleted."""
    if account.id == HOUSE:
        raise Forbidden("The host's own account cannot be deleted.")
    if account.id == caller.account_id:
        if caller.kind is not TokenKind.USER or caller.app_id or caller.scopes is not None:
            raise Forbidden(
                "Deleting an account needs a token of the account itself with all scopes, not"
                " an app's token."
            )
        if name != account.name:
            raise Malformed(
                "Set `name` to the account's name to confirm its deletion.", pointer="/name"
            )
    elif not caller.may(Scope.ADMIN):
        raise Forbidden(
            f"Account {account.id!r} belongs to another owner. Only its owner can delete it."
        )
    elif not reason:
        raise Malformed("An operator must give a `reason` for a deletion.", pointer="/reason")


async def _demand_free(svc: Service, account: Account) -> None:
    """Refuse an account that runs ladders in which others play, or the service itself."""
    infos = await svc.tokens.listed(account.id, [])
    if any(info.kind in {TokenKind.ADMIN, TokenKind.RUNNER} for info in infos):
        raise WrongState("The account has an operator's or a runner's token. Revoke it first.")
    after: str | None = None
    while page := await svc.seasons.page(PAGE, after):
        for ladder in page:
            if ladder.terms.account_id == account.id and not ladder.status.is_over:
                raise WrongState(
                    f"The account's ladder {ladder.terms.id!r} is not over. Cancel it or wait for"
                    " its end."
                )
        after = page[-1].terms.id
        await svc.cost_queue.yield_turn()
