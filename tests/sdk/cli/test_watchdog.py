"""Bots that hang, end their process or write where they should not: the command stays in charge."""

from __future__ import annotations

import contextlib
import json
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.needed import need_sandbox

# A job in a shell's background ignores SIGINT, and under `nohup` SIGHUP; so would its own children.
PROGRAM = """
import signal
from saqqara_sdk.cli import app

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.{hangup})
app()
"""
COMMAND = (sys.executable, "-c", PROGRAM.format(hangup="SIG_DFL"))
OUTLIVING = (sys.executable, "-c", PROGRAM.format(hangup="SIG_IGN"))
RUN_S = 120

# A bot in a sandbox can write no file, and its number is another one there: it tells by its name.
HANGS = f"hangs{secrets.token_hex(4)}"
BOTS = f"""
import ctypes
import os
import time
from saqqara_bots.random_bot import RandomBot

class Hanging(RandomBot):
    def choose(self, turn):
        if turn.version > 6:
            ctypes.CDLL(None).prctl(15, b"{HANGS}", 0, 0, 0)
            time.sleep(600)
        return super().choose(turn)

class Ending(RandomBot):
    def choose(self, turn):
        if turn.version > 6:
            os._exit(5)
        return super().choose(turn)

class Printing(RandomBot):
    def choose(self, turn):
        print("I think")
        os.write(1, b"and think\\n")
        return super().choose(turn)

class Raising(RandomBot):
    def choose(self, turn):
        if turn.version > 2:
            raise RuntimeError("no idea")
        return super().choose(turn)
"""
LOUD = """
import sys
print("here I come")
from saqqara_bots.random_bot import RandomBot

class Loud(RandomBot):
    pass
"""
SILENT = f"""
import ctypes
import time
ctypes.CDLL(None).prctl(15, b"{HANGS}", 0, 0, 0)
time.sleep(600)
"""
LEAVING = "import os\nos._exit(5)\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {"bots": BOTS, "loud": LOUD, "silent": SILENT, "leaving": LEAVING}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (*COMMAND, *words), capture_output=True, text=True, timeout=RUN_S, check=False
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_hangs_is_named(jobs: str) -> None:
    """Nobody has to ask for a process of its own, and the run goes on."""
    words = ("play", "random", "bots.py:Hanging", "--blocks", "1", "--seed", "2", "--jobs", jobs)
    done = run(*words, "--answer-limit", "0.5")
    assert done.returncode == 1, done.stderr
    assert "Hanging failed in match offline-2-1.1 at ply " in done.stderr
    assert "it did not answer within 0.5 s" in done.stderr
    assert "2 games" in done.stdout


def test_a_bot_that_hangs_on_a_clock_is_named() -> None:
    """It loses on time, and that it stayed silent is its fault."""
    words = ("play", "random", "bots.py:Hanging", "--blocks", "1", "--seed", "2")
    done = run(*words, "--time-control", "fischer:0.5", "--json")
    assert done.returncode == 1, done.stderr
    assert "had not answered" in done.stderr
    assert {one["kind"] for one in json.loads(done.stdout)["faults"]} == {"hang"}


@pytest.mark.parametrize(
    "words", [("--jobs", "1"), ("--jobs", "2"), ("--trust",), ("--trust", "--jobs", "2")]
)
def test_an_exit_code_of_a_bot_is_no_verdict(words: tuple[str, ...]) -> None:
    """A bot that ends its process with 5, which says 'not stronger', ends the test with 1."""
    done = run("sprt", "bots.py:Ending", "random", "--max-blocks", "4", "--seed", "2", *words)
    assert done.returncode == 1, done.stderr
    if "--trust" in words:
        assert "without --trust the bot is named" in done.stderr
    else:
        assert "Ending failed in match" in done.stderr
        assert "its process ended with code 5" in done.stderr


@pytest.mark.parametrize("words", [(), ("--trust",), ("--trust", "--jobs", "2")])
def test_standard_output_belongs_to_the_command(words: tuple[str, ...]) -> None:
    """What bots print while they are imported or play does not come between figures."""
    done = run("play", "bots.py:Printing", "loud.py:Loud", "--blocks", "2", "--json", *words)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    assert {row["bot"] for row in report["bots"]} == {"Printing", "Loud"}


def test_a_check_survives_what_it_checks() -> None:
    """`bot check` names what a bot does, and its own answer can be read by programs."""
    for bot, said in (
        ("Ending", "its process ended with code 5"),
        ("Printing", "continues at each decision"),
    ):
        done = run("bot", "check", f"bots.py:{bot}", "--game", "duel", "--json")
        assert done.returncode == int(bot == "Ending"), done.stderr
        assert any(said in one["text"] for one in json.loads(done.stdout))


@pytest.mark.parametrize(
    "words",
    [
        ("play", "leaving.py:Nobody", "random"),
        ("play", "--trust", "leaving.py:Nobody", "random"),
        ("ladder", "local", ".", "--bot", "random"),
    ],
)
def test_a_file_that_ends_its_process_is_named(words: tuple[str, ...]) -> None:
    """What happens while a file is imported does not happen to the command."""
    done = run(*words)
    assert done.returncode == 2, done.stderr
    assert "leaving.py" in done.stderr
    assert "code 5" in done.stderr


def test_what_needs_processes_refuses_trust() -> None:
    """A clock cannot be kept for bots that nobody can stop."""
    for words in (("--time-control", "fischer:1"), ("--shared-chance",)):
        done = run("play", "random", "random", "--trust", *words)
        assert done.returncode == 2
        assert "Omit --trust" in done.stderr


def test_a_bot_that_fails_is_benched_and_ranks_last(tmp_path: Path) -> None:
    """In a local ladder a fault loses the seat, and three such matches in a row bench the bot."""
    (tmp_path / "table").mkdir()
    (tmp_path / "bots.py").rename(tmp_path / "table/bots.py")
    (tmp_path / "table/bots.py").write_text(
        BOTS.replace("class Hanging", "class _Hanging").replace("class Ending", "class _Ending")
    )
    words = ("ladder", "local", "table", "--bot", "random", "--blocks", "40", "--seed", "3")
    done = run(*words, "--json")
    assert done.returncode == 1, done.stderr
    standings = json.loads(done.stdout)["standings"]
    assert [(row["bot"], row["benched"]) for row in standings][-1] == ("Raising", True)
    assert not any(row["benched"] for row in standings[:-1])
    assert standings[-1]["games"] < standings[0]["games"]
    assert "Raising is benched" in run(*words).stdout


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_check_that_is_ended_leaves_no_process(how: signal.Signals) -> None:
    """A program that does not look after the one that started it."""
    with ended("bot", "check", f"{sys.executable} silent.py") as command:
        command.send_signal(how)
        command.communicate(timeout=RUN_S)
        assert command.returncode != 0
        _wait_for(lambda: not hanging())


def test_a_run_outlives_its_terminal_if_asked_to() -> None:
    """Under `nohup` the signal of a closed terminal ends nothing."""
    words = ("play", "random", "bots.py:Hanging", "--blocks", "1", "--answer-limit", "3")
    with ended(*words, command=OUTLIVING) as command:
        command.send_signal(signal.SIGHUP)
        out, _ = command.communicate(timeout=RUN_S)
        assert command.returncode == 1
        assert b"2 games" in out


@contextlib.contextmanager
def ended(*words: str, command: tuple[str, ...] = COMMAND) -> Iterator[subprocess.Popen[bytes]]:
    """A command whose bot hangs by now; nothing of it is left afterwards."""
    pipe = subprocess.PIPE
    process = subprocess.Popen((*command, *words), stdout=pipe, stderr=pipe)
    try:
        _wait_for(lambda: hanging() or process.poll() is not None)
        assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("where", ["--sandbox", "--no-sandbox"])
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_behind(how: signal.Signals, where: str) -> None:
    """A command that is told to end takes the processes of its bots along, also hanging ones."""
    if where == "--sandbox":
        need_sandbox()
    words = ("play", "random", "bots.py:Hanging", "--blocks", "1", "--jobs", "2", where)
    with ended(*words) as command:
        command.send_signal(how)
        command.communicate(timeout=RUN_S)
        assert command.returncode != 0
        _wait_for(lambda: not hanging())


def hanging() -> list[int]:
    """The processes of bots that hang, as this machine numbers them."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            number, _, rest = status.read_text().partition(" (")
            name, _, state = rest.rpartition(") ")
            if name == HANGS and not state.startswith("Z"):
                found.append(int(number))
    return found


def _wait_for(is_so: Callable[[], object]) -> None:
    """Until something is so."""
    end = time.monotonic() + RUN_S
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(HANGS)
        time.sleep(0.05)
