"""How a sequential test is told, on this machine or by a server."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Final

from saqqara_contest.sprt import Budget, Verdict

EXIT: Final[Mapping[Verdict, int]] = {
    Verdict.STRONGER: 0,
    Verdict.NOT_STRONGER: 5,
    Verdict.OPEN: 6,
}
"""The exit codes of a test; 1 to 4 are those of every command's failures, 130 an interruption."""

BAR = 21
"""So many places a ratio has between its bounds."""

SAID: Mapping[str, str] = {
    Verdict.STRONGER.value: "{new} is stronger than {old}",
    Verdict.NOT_STRONGER.value: "{new} is not stronger than {old}",
    Verdict.OPEN.value: "It is open whether {new} is stronger than {old}",
}


def bar(llr: float, lower: float, upper: float) -> str:
    """Where the ratio stands between its bounds."""
    share = (llr - lower) / (upper - lower)
    at = min(BAR - 1, max(0, floor(share * BAR)))
    line = "".join("#" if place == at else "-" for place in range(BAR))
    return f"{lower:.2f} {line} {upper:.2f} ({llr:+.2f})"


def budget_told(budget: Budget, most: int) -> str:
    """How long the test will take, before it begins."""
    low, high = sorted((budget.if_not, budget.if_stronger))
    blocks = f"{low}" if low == high else f"{low} to {high}"
    return (
        f"This takes {blocks} blocks on average if one of the two is right,"
        f" {budget.between} if the truth lies half way, and {most} at most"
    )
