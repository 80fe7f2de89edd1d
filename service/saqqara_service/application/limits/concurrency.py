"""How much one process carries at once; more is refused at once rather than all made to wait."""

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
"""One account, or one address without one, has at most one in so many of what stays."""
OF_STRANGERS: Final = 2
"""All who show no token have together at most one in so many: bots find places beside a crowd."""
LEAST: Final = 16
"""But nobody less than that, however few there are."""
EACH_FOLLOWS: Final = 2
"""There are so many subscriptions for each place of a socket: more would take too much memory."""
Leave: TypeAlias = Callable[[], None]


class ConcurrencyLimit:
    """As many places as there are; who takes one, by `with` or by name, has to leave it."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._kind = kind
        self._most = most
        self._taken = 0
        self._shed = metrics.shed.labels(kind)
        metrics.carried.labels(kind).set_function(lambda: self._taken)

    def take(self) -> None:
        """Take a place; raises `Busy` if none is left."""
        if self._taken >= self._most:
            self._shed.inc()
            raise Busy(
                f"This process is at its limit of {self._most} {self._kind}s. Try again.",
                retry_after_ms=RETRY_AFTER_MS,
            )
        self._taken += 1

    def leave(self) -> None:
        """Leave a place."""
        self._taken -= 1

    def __enter__(self) -> None:
        """Take a place for the time of the block."""
        self.take()

    def __exit__(self, *_: object) -> None:
        """Leave it."""
        self.leave()


class SharedPlaces:
    """Places for what stays, of which nobody has more than a share."""

    def __init__(self, kind: str, most: int, metrics: Metrics) -> None:
        self._kind = kind
        self._most = most
        self._of_one = max(LEAST, most // OF_ONE)
        self._of_strangers = max(LEAST, most // OF_STRANGERS)
        self._taken: Counter[str] = Counter()
        self._count = self._strangers = 0
        self._shed = metrics.shed.labels(kind)

    def take(self, keys: Keys) -> Leave:
        """Take a place for an account, or else for an address, and how it is left.

        Raises `TooMany`, or `Busy` if none is left.
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
        """Hold a place for the time of the block."""
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
    """Limits for operations, as many for actions, and places for sockets and streams, which stay.

    Actions have places of their own so that no crowd of readers takes them: a clock is running. One
    is taken only for who has shown a good token, so that strangers cannot take them either. Of the
    sockets and streams, and of what is followed by sockets, each has a share.
    """

    def __init__(self, operations: int, streams: int, metrics: Metrics) -> None:
        self.operation = ConcurrencyLimit("operation", operations, metrics)
        self.action = ConcurrencyLimit("action", operations, metrics)
        self.stream = ConcurrencyLimit("stream", streams, metrics)
        self.share = SharedPlaces("socket and stream", streams, metrics)
        self.subscription = SharedPlaces("subscription", EACH_FOLLOWS * streams, metrics)
