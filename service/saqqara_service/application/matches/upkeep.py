"""What a match costs when nobody asks: its maker owes for what the service does by itself.

Any process may do that work, and long after the match was made; so the store says who pays.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Final, TypeVar

from saqqara_service.application.limits.meter import CostMeter, metered
from saqqara_service.application.limits.rate_limits import payers, request_cost
from saqqara_service.application.service import Service

T = TypeVar("T")


ACCOUNT: Final = "account"
"""Beside the budgets that pay: the account for which the match is made."""


async def note_maker(svc: Service, match_id: str, account_id: str) -> None:
    """Whoever pays for the running operation pays for the match; workers pay for none."""
    if found := payers():
        await svc.payers.note(match_id, {**found, ACCOUNT: account_id})


async def owed(svc: Service, match_id: str, work: Coroutine[object, object, T]) -> T:
    """Do some work for a match; its maker owes the processor's time, not who is there for it."""
    one = CostMeter((match_id,))
    with one:
        done = await metered(work, one)
    if (outer := request_cost()) is not None:
        outer.forgiven_s += one.spent_s
    svc.rate_limits.owe_for(await svc.payers.of(match_id), one.spent_s)
    return done
