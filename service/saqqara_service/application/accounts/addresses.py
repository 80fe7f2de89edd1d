"""What one address may take in a day, through however many accounts.

Anybody can open accounts, so a quota of an account alone bounds nobody. Whom the service asks
itself, as the host's command line does, is bound by none of this; nor is who has no address.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from math import ceil
from typing import Final

from saqqara_service.application.limits.rate_limits import request_cost
from saqqara_service.application.limits.token_buckets import UNKNOWN, RateLimit
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, RateLimited

DAY_S: Final = 86_400
ACCOUNTS_WORTH: Final = 10
"""An address makes in a day what so many accounts may: a class shares one, and seldom all of it."""
GUESTS_OF_ADDRESS: Final = 8
"""An address has one in so many of the guests' places at once, and as many again in a day, which is
how long a guest stays: a quarter at most, so that neither one address nor two have them all."""


@dataclass(frozen=True, slots=True)
class Taking:
    """So much of a bucket, and what is said if it does not hold that."""

    budget: RateLimit
    subject: str
    count: int
    refusal: str

    @property
    def cost_s(self) -> float:
        """How long the bucket takes to fill it up again."""
        return self.count / self.budget.per_s


def account(svc: Service) -> AbstractAsyncContextManager[AsyncExitStack]:
    """Count an account that is opened from the address that asks; raises `RateLimited`."""
    most = svc.settings.address_accounts_per_day
    day = RateLimit("address_accounts", most, most / DAY_S)
    return spending(
        svc,
        *_of_address(day, 1, f"An address can create at most {most} accounts per day"),
    )


def guest(svc: Service) -> AbstractAsyncContextManager[AsyncExitStack]:
    """Count a guest from the address that asks; raises `RateLimited`."""
    most = ceil(svc.settings.guests / GUESTS_OF_ADDRESS)
    day = RateLimit("address_guests", most, most / DAY_S)
    refusal = f"An address can create at most {most} guests per day. Create an account"
    return spending(svc, *_of_address(day, 1, refusal))


def made(of_account: RateLimit, what: str, count: int = 1) -> Iterator[Taking]:
    """What accounts make in a day, as it counts for the address that asks."""
    most = ACCOUNTS_WORTH * of_account.burst
    name = of_account.name.replace("account_", "address_", 1)
    refusal = f"The accounts at an address can create at most {most} {what} per day"
    return _of_address(RateLimit(name, most, most / DAY_S), count, refusal)


@asynccontextmanager
async def spending(svc: Service, *takings: Taking) -> AsyncIterator[AsyncExitStack]:
    """Take of each bucket; raises `RateLimited`.

    If one does not hold that, what it is taken for fails, or the block closes what it is given, all
    is given back.
    """
    async with AsyncExitStack() as taken:
        for one in takings:
            await _take(svc, one)
            taken.push_async_callback(_give_back, svc, one)
        yield taken
        taken.pop_all()


def _of_address(budget: RateLimit, count: int, refusal: str) -> Iterator[Taking]:
    if (one := request_cost()) is not None and one.client.address != UNKNOWN:
        yield Taking(budget, one.client.address, count, f"{refusal}. Wait, or ask the host.")


async def _take(svc: Service, one: Taking) -> None:
    budget = one.budget
    took = await svc.token_buckets.take(
        budget.name, one.subject, fill_s=budget.fill_s, cost_s=one.cost_s
    )
    if not took.is_taken:
        wait_s = took.full_in_s - (budget.fill_s - one.cost_s)
        raise RateLimited(
            one.refusal,
            budget=budget.name,
            limit=budget.burst,
            retry_after_ms=max(1, ceil(wait_s * 1000)),
        )


async def _give_back(svc: Service, one: Taking) -> None:
    budget = one.budget
    with suppress(Busy):  # the day gives it back
        await svc.token_buckets.owe(
            budget.name, one.subject, fill_s=budget.fill_s, cost_s=-one.cost_s
        )
