"""The documents suffice: a program without our code, and without the seed, referees any game.

It says before every ply who is asked and exactly which actions are legal, and counts the points.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saqqara_engine.game import Action, Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import record_of, to_json
from tests.engine.covering_array import rows
from tests.engine.golden import RECORDED, RECORDS
from tests.referee.replay import placements, replay

CASES = [(name, number) for name in GAMES for number in range(len(rows(name)))]
GAMES_EACH = 3


def pick(legal: list[Action], choice: Random) -> Action:
    """Every other time each kind of action is as likely as another."""
    if choice.random() < 0.5:
        kind = choice.choice(sorted({action.kind for action in legal}))
        legal = [action for action in legal if action.kind == kind]
    return choice.choice(legal)


def played(
    game: AnyGame, options: Options, choice: Random
) -> tuple[dict[str, Any], list[set[str]]]:
    """The record of a random game without its seed, and what was legal before every ply."""
    seed = choice.randbytes(32)
    state, plies, offered = game.new_game(options, seed), [], []
    while (seat := game.to_act(state)) is not None:
        legal = list(game.legal_actions(state))
        offered.append(set(map(str, legal)))
        plies.append(Ply(seat, str(action := pick(legal, choice))))
        game.advance(state, action)
    names = [""] * options.players
    record = record_of(game, options, seed=seed, match_id="m", seats=names, plies=plies)
    document: dict[str, Any] = json.loads(json.dumps(to_json(record)))
    del document["seed"]
    return document, offered


def compare(record: dict[str, Any], offered: list[set[str]] | None = None) -> None:
    """The referee sees the same questions, the same choices and the same end."""
    for number, referee in enumerate(replay(record)):
        legal = referee.legal()
        assert len(set(legal)) == len(legal)
        if offered and number < len(offered):
            assert set(legal) == offered[number], (number, record["options"])
    assert referee.to_act is None
    assert referee.scores() == record["scores"]
    assert placements(record["scores"]) == record["placements"]
    assert referee.house_values() == record["houseValues"]


@pytest.mark.parametrize("path", sorted(Path("tests/referee").glob("*.py")), ids=lambda p: p.stem)
def test_the_referee_imports_nothing_of_ours(path: Path) -> None:
    """It has the standard library and its own files only."""
    if path.name.startswith("test_"):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
    others = {name for name in imports if not name.startswith("tests.referee.")}
    assert {name.split(".")[0] for name in others} <= sys.stdlib_module_names


@pytest.mark.parametrize(("name", "number"), CASES)
def test_it_referees_random_games_of_every_option(name: str, number: int) -> None:
    """Any two values of two options meet in some game; all choices and points agree."""
    for each in range(GAMES_EACH):
        choice = Random(f"referee/{name}/{number}/{each}")
        record, offered = played(GAMES[name], rows(name)[number], choice)
        compare(record, offered)


@pytest.mark.parametrize("name", RECORDED)
def test_it_referees_the_golden_records(name: str) -> None:
    """The files that are kept can be checked by others."""
    compare(json.loads(RECORDS[name].read_text(encoding="utf-8")))
