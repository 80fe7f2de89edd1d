"""The output of a sequential test, on this machine or on a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import floor
from typing import Final

from saqqara_contest.sprt import LEAST_BLOCKS, Budget, Verdict

EXIT: Final[Mapping[Verdict, int]] = {
    Verdict.ABOVE_ELO0: 0,
    Verdict.BELOW_ELO1: 5,
    Verdict.OPEN: 6,
}
"""The exit codes of a test; 1 to 4 are those of every command's failures, 130 an interruption."""

BAR = 21
"""So many places a ratio has between its bounds."""


def verdict_sentence(verdict: Verdict, elo0: float, elo1: float, new: str, old: str) -> str:
    """Return the verdict in words: what the test has shown and no more."""
    if verdict is Verdict.OPEN:
        return f"It is undecided whether {new} is stronger than {old}"
    if verdict is Verdict.ABOVE_ELO0:
        if elo0 < 0:
            return f"{new} is stronger than {old}, or less than {-elo0:g} Elo weaker"
        return f"{new} is {f'more than {elo0:g} Elo ' if elo0 else ''}stronger than {old}"
    if elo1 > 0:
        return f"{new} is less than {elo1:g} Elo stronger than {old}, if at all"
    return f"{new} is {f'more than {-elo1:g} Elo ' if elo1 else ''}weaker than {old}"


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast blocks are played."""

    block_s: float

    def of(self, blocks: int) -> str:
        """Return the duration of this number of blocks, such as `0:04:10`."""
        return str(timedelta(seconds=round(self.block_s * blocks)))


def bar(llr: float, lower: float, upper: float) -> str:
    """Where the ratio stands between its bounds."""
    share = (llr - lower) / (upper - lower)
    at = min(BAR - 1, max(0, floor(share * BAR)))
    line = "".join("#" if place == at else "-" for place in range(BAR))
    return f"{lower:.2f} {line} {upper:.2f} ({llr:+.2f})"


def budget_sentence(budget: Budget, most: int) -> str:
    """How long the test will take, before it begins."""
    low, high = sorted((budget.if_not, budget.if_stronger))
    blocks = f"{low}" if low == high else f"{low} to {high}"
    return (
        f"The test takes {blocks} blocks on average if one hypothesis is true,"
        f" {budget.between} if the truth lies halfway, {LEAST_BLOCKS} at least and {most} at most"
        + ("; so few give no verdict" if most < LEAST_BLOCKS else "")
    )


def time_sentence(budget: Budget, most: int, pace: Pace) -> str:
    """The same in time, when some blocks have been played."""
    low, high = sorted((budget.if_not, budget.if_stronger))
    times = [pace.of(min(one, most)) for one in (low, high, budget.between, most)]
    left, right, between, longest = times
    if left == longest:
        return f"At this pace: {longest} at most"
    usual = f"about {right}" if left == right else f"{left} to {right}"
    halfway = "" if between == longest else f", {between} if it lies halfway"
    return f"At this pace: {usual}{halfway}, and {longest} at most"
