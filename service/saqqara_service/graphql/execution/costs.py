"""What an answer tells of its cost, under `extensions`: the calls it was charged, and what is left.

A subscription tells nothing of it, since it costs as long as it lasts; nor does an answer that a
cache may keep, since the next one who reads it has another budget.
"""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from strawberry.extensions import SchemaExtension

from saqqara_service.application.limits.meter import whole_ms
from saqqara_service.application.limits.rate_limits import RequestCost, request_cost
from saqqara_service.application.limits.token_buckets import BucketLevel
from saqqara_service.graphql.context import TRANSPORT
from saqqara_service.graphql.execution.texts import ACTIONS

COST: Final = "cost"
"""The key under `extensions`."""

PLACES: Final = 2
"""Decimals of what was measured."""


class Costs(SchemaExtension):
    """Tells the cost of what the library runs."""

    def get_results(self) -> dict[str, Any]:
        """What stands under `extensions`."""
        return costs()


def excuse(field: str) -> None:
    """Take the running operation, which asks for one field, for what others cost if that acts."""
    one, acts = request_cost(), ACTIONS.get(field)
    if one is not None and acts is not None:
        one.excuse((TRANSPORT, acts))


def costs() -> dict[str, Any]:
    """The cost of the operation that the running task works for, as it stands under `extensions`.

    It has nothing where nobody pays: in a subscription, or outside of a transport.
    """
    one = request_cost()
    return {} if one is None or one.is_stream else {COST: _cost(one)}


def _cost(one: RequestCost) -> dict[str, Any]:
    level = one.level
    return {
        "calls": round(one.calls, PLACES),
        "processorMs": whole_ms(one.so_far_s),
        "budget": None if level is None else _budget(level, one.calls - one.paid),
    }


def _budget(level: BucketLevel, due: float) -> dict[str, Any]:
    """What is left of a budget once the calls that are due have been taken from it."""
    budget = level.budget
    left = BucketLevel(budget, level.full_in_s + max(0.0, due) / budget.per_s)
    return {
        "name": budget.name,
        "limit": budget.burst,
        "remaining": left.remaining,
        "perSecond": budget.per_s,
        "fullInMs": ceil(left.full_in_s * 1000),
    }
