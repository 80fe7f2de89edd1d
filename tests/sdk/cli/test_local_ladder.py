"""`saqqara ladder local`: a rated ladder without a server."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from saqqara_contest.pairing import next_blocks
from saqqara_contest.ratings import Rating
from saqqara_sdk.arena import Played, SeatPlayed
from saqqara_sdk.arena.ladder import ROUND, LocalLadder
from saqqara_sdk.cli import app
from saqqara_service.storage.ladders.rows import CountedMatch
from tests.service.ladder_folds import fold

HELD_BLOCK = ROUND + 8
BOTS = f"""
import os
import time
from saqqara_sdk import Bot, Turn
from saqqara_bots.random_bot import RandomBot

class _Held(Bot):
    def match_started(self, match):
        block = int(match.match_id.split("-")[2].split(".")[0])
        if block >= {HELD_BLOCK} and "HELD" in os.environ:
            time.sleep(600)

class First(_Held):
    def choose(self, turn):
        return turn.legal_actions[0]

class Last(_Held):
    def choose(self, turn):
        return turn.legal_actions[-1]
"""
MORE = """
from some import _Held

class Chance(_Held):
    def choose(self, turn):
        return turn.random.choice(turn.legal_actions)
"""
WORDS = ("ladder", "local", "bots", "--seed", "4", "--blocks", str(2 * ROUND + 4), "--json")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("some", BOTS), ("more", MORE), ("test_some", "x ="), ("_shared", "x =")):
        (tmp_path / "bots" / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / "bots" / f"{name}.py").write_text(text)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def report_of(*words: str) -> dict[str, Any]:
    """What `--json` printed, but for how long bots thought."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    report: dict[str, Any] = json.loads(re.sub(r'"msPerDecision": [^,]+,', "", result.stdout))
    return report


def test_every_bot_of_the_folder_is_rated() -> None:
    """Bots of all files and of `--bot` play balanced numbers of games; a reason for each block."""
    result = run(*WORDS, "--bot", "random", "--players", "3")
    report = json.loads(result.stdout)
    assert {row["entry"] for row in report["standings"]} == {
        "bots/more.py:Chance",
        "bots/some.py:First",
        "bots/some.py:Last",
        "random",
    }
    games = [row["games"] for row in report["standings"]]
    assert sum(games) == 3 * report["matches"] == 9 * report["blocks"]
    assert max(games) - min(games) <= 3
    assert len(report["history"]) == report["blocks"] == 2 * ROUND + 4
    for paired in report["history"]:
        reason = paired["reason"]
        assert [change["bot"] for change in paired["changes"]] == paired["bots"]
        assert {reason["anchor"], *(one["bot"] for one in reason["company"])} == set(paired["bots"])
    assert [row["place"] for row in report["standings"]] == [1, 2, 3, 4]
    assert sum(row["elo"] - 1500 for row in report["standings"]) == pytest.approx(0, abs=1e-6)


def test_pairing_and_ratings_are_a_servers() -> None:
    """The server's fold of the results gives these ratings, and its pairing these blocks."""
    report = report_of(*WORDS, "--resume", "blocks.jsonl")
    blocks = [json.loads(text)[1] for text in Path("blocks.jsonl").read_text().splitlines()[1:]]
    rows = fold(counted(*match) for block in blocks for match in block)
    last = {one["bot"]: one["after"] for block in report["history"] for one in block["changes"]}
    assert last == {bot: {"mu": row.mu, "sigma": row.sigma} for bot, (row,) in rows.items()}
    for before in range(0, len(blocks), ROUND):
        rows = fold(counted(*match) for block in blocks[:before] for match in block)
        ratings = {bot: Rating(row.mu, row.sigma) for bot, (row,) in rows.items()}
        games = {bot: row.matches for bot, (row,) in rows.items()}
        seed = f"offline-4|{before}".encode()
        paired = next_blocks(last, ratings, games, 2, ROUND, seed=seed)
        played = report["history"][before : before + ROUND]
        assert [list(one.bots) for one in paired][: len(played)] == [one["bots"] for one in played]


def counted(match_id: str, seats: list[list[Any]], _faults: object) -> CountedMatch:
    """A match of the file as a server keeps it."""
    return CountedMatch(
        match_id=match_id,
        bots=tuple(seat[0] for seat in seats),
        versions=(1,) * len(seats),
        places=tuple(seat[2] for seat in seats),
        totals=tuple(seat[3] for seat in seats),
        kept_time=tuple(seat[4] for seat in seats),
        ended_ms=0,
    )


def test_killed_and_resumed_it_is_the_same() -> None:
    """Killed (signal 9) within a round and resumed, it ends as if nothing had been; so by jobs."""
    file = Path("blocks.jsonl")
    words = [*WORDS, "--resume", str(file)]
    program = (sys.executable, "-c", "from saqqara_sdk.cli import app; app()")
    command = [*program, *words, "--no-sandbox"]  # a sandbox hands on no variable
    with subprocess.Popen(
        command, env={**os.environ, "HELD": "1"}, stdout=subprocess.DEVNULL
    ) as process:
        deadline = time.monotonic() + 100
        while not file.exists() or len(file.read_text().splitlines()) < HELD_BLOCK:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert len(file.read_text().splitlines()) == HELD_BLOCK
    resumed = report_of(*words)
    assert len(file.read_text().splitlines()) == resumed["blocks"] + 1 == 2 * ROUND + 5
    assert resumed == report_of(*WORDS, "--jobs", "2")


def test_a_longer_ladder_begins_like_a_shorter_one() -> None:
    """Rounds are paired whole, so that a ladder can be prolonged."""
    bots = ["a", "b", "c", "d"]
    short, long = LocalLadder(bots, 2, 1), LocalLadder(bots, 2, 1)
    for table, blocks in ((short, ROUND + 3), (long, 2 * ROUND)):
        for tasks in table.rounds(blocks):
            for number, field in tasks:
                table.count(tuple(won(bots, number, seating) for seating in field))
    assert long.pairings[: ROUND + 3] == short.pairings
    assert len(long.pairings) == 2 * ROUND


def won(bots: list[str], number: int, seating: tuple[int, ...]) -> Played:
    """A match in which the bot listed first comes in first."""
    ranked = sorted(seating)
    return Played(
        f"{number}",
        tuple(
            SeatPlayed(bots[bot], seat, 1 + ranked.index(bot), 0, True, 1, 1)  # noqa: FBT003
            for seat, bot in enumerate(seating)
        ),
    )


def test_another_runs_file_is_refused() -> None:
    """Blocks of other bots, of another seed or of a tournament are not mixed in."""
    run(*WORDS[:-3], "--blocks", "1", "--resume", "blocks.jsonl")
    for words in ((*WORDS, "--bot", "random"), ("ladder", "local", "bots", "--seed", "5")):
        result = run(*words, "--resume", "blocks.jsonl")
        assert result.exit_code == 2
        assert "name another file" in result.stderr


def test_forged_blocks_are_refused() -> None:
    """A file whose blocks are not those that would be paired is not gone on with."""
    run(*WORDS, "--resume", "blocks.jsonl")
    file = Path("blocks.jsonl")
    head, first, *_ = file.read_text().splitlines()
    bots = {seat[0] for _, seats, _ in json.loads(first)[1] for seat in seats}
    (missing,) = {"Chance", "First", "Last"} - bots
    file.write_text(f"{head}\n{first.replace(min(bots), missing)}\n")
    result = run(*WORDS, "--resume", "blocks.jsonl")
    assert result.exit_code == 2
    assert "Block 1 in the resume file has other bots" in result.stderr


def test_broken_files_are_named() -> None:
    """Every file that cannot be imported is named with its line before anything is played."""
    Path("bots/broken.py").write_text("import nowhere_at_all\n")
    Path("bots/leaving.py").write_text("raise SystemExit(0)\n")
    Path("bots/typo.py").write_text("def choose(:\n")
    result = run(*WORDS)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "bots/broken.py cannot be imported: ModuleNotFoundError" in result.stderr
    assert "broken.py, line 1)" in result.stderr
    assert "bots/leaving.py cannot be imported: SystemExit" in result.stderr
    assert "bots/typo.py cannot be imported: SyntaxError" in result.stderr
    assert "Repair the bot, or move it out of bots" in result.stderr


def test_a_faulty_bot_is_named_and_the_ladder_goes_on() -> None:
    """A bot that raises is named with match and ply; all blocks are played, and the code is 1."""
    Path("bots/lost.py").write_text(
        "from saqqara_sdk import Bot\n"
        "class Lost(Bot):\n"
        "    def choose(self, turn):\n"
        "        raise KeyError('lost')\n"
    )
    Path("bots/words.py").write_text("WORDS = 1\n")
    result = run(*WORDS, "--records", "kept")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["blocks"] == 2 * ROUND + 4
    assert "bots/words.py defines no bot and is ignored." in result.stderr
    assert re.search(r"Lost failed in match offline-4-\d+\.\d at ply \d+: it raised", result.stderr)
    assert len(list(Path("kept").glob("*.json"))) == 4 * ROUND + 8


def test_too_few_bots_are_told_what_to_do() -> None:
    """Fewer bots than seats make no ladder."""
    result = run(*WORDS, "--players", "4")
    assert result.exit_code == 2
    assert "4 seats need 4 bots, but there are 3" in result.stderr


def test_a_narrow_terminal_shows_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut off in 80 columns, and each bot has one number."""
    monkeypatch.setenv("COLUMNS", "80")
    result = run(*WORDS[:-1])
    assert result.exit_code == 0, result.output
    assert "…" not in result.stdout
    rows = r"\d+ \[\d+, \d+\] +(?:\d+% ±\d+)? +(?:\d+%)? +\d+ +\d+ ±\d+"
    assert len(re.findall(rows, result.stdout)) == 3
    assert re.findall(r"^  ?\w+: ", result.stdout, re.MULTILINE), "a check that says something"
    assert max(map(len, result.stdout.splitlines())) <= 80
