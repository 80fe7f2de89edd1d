"""What an examination found: one line for each thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckOutcome(StrEnum):
    """How a check ended; only `failed` is a reason to act before going on."""

    OK = "ok"
    NOTE = "note"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """One check, its outcome, and a sentence: what was seen or, of a failure, what to do.

    `is_hosts`: a failure of this machine, which could not start the bot, and not of the bot.
    """

    check: str
    outcome: CheckOutcome
    text: str
    is_hosts: bool = False

    @property
    def is_failure(self) -> bool:
        """Whether it is a reason to act."""
        return self.outcome is CheckOutcome.FAILED
