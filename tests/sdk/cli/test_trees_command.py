"""`saqqara trees`: the whole published table, and single trees."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from saqqara_engine.trees import SEED, PublishedLevel, Tree, rows_of
from saqqara_sdk.cli import app
from saqqara_sdk.cli import trees as command

SMALL = Tree("duel", "b", 2, 2)


def trees(*words: str) -> Result:
    """What the command does."""
    return CliRunner().invoke(app, ["trees", *words])


def known(tree: Tree) -> list[PublishedLevel]:
    """What is published of a tree."""
    key = (tree.game, tree.preset, tree.players)
    return [row for row in command.published() if (row.game, row.preset, row.players) == key]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> list[PublishedLevel]:
    """A published table of one tree, which may be changed."""
    rows = list(rows_of(SMALL))
    monkeypatch.setattr(command, "TREES", (SMALL,))
    monkeypatch.setattr(command, "published", lambda: tuple(rows))
    return rows


def test_the_whole_table_is_compared_with_what_is_published(small: list[PublishedLevel]) -> None:
    """A row for each level, and below that all are equal."""
    done = trees()
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()[1:]]
    assert [row[:6] for row in rows] == [
        ["duel", "b", "2", "1", "9", "9"],
        ["duel", "b", "2", "2", "72", "72"],
    ]
    assert rows[1][6] == small[1].hash[:16]
    assert "equal to the published table in all 2 levels" in done.stderr


def test_a_level_that_differs_is_named(small: list[PublishedLevel]) -> None:
    """With both figures; so is one that only one of both tables has."""
    small[1] = replace(small[1], positions=71)
    small.append(replace(small[1], actions=3))
    done = trees()
    assert done.exit_code == 1
    first, second = done.stderr.splitlines()
    assert first.startswith("duel b, 2 players, 2 actions: counted 72 sequences to 72 positions (")
    assert "published 72 sequences to 71 positions" in first
    assert "2 players, 3 actions: counted nothing, published" in second


def test_the_whole_table_as_json_is_the_file(small: list[PublishedLevel]) -> None:
    """So the file is written by `saqqara trees --json`."""
    done = trees("--json")
    assert done.exit_code == 0
    assert [PublishedLevel(**row) for row in json.loads(done.stdout)] == small
    assert len(done.stdout.splitlines()) == len(small) + 2


def test_a_tree_is_counted_level_by_level() -> None:
    """What is left out is as for the published trees."""
    done = trees("--preset", "b-sides", "--players", "3", "--depth", "2")
    assert done.exit_code == 0, done.output
    head, *lines = [line.split() for line in done.stdout.splitlines()]
    assert head == ["actions", "sequences", "positions", "hash"]
    counts = known(Tree("imhotep", "b-sides", 3, 2))[:2]
    assert lines == [
        [str(row.actions), str(row.sequences), str(row.positions), row.hash[:16]] for row in counts
    ]


def test_json_tells_all_that_a_tree_depends_on() -> None:
    """Every option spelled out, the seed, and whole hashes."""
    words = ("--game", "duel", "--option", "sides.temple=B", "--seed", "ab" * 32, "--depth", "1")
    document: dict[str, Any] = json.loads(trees(*words, "--json").stdout)
    assert (document["game"], document["seed"], document["after"]) == ("duel", "ab" * 32, [])
    assert document["options"]["sides"]["temple"] == "B"
    assert document["options"]["rulesVersion"]
    (level,) = document["levels"]
    assert (level["actions"], level["sequences"]) == (1, 9)
    assert len(level["hash"]) == 64


def test_other_chance_gives_other_positions() -> None:
    """The seed is part of what is counted."""
    words = ("--depth", "1", "--json")
    ours, other = (
        json.loads(trees("--seed", seed.hex(), *words).stdout)["levels"]
        for seed in (SEED, bytes(32))
    )
    assert [level["hash"] for level in ours] == [known(Tree("imhotep", "base", 2, 1))[0].hash]
    assert ours != other


def test_a_difference_is_found_behind_its_actions() -> None:
    """What follows on each first action adds up to the second level."""
    firsts = [f"place {row}.{column}" for row in "123" for column in "123"]
    after = [
        json.loads(trees("--game", "duel", "--after", each, "--depth", "1", "--json").stdout)
        for each in firsts
    ]
    assert sum(each["levels"][0]["sequences"] for each in after) == 72
    words = [word for each in firsts[:2] for word in ("--after", each)]
    document = json.loads(trees("--game", "duel", *words, "--depth", "1", "--json").stdout)
    assert document["after"] == firsts[:2]


def test_a_game_that_is_over_has_no_more_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command says so, and does not count on."""
    monkeypatch.setattr(command, "counted", lambda *_: iter(()))
    done = trees("--depth", "7")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "no game has more than 0 actions"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--game chess", "imhotep, duel"),
        ("--preset c-sides", "Use one of base, b-sides"),
        ("--players 5", "must be one of 2, 3, 4, not 5"),
        ("--game duel --players 3", "must be one of 2, not 3"),
        ("--option wrath", "NAME=VALUE"),
        ("--option wrath=7", "must be one of false, true, not 7"),
        ("--seed 00ff", "64 lower-case hexadecimal digits"),
        (f"--seed {'g' * 64}", "64 lower-case hexadecimal digits"),
        ("--depth 0", "greater than or equal to 1"),
        ("--depth -3", "greater than or equal to 1"),
        ("--depth many", "--depth"),
        ("--after fly", "fly"),
        ("--after pass", "Choose one of the 12 legal actions"),
    ],
)
def test_what_cannot_be_counted_is_refused(words: str, says: str) -> None:
    """The sentence says what can be; nothing is printed as a result."""
    done = trees(*words.split())
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stdout == ""


def test_ctrl_c_ends_it_with_the_levels_so_far() -> None:
    """A depth that would take for ever is counted until somebody has enough."""
    words = (sys.executable, "-c", "from saqqara_sdk.cli import app; app()", "trees")
    with subprocess.Popen(
        (*words, "--depth", "1000000"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline().split() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert [line[0] for line in lines] == ["actions", "1", "2"]
    assert process.returncode == 130
    assert "Traceback" not in complaint


def test_a_tree_is_divided_by_its_first_actions() -> None:
    """The parts add up to the level, and each is the tree after its action."""
    words = ("--preset", "base", "--players", "3", "--depth", "2")
    done = trees(*words, "--divide")
    assert done.exit_code == 0, done.output
    *parts, whole = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    (level,) = [row for row in known(Tree("imhotep", "base", 3, 2)) if row.actions == 2]
    assert int(whole[0]) == level.sequences == sum(int(part[0]) for part in parts)
    count, expected, action = parts[-1]
    behind = trees("--preset", "base", "--players", "3", "--depth", "1", "--after", action)
    assert behind.stdout.splitlines()[1].split()[1] == count
    assert behind.stdout.splitlines()[1].split()[3] == expected
    as_json = json.loads(trees(*words, "--divide", "--json").stdout)
    assert as_json[action]["sequences"] == int(count)


def test_a_single_action_is_not_divided() -> None:
    """It would say nothing."""
    done = trees("--depth", "1", "--divide")
    assert done.exit_code == 2
    assert "--depth 2" in done.stderr
