"""The party at fault for the end of a match, and the conduct of its bots.

Results that a bot caused count; matches ended by an operator or the service are played again.
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
"""The fault by the reason of the end, if no seat ran out of time."""


class Conduct(StrEnum):
    """How a bot behaved in one match of a ladder."""

    PLAYED = "played"
    """The bot played, or resigned after its first decision."""
    LOST_TIME = "lost_time"
    """The bot ran out of time, perhaps because it never connected."""
    UNPLAYED = "unplayed"
    """The bot resigned before its first decision."""
    FAILED = "failed"
    """The bot raised an error, exited, or chose an illegal action.

    Only the arena or the host that runs the bot can know that.
    """
    CALLED_OFF = "called_off"
    """The bot agreed to abort a match that the ladder needs."""
    MISSED = "missed"
    """The bot was absent at the start, so the bots that were present could not play."""


COUNTS_AGAINST: Final[Mapping[Conduct, bool]] = {
    Conduct.PLAYED: False,
    Conduct.LOST_TIME: True,
    Conduct.UNPLAYED: True,
    Conduct.FAILED: True,
    Conduct.CALLED_OFF: True,
    Conduct.MISSED: True,
}
"""Whether repeating this conduct gets a bot benched."""

BENCHED_AFTER: Final = 3
"""The number of consecutive matches with bad conduct after which a bot is benched."""

MOST_RETURNS: Final = 3
"""The number of times in a season that a bot can return to a ladder that has started.

Without a limit, bots could use the bench, or leave, to avoid opponents."""

MISSES_SHARE: Final = 10
"""A bot is also benched for `BENCHED_AFTER` missed matches in a season, consecutive or not, if it
missed more than one in this number of its matches. Unlike a loss, a missed match costs no rating.
"""


def fault_of(reason: EndReason, *, lost_time: bool) -> Fault:
    """Return the party at fault: the bot that ran out of time, unless `FAULTS` names a party."""
    fault = FAULTS[reason]
    return Fault.BOT if lost_time and fault is Fault.NONE else fault
