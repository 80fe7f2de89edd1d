"""What the report on cheats finds, and how sure it is of it.

Every suspicion is a test, and the report makes hundreds. Each p-value is multiplied by the number
of tests of its kind and divided by the kind's share of all alarms (Bonferroni), so in one clean
season of two hundred at most anything is found at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Cheat(StrEnum):
    """What a bot, or several together, may have done."""

    SOCK_PUPPETS = "sock_puppets"
    """Bots lost to one other on purpose."""
    COLLUSION = "collusion"
    """At tables of three or more, two bots helped one another against the others."""
    SANDBAGGING = "sandbagging"
    """A bot played below its strength at first, or was changed without a new version."""
    DODGING = "dodging"
    """A bot was away when it was to meet strong opponents."""
    STALLING = "stalling"
    """A bot thought more than twice as long per decision where it lost."""
    COPIES = "copies"
    """Two bots choose nearly alike where they were asked the same."""
    VERSION_SPAM = "version_spam"
    """A bot had new versions far more often than one in 50 matches."""


ALARM: Final = 0.005
"""A corrected p-value below this is a finding: chance makes one in at most so many clean seasons.
"""


SHARES: Final[Mapping[Cheat, float]] = {
    Cheat.SOCK_PUPPETS: 6 / 12,
    Cheat.COLLUSION: 1 / 12,
    Cheat.SANDBAGGING: 1 / 12,
    Cheat.DODGING: 1 / 12,
    Cheat.STALLING: 1 / 12,
    Cheat.COPIES: 1 / 12,
    Cheat.VERSION_SPAM: 1 / 12,
}
"""Which share of the false alarms may be of a kind: most of the one that pays and shows least."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """One test that was made: how probable what was seen is for honest bots, uncorrected."""

    cheat: Cheat
    bots: tuple[str, ...]
    """Whom it is about; those against whom a ruling would be come first."""
    convicts: int
    """So many of the first bots would have to be annulled to undo it."""
    p: float
    size: float
    """How great the effect is, in the unit that `text` says."""
    text: str
    matches: tuple[str, ...] = ()
    """Where it can be seen."""

    @property
    def to_annul(self) -> tuple[str, ...]:
        """The bots whose matches would have to be annulled to undo it."""
        return self.bots[: self.convicts]


@dataclass(frozen=True, slots=True)
class Finding:
    """A suspicion, and its p-value corrected for the number of tests."""

    suspicion: Suspicion
    p_corrected: float

    @property
    def is_alarm(self) -> bool:
        """Whether this is hardly chance, although so much was looked at."""
        return self.p_corrected < ALARM


@dataclass(frozen=True, slots=True)
class Searched:
    """All tests of one kind that were made; of those that say nothing only their number."""

    cheat: Cheat
    tests: int
    suspicions: Sequence[Suspicion]


def corrected(found: Sequence[Searched]) -> list[Finding]:
    """Every suspicion with its corrected p-value, the surest first."""
    findings = [
        Finding(suspicion, min(1.0, suspicion.p * one.tests / SHARES[one.cheat]))
        for one in found
        for suspicion in one.suspicions
    ]
    return sorted(findings, key=lambda one: (one.p_corrected, one.suspicion.p))
