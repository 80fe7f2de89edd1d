"""One line of JSON on standard error for each thing worth knowing, ours and the libraries'."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

LONGEST_LINE: Final = 8_192
"""Characters of one line, all of them ASCII: what a caller sends is not told at any length."""
_TOKEN = re.compile(r"imh_([a-z]{3})_[0-9A-Za-z]{36}")
_SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
)


def configure(level: str) -> None:
    """Send all logs from a level on there; called once by a process that serves."""
    structlog.configure(
        processors=[*_SHARED, line],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _Formatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, line],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class LogLine(str):
    """What is logged, in its last form."""

    __slots__ = ()


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Brings what libraries log into the form of a line; ours have it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        return record.msg if isinstance(record.msg, LogLine) else super().format(record)


def line(logger: WrappedLogger, name: str, event: EventDict) -> LogLine:
    """The event as JSON of bounded length, without the secrets of tokens where they are logged."""
    text = without_tokens(str(_json(logger, name, event)))
    most = LONGEST_LINE
    while len(text) > LONGEST_LINE and most > 1:
        most //= 2
        text = str(_json(logger, name, {key: _cut(value, most) for key, value in event.items()}))
    return LogLine(text)


def without_tokens(text: str) -> str:
    """The text, of whose tokens only the kind is left."""
    return _TOKEN.sub(r"imh_\1_...", text)


def _cut(value: object, most: int) -> object:
    """The value, or the beginning and the end of what it says if that is longer than so much."""
    if isinstance(value, int | float | None):
        return value
    text = without_tokens(str(value))
    half = most // 2
    if len(text) <= most:
        return text
    return f"{text[:half]} [{len(text) - 2 * half} left out] {text[len(text) - half :]}"


_json = structlog.processors.JSONRenderer()
