"""Lines of a log: what programs and servers say in them stays within its own entry."""

from __future__ import annotations

import logging
import re
from typing import Final

MOVING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""What a terminal would obey instead of showing it: names in records are chosen by strangers."""
LONGEST: Final = 2_000
"""Characters of one message; the rest is left out."""
INDENT: Final = "    "


class LogLines(logging.Formatter):
    """Formats entries that nobody can forge or stretch, whatever their messages quote.

    Only the first line of an entry begins at the margin.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - overrides
        """The message in its format, cut if it is very long."""
        left_out = len(record.message) - LONGEST
        if left_out > 0:
            record.message = f"{record.message[:LONGEST]} [{left_out} left out]"
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """The entry, with a traceback if there is one."""
        text = MOVING.sub("\N{REPLACEMENT CHARACTER}", super().format(record))
        return text.replace("\n", f"\n{INDENT}")
