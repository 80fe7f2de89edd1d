"""What an account may keep: also two processes at once never give more than there is."""

from __future__ import annotations

import asyncio

import httpx
import pytest
import redis

from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from saqqara_service.storage.accounts.quotas import Kept
from tests.service.transports import (
    PATIENCE_S,
    UNHURRIED,
    GraphQL,
    Json,
    Rest,
    Transport,
    a_match,
    a_party,
    bearer,
    serving,
)

FEW = {"account_bots": 2, "bot_versions": 2, "account_matches": 2}


@pytest.mark.parametrize("kind", [Rest, GraphQL])
async def test_an_account_keeps_so_much(settings: Settings, kind: type[Rest | GraphQL]) -> None:
    """One more bot, version or match is refused with the limit; a match that is over makes room."""
    async with (
        serving(settings.model_copy(update=FEW)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        transport: Transport = kind(client)
        party = await a_party(transport)
        bot = party.ids[0]
        for what, ask, about in (
            ("createBot", {"name": "third"}, ""),
            ("createBotVersion", {"name": "third"}, bot),
        ):
            if about:
                assert (
                    await transport.do(what, party.owner, {"name": "second"}, about)
                ).code is None
            refused = await transport.do(what, party.owner, ask, about)
            assert (refused.code, refused.facts.get("limit")) == ("too_many", 2), refused
        first = await a_match(transport, party)
        await a_match(transport, party)
        new: Json = {
            "game": "imhotep",
            "options": {"players": 2},
            "timeControl": UNHURRIED,
            "seats": [bot, None],
        }
        refused = await transport.do("createMatch", party.owner, new)
        assert (refused.code, refused.facts.get("limit")) == ("too_many", 2), refused
        for token in party.tokens:
            await transport.do("abortMatch", token, {}, first["id"])
        assert (await transport.do("createMatch", party.owner, new)).code is None


async def test_an_account_hears_what_it_keeps_and_may(settings: Settings) -> None:
    """Both transports say the same: what is kept now, where a match that is over counts no more."""
    async with (
        serving(settings.model_copy(update=FEW)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        transports: tuple[Transport, ...] = (Rest(client), GraphQL(client))
        party = await a_party(transports[0])
        kept = {
            "bots": (2, 2),
            "bot_versions": (1, 2),
            "matches": (0, 2),
            "connections": (0, 10),
            "archive_bytes": (0, settings.account_archive_bytes),
            "submissions": (0, settings.account_submissions_per_day),
        }
        for transport in transports:
            assert await told(transport, party.owner) == kept, transport.name
        match = await a_match(transports[0], party)
        await transports[0].do("createBotVersion", party.owner, {"name": "second"}, party.ids[1])
        headers = {**bearer(party.owner), "accept": "text/event-stream"}
        path = f"/api/v1/matches/{match['id']}/events"
        async with client.stream("GET", path, headers=headers):
            now = {**kept, "bot_versions": (2, 2), "matches": (1, 2), "connections": (1, 10)}
            for transport in transports:
                assert await told(transport, party.owner) == now, transport.name
        for token in party.tokens:
            await transports[0].do("abortMatch", token, {}, match["id"])
        for transport in transports:
            assert (await told(transport, party.tokens[0]))["matches"] == (0, 2), (
                "its bots hear it too"
            )


@pytest.mark.parametrize("kind", [Rest, GraphQL])
async def test_an_account_makes_so_much_in_a_day(
    settings: Settings, svc: Service, kind: type[Rest | GraphQL]
) -> None:
    """Then no match and no challenge is made, and no key kept; what was made is found again."""
    few = settings.model_copy(update={"account_made_per_day": 3})
    async with (
        serving(few) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        transport: Transport = kind(client)
        party = await a_party(transport)
        made = [
            await transport.do("createMatch", party.owner, a_new(party.ids, f"key {number}"))
            for number in range(3)
        ]
        assert [one.code for one in made] == [None] * 3, made
        with redis.Redis.from_url(str(settings.redis_url)) as store:
            keys = store.keys("once:*")
        challenge = {"challenged": party.ids[1:], "botId": party.ids[0], "timeControl": UNHURRIED}
        for what, ask in (
            ("createMatch", a_new(party.ids, "another")),
            ("createMatch", a_new(party.ids, "and another")),
            ("createChallenge", {**challenge, "game": "imhotep", "options": {"players": 2}}),
        ):
            refused = await transport.do(what, party.owner, ask)
            assert (refused.code, refused.facts.get("limit")) == ("rate_limited", 3), refused
            assert refused.facts["retryAfterMs"] > 60_000
        with redis.Redis.from_url(str(settings.redis_url)) as store:
            assert store.keys("once:*") == keys
        again = await transport.do("createMatch", party.owner, a_new(party.ids, "key 1"))
        assert again.data["id"] == made[1].data["id"]


def a_new(bots: list[str], key: str) -> Json:
    """What is asked for a match."""
    return {
        "game": "imhotep",
        "options": {"players": 2},
        "timeControl": UNHURRIED,
        "seats": bots,
        "key": key,
    }


async def told(transport: Transport, token: str) -> dict[str, tuple[int, int]]:
    """What is kept and may be, by name."""
    quotas = (await transport.me(token)).data["quotas"]
    return {quota["name"]: (quota["used"], quota["limit"]) for quota in quotas}


async def test_two_processes_give_no_more(svc: Service, other_svc: Service) -> None:
    """Of twenty that come at once to two processes five get a place, and keep it."""
    asked = [
        one.quotas.reserve(Kept.MATCHES, "a", f"m{number}", 5)
        for number in range(10)
        for one in (svc, other_svc)
    ]
    assert sum(await asyncio.gather(*asked)) == 10  # each of five ids, by either process
    assert len(await svc.quotas.listed(Kept.MATCHES, "a")) == 5
    kept = await svc.quotas.listed(Kept.MATCHES, "a")
    assert await svc.quotas.reserve(Kept.MATCHES, "a", kept[0], 5), "it is there already"
    assert not await svc.quotas.reserve(Kept.MATCHES, "a", "another", 5)
