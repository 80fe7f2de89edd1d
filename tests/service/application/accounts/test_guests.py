"""Guests: people who play at once, without an account, where the host allows it."""

from __future__ import annotations

import asyncio

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, guests
from saqqara_service.application.accounts.accounts import register
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Forbidden, RateLimited, TooMany, Unauthenticated
from saqqara_service.models import Caller, QuotaName, Scope, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import KEYS, key
from tests.service.lookups import match_of
from tests.service.matches import an_open_match, an_owner
from tests.service.transports import UNHURRIED, Transport


async def a_guest(svc: Service) -> Caller:
    """Whom a new guest's token speaks for."""
    return await authentication.authenticate(
        svc, (await guests.register(svc, None, questions.RegisterGuest())).token
    )


async def test_a_guest_plays_by_one_call(transport: Transport) -> None:
    """The answer has a token that sits down, acts and reads, and can do nothing else."""
    made = (await transport.do("registerGuest", None, {"name": "Visitor"})).data
    assert (made["kind"].lower(), made["account"]["name"]) == ("guest", "Visitor")
    token, me = made["token"], made["account"]["id"]
    terms = {"game": "imhotep", "options": {"players": 2}, "timeControl": UNHURRIED}
    match = (await transport.do("createMatch", token, {**terms, "seats": [me, None]})).data
    other = (await transport.do("registerGuest", None, {})).data
    joined = await transport.do("joinMatch", other["token"], {}, match["id"])
    assert joined.data["status"].lower() == "running"
    acts = {"action": "get", "expectedVersion": 1, "actionId": "first"}
    assert (await transport.do("act", token, acts, match["id"])).data["version"] == 2
    for what, ask in (
        ("createBot", {"name": "ibis"}),
        ("createToken", {"name": "longer"}),
    ):
        assert (await transport.do(what, token, ask)).code == "forbidden", what
    rotated = await transport.do("rotateToken", token, {"overlapMs": 0}, made["info"]["id"])
    assert rotated.data["info"]["expiresMs"] == made["info"]["expiresMs"]


async def test_a_host_may_have_no_guests(svc: Service, settings: Settings) -> None:
    """Then nobody is let in, and the server says so before anybody asks."""
    async with open_service(settings.model_copy(update={"guests": 0})) as closed:
        with pytest.raises(Forbidden, match="Create an account"):
            await guests.register(closed, None, questions.RegisterGuest())
    assert (await guests.register(svc, None, questions.RegisterGuest())).account.is_guest


async def test_there_are_never_more_guests_than_the_host_allows(
    svc: Service, other_svc: Service, settings: Settings, redis_url: str
) -> None:
    """Of many at once in two processes so many get in; one whose day is over makes room."""
    few = settings.model_copy(update={"guests": 3})
    async with open_service(few) as one, open_service(few) as other:
        came = await asyncio.gather(
            *(guests.register(each, None, questions.RegisterGuest()) for each in (one, other) * 4),
            return_exceptions=True,
        )
        assert sum(isinstance(one, TooMany) for one in came) == 5
        with redis.Redis.from_url(redis_url) as client:
            first, *_others = client.zrange(KEYS["guests"], 0, -1)
            client.zadd(KEYS["guests"], {first: 1})
        assert (await guests.register(one, None, questions.RegisterGuest())).account.is_guest


async def test_a_guest_ends_with_the_day(svc: Service, redis_url: str) -> None:
    """The token stops working by itself, and Redis forgets the account some days later."""
    made = await guests.register(svc, None, questions.RegisterGuest())
    assert made.info.expires_ms == made.account.created_ms + guests.GUEST_MS
    with redis.Redis.from_url(redis_url) as client:
        left_ms = client.pttl(key("account", made.account.id))
        assert 0 < left_ms <= guests.GUEST_MS + guests.FORGOTTEN_MS
        client.hset(key("token", made.info.id), "expires_ms", "1")
        with pytest.raises(Unauthenticated, match="expired"):
            await authentication.authenticate(svc, made.token)


async def test_a_guest_makes_few_matches(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many at once, and so many a day, whatever an account may."""
    guest = await a_guest(svc)
    assert guest.kind is TokenKind.GUEST
    assert not guest.may(Scope.ACCOUNT_MANAGE)
    me = await accounts.about_me(svc, guest, questions.NoQuestion())
    (limit,) = [one.limit for one in me.quotas if one.name is QuotaName.MATCHES]
    for _ in range(limit):
        await an_open_match(svc, guest, seats=[guest.account_id, None])
    with pytest.raises(TooMany):
        await an_open_match(svc, guest)
    monkeypatch.setattr("saqqara_service.application.accounts.quotas.GUEST_MADE_PER_DAY", 1)
    with pytest.raises(RateLimited):
        await an_open_match(svc, guest)


async def test_a_page_cannot_fill_the_server_with_accounts(
    settings: Settings, other_svc: Service
) -> None:
    """Nobody opens more accounts than the host allows; the host itself may give out more."""
    async with open_service(settings.model_copy(update={"max_accounts": 2})) as svc:
        came = await asyncio.gather(
            *(register(svc, None, questions.Register(name=f"one {number}")) for number in range(5)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, TooMany) for one in came) == 3
        given = await accounts.issue_user(svc, "given out")
        assert (await an_owner(other_svc)).account_id != given.account.id
        match = await an_open_match(svc, await authentication.authenticate(svc, given.token))
        assert (await match_of(svc, match.id)).seats[0].player_id is None
