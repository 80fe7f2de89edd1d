"""How busy and how fast this machine is."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Final

from saqqara_engine.games import find_game

REFERENCE: Final = 100_000
"""Random plies of the Duel in a second of one processor that count as a speed of 1."""
MEASURED_S: Final = 0.3
LOOK_S: Final = 10.0
COUNTS: Final = Path("/proc/vmstat")


def load() -> float:
    """The share of the processors that is used, as the kernel's average over a minute; 0 to 1."""
    return min(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def killed_for_memory() -> int:
    """How many processes the kernel has ended on this machine because there was no memory left."""
    try:
        counts = dict(line.split() for line in COUNTS.read_text().splitlines())
    except OSError:
        return 0
    return int(counts.get("oom_kill", 0))


class MemoryPressure:
    """Whether the machine has run out of memory since somebody looked, some seconds ago at most."""

    def __init__(self) -> None:
        self._killed = killed_for_memory()
        self._looked_s = monotonic()

    def look(self) -> None:
        """To be called before each decision; it costs something only now and then."""
        if monotonic() - self._looked_s > LOOK_S:
            self._killed, self._looked_s = killed_for_memory(), monotonic()

    def has_run_out(self) -> bool:
        """Whether the kernel has ended a process for it since."""
        return killed_for_memory() > self._killed


def speed_index() -> float:
    """How fast one processor plays at random, in seconds of its own time."""
    game, chance = find_game("duel"), Random(0)
    options = game.parse_options({})
    plies, began = 0, process_time()
    while (taken := process_time() - began) < MEASURED_S:
        state = game.new_game(options, bytes(32))
        while actions := game.legal_actions(state):
            game.advance(state, chance.choice(actions))
            plies += 1
    return round(plies / taken / REFERENCE, 3)
