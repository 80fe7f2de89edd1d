"""Notes of bots: with the action that they belong to, wherever the bot plays; never at its cost."""

from __future__ import annotations

import csv
import json
import logging
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import PerMove, TimeControl, Untimed
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Record, to_json, verify
from saqqara_sdk.arena import Arena, BlockTerms, Entrant, Home, Played
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.entrants import find_bot
from saqqara_sdk.arena.texts import program_hash
from saqqara_sdk.cli import app
from tests.sdk.arena_tables import setting

UNTIMED = Untimed()
BOTS = r"""
import time
from saqqara_sdk import Bot
from saqqara_sdk.bots.answers import Undecided

class Noting(Bot):
    def choose(self, turn):
        chosen = turn.legal_actions[0]
        self.note(words="replaced", evaluation=1)
        self.note(words=f"version {turn.version}", line=[chosen, chosen.action, "get"])
        self.note(numbers={"options": len(turn.legal_actions)})
        return chosen

class Waiting(Noting):
    async def choose(self, turn):
        return super().choose(turn)

class Seldom(Bot):
    def choose(self, turn):
        if turn.version < 5:
            self.note(evaluation=0.5)
        return turn.legal_actions[0]

class Failing(Bot):
    def choose(self, turn):
        self.note(words=f"version {turn.version}")
        if turn.version < 9:
            raise KeyError("lost")
        return turn.legal_actions[0]

class Late(Bot):
    def choose(self, turn):
        self.note(words="late")
        if turn.version < 5:
            time.sleep(0.2)
        return turn.legal_actions[0]

class Odd(Bot):
    odd = iter(HOSTILE)

    def choose(self, turn):
        self.note(**next(self.odd, {"words": "well"}))
        return turn.legal_actions[0]
"""
HOSTILE = """[
    {"words": "x" * 10_000_000}, {"words": "\\x1b[2J"}, {"words": "\\ud800"}, {"words": 3},
    {"evaluation": float("nan")}, {"evaluation": "1"}, {"line": 5}, {"line": ["<b>"]},
    {"numbers": {"a": object()}}, {"numbers": {1: 2}}, {"tokens_in": -1}, {"prompt": "x"},
]"""
LINE = """
import json, sys
notes = iter(NOTES)
for text in sys.stdin:
    item = json.loads(text)
    if item["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "line"}
    elif item["type"] == "turn":
        answer = {"type": "answer", "version": item["version"], "action": item["actions"][0]}
        answer["note"] = next(notes, {"words": "well"})
    else:
        answer = {"type": "ready"}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "noting.py").write_text(BOTS.replace("HOSTILE", HOSTILE))


def play(text: str, home: Home = Home.HERE, control: TimeControl = UNTIMED) -> Played:
    """The first match of a block of the bot against one that notes nothing."""
    entrants = [Entrant(text, find_bot(text, home)), Entrant("random", RandomBot)]
    with Arena(setting(2, control), entrants, BlockTerms(1, one_field(2)), home) as arena:
        return arena.block(1)[0]


def noted(record: Record) -> list[Note | None]:
    """The notes of seat 0, by its actions; the other seat has none."""
    pairs = list(zip(record.plies, record.notes, strict=True))
    assert not any(note for ply, note in pairs if ply.seat)
    return [note for ply, note in pairs if ply.seat == 0]


@pytest.mark.parametrize("bot", ["Noting", "Waiting"])
@pytest.mark.parametrize("home", Home)
def test_each_action_has_its_note(bot: str, home: Home) -> None:
    """In one process or its own, sync or async; the record verifies with them."""
    played = play(f"noting.py:{bot}", home)
    record = played.record
    verify(record)
    versions = [number for number, ply in enumerate(record.plies, 1) if ply.seat == 0]
    notes = noted(record)
    assert [note and note.words for note in notes] == [f"version {one}" for one in versions]
    for ply, note in zip(record.plies, record.notes, strict=True):
        if note is not None:
            assert note.line == (ply.action, ply.action, "get")
            assert (note.evaluation, list(note.numbers or ())) == (1, ["options"])
    assert played.faults == ()


@pytest.mark.parametrize("home", [Home.HERE, Home.PROCESS])
def test_a_note_belongs_to_one_decision(home: Home) -> None:
    """It is forgotten after it, also where the decision failed and the policy took it."""
    notes = noted(play("noting.py:Seldom", home).record)
    assert set(notes[4:]) == {None}
    assert notes[0] == Note(evaluation=0.5)
    record = play("noting.py:Failing", home).record
    for version, (ply, note) in enumerate(zip(record.plies, record.notes, strict=True), 1):
        expected = Note(words=f"version {version}") if ply.seat == 0 and not ply.auto else None
        assert note == expected
    assert any(ply.auto for ply in record.plies)


@pytest.mark.parametrize("home", [Home.HERE, Home.PROCESS])
def test_a_late_decision_has_no_note(home: Home) -> None:
    """The policy has decided, and it notes nothing."""
    record = play("noting.py:Late", home, PerMove(150, 0)).record
    late = [ply.auto for ply in record.plies if ply.seat == 0]
    assert late[0]
    assert [note is None for note in noted(record)] == late


def test_a_malformed_note_is_dropped_and_named_once(caplog: pytest.LogCaptureFixture) -> None:
    """The action counts, and no fault is the bot's."""
    with caplog.at_level(logging.WARNING):
        played = play("noting.py:Odd")
    notes = noted(played.record)
    assert played.faults == ()
    assert not any(ply.auto for ply in played.record.plies)
    assert notes[:12] == [None] * 12
    assert set(notes[12:]) == {Note(words="well")}
    (said,) = [one.getMessage() for one in caplog.records if "note was dropped" in one.getMessage()]
    assert said == (
        f"match {played.match_id}: a note was dropped: words has 10000000 characters, but at most"
        " 2000 are allowed. Shorten it."
    )


def test_a_bot_of_another_language_notes_by_its_lines(caplog: pytest.LogCaptureFixture) -> None:
    """An optional `note` beside the action; what is no note is dropped and named once."""
    hostile = '[None, {"evaluation": 2}, [], 3, {"more": 1}, {"words": "\\x07"}, {"epoch": 1e999}]'
    Path("line.py").write_text(LINE.replace("NOTES", hostile))
    with caplog.at_level(logging.WARNING):
        played = play(f"{sys.executable} line.py")
    notes = noted(played.record)
    assert played.faults == ()
    assert notes[:8] == [None, Note(evaluation=2), *[None] * 5, Note(words="well")]
    assert sum("note was dropped" in one.getMessage() for one in caplog.records) == 1


def run(*words: str) -> str:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_commands_write_and_show_notes() -> None:
    """A run records the notes and the hashes of the bots' files; records show and export them."""
    run("play", "noting.py:Noting", "random", "--blocks", "1", "--seed", "3", "--records", "kept")
    path = min(Path("kept").glob("*.json"))
    data = json.loads(path.read_text())
    assert data["format"] == 2
    assert data["programs"] == [program_hash("noting.py:Noting"), None]
    run("record", "verify", str(path))
    shown = run("record", "show", str(path))
    assert "1  version 1" in shown
    ply = next(number for number, ply in enumerate(data["plies"]) if ply["note"])
    action = data["plies"][ply]["action"]
    one = run("record", "show", str(path), "--ply", str(ply))
    assert f"  words: version {ply + 1}\n" in one
    assert f"  line: {action}, {action}, get\n" in one
    (line,) = run("record", "export", str(path)).splitlines()
    assert json.loads(line) == data
    rows = list(csv.DictReader(run("record", "export", "--format", "csv", str(path)).splitlines()))
    assert rows[ply]["evaluation"] == "1"
    assert json.loads(rows[ply]["note"]) == data["plies"][ply]["note"]
    assert {row["note"] for row in rows if row["bot"] == "random"} == {""}


def test_text_from_strangers_is_shown_as_text(tmp_path: Path) -> None:
    """No markup of the console, no formula of a spreadsheet."""

    class Hostile(RandomBot):
        """Notes markup and a formula."""

        def choose(self, turn):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
            """Choose at random."""
            self.note(words="=1+1 [red]x[/] [/b]\nsecond")
            return super().choose(turn)

    entrants = [Entrant("hostile", Hostile), Entrant("random", RandomBot)]
    with Arena(setting(2, Untimed()), entrants, BlockTerms(1, one_field(2))) as arena:
        record = arena.block(1)[0].record
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(to_json(record)))
    ply = next(number for number, note in enumerate(record.notes) if note)
    assert "=1+1 [red]x[/] [/b] second" in run("record", "show", str(path))
    one = run("record", "show", str(path), "--ply", str(ply))
    assert "  words: =1+1 [red]x[/] [/b]\n    second\n" in one
