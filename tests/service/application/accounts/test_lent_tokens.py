"""A token that somebody found: whatever it makes ends with it and may nothing that it may not."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, credentials
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden
from saqqara_service.models import Caller, Scope, TokenKind
from tests.service.transports import Transport, a_party

HOUR_MS = 3_600_000


async def test_a_token_cannot_rotate_itself_out_of_its_expiry(transport: Transport) -> None:
    """The new one, and the one that this makes in turn, end when the first would have."""
    party = await a_party(transport, 1)
    ask = {"name": "lent", "botId": party.ids[0], "scopes": ["match_read"], "expiresInMs": HOUR_MS}
    await transport.do("revokeToken", party.owner, {}, party.bots[0]["info"]["id"])
    lent = (await transport.do("createToken", party.owner, ask)).data
    again = await transport.do("rotateToken", lent["token"], {"overlapMs": 0}, lent["info"]["id"])
    assert again.code is None, again
    info = again.data["info"]
    assert (info["expiresMs"], info["scopes"]) == (
        lent["info"]["expiresMs"],
        lent["info"]["scopes"],
    )


async def test_what_overlaps_ends_with_what_it_overlaps(svc: Service) -> None:
    """A token that was replaced and works on for a while gives no longer life than it has."""
    owner = await _owner(svc)
    assert owner.token_id is not None
    await credentials.rotate(
        svc, owner, questions.RotateToken(token_id=owner.token_id, overlap_ms=HOUR_MS)
    )
    ends = (await credentials.about(svc, owner, questions.NoQuestion())).expires_ms
    assert ends is not None
    again = await credentials.rotate(
        svc, owner, questions.RotateToken(token_id=owner.token_id, overlap_ms=HOUR_MS)
    )
    made = await credentials.create(
        svc, owner, questions.CreateToken(name="made", expires_in_ms=1_000 * HOUR_MS)
    )
    bot = await accounts.create_bot(svc, owner, questions.CreateBot(name="made"))
    worker = await credentials.create(
        svc, owner, questions.CreateToken(name="worker", bot_id=bot.info.bot_id)
    )
    assert {one.info.expires_ms for one in (again, made, bot, worker)} == {ends}


async def test_a_narrow_token_makes_nothing_wider(transport: Transport) -> None:
    """Not by a new token, nor by one of its bots, nor by rotating a wider one of its account."""
    party = await a_party(transport, 1)
    await transport.do("revokeToken", party.owner, {}, party.bots[0]["info"]["id"])
    scopes = ["account_manage", "match_read"]
    ask = {"name": "narrow", "scopes": scopes}
    narrow = (await transport.do("createToken", party.owner, ask)).data["token"]
    owners = await transport.do("createToken", party.owner, {"name": "wide"})
    for what, given, thing in (
        ("createToken", {"name": "mightier", "scopes": ["match_play"]}, ""),
        ("rotateToken", {}, owners.data["info"]["id"]),
    ):
        answer = await transport.do(what, narrow, given, thing)
        assert answer.code == "forbidden", (what, answer)
    bots = [
        await transport.do("createBot", narrow, {"name": "made by it"}),
        await transport.do("createToken", narrow, {"name": "made by it", "botId": party.ids[0]}),
    ]
    assert [one.data["info"]["scopes"] for one in bots] == [scopes[1:]] * 2


async def test_a_token_that_manages_only_makes_no_bot(svc: Service) -> None:
    """It could give the bot's token nothing; and no bot is left behind."""
    owner = await _owner(svc)
    scopes = [Scope.ACCOUNT_MANAGE]
    made = await credentials.create(
        svc, owner, questions.CreateToken(name="manages", scopes=scopes)
    )
    manager = await authentication.authenticate(svc, made.token)
    with pytest.raises(Forbidden, match="scope"):
        await accounts.create_bot(svc, manager, questions.CreateBot(name="made by it"))
    assert await accounts.bots(svc, owner, questions.NoQuestion()) == []


async def test_an_account_of_the_operator_gives_no_operator_away(svc: Service) -> None:
    """A user's token of the operator's account cannot rotate the operator's own token."""
    issued = await accounts.issue_admin(svc)
    operator = await authentication.authenticate(svc, issued.token)
    user = await credentials.create(
        svc, operator, questions.CreateToken(name="daily", scopes=[Scope.ACCOUNT_MANAGE])
    )
    caller = await authentication.authenticate(svc, user.token)
    with pytest.raises(Forbidden, match="scope"):
        await credentials.rotate(
            svc, caller, questions.RotateToken(token_id=issued.info.id, overlap_ms=0)
        )


async def test_an_invitation_ends_with_the_token_that_made_it(svc: Service) -> None:
    """Else a lent operator's token would open accounts for ever."""
    issued = await accounts.issue_admin(svc)
    operator = await authentication.authenticate(svc, issued.token)
    assert operator.token_id is not None
    await credentials.rotate(
        svc, operator, questions.RotateToken(token_id=operator.token_id, overlap_ms=HOUR_MS)
    )
    ends = (await credentials.about(svc, operator, questions.NoQuestion())).expires_ms
    invitation = await credentials.invite(
        svc, operator, questions.Invite(expires_in_ms=1_000 * HOUR_MS)
    )
    assert invitation.expires_ms == ends
    host = Caller(kind=TokenKind.ADMIN, account_id="host")
    assert ends is not None
    assert (
        await credentials.invite(svc, host, questions.Invite(expires_in_ms=1_000 * HOUR_MS))
    ).expires_ms > ends


async def _owner(svc: Service) -> Caller:
    return await authentication.authenticate(
        svc, (await accounts.register(svc, None, questions.Register(name="Khafre"))).token
    )
