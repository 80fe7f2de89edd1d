"""`--log`: what bots print and exchange, by match and seat, of every command that plays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_sdk.cli import app
from tests.sdk.cli.test_cli_bot import bot_run, ended
from tests.sdk.fake_service import FakeMatch, FakeService

LINE_BOT = Path(__file__).parents[1] / "lines" / "line_bot.py"
CHATTY = """
import sys
from saqqara_sdk import Bot

print("imported")

class Chatty(Bot):
    name = "chatty"

    def choose(self, turn):
        print("thinks about", turn.version)
        print("and says so", file=sys.stderr)
        return turn.legal_actions[0]
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chatty.py").write_text(CHATTY)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def demand_words(path: Path) -> None:
    """The bot's words stand between the question and the answer that they belong to."""
    lines = [line.split(maxsplit=2)[1:] for line in path.read_text().splitlines()]
    turns = [place for place, (sign, text) in enumerate(lines) if '"type":"turn"' in text]
    assert turns
    for place in turns:
        own = [sign for sign, text in lines[place : place + 6] if '"type":"view"' not in text]
        assert own[:3] == [">", "!", "!"], lines[place : place + 6]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_play_writes_a_log_for_each_match_and_seat(tmp_path: Path, jobs: str) -> None:
    """In any number of processes; a second run with the same seed writes over nothing."""
    words = ("play", "chatty.py", "random", "--game", "duel", "--blocks", "2", "--seed", "1")
    for number in ("1", "2"):
        result = run(*words, "--jobs", jobs, "--log", "logs")
        assert result.exit_code == 0, result.output
        assert f"Logs of the bots: logs/run-{number}" in result.stderr
        found = sorted((tmp_path / "logs" / f"run-{number}").rglob("*.log"))
        names = [f"{path.parent.name}/{path.name}" for path in found]
        assert names == [
            f"offline-1-{block}.{game}/{seat}-{bot}.log"
            for block in (1, 2)
            for game, bots in ((1, ("chatty", "random")), (2, ("random", "chatty")))
            for seat, bot in enumerate(bots)
        ]
        for path in found:
            if path.name.endswith("chatty.log"):
                demand_words(path)


def test_every_command_of_the_arena_writes_logs(tmp_path: Path) -> None:
    """Also of commands that speak the line protocol themselves."""
    command = f"{sys.executable} {LINE_BOT} first"
    duel, few = ("--game", "duel", "--log", "logs"), ("--blocks", "1")
    (tmp_path / "bots").mkdir()
    for name in ("one", "two"):
        (tmp_path / "bots" / f"{name}.py").write_text(CHATTY.replace("chatty", name))
    for number, words in enumerate(
        (
            ("play", command, "random", *few, *duel),
            ("round-robin", "chatty.py", "random", *few, *duel),
            ("gauntlet", "chatty.py", "random", *few, *duel),
            ("sprt", "chatty.py", "random", "--max-blocks", "1", *duel),
            ("ladder", "local", "bots", *few, *duel),
        ),
        start=1,
    ):
        result = run(*words)
        assert "Traceback" not in result.output
        found = [*(tmp_path / "logs" / f"run-{number}").rglob("*.log")]
        assert len(found) == 4, (words, result.output)
        assert all('"answer"' in path.read_text() for path in found)


def test_a_check_writes_logs(tmp_path: Path) -> None:
    """Of the bot alone, by the table that it plays."""
    result = run("bot", "check", "chatty.py", "--game", "duel", "--log", "logs")
    assert result.exit_code == 0, result.output
    found = {path.parent.name: path for path in (tmp_path / "logs" / "run-1").rglob("*.log")}
    assert found.keys() >= {"check-duel-2-a", "check-duel-resumed", "check-repeated"}
    demand_words(found["check-duel-2-a"])


async def test_a_run_on_a_server_writes_logs(tmp_path: Path) -> None:
    """With a process for each match; without one the lines would mix, which is told."""
    for match in ("m1", "m2"):
        service = FakeService([FakeMatch(match, decisions=2)])
        async with service.running():
            given = ("--server", service.url, "--max-matches", "1", "--log", str(tmp_path / "logs"))
            chatty = f"{tmp_path}/chatty.py"
            code, err = await ended(await bot_run(chatty, "--isolate", *given))
            assert code == 0, err
            refused, why = await ended(await bot_run(chatty, *given))
        assert refused == 2
        assert "Add --isolate" in why
    logs = sorted((tmp_path / "logs").rglob("*.log"))
    assert [path.parent.relative_to(tmp_path / "logs").as_posix() for path in logs] == [
        "run-1/m1",
        "run-2/m2",
    ]
    demand_words(logs[0])
    assert "! imported" in logs[0].read_text()


def test_watching_shows_what_bots_print() -> None:
    """At once, beside the games."""
    words = ("play", "chatty.py", "random", "--game", "duel", "--blocks", "1", "--pace", "0")
    result = run(*words, "--watch")
    assert "chatty: thinks about 1\nchatty: and says so\n" in result.stderr
    assert "thinks" not in run(*words).output


def test_logs_of_bots_in_one_process_are_refused() -> None:
    """Their lines would mix."""
    result = run("play", "chatty.py", "random", "--trust", "--log", "logs")
    assert (result.exit_code, "Omit --trust." in result.stderr) == (2, True)
