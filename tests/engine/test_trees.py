"""Counted trees: what is counted, what is hashed, and that what is published is so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saqqara_engine.game import Json
from saqqara_engine.games import GAMES, AnyGame, find_game
from saqqara_engine.records.record import record_of, to_json
from saqqara_engine.trees import (
    SEED,
    TREES,
    PublishedLevel,
    Tree,
    TreeLevel,
    counted,
    position_hash,
    position_json,
    rows_of,
    table_json,
)
from saqqara_engine.wire import from_json, view_json
from tests.engine.pieces import AnyState, frozen
from tests.engine.test_mutations import copied
from tests.referee.replay import AnyReferee, replay

ENGINE = Path(__file__).parents[2] / "engine"
FILE = ENGINE / "saqqara_engine" / "trees.json"
RULES = ENGINE / "RULES.md"
PUBLISHED = [from_json(PublishedLevel, row) for row in json.loads(FILE.read_text(encoding="utf-8"))]
QUICK = 300
"""Levels of at most so many positions are counted again here, which takes seconds."""

DEEPEST = max(tree.depth for tree in TREES)

BEGINNINGS: tuple[tuple[str, Mapping[str, Json], int, int], ...] = (
    ("imhotep", {}, 0, 2),
    ("imhotep", {"players": 3, "preset": "b-sides"}, 25, 2),
    ("imhotep", {"sides": {"market": "D"}, "privateShips": True}, 0, 2),
    ("imhotep", {"sides": {"market": "B"}, "hiddenMarketCards": True}, 40, 2),
    ("imhotep", {"preset": "new-dynasty", "players": 4}, 60, 2),
    ("imhotep", {"preset": "everything", "hiddenMarketCards": True}, 9, 1),
    ("duel", {"preset": "b"}, 0, 3),
    ("duel", {}, 30, 2),
)
"""A game, its options, how many random actions were done, and how many are counted."""


def settled(tree: Tree) -> tuple[AnyGame, Any]:
    """A game and the options of a published tree."""
    game = find_game(tree.game)
    return game, game.parse_options({"preset": tree.preset, "players": tree.players})


def published(tree: Tree) -> list[PublishedLevel]:
    """The levels of a tree, as they are published."""
    key = (tree.game, tree.preset, tree.players)
    return [row for row in PUBLISHED if (row.game, row.preset, row.players) == key]


def one_by_one(game: AnyGame, state: AnyState, actions: int) -> Iterator[AnyState]:
    """The state after each sequence of just so many actions; none is merged with another."""
    if actions == 0:
        yield state
        return
    for action in game.legal_actions(state):
        yield from one_by_one(game, game.apply(state, action), actions - 1)


def position(game: AnyGame, state: AnyState, players: int) -> bytes:
    """The hash of a position, as `RULES.md` defines it."""
    views = [view_json(game.view(state, seat)) for seat in (*range(players), None)]
    text = json.dumps(views, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).digest()


def begun(
    name: str, asked: Mapping[str, Json], actions: int, number: int = 0
) -> tuple[AnyGame, Any, Any]:
    """A game, its options, and its state after random actions."""
    game, choice = find_game(name), Random(f"trees/{name}/{number}")
    options = game.parse_options(asked)
    state = game.new_game(options, SEED)
    for _ in range(actions):
        game.advance(state, choice.choice(game.legal_actions(state)))
    return game, options, state


@pytest.mark.parametrize(("name", "asked", "actions", "depth"), BEGINNINGS)
def test_a_tree_is_counted_as_one_by_one(
    name: str, asked: Mapping[str, Json], actions: int, depth: int
) -> None:
    """Sequences that meet are followed once and counted as often as there are of them."""
    demand_all_counted(name, asked, actions, depth)


def demand_all_counted(name: str, asked: Mapping[str, Json], actions: int, depth: int) -> None:
    """Levels are as following every sequence by itself counts them."""
    game, options, state = begun(name, asked, actions)
    before = frozen(state)
    for level in counted(game, options, state, depth):
        ends = list(one_by_one(game, state, level.actions))
        hashes = sorted({position(game, end, options.players) for end in ends})
        digest = sha256(b"".join(hashes)).hexdigest()
        assert level == TreeLevel(level.actions, len(ends), len(hashes), digest)
    assert level.actions == depth
    assert frozen(state) == before


def test_a_tree_ends_with_its_games() -> None:
    """A sequence that ended the game has no longer ones; then there are no levels."""
    game, options, state = begun("duel", {}, 0)
    choice, before = Random(5), state
    while not game.is_over(state):
        before, state = state, game.apply(state, choice.choice(game.legal_actions(state)))
    ends = len([1 for end in one_by_one(game, before, 1) if not game.is_over(end)])
    assert next(counted(game, options, before, 1)).sequences == len(game.legal_actions(before))
    assert len(list(counted(game, options, before, 2))) == (2 if ends else 1)
    assert list(counted(game, options, state, 3)) == []


def test_what_looks_the_same_may_go_on_differently() -> None:
    """Sequences meet only if also what is hidden is equal, here the rest of the draw pile."""
    game, options, _ = begun("imhotep", {"preset": "everything"}, 0)
    words = (("private market", "take 3"), ("private market", "draw"))
    taken, drawn = (game.replay(options, SEED, map(game.parse_action, each)) for each in words)
    assert position_hash(game, options, taken) == position_hash(game, options, drawn)
    assert frozen(taken) != frozen(drawn)


@cache
def example() -> tuple[str, str]:
    """The first position of a game of two with the preset `base`, and its hash."""
    game, options = settled(TREES[0])
    state: AnyState = game.new_game(options, SEED)
    return position_json(game, options, state), position_hash(game, options, state).hex()


def test_a_position_is_canonical_json_of_all_views() -> None:
    """Integers and no other numbers, every name sorted, the public last."""
    text, document = example()
    views = json.loads(text, parse_float=pytest.fail)
    assert [view["seat"] for view in views] == [0, 1, None]
    assert text == json.dumps(views, separators=(",", ":"), sort_keys=True)
    assert document == sha256(text.encode("ascii")).hexdigest()


def test_every_preset_has_a_tree_for_every_number_of_players() -> None:
    """Whoever adds a preset publishes its trees."""
    wanted = [
        (name, preset, players)
        for name, game in GAMES.items()
        for preset in game.presets
        for players in game.players
    ]
    assert [(tree.game, tree.preset, tree.players) for tree in TREES] == wanted
    levels = [(tree, actions) for tree in TREES for actions in range(1, tree.depth + 1)]
    rows = [(row.game, row.preset, row.players, row.actions, row.seed) for row in PUBLISHED]
    assert rows == [
        (tree.game, tree.preset, tree.players, actions, SEED.hex()) for tree, actions in levels
    ]


def test_the_file_has_one_row_on_each_line() -> None:
    """It is as `saqqara trees --json` writes it."""
    assert FILE.read_text(encoding="utf-8") == table_json(PUBLISHED)


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_the_upper_levels_are_as_published(tree: Tree) -> None:
    """Those below are counted again by `test_whole_trees.py`."""
    upper = [row for row in published(tree) if row.positions <= QUICK]
    assert upper
    again = Tree(tree.game, tree.preset, tree.players, len(upper))
    assert list(rows_of(again)) == upper


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_the_referee_counts_the_same_sequences(tree: Tree) -> None:
    """A program that shares no code with the engine, level by level."""
    game, options = settled(tree)
    names = [""] * tree.players
    record = record_of(game, options, seed=SEED, match_id="m", seats=names, plies=())
    document: dict[str, Any] = json.loads(json.dumps(to_json(record)))
    tables = list(replay(document))
    for row in published(tree):
        assert sum(len(table.legal()) for table in tables) == row.sequences
        if row.sequences > QUICK:
            break
        tables = list(one_action_on(tables))


def one_action_on(tables: list[AnyReferee]) -> Iterator[AnyReferee]:
    """The tables after one more action."""
    for table in tables:
        for action in table.legal():
            after = deepcopy(table)
            after.play(action)
            yield after


ONE_TREE = """
from saqqara_engine.trees import *
print(list(rows_of(Tree({game!r}, {preset!r}, {players}, {depth}))))
"""


def output_of(program: str, **surroundings: str) -> str:
    """What a Python of its own prints."""
    done = subprocess.run(
        (sys.executable, "-c", program),
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("tree", [TREES[12], TREES[16]], ids=str)
def test_both_builds_count_the_same(tree: Tree) -> None:
    """A tree of each game by the rules as Python, and by the build that `make test` has."""
    depth = min(tree.depth, 3) if tree.game == "duel" else 1
    program = ONE_TREE.format(game=tree.game, preset=tree.preset, players=tree.players, depth=depth)
    counts = str(published(tree)[:depth])
    assert output_of(program, SAQQARA_PURE="1") == counts
    assert output_of(program, SAQQARA_PURE="0") == counts


CHANGES = {
    "two stones for a ship of two": ("MINIMUM_LOAD: Final = {4: 3, 3: 2, 2: 1", "2: 1", "2: 2"),
    "a stone less to begin with": ("STARTING_STONES: Final = (2,", "(2,", "(1,"),
    "two points more": ("PYRAMID_POINTS: Final = (2,", "(2,", "(4,"),
}
"""A line of `figures.py`, and what in it becomes what."""


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_figure_is_noticed(name: str, tmp_path: Path) -> None:
    """By the counts or, where nothing but points changes, by the hash."""
    line, original, changed = CHANGES[name]
    file = copied(tmp_path) / "saqqara_engine" / "imhotep" / "figures.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(line) == 1
    program = ONE_TREE.format(game="imhotep", preset="base", players=2, depth=2)
    before = output_of(program, SAQQARA_PURE="1", PYTHONPATH=str(tmp_path))
    file.write_text(text.replace(line, line.replace(original, changed)), encoding="utf-8")
    after = output_of(program, SAQQARA_PURE="1", PYTHONPATH=str(tmp_path))
    assert before == str(published(TREES[0])[:2])
    assert after != before


def markdown() -> list[str]:
    """The table of `RULES.md`, line by line."""
    head = ("Game", "Preset", "Players", *map(str, range(1, DEEPEST + 1)), "Hash of the last")
    lines = [head, ("---",) * len(head)]
    for _, rows in groupby(PUBLISHED, lambda row: (row.game, row.preset, row.players)):
        levels = list(rows)
        counts = [f"{row.sequences:,}" for row in levels]
        blanks = [""] * (DEEPEST - len(levels))
        last = levels[-1]
        who = (f"`{last.game}`", f"`{last.preset}`", str(last.players))
        lines.append((*who, *counts, *blanks, f"`{last.hash[:16]}`"))
    return [re.sub(r" {2,}", " ", f"| {' | '.join(line)} |") for line in lines]


def test_the_rules_tell_the_trees() -> None:
    """The table of RULES.md, and the hash of its example, are those that are published."""
    text = RULES.read_text(encoding="utf-8")
    assert [line for line in (*markdown()[2:], example()[1]) if line not in text] == []
