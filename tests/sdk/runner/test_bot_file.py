"""Files of bots: what they may say, and that what they say is played."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.cli import app
from saqqara_sdk.runner.bot_file import EXAMPLE, BotFileFault, read_bot_file
from tests.sdk.cli.test_cli_bot import bot_run, ended
from tests.sdk.test_real_service import some_bots

LINE_BOT = Path(__file__).parents[1] / "lines" / "line_bot.py"
FILE = f"""
log = "bots.log"
log_level = "debug"

[bots.line]
bot = ["{sys.executable}", "{LINE_BOT}", "first"]
token_env = "LINE_TOKEN"
max_matches = 1

[bots.line.policy]
mode = "accept"
max_matches = 2

[bots.python]
bot = "random"
token_file = "python.token"
max_matches = 1
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bots = 3", "bots: input should be a valid dictionary"),
        ("[bots]", "bots: dictionary should have at least 1 item"),
        ("[bots.a\n", "is not valid TOML"),
        ("sever = 1\n[bots.a]\nbot = 'x'", "sever: there is no such setting; did you mean server?"),
        ("[bots.a]\nbto = 'x'", "bots.a.bto: there is no such setting; did you mean bot?"),
        ("[bots.a]\nbot = 'x'\ntoken = 'imh_bot_x'", "token_env or token_file"),
        ("[bots.a]\nbot = []", "bots.a.bot"),
        ("[bots.a]\nbot = 'x'\nlimits.memory_mb = 1", "limits.memory_mb: input should be greater"),
        (
            "[bots.a]\nbot = 'x'\npolicy.mode = 'acept'",
            "bots.a.policy.mode: there is no 'acept'; use one of accept, ask, refuse",
        ),
        ("[bots.a]\nbot = 'x'\npolicy.maxMatches = 1", "did you mean max_matches?"),
        (
            "[bots.a]\nbot = 'x'\npolicy.games = [{game = 'duel', preset = ['x']}]",
            "bots.a.policy.games.0.preset: there is no such setting; did you mean presets?",
        ),
    ],
)
def test_what_is_wrong_is_named_with_what_to_write(tmp_path: Path, text: str, said: str) -> None:
    """Each fault is a line with its place; a token that was given is not repeated."""
    file = tmp_path / "bots.toml"
    file.write_text(text)
    with pytest.raises(BotFileFault) as fault:
        read_bot_file(file)
    assert said in str(fault.value)
    assert "imh_bot_x" not in str(fault.value)


def test_the_example_can_be_used(tmp_path: Path) -> None:
    """What `--example` prints is a file that can be read, and so can its remarks."""
    file = tmp_path / "bots.toml"
    file.write_text(EXAMPLE)
    assert set(read_bot_file(file).bots) == {"greedy"}
    rows = [line.removeprefix("# ") for line in EXAMPLE.splitlines()]
    said = [row for row in rows if row.startswith("[") or " = " in row]
    top = [row for row in said if row.split()[0] in {"server", "log", "log_level"}]
    file.write_text("\n".join(top + [row for row in said if row not in top]))
    assert set(read_bot_file(file).bots) == {"greedy", "sailor"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("bot = 'greedy'", "bots.a has no token"),
        ("bot = 'greedy'\ntoken_env = 'NO_SUCH'", "The environment variable NO_SUCH has no token"),
        ("bot = 'greedy'\ntoken_file = 'none'", "has no readable token"),
        ("bot = 'greddy'\ntoken_env = 'A'", "There is no installed bot 'greddy'"),
        ("bot = ['no-such-program']\ntoken_env = 'A'", "there is no program 'no-such-program'"),
        ("bot = ['true']\ntoken_env = 'A'", "its process ended with code 0"),
    ],
)
def test_a_check_finds_what_would_keep_a_run_from_beginning(
    tmp_path: Path, given: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens are looked for and bots are started; whatever is amiss ends in 2 with a sentence."""
    monkeypatch.setenv("A", "imh_bot_a")
    file = tmp_path / "bots.toml"
    file.write_text(f"[bots.a]\n{given}")
    done = CliRunner().invoke(app, ["bot", "config", str(file)])
    assert done.exit_code == 2
    assert said in done.output
    assert "imh_bot_a" not in done.output


async def test_a_file_plays(server: str, tmp_path: Path) -> None:
    """A command and a Python bot of one file meet on a real server by their accept policies.

    The log tells which of them each line is about, and no token.
    """
    _account, tokens = await some_bots(server, 2)
    (line, line_token), (python, python_token) = tokens.items()
    (tmp_path / "bots.toml").write_text(FILE)
    (tmp_path / "python.token").write_text(python_token + "\n")
    arguments = ("--config", str(tmp_path / "bots.toml"), "--server", server)
    process = await bot_run(*arguments, LINE_TOKEN=line_token)
    async with AsyncClient(server, python_token) as client, asyncio.timeout(60):
        while (await client.bots.present()).items == ():
            await asyncio.sleep(0.1)
        clock = Fischer(base_ms=60_000)
        await client.challenges.create([line], clock, seats=[line, python])
    code, err = await ended(process)
    log = (tmp_path / "bots.log").read_text()
    assert code == 0, err + log
    assert "line: 1 matches" in err
    assert "python: 1 matches" in err
    assert "line: the server has stored its accept policy" in log
    assert "line: match " in log
    assert python_token not in log + err
    assert line_token not in log + err
    async with AsyncClient(server, line_token) as client:
        assert (await client.bots.policy(line)).max_matches == 2


async def test_a_bot_that_is_refused_leaves_the_others_playing(server: str, tmp_path: Path) -> None:
    """Its failure is told at once, the others play on, and the run ends with 4."""
    _account, tokens = await some_bots(server, 1)
    ((_bot, token),) = tokens.items()
    file = tmp_path / "bots.toml"
    good, bad = ("[bots.good]\nbot = 'random'\n", "[bots.bad]\nbot = 'greedy'\n")
    file.write_text(f"log = 'log'\n{good}token_env = 'GOOD'\n{bad}token_env = 'BAD'\n")
    arguments = ("--config", str(file), "--server", server)
    process = await bot_run(*arguments, GOOD=token, BAD="imh_bot_nobody")
    log = tmp_path / "log"
    async with AsyncClient(server, token) as client, asyncio.timeout(60):
        while (await client.bots.present()).items == ():
            await asyncio.sleep(0.1)
        while "cannot play on" not in log.read_text():
            await asyncio.sleep(0.1)
    assert process.returncode is None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGTERM)
    code, err = await ended(process)
    assert code == 4
    assert "cannot play on" in err
    assert "0 matches, 0 decisions" in err
