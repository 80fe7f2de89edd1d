"""Accounts, their bots, tokens and invitations."""

from __future__ import annotations

from collections.abc import AsyncIterator

from saqqara_service import inputs
from saqqara_service.api.pages import Page
from saqqara_service.application.accounts import (
    accounts,
    credentials,
    guests,
    presence,
    search,
    verification,
    versions,
)
from saqqara_service.application.ladders import ladders
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.operations import deletion
from saqqara_service.application.operations import export as exports
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Account,
    Bot,
    BotVersion,
    Caller,
    Deletion,
    Invitation,
    Issued,
    Ladder,
    Match,
    Named,
)


async def register(svc: Service, body: inputs.Register) -> Issued:
    """Open an account; its token is in the answer and is never shown again."""
    return await accounts.register(svc, body.name, body.invitation)


async def register_guest(svc: Service, body: inputs.RegisterGuest) -> Issued:
    """Play as a guest for a day; the token is in the answer and is never shown again."""
    return await guests.register(svc, body.name)


async def delete(
    svc: Service, caller: Caller, account_id: str, body: inputs.DeleteAccount
) -> Deletion:
    """Delete an account for good; its owner repeats its name, an operator gives a reason.

    The owner's waits for a week, in which `undeleteAccount` takes it back; it needs a token with
    all scopes that no app has. An operator's is at once. Then its tokens are worthless. Names,
    profile, tokens, policies, challenges and programs are erased; matches and results stay under a
    name made from the id. It resigns what it plays.
    """
    return await deletion.delete(svc, caller, account_id, body.name, body.reason)


async def undelete(svc: Service, caller: Caller, account_id: str) -> Account:
    """Keep an account whose deletion waits for its week; for its owner and operators."""
    return await deletion.undelete(svc, caller, account_id)


async def verify(
    svc: Service, caller: Caller, account_id: str, body: inputs.VerifyAccount
) -> Account:
    """Say that an operator has made sure who owns the account, until it is taken back.

    Ladders whose `owners` are `verified` take its bots from then on.
    """
    return await verification.verify(svc, caller, account_id, body.reason)


async def unverify(
    svc: Service, caller: Caller, account_id: str, body: inputs.UnverifyAccount
) -> Account:
    """Take back that an operator has made sure who owns the account.

    Its bots stay in the ladders that they are in, but not in seasons that follow.
    """
    return await verification.unverify(svc, caller, account_id, body.reason)


async def export(svc: Service, caller: Caller, account_id: str) -> AsyncIterator[bytes]:
    """All that is kept about an account, as a tar.gz of JSON lines; for its owner and operators.

    The file `export.json` comes last: an export without it was cut, and can be asked for again.
    """
    return await exports.export(svc, caller, account_id)


async def create_bot(svc: Service, caller: Caller, body: inputs.CreateBot) -> Issued:
    """Make a bot; its token is in the answer and is never shown again."""
    return await accounts.create_bot(svc, caller, body.name, body.note, body.commit)


async def create_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.CreateBotVersion
) -> BotVersion:
    """Register a new version of a bot; it plays from the next match on."""
    return await versions.create(svc, caller, bot_id, body.name, note=body.note, commit=body.commit)


async def choose_version(
    svc: Service, caller: Caller, bot_id: str, body: inputs.ChooseBotVersion
) -> Bot:
    """Choose the version of a bot that plays from now on; it may be an older one."""
    return await versions.choose(svc, caller, bot_id, body.number)


async def named(svc: Service, query: inputs.NameFilter) -> Page[Named]:
    """Accounts, bots and ladders by how their names begin, in the order of their names."""
    items, cursor = await search.page(svc, query.prefix, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def bot_matches(svc: Service, bot_id: str, query: inputs.BotMatchFilter) -> Page[Match]:
    """The matches in which a bot has a seat, in their public form, newest first."""
    wanted = Wanted(query.status, frozenset({(await accounts.bot(svc, bot_id)).id}))
    items, cursor = await lists.page(svc, wanted, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def account_matches(
    svc: Service, account_id: str, query: inputs.AccountMatchFilter
) -> Page[Match]:
    """The matches in which an account or a bot of it sits, in their public form, newest first."""
    ids = {account_id, *(bot.id for bot in await accounts.bots_of(svc, account_id))}
    wanted = Wanted(query.status, frozenset(ids), query.game, query.players)
    items, cursor = await lists.page(svc, wanted, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def bot_ladders(svc: Service, bot_id: str, query: inputs.BotLadderFilter) -> Page[Ladder]:
    """The ladders that a bot has entered, the last one first; also those that are over."""
    bot = await accounts.bot(svc, bot_id)
    items, cursor = await ladders.page_of(svc, bot.id, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def present(svc: Service, query: inputs.PresenceFilter) -> Page[Bot]:
    """The bots that are present, by id: they follow their feed or poll their turns."""
    items, cursor = await presence.page(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def create_token(svc: Service, caller: Caller, body: inputs.CreateToken) -> Issued:
    """Make a token; it is in the answer and is never shown again. A bot has at most two."""
    return await credentials.create(
        svc,
        caller,
        body.name,
        bot_id=body.bot_id,
        scopes=body.scopes,
        expires_in_ms=body.expires_in_ms,
    )


async def rotate_token(
    svc: Service, caller: Caller, token_id: str, body: inputs.RotateToken
) -> Issued:
    """Replace a token by a new one; the old one works for a short time longer."""
    return await credentials.rotate(svc, caller, token_id, body.overlap_ms)


async def invite(svc: Service, caller: Caller, body: inputs.Invite) -> Invitation:
    """Make a code that opens one account; administrators only."""
    return await credentials.invite(svc, caller, body.expires_in_ms)
