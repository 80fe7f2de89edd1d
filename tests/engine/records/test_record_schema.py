"""`engine/record.schema.json`: what the engine writes fits it, what it cannot read does not.

The schema is written for programs in other languages; that it keeps up with ours is shown here.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from saqqara_engine.choices import camel
from saqqara_engine.errors import RecordError
from saqqara_engine.game import ChanceOutcome, ScoreLine, SeatScore
from saqqara_engine.games import GAMES
from saqqara_engine.plies import Ply, PlyClock, Resampling
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Origin, Record, from_json, to_json
from saqqara_engine.wire import shape_of
from tests.engine.golden import RECORDS, golden_record
from tests.engine.records.test_record_integrity import leaves

SCHEMA = json.loads(Path("engine/record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
FIELDS = [camel(name) for name in shape_of(Record)]
FORMAT_1 = Path("tests/engine/records/format_1")
TYPES = {
    "origin": Origin,
    "resampling": Resampling,
    "outcome": ChanceOutcome,
    "clock": PlyClock,
    "score": SeatScore,
    "line": ScoreLine,
}


def golden_json(name: str = "imhotep-market-b") -> dict[str, Any]:
    """A golden record as it is read from its file, with a clock."""
    data: dict[str, Any] = json.loads(RECORDS[name].read_text(encoding="utf-8"))
    data["plies"][0]["clock"] = {"chargedMs": 3, "leftMs": 40}
    return data


def test_the_schema_is_one() -> None:
    """It follows JSON Schema 2020-12."""
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", RECORDS)
def test_golden_records_fit(name: str) -> None:
    """What the engine writes is what the schema promises."""
    VALIDATOR.validate(golden_json(name))
    VALIDATOR.validate(json.loads(json.dumps(to_json(golden_record(name)))))


@pytest.mark.parametrize("name", TYPES)
def test_objects_have_the_fields_of_their_types(name: str) -> None:
    """A field that is added to a type is added to the schema."""
    named = [camel(field.name) for field in fields(TYPES[name])]
    assert [*SCHEMA["$defs"][name]["properties"]] == SCHEMA["$defs"][name]["required"] == named


def test_a_record_has_the_fields_of_its_type() -> None:
    """The same for the record itself."""
    required = [name for name in FIELDS if name != "programs"]
    assert [*SCHEMA["properties"]] == FIELDS
    assert SCHEMA["required"] == required
    ply, note = SCHEMA["$defs"]["ply"], SCHEMA["$defs"]["note"]
    assert [*ply["properties"]] == [*map(camel, (one.name for one in fields(Ply))), "note"]
    assert [*note["properties"]] == [camel(one.name) for one in fields(Note)]


@pytest.mark.parametrize("name", GAMES)
def test_options_are_those_of_the_tables(name: str) -> None:
    """Every option, and every value of it, is in the schema with its sentence."""
    options = deepcopy(SCHEMA["$defs"][f"{name}Options"]["properties"])
    sides = options["sides"]["properties"]
    for choice in GAMES[name].choices:
        if choice.site:
            assert sides.pop(choice.site)["enum"] == list(choice.values)
        else:
            assert options.pop(choice.name) == {
                "description": choice.text,
                "enum": list(choice.values),
            }
    assert sides == {}
    assert list(options) == ["sides"]


@pytest.mark.parametrize("name", GAMES)
def test_a_value_of_another_type_does_not_fit(name: str) -> None:
    """Where the engine refuses the shape of a record, the schema does, for every scalar."""
    whole = golden_json("duel-preset-b" if name == "duel" else "imhotep-market-b")
    for keys in Random(name).sample(list(leaves(whole)), 150):
        data = deepcopy(whole)
        holder: Any = data
        for key in keys[:-1]:
            holder = holder[key]
        holder[keys[-1]] = [None]
        assert not VALIDATOR.is_valid(data), keys
        if keys[0] != "options":
            with pytest.raises(RecordError):
                from_json(data)


@pytest.mark.parametrize("name", FIELDS)
def test_no_field_may_be_missing(name: str) -> None:
    """All fields are always present, and there are no others."""
    data = golden_json()
    assert not VALIDATOR.is_valid({**data, "more": 1})
    del data[name]
    assert not VALIDATOR.is_valid(data)


def test_a_newer_format_does_not_fit() -> None:
    """The schema is that of formats 1 and 2."""
    assert not VALIDATOR.is_valid({**golden_json(), "format": 3})


def test_a_ply_has_a_note_in_format_2_only() -> None:
    """The same for programs."""
    new, old = golden_json(), json.loads((FORMAT_1 / "imhotep-market-b.json").read_text())
    VALIDATOR.validate(old)
    assert not VALIDATOR.is_valid({**new, "format": 1})
    assert not VALIDATOR.is_valid({**old, "format": 2})
    assert not VALIDATOR.is_valid({**old, "programs": new["programs"]})
    assert not VALIDATOR.is_valid({**old, "plies": new["plies"]})
    assert not VALIDATOR.is_valid({**new, "plies": old["plies"]})
