"""The findings of a check: one line for each examined aspect."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckOutcome(StrEnum):
    """The outcome of a check; only `failed` requires action."""

    OK = "ok"
    NOTE = "note"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """A check, its outcome, and a sentence: the observation or, for a failure, the remedy.

    `is_hosts`: this machine failed, not the bot, because it could not start the bot. `detail` is
    what the bot printed and its traceback, for the first fault of each kind.
    """

    check: str
    outcome: CheckOutcome
    text: str
    is_hosts: bool = False
    detail: str = ""

    @property
    def is_failure(self) -> bool:
        """Whether the check failed."""
        return self.outcome is CheckOutcome.FAILED
