"""What a bot says of the decisions in a record."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.mcts import MctsBot
from saqqara_bots.planner import PlannerBot
from saqqara_engine.records.record import to_json
from saqqara_sdk.arena import Entrant, play_match
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.bots.worths import read_worths
from saqqara_sdk.cli import app
from tests.sdk.arena_tables import setting
from tests.sdk.turns import offline

ODD = "tests/sdk/bots/explaining_bots.py"
PLY = 10


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of greedy against a bot that is not installed."""
    bots = [Entrant("greedy#2", GreedyBot), Entrant("stranger", PlannerBot)]
    file = tmp_path_factory.mktemp("games") / "game.json"
    file.write_text(json.dumps(to_json(play_match(setting(2), bots, "offline-explained").record)))
    return file


def saqqara(*words: object) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)


@pytest.mark.parametrize("bot", [GreedyBot, PlannerBot, MctsBot])
def test_a_bot_says_what_each_action_is_worth(bot: type[AnyBot]) -> None:
    """All bots that look ahead can say what they think of every action."""
    turn = offline(9)
    worths = read_worths(bot().explain(turn), turn.legal_actions)
    assert {str(one.action) for one in worths} == {one.notation for one in turn.legal_actions}
    assert sorted((one.worth for one in worths), reverse=True) == [one.worth for one in worths]


def test_who_played_explains_a_ply(game: Path) -> None:
    """The bot of the seat is found by its name; what was played is marked."""
    played = json.loads(game.read_text())["plies"][0]
    shown = saqqara("bot", "explain", game, "--ply", 1)
    assert shown.exit_code == 0
    (line,) = (line for line in shown.stdout.splitlines() if "  played" in line)
    assert f" {played['action']} " in line
    explanation = json.loads(saqqara("bot", "explain", game, "--ply", 1, "--json").stdout)
    assert (explanation["ply"], explanation["seat"], explanation["bot"]) == (
        1,
        played["seat"],
        "greedy",
    )
    assert (
        explanation["played"]
        == played["action"]
        in {one["action"] for one in explanation["actions"]}
    )


def test_a_bot_that_prints_spoils_no_json(game: Path) -> None:
    """It is told what happened before, and what it prints is not the command's."""
    shown = saqqara("bot", "explain", game, "--ply", PLY, "--bot", f"{ODD}:Talker", "--json")
    (one,) = json.loads(shown.stdout)["actions"]
    assert one["note"] == f"[b]heard {PLY - 1}"
    assert "thinking aloud" in shown.stderr
    assert "imported" not in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence", "code"),
    [
        (("--bot", "random"), "random has no method explain", 1),
        (("--bot", f"{ODD}:Raiser"), "Raiser at ply 10 raised RuntimeError: no idea", 1),
        (("--bot", f"{ODD}:Unsure"), "the worth nan", 1),
        (("--bot", f"{ODD}:Cheat"), "returned <pass>, which is not legal", 1),
        (("--bot", f"{ODD}:Number"), "must return a list of Worth, not 7", 1),
        (("--bot", "nobody"), "There is no installed bot 'nobody'", 2),
        (("--ply", "900"), "There is no ply 900", 2),
    ],
)
def test_what_cannot_be_explained_is_told(
    game: Path, words: tuple[str, ...], sentence: str, code: int
) -> None:
    """Every mistake of a bot or of a person is one sentence."""
    refused = saqqara("bot", "explain", game, "--ply", PLY, *words)
    assert (refused.exit_code, sentence in refused.stderr.replace("\n", " ")) == (code, True)


def test_a_bot_that_is_not_installed_is_asked_for(game: Path) -> None:
    """A record has names, which need not be those of bots here."""
    plies = json.loads(game.read_text())["plies"]
    ply = next(number for number, one in enumerate(plies, 1) if one["seat"] == 1)
    refused = saqqara("bot", "explain", game, "--ply", ply)
    assert (refused.exit_code, "Name a bot with --bot" in refused.stderr) == (2, True)


def test_a_record_imports_no_file(game: Path, tmp_path: Path) -> None:
    """A seat's name comes from the record's author, and may be the path of a file here."""
    (tmp_path / "trap.py").write_text("open(f'{__file__}.ran', 'w')\n")
    text = game.read_text().replace('"stranger"', json.dumps(str(tmp_path / "trap.py")))
    (tmp_path / "game.json").write_text(text)
    plies = json.loads(text)["plies"]
    ply = next(number for number, one in enumerate(plies, 1) if one["seat"] == 1)
    refused = saqqara("bot", "explain", tmp_path / "game.json", "--ply", ply)
    assert (refused.exit_code, "Name a bot with --bot" in refused.stderr) == (2, True)
    assert not (tmp_path / "trap.py.ran").exists()


def test_the_replay_page_shows_what_a_bot_says(game: Path, tmp_path: Path) -> None:
    """With `--explain` each decision has its worths, as data and never as markup."""
    out = tmp_path / "game.html"
    assert saqqara("record", "render", game, out, "--explain", f"{ODD}:Talker").exit_code == 0
    packed = out.read_text().split('id="record" type="text/plain">')[1].split("</script>")[0]
    explained = json.loads(gzip.decompress(b64decode(packed)))["worths"]
    assert len(explained) == len(json.loads(game.read_text())["plies"])
    assert explained["3"]["actions"][0]["note"] == "[b]heard 2"
    assert saqqara("record", "render", game, out, "--explain", "random").exit_code == 1
