"""The verdict on a siege: everything that the checkers find in its Redis."""

from __future__ import annotations

from tests.chaos.checker import judge
from tests.chaos.history import History
from tests.chaos.ladder_check import ladder_faults, lease_faults
from tests.chaos.redis_log import ladders_in, leases_in, matches_in
from tests.chaos.system import System


def verdict(system: System, history: History, *, is_over: bool) -> list[str]:
    """Every violation; of a siege that goes on give a history `until_now`."""
    url = system.redis.url
    ladders = ladders_in(url)  # first, since what they count has ended before
    logs = matches_in(url)
    return [
        *judge(history, logs, is_over=is_over),
        *ladder_faults(ladders, logs, is_over=is_over),
        *lease_faults(leases_in(system.redis.directory)),
    ]
