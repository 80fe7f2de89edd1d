"""A record suffices: a program without our code, and without the seed, replays and scores it."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saqqara_engine import find_game
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.plies import Ply
from saqqara_engine.record import record_of, to_json
from tests.engine import minimal_reader
from tests.engine.golden import RECORDS

GAMES_EACH = 40


def played(players: int, number: int) -> dict[str, Any]:
    """The record of a random game as JSON without its seed; every third one takes many cards."""
    choice = Random(f"{players}/{number}")
    options, seed = IMHOTEP.parse_options({"players": players}), choice.randbytes(32)
    state = IMHOTEP.new_game(options, seed)
    plies = []
    while (seat := IMHOTEP.to_act(state)) is not None:
        legal = IMHOTEP.legal_actions(state)
        to_market = [action for action in legal if "market" in str(action).split()]
        action = choice.choice(to_market if to_market and number % 3 == 0 else legal)
        plies.append(Ply(seat, str(action)))
        IMHOTEP.advance(state, action)
    record = record_of(
        find_game("imhotep"),
        options,
        seed=seed,
        match_id="m",
        seats=["" for _ in range(players)],
        plies=plies,
    )
    told: dict[str, Any] = json.loads(json.dumps(to_json(record)))
    del told["seed"]
    return told


def points(record: dict[str, Any]) -> list[dict[str, int]]:
    """What the record says of the sources that the reader knows."""
    known = ("pyramids", "temple", "obelisks", "statues")
    return [
        {line["source"]: line["points"] for line in score["lines"] if line["source"] in known}
        for score in record["scores"]
    ]


def test_the_reader_imports_nothing_of_ours() -> None:
    """It has the standard library only."""
    tree = ast.parse(Path(minimal_reader.__file__).read_text(encoding="utf-8"))
    imports = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not any(isinstance(node, ast.Import) for node in ast.walk(tree))
    assert {name.split(".")[0] for name in imports} <= sys.stdlib_module_names


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_scores_random_games(players: int) -> None:
    """Round cards and market cards come from the record, points from the actions."""
    for number in range(GAMES_EACH):
        record = played(players, number)
        assert minimal_reader.read(record) == points(record)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_scores_the_golden_records(players: int) -> None:
    """The files that are kept can be read by others."""
    record = json.loads(RECORDS[f"imhotep-{players}p"].read_text(encoding="utf-8"))
    assert minimal_reader.read(record) == points(record)
