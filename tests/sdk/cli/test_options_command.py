"""`saqqara options`, and games other than the plain one on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_sdk.cli import app
from saqqara_sdk.cli.options import asked_options


def test_options_are_listed_with_their_house_rules() -> None:
    """Every option is a row; a value that brings house values says which, by number and words."""
    listing = json.loads(CliRunner().invoke(app, ["options", "--game", "imhotep", "--json"]).stdout)
    rows = {row["name"]: row for row in listing["choices"]}

    assert rows["sides.market"]["houseRules"] == {
        "C": {"H-10": HOUSE_VALUES["H-10"]},
        "D": {"H-11": HOUSE_VALUES["H-11"]},
    }
    assert set(listing["presets"]) == {
        *("base", "b-sides", "minis", "new-dynasty", "everything"),
    }
    assert listing["presets"]["minis"]["title"] == "Small expansions"


def test_no_number_stands_without_its_words() -> None:
    """Whoever reads H-06 in the table finds below it what that is."""
    shown = CliRunner().invoke(app, ["options", "--game", "imhotep"]).stdout
    below = shown[shown.index("\nH-") :]
    assert set(re.findall(r"H-\d\d", shown)) == set(
        re.findall(r"^(H-\d\d): \w", below, re.MULTILINE)
    )
    assert "H-06: the round cards for 3 players" in below


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    """The games are named."""
    result = CliRunner().invoke(app, ["options", "--game", "chess"])

    assert result.exit_code == 2
    assert "imhotep, duel" in result.stderr


def test_words_of_the_command_line_become_options() -> None:
    """Values are JSON where they can be; sides go together."""
    words = ["sides.market=B", "wrath=true", "obeliskBPoints=end"]

    assert asked_options("minis", words) == {
        "preset": "minis",
        "wrath": True,
        "obeliskBPoints": "end",
        "sides": {"market": "B"},
    }


def test_the_duel_is_played_recorded_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--game duel --preset b` plays the Duel; its records are shown and verified."""
    monkeypatch.chdir(tmp_path)
    words = "play random random --game duel --preset b --blocks 1 --seed 3 --records kept"
    played = CliRunner().invoke(app, words.split())
    assert played.exit_code == 0, played.output
    record = next((tmp_path / "kept").glob("*.json"))

    verified = CliRunner().invoke(app, ["record", "verify", str(record)])
    drawn = CliRunner().invoke(app, ["record", "show", str(record), "--ply", "5"])

    assert verified.exit_code == 0, verified.output
    assert "supply" in drawn.stdout


def test_an_option_without_a_value_is_refused() -> None:
    """The form of an option is shown."""
    result = CliRunner().invoke(app, ["play", "random", "random", "--option", "wrath"])

    assert result.exit_code == 2
    assert "NAME=VALUE" in result.stderr


def test_other_number_of_players_than_bots_is_refused() -> None:
    """The bots are the seats, so an option that says otherwise cannot hold."""
    result = CliRunner().invoke(app, ["play", "random", "random", "--option", "players=4"])
    assert result.exit_code == 2
    assert "--option players=4 does not fit 2 seats" in result.stderr
