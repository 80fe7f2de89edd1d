"""The setting of a match: rules, options, time control, and the handling of faults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from saqqara_contest.time_controls import TimeControl, time_control_words
from saqqara_engine.game import Options
from saqqara_sdk.bots.turn import Rules
from saqqara_sdk.lines.protocol import Announced


class OnFault(StrEnum):
    """The consequence if a bot raises an error, chooses an illegal action, or runs out of time.

    `autoplay`: autoplay takes that decision, and all later ones of a bot without process or time.
    `forfeit`: the seat is out at once; the last remaining seat wins.
    """

    AUTOPLAY = "autoplay"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class MatchSetting:
    """The rules, options and time control of matches, and the policies for failing seats."""

    rules: Rules
    options: Options
    time_control: TimeControl
    autoplay: str = "uniform"
    on_fault: OnFault = OnFault.AUTOPLAY

    @property
    def announced(self) -> Announced:
        """The announcement of the setting to bots."""
        return _announced(self.options, self.time_control)


@lru_cache(1)
def _announced(options: Options, time_control: TimeControl) -> Announced:
    return Announced(options.to_json(), time_control_words(time_control))
