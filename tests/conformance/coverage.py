"""What the published suites cover: `make conformance-coverage` prints it.

Lines of the rules, kinds of action and of question, rulings by their numbers, and what is seldom
reached. Both suites together, since the games share some lines.
"""

from __future__ import annotations

import json
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.progress import track

from saqqara_engine.games import find_game
from saqqara_engine.records import record
from saqqara_sdk.conformance.suite import outlines, published
from tests.conformance.hunts import HUNTS
from tests.conformance.lines import ENGINE, lines_of, rule_lines
from tests.conformance.playouts import watched

REGISTER: Final = (ENGINE.parent / "RULES.md").read_text(encoding="utf-8").split("### Rulings")[1]
RULINGS: Final = tuple(re.findall(r"^\| (H-\d\d) \|", REGISTER, re.MULTILINE))
EVERYWHERE: Final = "H-48"
"""The order of the seats, which every game shows."""


@dataclass
class Coverage:
    """What some games run through and show."""

    games: int = 0
    plies: int = 0
    lines: set[tuple[str, int]] = field(default_factory=set)
    cases: set[str] = field(default_factory=set)

    @property
    def missing_lines(self) -> list[tuple[str, int]]:
        """Lines of the rules that no game runs through."""
        return sorted(rule_lines() - self.lines)

    @property
    def missing_rulings(self) -> list[str]:
        """Rulings that no game shows."""
        numbers = {number for case in self.cases for number in re.findall(r"H-\d\d", case)}
        return [number for number in RULINGS if number not in {*numbers, EVERYWHERE}]

    @property
    def missing_hunts(self) -> list[str]:
        """What was looked for and not found."""
        return sorted({hunt.case for hunt in HUNTS} - self.cases)

    def kinds(self, what: str) -> list[str]:
        """The kinds of action or question that occur."""
        return sorted(case.removeprefix(what) for case in self.cases if case.startswith(what))


def one(line: str) -> tuple[int, set[tuple[str, int]], set[str]]:
    """The plies, lines and cases of a game."""
    game = record.read(line)
    rules = find_game(game.game)
    options = rules.parse_options(game.options)
    played = watched(rules, options, game)
    return len(game.plies), lines_of(played.arcs), played.cases


def measured(console: Console) -> Coverage:
    """All games of the published suites, played again."""
    texts = []
    for archive in published().values():
        with archive.open("rb") as file:
            texts += [json.dumps(record.to_json(case.record)) for case in outlines(file)]
    found = Coverage()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(one, texts)
        for plies, lines, cases in track(results, "playing", len(texts), console=console):
            found.games += 1
            found.plies += plies
            found.lines |= lines
            found.cases |= cases
    return found


def main() -> None:
    """Prints the coverage; ends with 1 if a ruling is not shown."""
    console = Console(stderr=True)
    found = measured(console)
    total = len(rule_lines())
    run = total - len(found.missing_lines)
    print(f"{found.games} games, {found.plies} plies")
    print(f"{run} of {total} lines of the rules ({100 * run / total:.1f} %)")
    for file, line in found.missing_lines:
        text = (ENGINE / file).read_text(encoding="utf-8").splitlines()[line - 1].strip()
        print(f"  not run: {file}:{line}: {text}")
    print(f"{len(found.kinds('action '))} kinds of action: {', '.join(found.kinds('action '))}")
    print(f"questions: {'; '.join(found.kinds('question '))}")
    shown = len(RULINGS) - len(found.missing_rulings)
    print(f"{shown} of {len(RULINGS)} rulings; not shown: {found.missing_rulings or 'none'}")
    print(f"{len(HUNTS)} rare cases; not found: {'; '.join(found.missing_hunts) or 'none'}")
    sys.exit(1 if found.missing_rulings else 0)


if __name__ == "__main__":
    main()
