"""`saqqara tune`: parameters that get better by play, and go on after a kill."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_sdk.arena import Limits
from saqqara_sdk.arena.entrants import introduction_of
from saqqara_sdk.bots.loader import BotNotFound, load_bot
from saqqara_sdk.bots.parameters import BadParameter, Parameter, parameters_of
from saqqara_sdk.cli import app

PICKY = "tests/sdk/cli/tunable_bots.py:Picky"
BEGUN = 4
"""Lines of a file in whose run an iteration is over and another one is under way."""
TORN = '[99,[{"torn'
"""A line that the kill cut off."""

RUN = ("--game", "duel", "--iterations", "2", "--blocks", "2", "--rate", "0.5", "--seed", "3")


def saqqara(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed at any moment and resumed it ends with the numbers of a run that was left alone."""
    whole = json.loads(saqqara("tune", PICKY, *RUN, "--resume", tmp_path / "a", "--json").stdout)
    killed = tmp_path / "b"
    command = [str(Path(sys.executable).with_name("saqqara")), "tune", PICKY, *RUN]
    with subprocess.Popen([*command, "--resume", str(killed)]) as process:
        while not killed.exists() or killed.read_text().count("\n") < BEGUN:
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    written = killed.read_text().splitlines(keepends=True)
    killed.write_text("".join([*written[:BEGUN], TORN]))  # the kill may come a line late
    resumed = json.loads(saqqara("tune", PICKY, *RUN, "--resume", killed, "--json").stdout)
    assert killed.read_text().count("\n") > BEGUN
    assert (resumed["finished"], resumed["matches"]) == (2, 8)
    assert resumed == whole
    assert any(one["value"] != one["start"] for one in whole["parameters"])
    assert whole["bot"].endswith(load_bot(whole["bot"]).name)


def test_another_run_is_not_gone_on_with(tmp_path: Path) -> None:
    """A file of other terms is refused by name, and stays as it is."""
    file = tmp_path / "a"
    words = ("tune", PICKY, "place", "--resume", file, *RUN, "--iterations", "1")
    assert saqqara(*words).exit_code == 0
    kept = file.read_text()
    refused = saqqara(*words, "--rate", "0.2")
    assert (refused.exit_code, file.read_text()) == (2, kept)
    assert "belongs to a run with rate 0.5, but this run has 0.2" in refused.stderr.replace(
        "\n", " "
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("random",), "random has no parameters"),
        ((PICKY, "palce"), "Picky has no parameter 'palce'. Use one of place, skip."),
        (("nobody",), "There is no installed bot 'nobody'"),
        (("node bot.mjs",), "A command has no parameters"),
        ((f"{PICKY}[skip=2]",), "Omit the values"),
    ],
)
def test_what_cannot_be_tuned_is_told(words: tuple[str, ...], sentence: str) -> None:
    """Each of a person's mistakes is a sentence that names what there is."""
    refused = saqqara("tune", *words, *RUN)
    assert (refused.exit_code, sentence in refused.stderr.replace("\n", " ")) == (2, True)


def test_a_bot_that_fails_is_not_tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault ends the run: what comes of it would say nothing of the parameters."""
    brittle = Path("tests/sdk/cli/tunable_bots.py").resolve()
    monkeypatch.chdir(tmp_path)  # where the record of the match is left
    ended = saqqara("tune", f"{brittle}:Brittle", *RUN, "--json")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["finished"] == 0
    assert "no idea on seat" in ended.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{PICKY}[skip=1.5]", "skip must be a whole number, not '1.5'."),
        (f"{PICKY}[skip=4]", "skip must be from 0 to 3, not 4."),
        (f"{PICKY}[place=nan]", "place must be from 0.0 to 1.0, not nan."),
        (f"{PICKY}[]", "has no parameter ''. Use one of place, skip"),
        (f"{PICKY}[step=1]", "has no parameter 'step'"),
    ],
)
def test_a_parameter_that_cannot_be_is_told(text: str, sentence: str) -> None:
    """Wherever a bot is named its parameters may be, and have to be such that it has."""
    with pytest.raises(BotNotFound) as refusal:
        load_bot(text)
    assert sentence in str(refusal.value)


def test_a_bot_with_many_numbers_can_be_introduced() -> None:
    """However many parameters are set, the bot's name stays one that a process may have."""
    six = "sled=0.123456,aboard=1.23456,blue_card=1.23456,open_lead=0.123456,obelisk=1.23456"
    introduction = introduction_of(Limits(), f"planner[{six},action_token=1.23456]")
    assert introduction.name == "planner[sled=0.123456,aboard=1.23456,blue_card=…]"
    assert introduction.parameters["obelisk"].value == 1.23456


def test_parameters_are_numbers_in_the_bot() -> None:
    """A bot reads the usual numbers or those that it was named with; a class may fix one."""
    assert load_bot(PICKY)().place == 0.5  # type: ignore[attr-defined]
    changed = load_bot(f"{PICKY}[place=0.75, skip=3]")()
    assert changed.name == "Picky[place=0.75,skip=3]"
    assert (changed.place, changed.skip) == (0.75, 3)  # type: ignore[attr-defined]
    assert list(parameters_of(load_bot("tests/sdk/cli/tunable_bots.py:Plain"))) == ["skip"]
    with pytest.raises(BadParameter, match="5 is not between 0 and 3"):
        Parameter(5, least=0, most=3)
