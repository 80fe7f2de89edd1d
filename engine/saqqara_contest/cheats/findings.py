"""The findings of the cheating report, with corrected p-values.

The report makes hundreds of tests. Each p-value is multiplied by the number of tests of its kind
and divided by the kind's share of false alarms (Bonferroni), so at most one clean season in two
hundred has any finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Cheat(StrEnum):
    """The kinds of cheating, by one bot or by several together."""

    SOCK_PUPPETS = "sock_puppets"
    """Bots lost to one bot on purpose."""
    COLLUSION = "collusion"
    """In games of three or more, two bots helped each other against the others."""
    SANDBAGGING = "sandbagging"
    """A bot was weaker at first: it held back, or was improved without a new version."""
    DODGING = "dodging"
    """A bot was absent from matches against strong opponents."""
    STALLING = "stalling"
    """A bot thought more than twice as long per decision in matches that it lost."""
    COPIES = "copies"
    """Two bots choose nearly alike when they have the same options."""
    VERSION_SPAM = "version_spam"
    """A bot had new versions far more often than one in 50 matches."""


ALARM: Final = 0.005
"""A corrected p-value below this is an alarm; at most this share of clean seasons has one."""


SHARES: Final[Mapping[Cheat, float]] = {
    Cheat.SOCK_PUPPETS: 6 / 12,
    Cheat.COLLUSION: 1 / 12,
    Cheat.SANDBAGGING: 1 / 12,
    Cheat.DODGING: 1 / 12,
    Cheat.STALLING: 1 / 12,
    Cheat.COPIES: 1 / 12,
    Cheat.VERSION_SPAM: 1 / 12,
}
"""The share of false alarms that each kind may cause; most for the one that is hardest to detect.
"""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """The result of one test; `p` is its uncorrected p-value for honest bots."""

    cheat: Cheat
    bots: tuple[str, ...]
    """The bots involved; those whose matches a ruling would annul come first."""
    convicts: int
    """The number of bots whose matches a ruling would annul; 0 if honest bots can look alike."""
    p: float
    size: float
    """The size of the effect, in the unit that `text` names."""
    text: str
    matches: tuple[str, ...] = ()
    """The matches that show it."""

    @property
    def to_annul(self) -> tuple[str, ...]:
        """The bots whose matches a ruling would annul."""
        return self.bots[: self.convicts]


@dataclass(frozen=True, slots=True)
class CheatFinding:
    """A suspicion, and its p-value corrected for the number of tests."""

    suspicion: Suspicion
    p_corrected: float

    @property
    def is_alarm(self) -> bool:
        """Whether the finding is significant after the correction."""
        return self.p_corrected < ALARM


@dataclass(frozen=True, slots=True)
class Searched:
    """The number of tests of one kind, and the suspicions among them."""

    cheat: Cheat
    tests: int
    suspicions: Sequence[Suspicion]


def corrected(found: Sequence[Searched]) -> list[CheatFinding]:
    """Return every suspicion with its corrected p-value, the most significant first."""
    findings = [
        CheatFinding(suspicion, min(1.0, suspicion.p * one.tests / SHARES[one.cheat]))
        for one in found
        for suspicion in one.suspicions
    ]
    return sorted(findings, key=lambda one: (one.p_corrected, one.suspicion.p))
