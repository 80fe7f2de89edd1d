"""What the log tells of callers: who is served has a line, who is refused is counted, all bounded.

Nobody without a good token makes the log long: a flood would fill the disk, on which our Redis may
keep matches. What must not be known here: what a request is, and why it was refused.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import structlog

from saqqara_service import supervision
from saqqara_service.observability.logs import without_tokens

MINUTE_S = 60.0
"""So often counts are told."""
ADDRESSES: Final = 256
"""So many are told apart in a minute."""
OTHERS: Final = "others"
LINES_AT_ONCE: Final = 200
LINES_PER_S: Final = 20
"""What one process logs on behalf of all callers together who have shown no good token."""
LONGEST_PATH: Final = 100
CALLERS_MAKE: Final = ("asyncio", "uvicorn", "websockets")
"""Libraries whose lines come of callers also where no request is known yet."""
_KNOWN: Final[ContextVar[set[str] | None]] = ContextVar("known", default=None)
"""The accounts whose good tokens a request has shown, in whichever of its tasks."""
_LOG = structlog.get_logger("access")


@dataclass(slots=True)
class Refused:
    """What one address was refused, and the path that it asked for first."""

    example: str
    statuses: Counter[int] = field(default_factory=Counter)


class AccessLog(logging.Filter):
    """Counts what was refused, and lets lines for callers without a good token through a budget."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._full_at = 0.0
        self._left_out: Counter[str] = Counter()
        self._refused: dict[str, Refused] = {}

    @asynccontextmanager
    async def reporting(self) -> AsyncIterator[None]:
        """Heed the budget and tell counts each minute, for the time of the block."""
        handlers = [*logging.getLogger().handlers]
        for handler in handlers:
            handler.addFilter(self)
        try:
            async with supervision.running({"access_log": self._log_for_ever}):
                yield
        finally:
            for handler in handlers:
                handler.removeFilter(self)
            self.log_counts()

    def refused(self, address: str, status: int, path: str) -> None:
        """Count what would else have a line."""
        is_known = address in self._refused or len(self._refused) < ADDRESSES
        counted_as = address if is_known else OTHERS
        if counted_as not in self._refused:
            self._refused[counted_as] = Refused(shown(path))
        self._refused[counted_as].statuses[status] += 1

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; if not it is counted."""
        if not _is_for_anybody(record):
            return True
        now = self._now()
        full_at = max(self._full_at, now) + 1 / LINES_PER_S
        if full_at - now > LINES_AT_ONCE / LINES_PER_S + 1e-6:
            self._left_out[record.levelname.lower()] += 1
            return False
        self._full_at = full_at
        return True

    def log_counts(self) -> None:
        """Log the counts of the time since they were told last."""
        refused, self._refused = self._refused, {}
        left_out, self._left_out = self._left_out, Counter()
        for address, found in refused.items():
            _LOG.info(
                "refused_requests",
                address=address,
                statuses={str(status): n for status, n in sorted(found.statuses.items())},
                example=found.example,
            )
        if left_out:
            _LOG.warning("log_lines_left_out", levels=dict(sorted(left_out.items())))

    async def _log_for_ever(self) -> None:
        while True:
            await asyncio.sleep(MINUTE_S)
            self.log_counts()


def begin_request() -> None:
    """Nobody has shown a good token yet."""
    _KNOWN.set(set())


def note_known(account_id: str) -> None:
    """The request that the running task works for has shown a good token of that account."""
    if (known := _KNOWN.get()) is not None:
        known.add(account_id)


def shown(path: str) -> str:
    """A path as it is logged."""
    text = without_tokens(path)
    return text if len(text) <= LONGEST_PATH else f"{text[:LONGEST_PATH]}…"


def _is_for_anybody(record: logging.LogRecord) -> bool:
    """Whether the line comes of a caller who has shown no good token (so far)."""
    bound = structlog.contextvars.get_contextvars()
    if "account_id" in bound or _KNOWN.get():
        return False
    return "request_id" in bound or record.name.partition(".")[0] in CALLERS_MAKE
