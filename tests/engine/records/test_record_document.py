"""`engine/RECORD.md` tells of everything that a record can hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from saqqara_engine.choices import camel
from saqqara_engine.game import Options
from saqqara_engine.games import GAMES
from saqqara_engine.plies import PlyClock, Resampling
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Origin, Record
from saqqara_engine.wire import shape_of
from tests.engine.covering_array import rows
from tests.engine.golden import RECORDS, golden_record

DOCUMENT = Path("engine/RECORD.md").read_text(encoding="utf-8")


def names(kind: type) -> list[str]:
    """The fields of a type, as JSON has them."""
    return [camel(name) for name in shape_of(kind)]


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
    for name in (
        *names(Record),
        *names(Origin),
        *names(Resampling),
        *names(PlyClock),
        *names(Note),
        "auto",
    ):
        assert f"`{name}`" in DOCUMENT, name


def test_every_outcome_and_source_is_explained() -> None:
    """What chance does and where points come from is listed, whatever the options."""
    records = [golden_record(name) for name in RECORDS]
    words = {outcome.what for record in records for outcome in record.chance}
    for game in GAMES.values():
        for options in rows(game.name):
            state = game.new_game(options, bytes(32))
            words |= {outcome.what for outcome in game.chance(state)}
            words |= {line.source for score in game.scores(state) for line in score.lines}
    assert len(words) > 20
    for word in words:
        assert f"`{word}`" in DOCUMENT or word.startswith("hidden cards of seat"), word


def section(title: str) -> str:
    """The text under a heading."""
    return DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]


def table(title: str) -> list[list[str]]:
    """The rows of the first table under a heading, cell by cell."""
    head, _, rest = section(title).partition("\n|---")
    assert rest, (title, head)
    lines = rest.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_draws_in_the_order_of_the_tables(name: str) -> None:
    """A checker takes the outcomes one by one, so their order counts."""
    titles = {"imhotep": "Outcomes of Imhotep", "duel": "Outcomes of the Duel"}
    drawn = [row[0].strip("`") for row in table(titles[name])]
    streams = re.findall(r"^\| .* \| `([a-z ]+)` \| 0 \|", section("Chance"), re.MULTILINE)
    for options in rows(name):
        state = GAMES[name].new_game(options, bytes(32))
        found = [outcome.what for outcome in GAMES[name].chance(state)]
        assert found == [what for what in drawn if what in found]
        assert found == [purpose for purpose in streams if purpose in found]


@pytest.mark.parametrize("options", rows("imhotep"), ids=rows("imhotep").index)
def test_the_sources_of_a_score_are_those_that_the_table_says(options: Options) -> None:
    """Each line is in play as its row tells, and stands where the row stands."""
    values = GAMES["imhotep"].parse_options(options.to_json()).to_json()
    expected: list[str] = []
    for sources, when, _ in table("Sources of points"):
        option = re.search("`(.*)`", when)
        sides = cast("dict[str, str]", values["sides"])
        if when == "always" or (values[option[1]] if option else sides["market"] == "C"):
            expected += re.findall("`(.*?)`", sources)
    state = GAMES["imhotep"].new_game(cast("Any", options), bytes(32))
    for score in GAMES["imhotep"].scores(state):
        assert [line.source for line in score.lines] == expected


def test_house_values_are_told_as_the_options_bring_them() -> None:
    """The table is that of the options' marks."""
    values = {
        (option.strip("`"), value.strip("`")): tuple(numbers.split(", "))
        for option, value, numbers in table("House values")
    }
    choices = [choice for game in GAMES.values() for choice in game.choices]
    assert values == {
        (one.name, json.dumps(value).strip('"')): numbers
        for one in choices
        for value, numbers in one.house
    }


def test_the_rules_versions_are_told() -> None:
    """Of both games."""
    for game in GAMES.values():
        assert f"`{game.rules_version}` for `{game.name}`" in DOCUMENT
