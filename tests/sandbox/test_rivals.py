"""Bots of others on one's own machine: what they did to their rivals before, and no longer do."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import find_game
from saqqara_runner.folders import unpack
from saqqara_runner.program_check import text_of
from saqqara_sdk.arena import BlockTerms, Home, OnFault
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.checks.course import CheckCourse, check
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.sandbox import BOT, NoSandbox, Sandbox
from saqqara_sdk.submissions import pack

LINE_BOT = Path(__file__).parents[1] / "sdk/lines/line_bot.py"
SAQQARA = str(Path(sys.executable).with_name("saqqara"))

RIVAL = """
from saqqara_sdk import Bot

class Rival(Bot):
    name = "rival"
    def choose(self, turn):
        return turn.legal_actions[0]
"""
CHEAT = """
import os, signal
from pathlib import Path
from saqqara_sdk import Bot

HOST = b"saqqara_sdk.lines.host"

class Cheat(Bot):
    name = "cheat"
    def match_started(self, match):
        try:
            with (Path(__file__).parent / "rival.py").open("a") as file:
                file.write("    choose = None\\n")
        except OSError:
            pass
    def choose(self, turn):
        for place in Path("/proc").glob("[0-9]*"):
            words = (place / "cmdline").read_bytes()
            if HOST in words and b"rival.py:Rival" in words:
                os.kill(int(place.name), signal.SIGKILL)
        return turn.legal_actions[0]
"""


def faulty(folder: Path, *, is_sandboxed: bool) -> set[str]:
    """Who is at fault in a block of the cheat against its rival."""
    plan = JobPlan(
        game="duel",
        options={"players": 2},
        time_control="untimed",
        on_fault=OnFault.AUTOPLAY,
        bots=(f"{folder}/cheat.py:Cheat", f"{folder}/rival.py:Rival"),
        programs=("", ""),
        labels=("cheat", "rival"),
        terms=BlockTerms(7, one_field(2)),
        home=Home.PROCESS,
        is_sandboxed=is_sandboxed,
    )
    with plan.open() as arena:
        return {fault.bot for played in arena.play(plan.terms.task(1)) for fault in played.faults}


def test_a_bot_cannot_touch_its_rivals(tmp_path: Path) -> None:
    """It neither patches nor kills them; without a sandbox it still does, so the attack is real."""
    (tmp_path / "rival.py").write_text(RIVAL)
    (tmp_path / "cheat.py").write_text(CHEAT)
    assert faulty(tmp_path, is_sandboxed=True) == set()
    assert (tmp_path / "rival.py").read_text() == RIVAL
    assert "rival" in faulty(tmp_path, is_sandboxed=False)
    assert (tmp_path / "rival.py").read_text() != RIVAL


def test_a_ladder_of_a_folder_plays_in_sandboxes(tmp_path: Path) -> None:
    """Files are imported in sandboxes too, and one line says how bots are kept apart."""
    (tmp_path / "rival.py").write_text(RIVAL)
    (tmp_path / "cheat.py").write_text(CHEAT)
    command = (SAQQARA, "ladder", "local", str(tmp_path))
    done = subprocess.run(
        (*command, "--blocks", "1", "--json"), capture_output=True, text=True, check=False
    )
    assert done.stderr.count("run in sandboxes") == 1
    report = json.loads(done.stdout)
    assert {row["bot"] for row in report["standings"]} == {"cheat", "rival"}
    assert report["faults"] == []


def test_what_a_bot_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of its files; of a folder that holds too much, the file alone."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bots"
    folder.mkdir()
    for name in ("mine.py", "mine.mjs"):
        (folder / name).write_text("")
    shown = {
        text: sandbox_of(text)
        for text in ("bots/mine.py:Mine", "bots/mine.py", "node bots/mine.mjs --fast")
    }
    assert {one and one.shown for one in shown.values()} == {(folder,)}
    assert sandbox_of("greedy") is sandbox_of("greedy[boldness=1]") is None
    monkeypatch.setenv("HOME", str(folder))
    alone = sandbox_of("bots/mine.py:Mine")
    assert alone is not None
    assert alone.shown == (folder / "mine.py",)
    monkeypatch.chdir("/")
    with pytest.raises(NoSandbox, match="the bot would see all of /"):
        sandbox_of("my_module:Mine")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_command_plays_in_a_sandbox() -> None:
    """A bot in another language finds its program and its files."""
    root = Path(__file__).parents[2]
    command = (SAQQARA, "play", "node bots/node/sailor.mjs")
    done = subprocess.run(
        (*command, "random", "--blocks", "1", "--json"),
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["faults"]) == (0, [])
    assert "run in sandboxes" in done.stderr


def test_a_handed_in_bot_is_checked_in_its_sandbox(tmp_path: Path) -> None:
    """By the name that it has inside; the bot that sleeps through a decision does not pass."""
    (tmp_path / "rival.py").write_text(RIVAL)
    bundle = pack(f"{tmp_path}/rival.py:Rival").bundle
    place = unpack(bundle.pack(), bundle.hash, tmp_path / "cache")
    course = CheckCourse((find_game("duel"),), Untimed(), Limits(answer_s=5))
    found = list(islice(check(text_of(bundle.manifest, BOT), course, Sandbox(bot=place)), 3))
    assert found[0].text == "its name is rival"
    assert not any(one.is_failure for one in found)
    sleeper = f"{sys.executable} {LINE_BOT} hang"
    sandbox = sandbox_of(sleeper)
    course = CheckCourse((find_game("imhotep"),), Untimed(), Limits(answer_s=0.4))
    found = list(islice(check(sleeper, course, sandbox), 2))
    assert found[1].text.endswith("it did not answer within 0.4 s")
