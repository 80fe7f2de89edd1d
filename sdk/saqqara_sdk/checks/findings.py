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
    """One check, its outcome, and a sentence: what was seen or, of a failure, what to do."""

    check: str
    outcome: CheckOutcome
    text: str

    @property
    def is_failure(self) -> bool:
        """Whether it is a reason to act."""
        return self.outcome is CheckOutcome.FAILED
