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
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited
from saqqara_service.models import Submission

MOST_OWED_S: Final = 30 * quotas.DAY_S
"""What an account owes beyond what its budget fills in so many seconds is forgiven."""


@dataclass(frozen=True, slots=True)
class Metered:
    """What a runner has counted for a program since it began to work on it."""

    meter_id: str
    used_ms: int


async def charge(svc: Service, told: Iterable[tuple[Submission, Metered | None]]) -> None:
    """Have accounts pay for what their programs have used since it was told last.

    What is told again, or late, is paid once. Matches that have begun are played to their end,
    whatever that costs: beyond the budget it is owed.
    """
    day = quotas.processor_time(svc)
    if day is None:
        return
    grown: Counter[str] = Counter()

    async def add(one: Submission, metered: Metered) -> None:
        more_ms = await svc.hosting.metered(one.id, metered.meter_id, metered.used_ms)
        grown[one.account_id] += more_ms

    await asyncio.gather(*(add(one, metered) for one, metered in told if metered is not None))
    for account_id, more_ms in grown.items():
        if more_ms:
            cost_s = more_ms / 1000 / day.per_s
            await svc.token_buckets.owe(
                day.name, account_id, fill_s=day.fill_s, cost_s=cost_s, debt_s=MOST_OWED_S
            )


async def spent(svc: Service, bot_ids: Collection[str]) -> set[str]:
    """The hosted bots whose accounts have nothing left of their budgets."""
    waits = await _waits_s(svc, bot_ids)
    return {bot_id for bot_id, wait_s in waits.items() if wait_s > 0}


async def demand(svc: Service, player_ids: Collection[str]) -> None:
    """Refuse a match of hosted bots whose accounts have nothing left; raises `RateLimited`."""
    waits = await _waits_s(svc, player_ids)
    wait_s = max(waits.values(), default=0.0)
    if wait_s > 0:
        who = next(bot_id for bot_id, one in waits.items() if one == wait_s)
        most = svc.settings.account_processor_s_per_day
        raise RateLimited(
            f"the programs of the account of {who} have used the {most} s of processor time that"
            " they have in a day: wait, or choose a version that you keep online yourself",
            budget=quotas.PROCESSOR_TIME,
            limit=most,
            retry_after_ms=ceil(wait_s * 1000),
        )


async def _waits_s(svc: Service, bot_ids: Collection[str]) -> dict[str, float]:
    """For each of the bots that is hosted, how long until its account has something left."""
    day = quotas.processor_time(svc)
    if day is None or not bot_ids:
        return {}
    hosted = [*await svc.submissions.active([*bot_ids])]
    owners = {one.id: one.account_id for one in await svc.accounts.bots(hosted) if one is not None}
    full_in_s = await svc.token_buckets.all_full_in_s(day.name, {*owners.values()})
    return {bot_id: full_in_s[owner] - day.fill_s for bot_id, owner in owners.items()}
