"""What of the published contracts will go away, and how long it stays (openapi/README.md).

A key names an operation of REST as `GET /matches/{matchId}`, a parameter of it in brackets behind
that; everything else as GraphQL does: `Query.match`, `Query.matches(after)`, `MatchStatus.void`. A
row for a field of a model, such as `Match.seed`, holds for both transports.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

NOTICE: Final = timedelta(days=180)
"""So long whatever is deprecated stays, at least."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """What to do instead (a sentence), since when it is said, and until when the old thing stays.

    >>> Deprecation("Use `cursor`.", date(2027, 1, 1), date(2027, 7, 1)).text
    'Use `cursor`. Deprecated since 2027-01-01, stays until 2027-07-01.'
    """

    reason: str
    since: date
    until: date

    def __post_init__(self) -> None:
        if self.until - self.since < NOTICE:
            raise ValueError(f"{self.since} to {self.until} is less than {NOTICE.days} days")

    @property
    def text(self) -> str:
        """What is told to people."""
        return f"{self.reason} Deprecated since {self.since}, stays until {self.until}."


DEPRECATED: Final[Mapping[str, Deprecation]] = {}
"""Every part of the contracts that will go away; a row is taken out together with it."""


def is_operation(key: str) -> bool:
    """Whether a key names an operation of REST, or a parameter of one."""
    return " " in key


def split(key: str) -> tuple[str, str | None]:
    """A key without its brackets, and what stands in them.

    >>> split("Query.matches(after)")
    ('Query.matches', 'after')
    """
    whole, _, part = key.removesuffix(")").partition("(")
    return whole, part or None
