"""One line of JSON on standard error for each thing worth knowing, ours and the libraries'."""

from __future__ import annotations

import logging
import re
import sys

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

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
        processors=[
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, line],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def line(logger: WrappedLogger, name: str, event: EventDict) -> str:
    """The event as JSON, without the secret of a token that somebody put where it is logged."""
    return _TOKEN.sub(r"imh_\1_...", str(_json(logger, name, event)))


_json = structlog.processors.JSONRenderer()
