"""Who may connect: so many for each address, and so many for the process.

Counted as soon as the connection is there, before anything of it is read: whoever comes from one
address cannot use up what the others need. Behind a trusted proxy all come from its address; there
what is under way is counted, by the address that the proxy tells.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import inf
from typing import Final

from saqqara_service.application.limits.concurrency import Leave
from saqqara_service.application.limits.token_buckets import UNKNOWN
from saqqara_service.edge.rate_limits import origin
from saqqara_service.errors import Busy, TooMany
from saqqara_service.observability.metrics import Metrics

ANY: Final = "*"
SPARE_FILES: Final = 192
"""What a process opens beside its clients' connections."""
TURNED_AWAY: Final = 64
"""So many at once are told why they are not let in; the others are only cut."""
RETRY_AFTER_MS: Final = 1_000


class Admission:
    """Counts connections, and what is under way, by address."""

    def __init__(
        self, of_address: int, of_process: int, proxies: Iterable[str], metrics: Metrics
    ) -> None:
        self._of_address = of_address
        self._of_process = min(of_process, max(1, _files() - SPARE_FILES))
        self._is_anybody_trusted = ANY in proxies
        self._proxies = list(_networks(proxies))
        self._connected: Counter[str] = Counter()
        self._asking: Counter[str] = Counter()
        self._total = 0
        self._turned_away = 0
        self._shed = metrics.shed.labels("connection")
        metrics.carried.labels("connection").set_function(lambda: self._total)

    def admit(self, peer: str) -> Leave:
        """Let a connection in, and how it leaves; raises `TooMany` or `Busy`."""
        if self._total >= self._of_process:
            self._shed.inc()
            raise Busy(
                "This process is at its limit of connections. Try again.",
                retry_after_ms=RETRY_AFTER_MS,
            )
        address = self.address_of(peer)
        if address:
            self._count(self._connected, address)
        self._total += 1
        return partial(self._leave, address)

    def address_of(self, peer: str) -> str:
        """Whom a connection is counted for; empty if it is a proxy's, who speaks for many."""
        return "" if self._is_trusted(peer) else origin(peer)

    def turn_away(self) -> Leave | None:
        """How a connection leaves that is told why it is not let in; None: too many are told."""
        if self._turned_away >= TURNED_AWAY:
            return None
        self._turned_away += 1
        return self._gone

    def ask(self, address: str) -> Leave:
        """Let that address ask something, and how it ends; raises `TooMany`."""
        if address != UNKNOWN:
            self._count(self._asking, address)
        return partial(_uncount, self._asking, address)

    def _count(self, counted: Counter[str], address: str) -> None:
        if counted[address] >= self._of_address:
            self._shed.inc()
            raise TooMany(
                f"Your address already has {self._of_address} open connections, the maximum."
                " Close one first.",
                limit=self._of_address,
            )
        counted[address] += 1

    def _gone(self) -> None:
        self._turned_away -= 1

    def _leave(self, address: str) -> None:
        self._total -= 1
        if address:
            _uncount(self._connected, address)

    def _is_trusted(self, peer: str) -> bool:
        try:
            address = ip_address(peer)
        except ValueError:  # a socket of this machine, or none that could tell anything
            return True
        is_proxy = any(address in network for network in self._proxies)
        return is_proxy or self._is_anybody_trusted


def may_open_many_files() -> None:
    """Let this process open as many files as the system lets it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _networks(proxies: Iterable[str]) -> Iterator[IPv4Network | IPv6Network]:
    for proxy in proxies:
        with suppress(ValueError):  # a name, which no address is compared with
            yield ip_network(proxy, strict=False)


def _files() -> float:
    """How many files this process may hold open."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return inf if soft == resource.RLIM_INFINITY else soft


def _uncount(counted: Counter[str], address: str) -> None:
    counted[address] -= 1
    if counted[address] <= 0:
        del counted[address]
