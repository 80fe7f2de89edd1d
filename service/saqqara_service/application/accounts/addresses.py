"""What one address may take in a day, through however many accounts.

Anybody can open accounts, so a quota of an account alone bounds nobody. Whom the service asks
itself, as the host's command line does, is bound by none of this; nor is who has no address.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from saqqara_service.application.limits.rate_limits import bill
from saqqara_service.application.limits.token_buckets import UNKNOWN, RateLimit
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited

DAY_S: Final = 86_400
ACCOUNTS_WORTH: Final = 10
"""An address makes in a day what so many accounts may: a class shares one, and seldom all of it."""
GUEST_DAYS: Final = 2
"""An address has half of the guests' places at once, and half in so many days: a guest stays for
one, so a quarter is left to others."""


async def spend_account(svc: Service) -> None:
    """Count an account that is opened from the address that asks; raises `RateLimited`."""
    most = svc.settings.address_accounts_per_day
    day = RateLimit("address_accounts", most, most / DAY_S)
    await _spend(svc, day, 1, f"{most} accounts are opened from an address in a day at most")


async def spend_guest(svc: Service) -> None:
    """Count a guest from the address that asks; raises `RateLimited`."""
    most = ceil(svc.settings.guests / 2)
    days = RateLimit("address_guests", most, most / (GUEST_DAYS * DAY_S))
    await _spend(svc, days, 1, f"{most} guests come from an address at most; open an account")


async def spend_made(svc: Service, of_account: RateLimit, what: str, count: int = 1) -> None:
    """Count what an account makes in a day with the address that asks; raises `RateLimited`."""
    most = ACCOUNTS_WORTH * of_account.burst
    name = of_account.name.replace("account_", "address_", 1)
    refusal = f"all accounts at an address make {most} {what} in a day at most"
    await _spend(svc, RateLimit(name, most, most / DAY_S), count, refusal)


async def _spend(svc: Service, budget: RateLimit, count: int, refusal: str) -> None:
    if (one := bill()) is None or one.asker.address == UNKNOWN:
        return
    took = await svc.token_buckets.take(
        budget.name, one.asker.address, fill_s=budget.fill_s, cost_s=count / budget.per_s
    )
    if not took.is_taken:
        wait_s = took.full_in_s - (budget.burst - count) / budget.per_s
        raise RateLimited(
            f"{refusal}; wait, or ask the host",
            budget=budget.name,
            limit=budget.burst,
            retry_after_ms=max(1, ceil(wait_s * 1000)),
        )
