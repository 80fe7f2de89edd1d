"""Accounts, their bots, tokens and invitations."""

from __future__ import annotations

from collections.abc import AsyncIterator

from saqqara_service import inputs
from saqqara_service.application.accounts import (
    accounts,
    guests,
    search,
    verification,
    versions,
)
from saqqara_service.application.operations import deletion
from saqqara_service.application.operations import export as exports
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Account,
    Bot,
    BotVersion,
    Caller,
    Deletion,
    Issued,
    Named,
)
from saqqara_service.models.pages import Page


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Create an account and return its token, which is never shown again."""
    return await accounts.register(svc, body.name, body.invitation)


async def register_guest(svc: Service, body: inputs.RegisterGuest) -> Issued:
    """Create a guest account for a day and return its token, which is never shown again."""
    return await guests.register(svc, body.name)


async def delete(
    svc: Service, caller: Caller, account_id: str, body: inputs.DeleteAccount
) -> Deletion:
    """Delete an account permanently; the owner repeats its name, an operator gives a reason.

    A deletion by the owner takes effect after a week, in which `undeleteAccount` cancels it. It
    needs a token with all scopes that does not belong to an app. A deletion by an operator
    takes effect at once. The account then resigns its matches and its tokens stop working.
    Names, profile, tokens, policies, challenges and programs are erased. Matches and results
    stay under a name derived from the id.
    """
    return await deletion.delete(svc, caller, account_id, body.name, body.reason)


async def undelete(svc: Service, caller: Caller, account_id: str) -> Account:
    """Cancel an account's pending deletion; for its owner and operators."""
    return await deletion.undelete(svc, caller, account_id)


async def verify(
    svc: Service, caller: Caller, account_id: str, body: inputs.VerifyAccount
) -> Account:
    """Mark an account's owner as verified until it is revoked; operators only.

    From then on, ladders whose `owners` are `verified` admit the account's bots.
    """
    return await verification.verify(svc, caller, account_id, body.reason)


async def unverify(
    svc: Service, caller: Caller, account_id: str, body: inputs.UnverifyAccount
) -> Account:
    """Revoke the verification of an account's owner; operators only.

    The account's bots stay in their current ladders, but not in later seasons.
    """
    return await verification.unverify(svc, caller, account_id, body.reason)


async def export(svc: Service, caller: Caller, account_id: str) -> AsyncIterator[bytes]:
    """All data stored about an account, as a tar.gz of JSON lines; for its owner and operators.

    The file `export.json` comes last. An export without it is incomplete; request it again.
    """
    return await exports.export(svc, caller, account_id)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Create a bot and return its token, which is never shown again."""
    return await accounts.create_bot(svc, caller, body.name, body.note, body.commit)


async def create_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.CreateBotVersion
) -> BotVersion:
    """Register a new version of a bot, which plays from the next match on."""
    return await versions.create(svc, caller, bot_id, body.name, note=body.note, commit=body.commit)


async def choose_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.ChooseBotVersion
) -> Bot:
    """Choose the version that a bot plays from now on; it may be an older one."""
    return await versions.choose(svc, caller, bot_id, body.number)


async def named(svc: Service, query: inputs.NameFilter) -> Page[Named]:
    """Accounts, bots and ladders whose names begin with a prefix, in the order of their names."""
    items, cursor = await search.page(svc, query.prefix, query.first, query.after)
    return Page(items=items, cursor=cursor)
