"""Figures about ratings: `python -m tests.bench.ratings COMMAND [WORD…]`; without one, the list."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Mapping, Sequence
from typing import Final

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "convictions": (
        "tests.bench.ratings.convictions",
        "power and false alarms of the cheating report",
    ),
    "drift": ("tests.bench.ratings.drift", "how often a change of strength is shown"),
    "fits": ("tests.bench.ratings.fits", "seconds and memory of fits of 1,000 and 10,000 bots"),
    "pairings": ("tests.bench.ratings.pairings", "the worth of pairing rules"),
    "pictures": ("tests.bench.ratings.pictures", "the pictures of the page on ratings"),
    "places": ("tests.bench.ratings.places", "ranges of places and chances to be the strongest"),
    "robustness": ("tests.bench.ratings.robustness", "intervals in unusual seasons"),
    "sequential": ("tests.bench.ratings.sequential", "error rates of sequential tests"),
    "tie-breaks": ("tests.contest.tournaments.fide", "agreement with two programs for tie-breaks"),
    "version-spam": ("tests.bench.ratings.version_spam", "the gain from many new versions"),
}


def main(words: Sequence[str]) -> None:
    """Run a command with the other words as its arguments."""
    if not words:
        for name, (_, text) in COMMANDS.items():
            print(f"{name:14} {text}")
        return
    if words[0] not in COMMANDS:
        sys.exit(f"{words[0]} is no command. Commands: {', '.join(COMMANDS)}")
    module, _ = COMMANDS[words[0]]
    sys.argv = [module, *words[1:]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
