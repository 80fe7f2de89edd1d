"""The processor time of programs: their accounts pay for it from a budget, and begin no match
while it is spent.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

from saqqara_service.application.accounts import quotas
from saqqara_service.application.accounts.addresses import DAY_S
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited
from saqqara_service.models import Caller, Submission, TokenKind
from saqqara_service.questions import Meter

MOST_OWED_S: Final = 30 * DAY_S
"""What an account owes beyond what its budget fills in so many seconds is forgiven."""

OTHERS_WAIT_MS: Final = 3_600_000
"""When to try again with another's bot, however long it takes: what an account owes is its own."""


@dataclass(frozen=True, slots=True)
class _Short:
    """A hosted bot whose account has nothing left, and how long until it has something."""

    bot_id: str
    account_id: str
    wait_s: float


async def charge(svc: Service, metered: Iterable[tuple[Submission, Meter | None]]) -> None:
    """Have accounts pay for what their programs have used since it was told last.

    What is told again, or late, is paid once. Matches that have begun are played to their end,
    whatever that costs: beyond the budget it is owed.
    """
    day = quotas.processor_time(svc)
    if day is None:
        return
    grown: Counter[str] = Counter()

    async def add(one: Submission, meter: Meter) -> None:
        more_ms = await svc.hosting.metered(one.id, meter.name, meter.used_ms)
        grown[one.account_id] += more_ms

    await asyncio.gather(*(add(one, meter) for one, meter in metered if meter is not None))
    for account_id, more_ms in grown.items():
        if more_ms:
            cost_s = more_ms / 1000 / day.per_s
            await svc.token_buckets.owe(
                day.name, account_id, fill_s=day.fill_s, cost_s=cost_s, debt_s=MOST_OWED_S
            )


async def all_spent(svc: Service, accounts: Collection[str]) -> set[str]:
    """Those of the accounts that have nothing left of their budgets."""
    day = quotas.processor_time(svc)
    if day is None or not accounts:
        return set()
    full_in_s = await svc.token_buckets.all_full_in_s(day.name, {*accounts})
    return {one for one in accounts if full_in_s[one] > day.fill_s}


async def spent(svc: Service, bot_ids: Collection[str]) -> set[str]:
    """The hosted bots whose accounts have nothing left of their budgets."""
    return {one.bot_id for one in await _short(svc, bot_ids)}


async def demand(svc: Service, caller: Caller, player_ids: Collection[str]) -> None:
    """Refuse a match of hosted bots whose accounts have nothing left; raises `RateLimited`.

    How long it takes, and what else can be done, only the account itself and operators are told.
    """
    short = await _short(svc, player_ids)
    if not short:
        return
    most = svc.settings.account_processor_s_per_day
    is_operator = caller.kind is TokenKind.ADMIN
    own = [one for one in short if is_operator or one.account_id == caller.account_id]
    if own:
        last = max(own, key=lambda one: one.wait_s)
        message = (
            f"The programs of the account of {last.bot_id} have used up their {most} s of"
            " processor time per day. Wait, or choose a version that you run yourself."
        )
        wait_ms = ceil(last.wait_s * 1000)
    else:
        message = (
            f"The owner of {short[0].bot_id} has used up the processor time of its hosted"
            " bots. Try again later, or play other bots."
        )
        wait_ms = OTHERS_WAIT_MS
    raise RateLimited(message, budget=quotas.PROCESSOR_TIME, limit=most, retry_after_ms=wait_ms)


async def _short(svc: Service, bot_ids: Collection[str]) -> list[_Short]:
    """Those of the bots that are hosted and whose accounts have nothing left."""
    day = quotas.processor_time(svc)
    if day is None or not bot_ids:
        return []
    hosted = [*await svc.submissions.active([*bot_ids])]
    owners = {one.id: one.account_id for one in await svc.accounts.bots(hosted) if one is not None}
    full_in_s = await svc.token_buckets.all_full_in_s(day.name, {*owners.values()})
    found = [
        _Short(bot_id, owner, full_in_s[owner] - day.fill_s) for bot_id, owner in owners.items()
    ]
    return [one for one in found if one.wait_s > 0]
