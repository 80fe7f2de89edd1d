"""Through whose fault a match ended as it did, from one table.

What a bot did counts; what an operator or the service did is played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from saqqara_engine.endings import EndReason


class Fault(StrEnum):
    """The party at fault for the end of a match, or `none` if the match ended normally."""

    NONE = "none"
    """The match ended normally."""
    BOT = "bot"
    """A bot ran out of time."""
    OPERATOR = "operator"
    """The operator ended the match."""
    SERVICE = "service"
    """The service failed; this never counts against a bot."""


FAULTS: Final[Mapping[EndReason, Fault]] = {
    EndReason.PLAYED: Fault.NONE,
    EndReason.FLAG: Fault.BOT,
    EndReason.RESIGNED: Fault.NONE,
    EndReason.ABORTED: Fault.NONE,
    EndReason.VOIDED: Fault.OPERATOR,
    EndReason.RULES_CHANGED: Fault.SERVICE,
    EndReason.OUTAGE: Fault.SERVICE,
}
"""By how the match ended, where every seat kept its time."""


class Conduct(StrEnum):
    """How a bot behaved in one match of a ladder."""

    PLAYED = "played"
    """It played, or gave up what it had played."""
    LOST_TIME = "lost_time"
    """Its time was gone, as that of a bot is which never came."""
    UNPLAYED = "unplayed"
    """It gave up before its first decision."""
    FAILED = "failed"
    """A decision was not its own: it raised, ended, or chose what was not offered.

    Only who runs the bot knows that: an arena, or a host whose runner plays for it.
    """
    CALLED_OFF = "called_off"
    """It agreed to call the match off, which others of the ladder wanted to see played."""
    MISSED = "missed"
    """It was away when its match was to begin, and others that were there could not play it."""


COUNTS_AGAINST: Final[Mapping[Conduct, bool]] = {
    Conduct.PLAYED: False,
    Conduct.LOST_TIME: True,
    Conduct.UNPLAYED: True,
    Conduct.FAILED: True,
    Conduct.CALLED_OFF: True,
    Conduct.MISSED: True,
}
"""What has a bot benched if it does so again and again."""

BENCHED_AFTER: Final = 3
"""So many matches in a row that count against a bot have it benched."""

MOST_RETURNS: Final = 3
"""So often in a season a bot's owner can bring it back into a ladder that has started. Else the
bench, and leaving, would be a way around opponents."""

MISSES_SHARE: Final = 10
"""As often away in a season as `BENCHED_AFTER`, and for more than one in so many of its matches, a
bot is benched also if it plays in between: a match that is lost costs its rating, a missed one
nothing."""


def fault_of(reason: EndReason, *, lost_time: bool) -> Fault:
    """Whose fault it was; a seat that lost its time is at fault, unless it was not up to bots."""
    fault = FAULTS[reason]
    return Fault.BOT if lost_time and fault is Fault.NONE else fault
