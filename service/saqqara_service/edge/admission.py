"""How much one address may have under way, and how many connections a process takes.

Behind a proxy all connections are the proxy's, so what is counted are requests and websockets, by
the address that the proxy tells: Caddy bounds none of them, and an address with thousands would
leave no places for others (`tests/attacks/test_half_requests.py`).
"""

from __future__ import annotations

import resource
from collections import Counter
from functools import partial
from typing import Final

from saqqara_service.application.limits.concurrency import Leave
from saqqara_service.application.limits.token_buckets import UNKNOWN
from saqqara_service.errors import TooMany
from saqqara_service.observability.metrics import Metrics

SPARE_FILES: Final = 192
"""What a process opens beside its clients' connections."""


class Admission:
    """Counts what is under way by address."""

    def __init__(self, of_address: int, metrics: Metrics) -> None:
        self._of_address = of_address
        self._asking: Counter[str] = Counter()
        self.shed = metrics.shed.labels("connection").inc
        """Count a connection or a request that was not let in."""

    def ask(self, address: str) -> Leave:
        """Let that address ask something, and how it ends; raises `TooMany`."""
        if address == UNKNOWN:
            return _nothing
        if self._asking[address] >= self._of_address:
            self.shed()
            raise TooMany(
                f"Your address already has {self._of_address} open connections, the maximum."
                " Close one first.",
                limit=self._of_address,
            )
        self._asking[address] += 1
        return partial(self._leave, address)

    def _leave(self, address: str) -> None:
        self._asking[address] -= 1
        if not self._asking[address]:
            del self._asking[address]


def _nothing() -> None:
    """Leave what was not counted."""


def most_connections(wanted: int) -> int:
    """As many connections as wanted, or as the system lets this process hold open."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, max(1, soft - SPARE_FILES))


def may_open_many_files() -> None:
    """Let this process open as many files as the system lets it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
