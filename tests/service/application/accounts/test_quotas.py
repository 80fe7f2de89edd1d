"""What an account may keep: also two processes at once never give more than there is."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import httpx
import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import quotas
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, TooMany
from saqqara_service.models import Caller, LadderStatus, QuotaName, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.accounts.quotas import Kept
from saqqara_service.storage.accounts.scripts import ReserveLadder, ReserveLadderReply
from saqqara_service.storage.redis.connection import RedisConnection
from tests.service import jobs
from tests.service.ladders import a_ladder, enrol, finish, some_terms
from tests.service.lookups import ladder_of
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


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of each thing that an account keeps."""
    for name in ("MOST_BOTS", "MOST_VERSIONS", "MOST_OPEN"):
        monkeypatch.setattr(quotas, name, 2)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("kind", [Rest, GraphQL])
async def test_an_account_keeps_so_much(settings: Settings, kind: type[Rest | GraphQL]) -> None:
    """One more bot, version or match is refused with the limit; a match that is over makes room."""
    async with (
        serving(settings) as address,
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


@pytest.mark.usefixtures("few")
async def test_an_account_hears_what_it_keeps_and_may(settings: Settings) -> None:
    """Both transports say the same: what is kept now, where a match that is over counts no more."""
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        transports: tuple[Transport, ...] = (Rest(client), GraphQL(client))
        party = await a_party(transports[0])
        kept = {
            "bots": (2, 2),
            "bot_versions": (1, 2),
            "matches": (0, 2),
            "ladders": (0, quotas.MOST_LADDERS),
            "ladder_seats": (0, quotas.MOST_LADDER_SEATS),
            "connections": (0, 10),
            "archive_bytes": (0, quotas.ARCHIVE_BYTES),
            "submissions": (0, quotas.SUBMISSIONS_PER_DAY),
        }
        for transport in transports:
            assert await quotas_of(transport, party.owner) == kept, transport.name
        match = await a_match(transports[0], party)
        await transports[0].do("createBotVersion", party.owner, {"name": "second"}, party.ids[1])
        headers = {**bearer(party.owner), "accept": "text/event-stream"}
        path = f"/api/v1/matches/{match['id']}/events"
        async with client.stream("GET", path, headers=headers):
            now = {**kept, "bot_versions": (2, 2), "matches": (1, 2), "connections": (1, 10)}
            for transport in transports:
                assert await quotas_of(transport, party.owner) == now, transport.name
        for token in party.tokens:
            await transports[0].do("abortMatch", token, {}, match["id"])
        for transport in transports:
            assert (await quotas_of(transport, party.tokens[0]))["matches"] == (0, 2), (
                "its bots hear it too"
            )


@pytest.mark.parametrize("kind", [Rest, GraphQL])
async def test_an_account_makes_so_much_in_a_day(
    settings: Settings, svc: Service, kind: type[Rest | GraphQL], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then no match and no challenge is made, and no key kept; what was made is found again."""
    monkeypatch.setattr(quotas, "MADE_PER_DAY", 3)
    async with (
        serving(settings) as address,
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


async def quotas_of(transport: Transport, token: str) -> dict[str, tuple[int, int]]:
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


LADDER: Json = {
    "name": "Memphis",
    "game": "imhotep",
    "options": {"players": 2},
    "timeControl": UNHURRIED,
    "blocks": 2,
    "concurrency": 3,
    "sameOwner": "allowed",
}


@pytest.mark.parametrize("kind", [Rest, GraphQL])
async def test_an_account_runs_so_many_ladders(
    settings: Settings, kind: type[Rest | GraphQL], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more is refused with the limit, also when it would go on; one that pauses makes room."""
    monkeypatch.setattr(quotas, "MOST_LADDERS", 2)
    monkeypatch.setattr(quotas, "MOST_LADDER_SEATS", 13)
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        transport: Transport = kind(client)
        party = await a_party(transport)
        made = [await a_filled_ladder(transport, party.owner, party.ids) for _ in range(3)]
        wide = await a_filled_ladder(transport, party.owner, party.ids, concurrency=4)

        async def ask(what: str, ladder_id: str) -> tuple[str | None, object]:
            answer = await transport.do(what, party.owner, {}, ladder_id)
            return answer.code, answer.facts.get("limit")

        for ladder_id in (made[0], made[0], made[1]):
            assert await ask("startLadder", ladder_id) == (None, None)
        assert await ask("startLadder", made[2]) == ("too_many", 2)
        now = await quotas_of(transport, party.owner)
        assert (now["ladders"], now["ladder_seats"]) == ((2, 2), (12, 13))
        assert await ask("pauseLadder", made[1]) == (None, None)
        assert (await quotas_of(transport, party.owner))["ladders"] == (1, 2)
        with patch("saqqara_service.application.accounts.quotas.BEGINNING_MS", -1):
            assert await ask("startLadder", wide) == ("too_many", 13), "of seats"
            assert await ask("startLadder", made[2]) == (None, None)
            assert await ask("resumeLadder", made[1]) == ("too_many", 2)
            assert await ask("cancelLadder", made[0]) == (None, None)
            assert await ask("resumeLadder", made[1]) == (None, None)


async def test_an_operator_may_run_more(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hosts the service decides for anybody's ladder, and it counts all the same."""
    monkeypatch.setattr(quotas, "MOST_LADDERS", 1)
    first = await a_ladder(svc, bots=2)
    second = await ladders.create(svc, first.owner, some_terms())
    for bot_id, caller in first.callers.items():
        await enrol(svc, caller, second.id, bot_id)
    with pytest.raises(TooMany):
        await seasons.start(svc, first.owner, questions.StartLadder(ladder_id=second.id))
    operator = Caller(kind=TokenKind.ADMIN, account_id="host")
    await seasons.start(svc, operator, questions.StartLadder(ladder_id=second.id))
    used = {one.name: one.used for one in await quotas.used(svc, first.owner)}
    assert used[QuotaName.LADDERS] == 2


async def test_two_processes_let_no_more_ladders_run(svc: Service, other_svc: Service) -> None:
    """Of twenty that come at once five are listed, and one that is just beginning stays."""
    wanted = [ReserveLadder(f"l{number}", 2, 5, 100) for number in range(10)]
    asked = [
        one.quotas.reserve_ladder("a", ladder) for ladder in wanted for one in (svc, other_svc)
    ]
    found = await asyncio.gather(*asked)
    assert found.count(ReserveLadderReply.TAKEN) == 10  # each of five ids, by either process
    nobody = Caller(kind=TokenKind.USER, account_id="a")
    assert {one.name: one.used for one in await quotas.used(svc, nobody)}[QuotaName.LADDERS] == 0
    assert len(await svc.quotas.ladders("a")) == 5


async def test_who_is_listed_anew_is_not_forgotten_for_what_was_read_before(svc: Service) -> None:
    """A paused ladder goes on while another process makes room: it keeps its place."""
    ladder = ReserveLadder("l1", 2, 1, 100)
    await svc.quotas.reserve_ladder("a", ladder)
    before = await svc.quotas.ladders("a")
    while (await svc.quotas.ladders("a")) == before:
        await svc.quotas.reserve_ladder("a", ladder)
    await svc.quotas.forget_ladders("a", before)
    assert [*await svc.quotas.ladders("a")] == ["l1"]
    await svc.quotas.forget_ladders("a", await svc.quotas.ladders("a"))
    assert not await svc.quotas.ladders("a")


async def test_a_later_stage_waits_for_room_unless_it_follows_at_once(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hour may come when others run; it starts as soon as one of them has ended."""
    monkeypatch.setattr(quotas, "MOST_LADDERS", 1)
    start_at_ms = await svc.connection.now_ms() + 3_600_000
    stage = {"take": 2, "format": "round_robin", "rounds": 1, "startAtMs": start_at_ms}
    first = await a_ladder(svc, bots=2, blocks=None, format="round_robin", rounds=1, stages=[stage])
    await finish(svc, first)
    await jobs.tend(svc, first.id)
    next_id = (await ladder_of(svc, first.id)).next_stage_id
    assert next_id is not None
    await a_ladder(svc, bots=0, start=False)
    second = await ladders.create(svc, first.owner, some_terms())
    for bot_id, caller in first.callers.items():
        await enrol(svc, caller, second.id, bot_id)
    await seasons.start(svc, first.owner, questions.StartLadder(ladder_id=second.id))

    async def at_its_hour(_: RedisConnection) -> int:
        return start_at_ms

    with patch.object(RedisConnection, "now_ms", at_its_hour):
        await jobs.tend(svc, next_id)
        assert (await ladder_of(svc, next_id)).status is LadderStatus.OPEN
        await seasons.cancel(svc, first.owner, questions.CancelLadder(ladder_id=second.id))
        await jobs.tend(svc, next_id)
        assert (await ladder_of(svc, next_id)).status is LadderStatus.RUNNING


async def test_a_ladder_of_more_seats_than_an_account_has_is_not_made(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could never start; an operator may make it."""
    monkeypatch.setattr(quotas, "MOST_LADDER_SEATS", 5)
    terms = some_terms(concurrency=3)
    with pytest.raises(Malformed, match="seats at once"):
        await ladders.create(svc, Caller(kind=TokenKind.USER, account_id="a"), terms)
    await ladders.create(svc, Caller(kind=TokenKind.ADMIN, account_id="host"), terms)


async def a_filled_ladder(
    transport: Transport, token: str, bots: list[str], **changed: object
) -> str:
    """A new ladder with these bots in it."""
    made = await transport.do("createLadder", token, {**LADDER, **changed})
    for bot_id in bots:
        await transport.do("enrol", token, {"botId": bot_id}, made.data["id"])
    return str(made.data["id"])
