"""What callers leave behind is bounded in bytes, and waits while there is no room for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
import pytest

from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.accounts import quotas
from saqqara_service.application.accounts.addresses import ACCOUNTS_WORTH
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from tests.service.transports import Answer, GraphQL, Json, Rest, Transport, a_party

NOTE = "ẞ" * 2_000
"""The longest note, of three bytes a letter."""
VERSION: Json = {"name": "of today", "note": NOTE}


def test_whatever_changes_something_is_counted_unless_its_row_says_otherwise() -> None:
    """A new operation that writes is counted; what ends or goes on is not, and what reads never."""
    keeping = {one.name for one in OPERATIONS if one.keeps}
    assert {"accounts_register", "bots_create_version", "matches_create"} <= keeping
    assert keeping.isdisjoint({"accounts_delete", "matches_act", "matches_resign"})
    assert not [one.name for one in OPERATIONS if one.reads and (one.keeps or one.leaves_nothing)]


@pytest.mark.parametrize("spoken", [Rest, GraphQL], ids=["rest", "graphql"])
async def test_an_account_leaves_so_many_bytes_in_a_day(
    lone_client: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    spoken: Callable[[httpx.AsyncClient], Transport],
) -> None:
    """Whatever it writes; what leaves nothing behind goes on, and so do others at its address."""
    transport = spoken(lone_client)
    greedy, other = await a_party(transport), await a_party(transport)
    monkeypatch.setattr(quotas, "KEPT_PER_DAY", 60_000)

    async def version(token: str, bot: str) -> Answer:
        return await transport.do("createBotVersion", token, VERSION, bot)

    answers = [await version(greedy.owner, greedy.ids[0]) for _ in range(12)]
    kept = [one for one in answers if one.code is None]
    assert 0 < len(kept) < len(answers)
    assert (answers[-1].code, answers[-1].facts["budget"]) == ("rate_limited", "account_kept")
    assert len(NOTE.encode()) * len(kept) <= 60_000
    while (
        made := await transport.do("createBot", greedy.owner, {"name": "one more"})
    ).code is None:
        pass
    assert (made.code, made.facts["budget"]) == ("rate_limited", "account_kept")
    chosen = await transport.do("chooseBotVersion", greedy.owner, {"number": 1}, greedy.ids[0])
    assert chosen.code is None
    assert (await version(other.owner, other.ids[0])).code is None


async def test_all_accounts_at_an_address_leave_what_ten_may(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More accounts are no way around it."""
    transport = Rest(lone_client)
    parties = [await a_party(transport) for _ in range(ACCOUNTS_WORTH + 1)]
    monkeypatch.setattr(quotas, "KEPT_PER_DAY", 8_200)
    answers = [
        await transport.do("createBotVersion", one.owner, VERSION, one.ids[0]) for one in parties
    ]
    assert [one.code for one in answers[:ACCOUNTS_WORTH]] == [None] * ACCOUNTS_WORTH
    assert (answers[-1].code, answers[-1].facts["budget"]) == ("rate_limited", "address_kept")


async def test_what_fails_has_left_nothing(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes of what was refused for another reason are given back."""
    transport = Rest(lone_client)
    party, other = await a_party(transport), await a_party(transport)
    monkeypatch.setattr(quotas, "KEPT_PER_DAY", 9_000)
    for _ in range(5):
        answer = await transport.do("createBotVersion", party.owner, VERSION, other.ids[0])
        assert answer.code not in {None, "rate_limited"}
    answer = await transport.do("createBotVersion", party.owner, VERSION, party.ids[0])
    assert answer.code is None


@pytest.mark.parametrize("place", ["disk", "store"])
async def test_nothing_more_is_left_while_there_is_no_room(
    lone_client: httpx.AsyncClient,
    svc: Service,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
) -> None:
    """On the disk or in the memory of Redis: every such write waits, and what ends does not."""
    transport = Rest(lone_client)
    party = await a_party(transport)
    where = {"disk": type(svc.admission.disk), "store": type(svc.connection)}[place]
    monkeypatch.setattr(where, "demand_room", _full if place == "disk" else _full_store)
    bot = party.ids[0]
    writes: list[Callable[[], Awaitable[Answer]]] = [
        lambda: transport.do("register", None, {"name": "Hemiunu"}),
        lambda: transport.do("createBot", party.owner, {"name": "one more"}),
        lambda: transport.do("createBotVersion", party.owner, VERSION, bot),
        lambda: transport.do("setPolicy", party.owner, {"mode": "accept"}, bot),
    ]
    for write in writes:
        assert (await write()).code == "busy"
    answer = await transport.do("chooseBotVersion", party.owner, {"number": 1}, bot)
    assert answer.code is None


def _full(_: object) -> None:
    raise Busy("full", retry_after_ms=1_000)


async def _full_store(_: object) -> None:
    raise Busy("full", retry_after_ms=1_000)
