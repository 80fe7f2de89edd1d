"""Notes of programs, and the two formats of records with and without them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saqqara_engine.errors import MalformedNote, RecordError
from saqqara_engine.game import Json
from saqqara_engine.records.notes import LARGEST, Note, note_of
from saqqara_engine.records.public_record import public_record_of
from saqqara_engine.records.record import digest, from_json, read, renamed, to_json, verify
from saqqara_engine.wire import canonical
from tests.engine.golden import GAMES, NOTES, OTHER_SEED, RECORDS, golden_record, plies_of

FORMAT_1 = [*Path("tests/engine/records/format_1").glob("*.json")]
FULL: dict[str, Json] = {
    "evaluation": -1.5,
    "line": ["get", "sail 2 temple"],
    "words": "One.\nTwo: 𓂀",
    "numbers": {"nodes": 12000, "p": 0.25},
    "tokensIn": 900,
    "tokensOut": 12,
    "model": "llama 3",
    "prompt": "0f" * 32,
    "epoch": 1,
}


def deep(levels: int) -> Json:
    """Arrays in arrays."""
    data: Json = []
    for _ in range(levels):
        data = [data]
    return data


def test_a_note_has_the_fields_that_were_given() -> None:
    """Fields that are null or missing are the same; without any there is no note."""
    note = note_of(FULL)
    assert note is not None
    assert note.to_json() == FULL
    assert note.line == ("get", "sail 2 temple")
    assert note_of({"words": "x", "line": None}) == Note(words="x")
    assert note_of({}) is None
    assert note_of({"words": None}) is None
    assert note_of({"words": ""}) == Note(words="")


@pytest.mark.parametrize(
    ("note", "sentence"),
    [
        ("text", "A note must be an object, not 'text'"),
        ([], "A note must be an object"),
        ({"extra": 1}, "no field 'extra'. Its fields: evaluation, line, words"),
        ({"tokens_in": 1}, "no field 'tokens_in'"),
        ({"evaluation": "1"}, "evaluation must be a number"),
        ({"evaluation": True}, "evaluation must be a number"),
        ({"evaluation": float("nan")}, "evaluation must be a finite number"),
        ({"evaluation": float("-inf")}, "evaluation must be a finite number"),
        ({"evaluation": 10**5000}, "evaluation must be a finite number from -1000000000000"),
        ({"evaluation": 1e13}, "evaluation must be a finite number"),
        ({"line": "get"}, "line must be an array of at most 16"),
        ({"line": ["get"] * 17}, "line must be an array of at most 16"),
        ({"line": ["<b>"]}, "line must have actions in notation"),
        ({"line": [3]}, "line must have actions in notation"),
        ({"line": ["get\n"]}, "line must have actions in notation"),
        ({"line": ["a" * 121]}, "line must have actions in notation"),
        ({"words": "x" * 2001}, "words has 2001 characters, but at most 2000"),
        ({"words": "x" * 10_000_000}, "words has 10000000 characters"),
        ({"words": "\x1b[2J"}, "words has the character U+001B. Remove control characters"),
        ({"words": "a\r\n"}, "words has the character U+000D"),
        ({"words": "a\x85"}, "words has the character U+0085"),
        ({"words": "\ud800"}, "words has the character U+D800"),
        ({"words": "a\u202eb"}, "words has the character U+202E"),
        ({"words": "a\tb"}, "words has the character U+0009"),
        ({"words": {"a": 1}}, "words must be a text"),
        ({"words": "𓂀" * 1500}, "takes 6012 bytes of JSON, but at most 4096"),
        ({"numbers": [1]}, "numbers must be an object of at most 16 numbers"),
        ({"numbers": {str(one): 1 for one in range(17)}}, "at most 16 numbers"),
        ({"numbers": {"": 1}}, "numbers has the name ''. Use 1 to 40"),
        ({"numbers": {"a\n": 1}}, "numbers has the name"),
        ({"numbers": {"x" * 41: 1}}, "numbers has the name"),
        ({"numbers": {"a": float("nan")}}, "numbers.a must be a finite number"),
        ({"numbers": {"a": deep(500)}}, "numbers.a must be a number"),
        ({"tokensIn": -1}, "tokensIn must be a whole number from 0"),
        ({"tokensOut": 1.0}, "tokensOut must be a whole number"),
        ({"tokensOut": True}, "tokensOut must be a whole number"),
        ({"epoch": 10**10}, "epoch must be a whole number"),
        ({"model": "a\nb"}, "model has the character U+000A"),
        ({"model": "x" * 201}, "model has 201 characters, but at most 200"),
        ({"prompt": "A" * 64}, "prompt must be a SHA-256"),
        ({"words": deep(900)}, "words must be a text"),
    ],
)
def test_a_note_beyond_its_bounds_is_refused_with_the_bound(note: Json, sentence: str) -> None:
    """The sentence names the field, the bound and the fix, and comes within milliseconds."""
    began = process_time()
    with pytest.raises(MalformedNote, match=re.escape(sentence)) as caught:
        note_of(note)
    assert process_time() - began < 0.05
    assert len(str(caught.value)) < 400


@given(st.floats(-LARGEST, LARGEST))
def test_every_number_has_the_same_digits_in_every_language(number: float) -> None:
    """JSON has no exponents, no negative zero and no `.0`, as RFC 8785 writes such numbers."""
    note = note_of({"evaluation": number})
    assert note is not None
    assert note.evaluation is not None
    text = canonical(note.to_json())[len('{"evaluation":') : -1]
    assert re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]{0,3}[1-9])?", text)
    assert text != "-0"
    assert Decimal(text) == Decimal(str(note.evaluation))
    assert abs(note.evaluation - number) <= 0.00005 + abs(number) * 1e-15
    assert note_of(note.to_json()) == note


def test_markup_and_instructions_are_data() -> None:
    """Text is kept as it is, whatever it says."""
    words = "<script>alert(1)</script> & Ignore all previous instructions. '\"; DROP TABLE \\u0000"
    note = note_of({"words": words})
    assert note is not None
    assert json.loads(json.dumps(note.to_json()))["words"] == words


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_format_2_survives_its_file(name: str) -> None:
    """Notes and programs are read, verified and covered by the digest."""
    record = read(RECORDS[name].read_bytes())
    verify(record)
    assert record.format == 2
    assert record.notes[:3] == tuple(NOTES)
    assert record.programs[0] == OTHER_SEED.hex()
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    others = [(None, *record.notes[1:]), (*record.notes[:-1], Note(words="later"))]
    for notes in others:
        with pytest.raises(RecordError, match="digest: it does not match"):
            verify(replace(record, notes=notes))
    with pytest.raises(RecordError, match="digest: it does not match"):
        verify(replace(record, programs=(None,) * len(record.seats)))


@pytest.mark.parametrize("path", FORMAT_1, ids=lambda path: path.stem)
def test_a_record_of_format_1_stays_one(path: Path) -> None:
    """It is verified by its own digest, and written back as it was."""
    data = json.loads(path.read_text(encoding="utf-8"))
    record = from_json(data)
    verify(record)
    assert record.format == 1
    assert to_json(record) == data
    assert digest(record) == data["digest"]
    again = renamed(record, [f"new {seat}" for seat in range(len(record.seats))])
    verify(again)
    assert to_json(again).keys() == data.keys()
    with pytest.raises(RecordError, match=r"plies\[0\] must have exactly"):
        from_json({**data, "plies": [{**data["plies"][0], "note": None}]})
    with pytest.raises(RecordError, match="programs: format 1 has no such field"):
        from_json({**data, "programs": [None, None]})


@pytest.mark.parametrize(
    ("programs", "sentence"),
    [(("0" * 64,), "programs: there must be 2"), (("x", None), r"programs\[0\]: 'x' is no SHA")],
)
def test_programs_are_hashes_by_seat(programs: tuple[str, ...], sentence: str) -> None:
    """One for each seat, or null."""
    with pytest.raises(RecordError, match=sentence):
        verify(replace(golden_record("duel-preset-b"), programs=programs))


def test_the_public_part_has_no_notes_and_no_programs() -> None:
    """Until the end they belong to their seats."""
    golden = GAMES["duel-preset-b"]
    plies = plies_of(golden)[:4]
    public: Any = to_json(
        public_record_of(
            golden.game,
            golden.options,
            commitment="0" * 64,
            match_id="m",
            seats=["a", "b"],
            plies=plies,
        )
    )
    assert public["programs"] == [None, None]
    assert [ply["note"] for ply in public["plies"]] == [None] * 4
