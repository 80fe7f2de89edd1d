"""`engine/RECORD.md` tells of everything that a record can hold."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

from saqqara_engine.choices import camel
from saqqara_engine.games import GAMES
from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_engine.plies import PlyClock, Resampling
from saqqara_engine.record import Origin, Record
from tests.engine.covering import rows
from tests.engine.golden import RECORDS, golden_record

DOCUMENT = Path("engine/RECORD.md").read_text(encoding="utf-8")


def names(kind: type) -> list[str]:
    """The fields of a type, as JSON has them."""
    return [camel(field.name) for field in fields(kind)]


def blocks() -> list[object]:
    """The examples of JSON in the document."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)]


def test_the_examples_have_all_fields() -> None:
    """The record and the origin that are shown are complete, in the order of the files."""
    record, origin, resampling = blocks()
    assert isinstance(record, dict)
    assert list(record) == names(Record)
    assert isinstance(origin, dict)
    assert list(origin) == names(Origin)
    assert isinstance(resampling, dict)
    assert list(resampling) == names(Resampling)


def test_every_field_is_explained() -> None:
    """Each has its row in a table."""
    for name in (*names(Record), *names(Origin), *names(Resampling), *names(PlyClock), "auto"):
        assert f"`{name}`" in DOCUMENT, name


def test_every_outcome_and_source_is_explained() -> None:
    """What chance does and where points come from is listed, whatever the options."""
    told = [golden_record(name) for name in RECORDS]
    words = {outcome.what for record in told for outcome in record.chance}
    for game in GAMES.values():
        for options in rows(game.name):
            state = game.new_game(options, bytes(32))
            words |= {outcome.what for outcome in game.chance(state)}
            words |= {line.source for score in game.scores(state) for line in score.lines}
    assert len(words) > 20
    for word in words:
        assert f"`{word}`" in DOCUMENT or word.startswith("hidden cards of seat"), word


def test_house_values_are_told_as_the_engine_tells_them() -> None:
    """The page's list is the engine's, and names all that options bring into play."""
    told = dict(re.findall(r"^\| (H-\d\d) \| (.*) \|$", DOCUMENT, re.MULTILINE))
    assert told == HOUSE_VALUES
    choices = [choice for game in GAMES.values() for choice in game.choices]
    assert {n for one in choices for _, numbers in one.house for n in numbers} == told.keys()
