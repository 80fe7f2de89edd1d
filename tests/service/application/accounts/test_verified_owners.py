"""Operators verify accounts; a ladder of verified owners takes no bots of others."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, verification
from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.ladders import entries, ladders, repeats, seasons
from saqqara_service.application.operations import deletion
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, WrongState
from saqqara_service.models import Account, Caller, LadderStatus, Owners, TokenKind
from tests.service.ladders import Enrolled, a_ladder, enrol, finish, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="operator")


async def verified(svc: Service, account_id: str) -> Account:
    """The account, after an operator met its owner."""
    return await verification.verify(
        svc,
        OPERATOR,
        questions.VerifyAccount(account_id=account_id, reason="met at the championship"),
    )


async def test_a_ladder_of_verified_owners_takes_no_bots_of_others(svc: Service) -> None:
    """Who is refused hears which account the host is to verify; then it is taken."""
    owner = await an_owner(svc)
    ladder = await ladders.create(svc, owner, some_terms(owners=Owners.VERIFIED))
    assert ladder.owners is Owners.VERIFIED
    (caller,) = await some_bots(svc, owner, 1)
    assert caller.bot_id is not None
    for one in (caller, OPERATOR):
        with pytest.raises(Forbidden, match=f"Ask the host to verify account '{owner.account_id}'"):
            await enrol(svc, one, ladder.id, caller.bot_id)
    await verified(svc, owner.account_id)
    await enrol(svc, caller, ladder.id, caller.bot_id)
    assert [
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=ladder.id))
    ] == [caller.bot_id]


async def test_any_owner_may_enter_unless_the_ladder_says_otherwise(svc: Service) -> None:
    """The host decides how far owners are verified."""
    enrolled = await a_ladder(svc, bots=2)
    assert enrolled.ladder.owners is Owners.ANYBODY
    assert (
        await accounts.account(
            svc, None, questions.AccountQuestion(account_id=enrolled.owner.account_id)
        )
    ).verified_ms is None


async def test_verifying_is_logged_and_undone_and_twice_is_once(svc: Service) -> None:
    """The log names the account, the operator and the reason of each that changed anything."""
    account_id = (await an_owner(svc)).account_id
    with capture_logs() as said:
        first = await verified(svc, account_id)
        again = await verified(svc, account_id)
        assert first.verified_ms is not None
        assert (
            first
            == again
            == await accounts.account(svc, None, questions.AccountQuestion(account_id=account_id))
        )
        for _ in range(2):
            one = await verification.unverify(
                svc,
                OPERATOR,
                questions.UnverifyAccount(account_id=account_id, reason="two people share it"),
            )
            assert one.verified_ms is None
    acts = [(one["event"], one["account_id"], one["by"], one["reason"]) for one in said]
    assert acts == [
        ("account_verified", account_id, "operator", "met at the championship"),
        ("account_unverified", account_id, "operator", "two people share it"),
    ]


async def test_a_deleted_account_is_not_verified(svc: Service) -> None:
    """Nobody owns it any more."""
    account = (await accounts.issue_user(svc, "Djedi")).account
    await deletion.delete(
        svc, OPERATOR, questions.DeleteAccount(account_id=account.id, reason="asked by mail")
    )
    with pytest.raises(WrongState, match="deleted"):
        await verified(svc, account.id)


async def test_the_house_needs_nobody_to_verify_it(svc: Service) -> None:
    """Its bots are the host's own."""
    await svc.accounts.add_account(Account(id=HOUSE, name=HOUSE, created_ms=1))
    owner = await an_owner(svc)
    ladder = await ladders.create(svc, owner, some_terms(owners=Owners.VERIFIED))
    house = Caller(kind=TokenKind.USER, account_id=HOUSE)
    (caller,) = await some_bots(svc, house, 1)
    assert caller.bot_id is not None
    await enrol(svc, caller, ladder.id, caller.bot_id)


async def test_who_is_verified_no_longer_stays_but_is_not_in_the_next_season(svc: Service) -> None:
    """What is undone takes no results away; a ruling does."""
    owner = await an_owner(svc)
    terms = some_terms(owners=Owners.VERIFIED, every="day 02:00")
    ladder = await ladders.create(svc, owner, terms)
    await verified(svc, owner.account_id)
    callers = {}
    for caller in await some_bots(svc, owner, 2):
        assert caller.bot_id is not None
        callers[caller.bot_id] = caller
        await svc.engagements.be_present(caller.bot_id, 3_600_000)
        await enrol(svc, caller, ladder.id, caller.bot_id)
    enrolled = Enrolled(
        await seasons.start(svc, owner, questions.StartLadder(ladder_id=ladder.id)), owner, callers
    )
    await verification.unverify(
        svc,
        OPERATOR,
        questions.UnverifyAccount(account_id=owner.account_id, reason="two people share it"),
    )
    assert (await finish(svc, enrolled)).status is LadderStatus.FINISHED
    await repeats.follow(svc, await ladders.progress(svc, ladder.id))
    following = (await ladder_of(svc, ladder.id)).next_season_id
    assert following is not None
    assert await entries.listed(svc, None, questions.LadderQuestion(ladder_id=following)) == []
