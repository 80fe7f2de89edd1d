"""Tokens: made, rotated, revoked, narrowed to scopes; what they hold open ends with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from datetime import UTC, datetime

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, credentials, versions
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Forbidden, NotFound, TooMany, Unauthenticated
from saqqara_service.models import SCOPES, Caller, Registration, Scope, TokenKind
from saqqara_service.settings import Settings
from tests.service.matches import an_owner, some_bots
from tests.service.sockets import FEED, greet, opened, subscribe
from tests.service.transports import PATIENCE_S, Rest, Transport, a_match, a_party, bearer

REVOKED_S = 5.0


async def test_a_bot_has_two_live_tokens_at_most(transport: Transport) -> None:
    """So that a new one can be rolled out before the old one is revoked, and none is forgotten."""
    party = await a_party(transport, 1)
    (bot_id,) = party.ids
    ask = {"name": "second", "botId": bot_id}
    second = await transport.do("createToken", party.owner, ask)
    assert second.data["bot"]["id"] == bot_id
    third = await transport.do("createToken", party.owner, ask)
    assert (third.code, third.facts) == ("too_many", {"limit": 2})
    assert "Revoke" in third.message
    info = second.data["info"]
    assert (await transport.do("revokeToken", party.owner, {}, info["id"])).data["botId"] == bot_id
    assert (await transport.me(second.data["token"])).code == "unauthenticated"
    assert (await transport.do("createToken", party.owner, ask)).code is None


async def test_rotation_leaves_the_old_token_for_a_while(svc: Service) -> None:
    """The new token is like the old one, which ends by itself when the overlap is over."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    assert bot.token_id is not None
    rotated = await credentials.rotate(
        svc, bot, questions.RotateToken(token_id=bot.token_id, overlap_ms=60_000)
    )
    assert rotated.bot is not None
    assert (rotated.info.scopes, rotated.bot.id) == (sorted(SCOPES[bot.kind]), bot.bot_id)
    old = await credentials.about(svc, bot, questions.NoQuestion())
    assert old.expires_ms is not None
    assert 0 < old.expires_ms - await svc.connection.now_ms() <= 60_000
    with pytest.raises(TooMany):
        await credentials.rotate(
            svc, bot, questions.RotateToken(token_id=bot.token_id, overlap_ms=0)
        )


async def test_an_expired_token_is_refused_and_counts_no_more(svc: Service) -> None:
    """A token that has an end is worthless from then on, and makes room for another."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    short = await credentials.create(
        svc, owner, questions.CreateToken(name="short", bot_id=bot.bot_id, expires_in_ms=60_000)
    )
    assert (await authentication.authenticate(svc, short.token)).bot_id == bot.bot_id
    await svc.tokens.expire(short.info, await svc.connection.now_ms() - 1)
    svc.known_tokens.forget(short.info.id)
    with pytest.raises(Unauthenticated, match="expired"):
        await authentication.authenticate(svc, short.token)
    assert (
        await credentials.create(svc, owner, questions.CreateToken(name="next", bot_id=bot.bot_id))
    ).bot is not None


async def test_a_revoked_token_is_refused_on_the_next_call(svc: Service) -> None:
    """Only the account's own tokens, or an administrator's, can revoke; strangers see nothing."""
    owner = await an_owner(svc)
    leaked = await accounts.create_bot(svc, owner, questions.CreateBot(name="leaked"))
    await authentication.authenticate(svc, leaked.token)
    stranger = await accounts.register(svc, None, questions.Register(name="stranger"))
    with pytest.raises(NotFound):
        await credentials.revoke(
            svc,
            await authentication.authenticate(svc, stranger.token),
            questions.RevokeToken(token_id=leaked.info.id),
        )
    await credentials.revoke(svc, owner, questions.RevokeToken(token_id=leaked.info.id))
    with pytest.raises(Unauthenticated):
        await authentication.authenticate(svc, leaked.token)


async def test_another_process_trusts_a_token_no_longer_than_a_moment(
    svc: Service, other_svc: Service
) -> None:
    """What one process revokes, the others refuse within a second."""
    owner = await an_owner(svc)
    leaked = await accounts.create_bot(svc, owner, questions.CreateBot(name="leaked"))
    await authentication.authenticate(other_svc, leaked.token)
    await credentials.revoke(svc, owner, questions.RevokeToken(token_id=leaked.info.id))
    await other_svc.revocation.look(0)
    with pytest.raises(Unauthenticated):
        await authentication.authenticate(other_svc, leaked.token)


@pytest.fixture(params=["revoked", "expired"])
def way_to_end(request: pytest.FixtureRequest) -> str:
    """How a token comes to its end."""
    way: str = request.param
    return way


async def test_what_a_token_holds_open_ends_with_it(
    client: httpx.AsyncClient, server: str, way_to_end: str
) -> None:
    """Sockets and event streams of both processes are closed within five seconds."""
    rest = Rest(client)
    party = await a_party(rest, 1)
    lifetime = {"expiresInMs": 3_000} if way_to_end == "expired" else {}
    ask = {"name": "watched", "botId": party.ids[0], **lifetime}
    issued = (await rest.do("createToken", party.owner, ask)).data
    token = issued["token"]
    async with (
        opened(server) as one,
        opened(server) as other,
        aclosing(_feed(client, token)) as sse,
    ):
        for socket in (one, other):
            await greet(socket, token)
            await subscribe(socket, "1", FEED)
        assert "heartbeat" in await anext(sse)
        if way_to_end == "revoked":
            await rest.do("revokeToken", party.owner, {}, issued["info"]["id"])
        started = asyncio.get_running_loop().time()
        for socket in (one, other):
            await _closed(socket)
            assert socket.close_code == 4403
        rest_of_it = [line async for line in sse]
    assert "unauthenticated" in str(rest_of_it)
    assert asyncio.get_running_loop().time() - started < REVOKED_S + 10


async def _closed(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(socket.recv(), PATIENCE_S)


async def _feed(client: httpx.AsyncClient, token: str) -> AsyncGenerator[str, None]:
    headers = {"accept": "text/event-stream", **bearer(token)}
    async with client.stream("GET", "/api/v1/turns", headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line:
                yield line


async def test_the_last_day_of_use_is_told(svc: Service) -> None:
    """Introspection tells what a token may do and when it was used, never the token."""
    issued = await accounts.register(svc, None, questions.Register(name="Khafre"))
    caller = await authentication.authenticate(svc, issued.token)
    info = await credentials.about(svc, caller, questions.NoQuestion())
    assert info.used_on == datetime.now(UTC).date().isoformat()
    assert issued.token not in str(info)
    assert [one.id for one in await credentials.listed(svc, caller, questions.NoQuestion())] == [
        info.id
    ]


async def test_a_token_cannot_make_a_mightier_one(svc: Service) -> None:
    """Scopes can be given on, never gained."""
    owner = await accounts.register(svc, None, questions.Register(name="Khafre"))
    caller = await authentication.authenticate(svc, owner.token)
    scopes = [Scope.ACCOUNT_MANAGE, Scope.MATCH_READ]
    narrow = await credentials.create(
        svc, caller, questions.CreateToken(name="narrow", scopes=scopes)
    )
    narrowed = await authentication.authenticate(svc, narrow.token)
    with pytest.raises(Forbidden):
        await credentials.create(
            svc, narrowed, questions.CreateToken(name="wide", scopes=[Scope.MATCH_PLAY])
        )
    with pytest.raises(Forbidden):
        await credentials.create(
            svc, caller, questions.CreateToken(name="admin", scopes=[Scope.ADMIN])
        )
    assert (
        await credentials.create(svc, narrowed, questions.CreateToken(name="same"))
    ).info.scopes == sorted(scopes)


async def test_registration_is_as_open_as_the_host_says(settings: Settings) -> None:
    """Closed means nobody; by invitation, each code opens one account."""
    closed = settings.model_copy(update={"registration": Registration.CLOSED})
    async with open_service(closed) as svc:
        with pytest.raises(Forbidden, match="host"):
            await accounts.register(svc, None, questions.Register(name="Khafre"))
    invited = settings.model_copy(update={"registration": Registration.INVITATION})
    async with open_service(invited) as svc:
        admin = Caller(kind=TokenKind.ADMIN, account_id="host")
        code = (await credentials.invite(svc, admin, questions.Invite(expires_in_ms=60_000))).code
        for wrong in (None, "guess"):
            with pytest.raises(Forbidden, match="invitation"):
                await accounts.register(
                    svc, None, questions.Register(name="Khafre", invitation=wrong)
                )
        assert (
            await accounts.register(svc, None, questions.Register(name="Khafre", invitation=code))
        ).account.name == "Khafre"
        with pytest.raises(Forbidden):
            await accounts.register(svc, None, questions.Register(name="Menkaure", invitation=code))


async def test_versions_are_kept_and_one_of_them_plays(transport: Transport, svc: Service) -> None:
    """A new version plays from the next match on; the owner may go back; a seat keeps its own."""
    party = await a_party(transport)
    first = await a_match(transport, party)
    ask = {"name": "deeper", "note": "looks two plies ahead", "commit": "0123abc"}
    answer = await transport.do("createBotVersion", party.owner, ask, party.ids[0])
    assert (answer.data["number"], answer.data["commit"]) == (2, "0123abc")
    second = await a_match(transport, party)
    assert [match["seats"][0]["botVersion"] for match in (first, second)] == [1, 2]
    assert second["seats"][1]["botVersion"] == 1
    back = await transport.do("chooseBotVersion", party.owner, {"number": 1}, party.ids[0])
    assert back.data["version"] == 1
    assert (await a_match(transport, party))["seats"][0]["botVersion"] == 1
    beyond = await transport.do("chooseBotVersion", party.owner, {"number": 3}, party.ids[0])
    assert beyond.code == "not_found"
    stranger = await a_party(transport, 1)
    foreign = await transport.do("createBotVersion", stranger.owner, ask, party.ids[0])
    assert foreign.code == "forbidden"
    names = [
        (one.number, one.name)
        for one in await versions.listed(svc, None, questions.BotQuestion(bot_id=party.ids[0]))
    ]
    assert names == [(1, "first"), (2, "deeper")]
