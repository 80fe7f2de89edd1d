"""`saqqara play` and `saqqara record`, as typed by a person or called by a program."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_engine.records.record import to_json
from saqqara_sdk.cli import app, console
from saqqara_sdk.records.files import load

FAULTY = """
from saqqara_sdk import Bot

class Raising(Bot):
    def choose(self, turn):
        if turn.version > 10:
            raise KeyError("lost")
        return turn.legal_actions[0]

class Mute(Bot):
    def choose(self, turn):
        return None

class Flood(Bot):
    def choose(self, turn):
        while True:
            print("lorem ipsum dolor" * 1000)

class Hoarder(Bot):
    def choose(self, turn):
        return bytearray(3 << 30)
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "faulty.py").write_text(FAULTY)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def test_play_prints_a_table() -> None:
    """The table has a row for each bot, plain where it is no terminal, and names the seed."""
    result = run("play", "greedy", "random", "random", "--blocks", "1", "--seed", "4")
    assert result.exit_code == 0, result.output
    assert "imhotep, 3 players, 3 games, seed 4" in result.stdout
    for word in ("greedy", "random", "random#2", "margin", "ms/move", "illegal"):
        assert word in result.stdout
    assert "\x1b" not in result.output
    assert result.stderr == ""


@pytest.mark.parametrize("more", [(), ("--jobs", "2")])
def test_progress_is_logged_without_a_terminal(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line at most every ten seconds says how many blocks are played, with the standings."""
    monkeypatch.setattr(console, "PULSE_S", 0.0)
    result = run("play", "random", "random", "--blocks", "2", "--game", "duel", *more)
    lines = result.stderr.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["1 of 2 blocks", "2 of 2 blocks"]
    assert re.search(r"  random \d+\.\d%", lines[0])


def test_play_takes_any_time_control() -> None:
    """`--time-control` says a kind and its times; what it cannot say is explained."""
    played = run(
        "play", "random", "random", "--blocks", "1", "--time-control", "fischer:60+0.5", "--json"
    )
    assert json.loads(played.stdout)["timeControl"] == "fischer baseMs=60000 incrementMs=500"
    for words, sentence in (
        ("per_move bankMs=5", "per_move needs moveMs"),
        ("fischer:60s", "Write fischer:base+increment in seconds"),
    ):
        refused = run("play", "random", "random", "--time-control", words)
        assert refused.exit_code == 2
        assert sentence in refused.output


def test_play_prints_json() -> None:
    """`--json` prints one object with the figures of every bot, over all and by seat."""
    result = run("play", "greedy", "random", "--blocks", "2", "--seed", "4", "--json")
    report = json.loads(result.stdout)
    assert (report["matches"], report["seed"], report["faults"]) == (4, 4, [])
    assert [row["bot"] for row in report["bots"]] == ["greedy", "random"]
    total = report["bots"][0]["total"]
    assert total["games"] == 4
    assert {seat: part["games"] for seat, part in report["bots"][0]["bySeat"].items()} == {
        "0": 2,
        "1": 2,
    }


def test_a_run_without_seed_can_be_repeated() -> None:
    """A drawn seed is told, and naming it plays the same again."""
    first = json.loads(run("play", "random", "random", "--blocks", "2", "--json").stdout)
    again = run("play", "random", "random", "--blocks", "2", "--json", "--seed", str(first["seed"]))
    scores = [
        [row["total"]["score"] for row in report["bots"]]
        for report in (first, json.loads(again.stdout))
    ]
    assert scores[0] == scores[1]


def test_records_are_kept_shown_and_verified(tmp_path: Path) -> None:
    """`--records` keeps a file for each match, which can be read, drawn and checked."""
    run("play", "random", "random", "--blocks", "1", "--seed", "9", "--records", "kept")
    first, second = sorted((tmp_path / "kept").iterdir())
    assert [path.name for path in (first, second)] == ["offline-9-1.1.json", "offline-9-1.2.json"]
    shown = run("record", "show", str(first))
    assert shown.exit_code == 0, shown.output
    plies = json.loads(first.read_text())["plies"]
    assert all(ply["action"] in shown.stdout for ply in plies)
    assert f"{len(plies):>5}   " in shown.stdout
    assert "pyramids" in shown.stdout
    drawn = run("record", "show", str(first), "--ply", "12")
    assert "Round 1 of 6" in drawn.stdout
    assert f"Ply 13, seat {plies[12]['seat']}" in drawn.stdout
    verified = run("record", "verify", str(second))
    assert (verified.exit_code, "is valid" in verified.stdout) == (0, True)


def test_records_are_verified_together(tmp_path: Path) -> None:
    """Files and folders; what does not hold is named beside the others; no record is a mistake."""
    run("play", "random", "random", "--blocks", "1", "--seed", "9", "--records", "kept")
    first, second = sorted((tmp_path / "kept").iterdir())
    both = run("record", "verify", "kept")
    assert (both.exit_code, both.stdout.count(" is valid: ")) == (0, 2)
    first.write_text("{}")
    result = run("record", "verify", "kept", str(second))
    assert (result.exit_code, result.stdout.count(f"{second.name} is valid: ")) == (1, 2)
    assert "kept/offline-9-1.1.json is not a record" in result.stderr
    Path("empty").mkdir()
    nothing = run("record", "verify", "empty")
    assert (nothing.exit_code, "There is no record in" in nothing.stderr) == (2, True)


def test_the_public_part_of_a_record_is_shown(tmp_path: Path) -> None:
    """A match that is being played shows its plies; it cannot be checked or drawn yet."""
    run("play", "random", "random", "--blocks", "1", "--seed", "9", "--records", "kept")
    path = tmp_path / "kept" / "offline-9-1.1.json"
    public = replace(load(path), seed=None, chance=(), scores=(), placements=(), ending=None)
    path.write_text(json.dumps(to_json(public)))
    shown = run("record", "show", str(path))
    assert shown.exit_code == 0, shown.output
    assert "still running" in shown.stdout
    assert all(ply.action in shown.stdout for ply in public.plies)
    for words in (["verify", str(path)], ["show", str(path), "--ply", "3"]):
        refused = run("record", *words)
        assert refused.exit_code == 1
        assert "running match" in refused.output


def test_a_forged_record_is_found_out(tmp_path: Path) -> None:
    """A record whose points were changed does not verify; the place is named."""
    run("play", "random", "random", "--blocks", "1", "--seed", "9", "--records", "kept")
    path = tmp_path / "kept" / "offline-9-1.1.json"
    forged = json.loads(path.read_text())
    forged["scores"][0]["total"] += 1
    path.write_text(json.dumps(forged))
    result = run("record", "verify", str(path))
    assert result.exit_code == 1
    assert "scores[0]" in result.stderr


@pytest.mark.parametrize("text", ["{", "{}"])
@pytest.mark.parametrize("command", ["show", "verify"])
def test_what_is_no_record_is_refused(command: str, text: str) -> None:
    """A broken or foreign file is refused with a sentence."""
    Path("file.json").write_text(text)
    result = run("record", command, "file.json")
    assert result.exit_code == 1
    assert "file.json is not a record" in result.stderr


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("record", "show"), ()),
        (("record", "verify"), ()),
        (("record", "list"), ()),
        (("record", "export"), ()),
        (("record", "render"), ("page.html",)),
        (("bot", "explain"), ("--ply", "1")),
    ],
)
def test_a_missing_record_is_bad_input(before: tuple[str, ...], after: tuple[str, ...]) -> None:
    """A file that is not there says nothing about a record: the exit code is 2, not 1."""
    result = run(*before, "nosuch.json", *after)
    assert result.exit_code == 2
    assert "'nosuch.json' does not exist" in result.stderr


def test_a_ply_beyond_the_end_is_refused() -> None:
    """`--ply` is at most the number of plies."""
    run("play", "random", "random", "--blocks", "1", "--seed", "9", "--records", "kept")
    result = run("record", "show", "kept/offline-9-1.1.json", "--ply", "999")
    assert result.exit_code == 2
    assert "Choose --ply up to this number" in result.stderr


@pytest.mark.parametrize(
    ("bot", "why"),
    [("Raising", "raised KeyError: 'lost'"), ("Mute", "it chose None, which is not one of")],
)
def test_a_fault_is_told_and_the_run_goes_on(bot: str, why: str) -> None:
    """A faulty bot is named with match and ply, its record is kept, and the command ends with 1."""
    words = ("random", f"faulty.py:{bot}", "--blocks", "2", "--seed", "2")
    result = run("play", *words)
    assert result.exit_code == 1
    assert "4 games" in result.stdout
    assert f"{bot} failed in match offline-2-1.1 at ply " in result.stderr
    assert why in result.stderr
    assert ('raise KeyError("lost")' in result.stderr) == (bot == "Raising")
    kept = re.findall(r"`saqqara record show (.*)` shows the match", result.stderr)
    assert [path.rpartition("/")[2] for path in kept] == ["offline-2-1.1.json"]
    assert "is valid" in run("record", "verify", kept[0]).stdout
    assert [path.name for path in Path().iterdir()] == ["faulty.py"]
    report = json.loads(run("play", *words, "--json").stdout)
    assert [(one["bot"], one["matchId"]) for one in report["faults"]] == [(bot, "offline-2-1.1")]
    assert Path(kept[0]).exists()


def test_a_flood_is_named_and_not_repeated() -> None:
    """A Python bot that prints too much is named for its output, which is not printed again."""
    result = run("play", "faulty.py:Flood", "random", "--blocks", "1", "--game", "duel")
    assert result.exit_code == 1
    assert "it wrote more than 16777216 bytes at once besides its answers" in result.stderr
    assert "lorem" not in result.stderr


@pytest.mark.parametrize(("bot", "memory"), [("faulty.py:Hoarder", "1024"), ("big.py", "512")])
def test_the_memory_limit_is_named(bot: str, memory: str) -> None:
    """A bot that fails for want of memory, at its start or in a match, names the option."""
    Path("big.py").write_text("stored = bytearray(3 << 30)\n")
    result = run("play", bot, "random", "--blocks", "1", "--game", "duel", "--memory", memory)
    assert result.exit_code in {1, 2}
    assert f"The limit is {memory} MiB of address space; --memory raises it" in result.stderr


def without_times(report: str) -> object:
    """What `--json` printed, but for how long bots thought."""
    return json.loads(re.sub(r'"msPerDecision": [^,]+', '"msPerDecision": 0', report))


def test_jobs_and_isolation_change_nothing() -> None:
    """The same blocks come out whoever plays them: one process, two, or the bots in their own."""
    words = ("play", "random", "random", "--blocks", "3", "--seed", "4", "--json")
    alone = run(*words)
    for more in (("--jobs", "2"), ("--trust",)):
        other = run(*words, *more)
        assert other.exit_code == 0, other.output
        assert without_times(other.stdout) == without_times(alone.stdout)


def test_chance_can_be_shared_in_a_block() -> None:
    """With `--shared-chance` all games of a block have the same cards, other blocks others."""
    words = ("random", "random", "--blocks", "2", "--seed", "4", "--shared-chance")
    result = run("play", *words, "--records", "kept")
    assert result.exit_code == 0, result.output
    decks = {path.stem: load(path).chance[:2] for path in Path("kept").iterdir()}
    assert decks["offline-4-1.1"] == decks["offline-4-1.2"] != decks["offline-4-2.1"]


def test_a_run_is_resumed() -> None:
    """Blocks that the file has are not played again, and a line without its end does not count."""
    words = ("play", "random", "random", "--json", "--resume", "blocks.jsonl")
    first = run(*words, "--blocks", "2", "--seed", "5")
    assert first.exit_code == 0, first.output
    file = Path("blocks.jsonl")
    kept = file.read_text()
    with file.open("a") as torn:
        torn.write("[3, [[")
    more = run(*words, "--blocks", "3", "--jobs", "2")
    assert more.exit_code == 0, more.output
    assert file.read_text().startswith(kept)
    whole = run("play", "random", "random", "--json", "--blocks", "3", "--seed", "5")
    assert without_times(more.stdout) == without_times(whole.stdout)
    other = run(*words, "--seed", "6")
    assert other.exit_code == 2
    assert "with seed 5, but this run has 6" in other.stderr


@pytest.mark.parametrize("text", ["no json\n", "[]\n", '{"seed": 1}\n'])
def test_another_file_is_left_alone(text: str) -> None:
    """What is no file of this run's blocks is refused and not written to."""
    Path("mine").write_text(text)
    result = run("play", "random", "random", "--blocks", "1", "--resume", "mine")
    assert result.exit_code == 2
    assert "another file" in result.stderr
    assert Path("mine").read_text() == text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random"], "imhotep is for 2, 3, 4 players, not 1. Name as many bots as players."),
        (["random"] * 5, "not 5. Name as many bots as players."),
        (["random", "nobody"], "no installed bot 'nobody'"),
        (["random", "random", "--game", "go"], "'go'"),
        (["random", "random", "--records", "faulty.py/x"], "Choose another folder for records"),
    ],
)
def test_bad_input_is_refused_with_what_to_do(words: list[str], sentence: str) -> None:
    """A command that cannot be carried out says what to type instead and ends with 2."""
    result = run("play", *words)
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_narrow_terminal_shows_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is cut off in 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    shown = run("play", "greedy", "random", "--blocks", "2", "--seed", "1").stdout
    assert "…" not in shown
    assert len(re.findall(r"\[[-+0-9.]+, [-+0-9.]+\]", shown)) == 18
    tested = run("sprt", "greedy", "random", "--max-blocks", "2", "--seed", "1").stdout
    assert "…" not in tested
    assert "LLR" in tested
    rated = run("round-robin", "random", "random", "random", "--blocks", "2", "--seed", "1").stdout
    assert "…" not in rated
    assert len(re.findall(r"\d+ ±\d+ ", rated)) == 6, "each share with its error"
    assert len(re.findall(r"\d+% ±\d+", rated)) == 2, "who is ahead of the next one, and how surely"
