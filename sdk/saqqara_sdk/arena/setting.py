"""What is played, and under which rules of the house: time, faults, limits of a bot's process."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from saqqara_contest.time_controls import TimeControl, time_control_words
from saqqara_engine.game import Options
from saqqara_sdk.bots.turn import Rules
from saqqara_sdk.lines.protocol import Announced


class OnFault(StrEnum):
    """What follows when a bot raises, chooses what was not offered, or loses its time.

    `autoplay`: the policy takes that one decision, and all others of a bot whose process or time is
    gone. `forfeit`: the seat is out at once; who is left alone has won.
    """

    AUTOPLAY = "autoplay"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played, under which time control, and who decides for a seat that is out."""

    rules: Rules
    options: Options
    time_control: TimeControl
    autoplay: str = "uniform"
    on_fault: OnFault = OnFault.AUTOPLAY

    @property
    def announced(self) -> Announced:
        """What bots are told of it."""
        return Announced(self.options.to_json(), time_control_words(self.time_control))
