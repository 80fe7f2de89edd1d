"""What is played, and under which rules of the house: clock, faults, limits of a bot's process."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from saqqara_contest import clocks
from saqqara_engine.game import Options
from saqqara_sdk.bots.turn import Rules


class OnFault(StrEnum):
    """What follows when a bot raises, chooses what was not offered, or loses its time.

    `autoplay`: the policy takes that one decision, and all others of a bot whose process or time is
    gone. `forfeit`: the seat is out at once; who is left alone has won.
    """

    AUTOPLAY = "autoplay"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the game, its options, the clock, and who decides for a seat that is out."""

    rules: Rules
    options: Options
    time: clocks.Clock
    autoplay: str = "uniform"
    on_fault: OnFault = OnFault.AUTOPLAY


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot's own process may take.

    - `memory_mb`: its address space in MiB (RLIMIT_AS)
    - `start_s`: seconds until its first word
    - `answer_s`: seconds for a decision where no clock is shorter
    - `output_bytes`: what it may write from a question to its answer
    """

    memory_mb: int = 4096
    start_s: float = 30.0
    answer_s: float = 60.0
    output_bytes: int = 1 << 20


USUAL = Limits()
"""The limits where nothing else is said."""
