"""Concurrency limits of a process; requests above them are refused, so that the rest stay fast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

from saqqara_service.application.limits.meter import Keys
from saqqara_service.errors import Busy, TooMany
from saqqara_service.observability.metrics import Metrics

RETRY_AFTER_MS: Final = 1_000
OF_ONE: Final = 4
"""The divisor for one account, or one address without an account."""
OF_STRANGERS: Final = 2
"""The divisor for all clients without a token, so that bots find slots beside a crowd."""
LEAST: Final = 16
"""The minimum share."""
EACH_FOLLOWS: Final = 2
"""The subscriptions for each slot of a socket, bounded for memory (24 KiB each)."""
Leave: TypeAlias = Callable[[], None]


class ConcurrencyLimit:
    """A number of slots, taken by `with` or by `take` and `leave`."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._kind = kind
        self._most = most
        self._taken = 0
        self._shed = metrics.shed.labels(kind)
        metrics.carried.labels(kind).set_function(lambda: self._taken)

    def take(self) -> None:
        """Take a slot; raises `Busy` if none is free."""
        if self._taken >= self._most:
            self._shed.inc()
            raise Busy(
                f"This process is at its limit of {self._most} {self._kind}s. Try again.",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._taken += 1

    def leave(self) -> None:
        """Release a slot."""
        self._taken -= 1

    def __enter__(self) -> None:
        """Take a slot for the block."""
        self.take()

    def __exit__(self, *_: object) -> None:
        """Release it."""
        self.leave()


class SharedPlaces:
    """Slots for long-lived connections, with a maximum share for each owner."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._kind = kind
        self._most = most
        self._of_one = max(LEAST, most // OF_ONE)
        self._of_strangers = max(LEAST, most // OF_STRANGERS)
        self._taken: Counter[str] = Counter()
        self._count = self._strangers = 0
        self._shed = metrics.shed.labels(kind)

    def take(self, keys: Keys) -> Leave:
        """Take a slot for an account, or else for an address; return the function that releases it.

        Raises `TooMany`, or `Busy` if none is free.
        """
        is_stranger, holder = len(keys) == 1, keys[-1]
        if self._count >= self._most:
            self._shed.inc()
            raise Busy(
                f"This process is at its limit of {self._most} {self._kind}s. Try again.",
                retry_after_ms=RETRY_AFTER_MS,
            )
        if self._taken[holder] >= self._of_one:
            whose = "Your address" if is_stranger else "The account"
            refusal = f"{whose} already has {self._of_one} {self._kind}s"
            raise self._refusal(refusal, self._of_one, "Close one first.")
        if is_stranger and self._strangers >= self._of_strangers:
            refusal = f"Clients without a token already have {self._of_strangers} {self._kind}s"
            raise self._refusal(refusal, self._of_strangers, "Send a token, or try again later.")
        self._taken[holder] += 1
        self._count += 1
        self._strangers += is_stranger
        return partial(self._leave, holder, is_stranger)

    @contextmanager
    def held(self, keys: Keys) -> Iterator[None]:
        """Hold a slot for the block."""
        leave = self.take(keys)
        try:
            yield
        finally:
            leave()

    def _refusal(self, message: str, limit: int, remedy: str) -> TooMany:
        self._shed.inc()
        return TooMany(f"{message} in this process, the maximum. {remedy}", limit=limit)

    def _leave(self, holder: str, is_stranger: bool) -> None:  # noqa: FBT001 - what was taken
        self._count -= 1
        self._strangers -= is_stranger
        self._taken[holder] -= 1
        if not self._taken[holder]:
            del self._taken[holder]


class ConcurrencyLimits:
    """The limits of a process: operations, actions, sockets and streams, subscriptions.

    Actions have slots of their own, so that readers cannot take them while a clock runs; only
    callers with a valid token can use them. Sockets, streams and subscriptions have shares.
    """

    def __init__(self, operations: int, streams: int, metrics: Metrics) -> None:
        self.operation = ConcurrencyLimit("operation", operations, metrics)
        self.action = ConcurrencyLimit("action", operations, metrics)
        self.stream = ConcurrencyLimit("stream", streams, metrics)
        self.share = SharedPlaces("socket and stream", streams, metrics)
        self.subscription = SharedPlaces("subscription", EACH_FOLLOWS * streams, metrics)
