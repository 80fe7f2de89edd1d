"""Formatting of log lines, so that quoted output cannot leave its own entry."""

from __future__ import annotations

import logging
import re
from typing import Final

MOVING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Control characters for terminals, since log entries quote names chosen by strangers."""
LONGEST: Final = 2_000
"""The maximum length of a message; the rest is left out."""
INDENT: Final = "    "


class LogLines(logging.Formatter):
    """Formats entries that quoted texts cannot forge or extend.

    Only the first line of an entry begins at the margin.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - overrides
        """Return the formatted message, truncated if it is very long."""
        left_out = len(record.message) - LONGEST
        if left_out > 0:
            record.message = f"{record.message[:LONGEST]} [{left_out} left out]"
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the entry, with its traceback if there is one."""
        text = MOVING.sub("\N{REPLACEMENT CHARACTER}", super().format(record))
        return text.replace("\n", f"\n{INDENT}")
