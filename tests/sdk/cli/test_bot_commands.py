"""`saqqara bot new`, `check` and `doctor`: a bot from nothing, and what is wrong with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner, Result

from saqqara_sdk.checks.doctor import examine
from saqqara_sdk.checks.findings import CheckFinding, CheckOutcome
from saqqara_sdk.cli import app
from saqqara_sdk.client.access import Access
from tests.sdk.test_real_service import some_bots

FAULTY = """
import random, time
from saqqara_sdk import Bot

class Forgetful(Bot):
    is_deterministic = True
    def match_started(self, match):
        self.seen = 0
    def choose(self, turn):
        self.seen += 1
        if turn.version > 3 and self.seen == 1:
            raise KeyError("what happened before?")
        return random.choice(turn.legal_actions)

class Slow(Bot):
    def choose(self, turn):
        time.sleep(0.5)
        return turn.legal_actions[0]

class Cheat(Bot):
    def choose(self, turn):
        return "win"

class Raising(Bot):
    def choose(self, turn):
        print("looks at", turn.version)
        if turn.version > 3:
            return self.best(turn)
        return turn.legal_actions[0]

    def best(self, turn):
        raise ValueError(f"no idea at {turn.version}")

class Leaving(Bot):
    def choose(self, turn):
        print("leaves at", turn.version)
        raise SystemExit(3)
"""


def saqqara(*words: str) -> Result:
    """A command."""
    return CliRunner().invoke(app, words)


def check(folder: Path, kind: str, *words: str) -> tuple[int, dict[str, dict[str, str]]]:
    """The exit code of a check, and what it found."""
    (folder / "faulty.py").write_text(FAULTY)
    result = saqqara(
        "bot", "check", f"{folder}/faulty.py:{kind}", "--game", "duel", "--json", *words
    )
    return result.exit_code, {finding["check"]: finding for finding in json.loads(result.stdout)}


def test_a_new_bot_plays_and_passes_its_test(tmp_path: Path) -> None:
    """The file plays, the test beside it passes, and nothing is overwritten."""
    result = saqqara("bot", "new", "deep_digger", "--in", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert f"saqqara bot check {tmp_path}/deep_digger.py\n" in result.output
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "duel"]
    done = subprocess.run(test, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    again = saqqara("bot", "new", "deep_digger", "--in", str(tmp_path))
    assert again.exit_code == 2
    assert "already exists" in again.stderr


@pytest.mark.parametrize("name", ["", "Deep", "1st", "../up", "a b", "a" * 41])
def test_a_name_that_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    """It would be no module's."""
    result = saqqara("bot", "new", "--in", str(tmp_path), "--", name)
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("kind", "failing", "words"),
    [
        ("Forgetful", ("resumes after a kill", "repeats its decisions"), ()),
        ("Slow", ("plays duel, 2 players, a",), ("--time-control", "per_move:0.2")),
        ("Cheat", ("plays duel, 2 players, a",), ()),
        ("Nobody", ("starts",), ()),
    ],
)
def test_what_a_bot_does_wrong_is_found(
    tmp_path: Path, kind: str, failing: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """The check that fails says what to do; the command ends with 1."""
    code, found = check(tmp_path, kind, *words)
    assert code == 1
    assert {found[one]["outcome"] for one in failing} == {"failed"}


def test_a_fault_is_shown_with_its_lines_of_code_once(tmp_path: Path) -> None:
    """The bot's own lines and what it printed at that decision, not each time that it fails."""
    _, found = check(tmp_path, "Raising")
    failed = [one for one in found.values() if one["outcome"] == "failed"]
    (detail,) = [one["detail"] for one in failed if one["detail"]]
    assert len(failed) == 3
    printed, head, first, *_, last = detail.splitlines()
    assert (printed, head) == ("looks at 5", "Traceback (most recent call last):")
    assert first.startswith(f'  File "{tmp_path}/faulty.py", line ')
    assert last == "ValueError: no idea at 5"
    assert "saqqara_sdk" not in detail
    shown = saqqara("bot", "check", f"{tmp_path}/faulty.py:Leaving", "--game", "duel").stdout
    assert shown.count("leaves at") == 1
    assert shown.count("ended with code 3") == 3


def test_a_bad_command_line_is_told() -> None:
    """Games and clocks that do not exist."""
    for words in (("--game", "chess"), ("--time-control", "egg")):
        assert saqqara("bot", "check", "random", *words).exit_code == 2
    assert saqqara("bot", "doctor", "--server", "somewhere").exit_code == 2


async def found_at(server: str, token: str | None) -> dict[str, CheckFinding]:
    """What the doctor finds, by check."""
    return {finding.check: finding async for finding in examine(Access(server, token))}


async def test_the_doctor_finds_nothing_in_the_way(server: str) -> None:
    """With a bot's token every check is well, and the clocks of one machine agree."""
    _owner, bots = await some_bots(server, 1)
    found = await found_at(server, next(iter(bots.values())))
    assert list(found) == ["server", "network", "token", "scopes", "websocket", "sandbox"]
    assert not [finding for finding in found.values() if finding.is_failure]
    assert "match_play" in found["scopes"].text


async def test_the_doctor_says_what_is_in_the_way(server: str) -> None:
    """A token of an account, a bad one, none, and a server that is not there."""
    owner, _bots = await some_bots(server, 1)
    assert (await found_at(server, owner))["scopes"].outcome is CheckOutcome.FAILED
    assert (await found_at(server, "imh_bot_nonsense"))["token"].outcome is CheckOutcome.FAILED
    assert (await found_at(server, None))["token"].outcome is CheckOutcome.FAILED
    gone = await found_at("http://127.0.0.1:9", None)
    assert [finding.outcome for finding in gone.values()] == [CheckOutcome.FAILED]


async def test_the_doctor_reads_no_other_server() -> None:
    """A page of somebody else's is no service of ours."""
    page = httpx.MockTransport(lambda _: httpx.Response(200, html="<h1>Welcome</h1>"))
    access = Access("http://example.org", None)
    (found,) = [finding async for finding in examine(access, page)]
    assert found.is_failure
