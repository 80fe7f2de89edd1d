"""What one address may take in a day: many accounts are no way around what one of them may."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import credentials, quotas
from saqqara_service.application.accounts.addresses import ACCOUNTS_WORTH, DAY_S
from saqqara_service.application.accounts.house import HouseLevel, open_house
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited, TooMany
from saqqara_service.models import Caller, Registration, TokenKind
from saqqara_service.settings import Settings
from tests.service.transports import PATIENCE_S, GraphQL, Json, Rest, Transport, serving

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="admin")
CLOCK: Json = {"kind": "fischer", "baseMs": 600_000, "incrementMs": 1_000}
HERE, THERE = "127.0.0.1", "127.0.0.9"


@dataclass(frozen=True, slots=True)
class Places:
    """The same server as it is asked from two addresses, each by both transports."""

    here: tuple[Transport, Transport]
    there: tuple[Transport, Transport]


@asynccontextmanager
async def two_addresses(settings: Settings, **limits: object) -> AsyncIterator[Places]:
    """A server with these limits, asked from two addresses."""
    async with (
        serving(settings.model_copy(update=limits)) as server,
        AsyncExitStack() as held,
    ):
        found = []
        for address in (HERE, THERE):
            way = httpx.AsyncHTTPTransport(local_address=address)
            client = httpx.AsyncClient(base_url=server, timeout=PATIENCE_S, transport=way)
            await held.enter_async_context(client)
            found.append((Rest(client), GraphQL(client)))
        yield Places(*found)


async def refused(transports: Iterable[Transport], what: str, budget: str, limit: int) -> None:
    """All of them hear the same: the address has had so much."""
    for transport in transports:
        answer = await transport.do(what, None, {"name": "Hemiunu"})
        facts = (answer.code, answer.facts.get("budget"), answer.facts.get("limit"))
        assert facts == ("rate_limited", budget, limit), answer
        assert answer.facts["retryAfterMs"] > 60_000


async def test_one_address_does_not_open_all_accounts(settings: Settings) -> None:
    """It opens so many in a day by both transports together; others still open theirs."""
    async with two_addresses(settings, address_accounts_per_day=4, max_accounts=5) as places:
        for transport in places.here * 2:
            assert (await transport.do("register", None, {"name": "Hemiunu"})).code is None
        await refused(places.here, "register", "address_accounts", 4)
        assert (await places.there[0].do("register", None, {"name": "Imhotep"})).code is None


async def test_one_address_does_not_have_all_guests(settings: Settings) -> None:
    """It has an eighth of the places at once, however fast it asks."""
    async with two_addresses(settings, guests=24) as places:
        for transport in (*places.here, places.here[0]):
            assert (await transport.do("registerGuest", None, {})).code is None
        await refused(places.here, "registerGuest", "address_guests", 3)
        for transport in places.there:
            assert (await transport.do("registerGuest", None, {})).code is None


async def test_a_full_server_takes_nothing_of_an_address(settings: Settings) -> None:
    """Who finds no place for an account or a guest has not had one."""
    full = {"guests": 16, "max_accounts": 1, "address_accounts_per_day": 3}
    async with two_addresses(settings, **full) as places:
        (there, _), (here, _) = places.there, places.here
        assert (await there.do("register", None, {"name": "Imhotep"})).code is None
        answers = [await here.do("register", None, {"name": "Djoser"}) for _ in range(6)]
        assert {one.code for one in answers} == {"too_many"}
        for transport in (there, there, here, here):
            assert (await transport.do("registerGuest", None, {})).code is None
        await refused([here], "registerGuest", "address_guests", 2)


async def test_nobody_has_all_places_of_a_house_bot(svc: Service, settings: Settings) -> None:
    """An account has a quarter of them, an address half; who is refused has taken none."""
    level = HouseLevel("greedy", 8)
    await open_house(svc, level)
    await svc.engagements.be_present(level.bot_id, 600_000)
    async with two_addresses(settings) as places:

        async def challenges(transport: Transport, name: str) -> list[str]:
            owner = (await transport.do("register", None, {"name": name})).data["token"]
            bot = (await transport.do("createBot", owner, {"name": name})).data["bot"]["id"]
            ask: Json = {
                "game": "imhotep",
                "options": {"players": 2},
                "timeControl": CLOCK,
                "challenged": [level.bot_id],
                "botId": bot,
            }
            made = [await transport.do("createChallenge", owner, ask) for _ in range(3)]
            return [one.data["status"] for one in made]

        assert await challenges(places.here[0], "owner a") == ["accepted", "accepted", "declined"]
        assert await challenges(places.here[1], "owner b") == ["accepted", "accepted", "declined"]
        assert await challenges(places.here[0], "owner c") == ["declined"] * 3
        assert await challenges(places.there[0], "owner d") == ["accepted", "accepted", "declined"]
        assert len((await svc.engagements.live([level.bot_id]))[level.bot_id]) == 6


async def test_whom_the_host_invites_is_not_counted(svc: Service, settings: Settings) -> None:
    """How many come by invitation is the host's to decide."""
    few = {"address_accounts_per_day": 1, "registration": Registration.INVITATION}
    async with two_addresses(settings, **few) as places:
        for transport in places.here * 2:
            invited = await credentials.invite(
                svc, OPERATOR, questions.Invite(expires_in_ms=60_000)
            )
            ask: Json = {"name": "Hemiunu", "invitation": invited.code}
            assert (await transport.do("register", None, ask)).code is None


@pytest.mark.parametrize(
    ("made", "budget", "limit"),
    [
        ("matches", "address_made", ACCOUNTS_WORTH),
        ("submissions", "address_submitted", ACCOUNTS_WORTH),
        ("exports", "address_exported", ACCOUNTS_WORTH),
        ("bytes", "address_archives", 100 * ACCOUNTS_WORTH),
    ],
)
async def test_all_accounts_at_an_address_make_what_some_of_them_may(
    svc: Service, made: str, budget: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them has its own quota, and together they have that of ten; others have theirs."""
    for name in ("MADE_PER_DAY", "EXPORTS_PER_DAY", "SUBMISSIONS_PER_DAY"):
        monkeypatch.setattr(quotas, name, 1)
    monkeypatch.setattr(quotas, "ARCHIVE_BYTES", 100)

    async def make(number: int, address: str) -> None:
        caller = Caller(kind=TokenKind.USER, account_id=f"account{number}")
        with RequestCost(Client(address), svc.rate_limits):
            match made:
                case "matches":
                    await quotas.spend_one(svc, caller)
                case "exports":
                    await quotas.spend_export(svc, caller)
                case "submissions":
                    async with quotas.submitting(svc, caller):
                        pass
                case _:
                    async with quotas.keeping_archive(svc, caller, 100):
                        pass

    for number in range(ACCOUNTS_WORTH):
        await make(number, HERE)
    with pytest.raises(RateLimited) as refusal:
        await make(ACCOUNTS_WORTH, HERE)
    assert refusal.value.budget == budget
    assert refusal.value.limit == limit
    await make(ACCOUNTS_WORTH + 1, THERE)


async def test_who_has_spent_its_own_takes_none_of_its_neighbours(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused by the account's own budget is not counted with the address."""
    monkeypatch.setattr(quotas, "EXPORTS_PER_DAY", 1)
    greedy = Caller(kind=TokenKind.USER, account_id="greedy")
    with RequestCost(Client(HERE), svc.rate_limits):
        await quotas.spend_export(svc, greedy)
        for _ in range(2 * ACCOUNTS_WORTH):
            with pytest.raises(RateLimited, match="An account can create at most"):
                await quotas.spend_export(svc, greedy)
        await quotas.spend_export(svc, Caller(kind=TokenKind.USER, account_id="other"))


async def test_what_fails_is_given_back(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the account nor the address has had what was refused for another reason."""
    monkeypatch.setattr(quotas, "SUBMISSIONS_PER_DAY", 1)
    with RequestCost(Client(HERE), svc.rate_limits):
        caller = Caller(kind=TokenKind.USER, account_id="full")
        for _ in range(2 * ACCOUNTS_WORTH):
            with pytest.raises(TooMany):
                async with quotas.submitting(svc, caller):
                    raise TooMany("the account is full", limit=1)
        async with quotas.submitting(svc, caller):
            pass


async def test_what_the_address_refuses_the_account_keeps(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks in vain beside busy neighbours has its own when there is room again."""
    monkeypatch.setattr(quotas, "EXPORTS_PER_DAY", 2)
    with RequestCost(Client(HERE), svc.rate_limits):
        for number in range(2 * ACCOUNTS_WORTH):
            caller = Caller(kind=TokenKind.USER, account_id=f"neighbour{number}")
            await quotas.spend_export(svc, caller)
        late = Caller(kind=TokenKind.USER, account_id="late")
        for _ in range(5):
            with pytest.raises(RateLimited, match="The accounts at an address"):
                await quotas.spend_export(svc, late)
    assert await svc.token_buckets.full_in_s("account_exported", "late") == 0


async def test_guests_take_of_their_address_no_more_than_accounts(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match counts the same whoever makes it, though a guest makes fewer."""
    monkeypatch.setattr(quotas, "MADE_PER_DAY", 1_000)
    with RequestCost(Client(HERE), svc.rate_limits):
        for number in range(20):
            caller = Caller(kind=TokenKind.GUEST, account_id=f"guest{number}")
            await quotas.spend_one(svc, caller)
    full_in_s = await svc.token_buckets.full_in_s("address_made", HERE)
    assert full_in_s == pytest.approx(20 * DAY_S / (1_000 * ACCOUNTS_WORTH), rel=0.1)
