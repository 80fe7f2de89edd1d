"""A record is believed as a whole or not at all: any edit is refused, with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import TypeAlias, cast

import pytest

from saqqara_engine import find_game
from saqqara_engine.errors import RecordError
from saqqara_engine.game import Json
from saqqara_engine.plies import Ply, PlyClock, Resampling
from saqqara_engine.records.record import Origin, read, record_of, to_json, verify

GAMES = ("imhotep", "duel")
DRAWN = Resampling(4, 0, "ab" * 32)


@cache
def text(name: str) -> str:
    """The file of a short game with clocks, a flagged seat, an origin and cards drawn anew."""
    game, seed, choice = find_game(name), bytes(range(32)), Random(name)
    options = game.parse_options({})
    state = game.new_game(options, seed)
    plies = []
    for number in range(8):
        if number == DRAWN.ply:
            state = game.sample(game.view(state, DRAWN.seat), bytes.fromhex(DRAWN.seed))
        action = choice.choice(game.legal_actions(state))
        clock = PlyClock(charged_ms=10 + number, left_ms=900 - number)
        seat = cast("int", game.to_act(state))
        plies.append(Ply(seat, str(action), clock, auto=number == 7))
        game.advance(state, action)
    original = record_of(
        game,
        options,
        seed=seed,
        match_id="m-1",
        seats=["Zoser", "Ramses \u2625"],
        plies=plies,
        flagged=[1],
        origin=Origin("m-0", 5),
        resamplings=[DRAWN],
    )
    return json.dumps(to_json(original), ensure_ascii=False)


def refused(edited: str | bytes) -> str:
    """What the engine says about an edited file."""
    with pytest.raises(RecordError) as caught:
        verify(read(edited))
    return str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_any_edited_byte_is_refused(name: str) -> None:
    """Whatever byte becomes another, the file is no record or contradicts itself."""
    whole, choice = text(name).encode(), Random(name)
    for place in choice.sample(range(len(whole)), 600):
        byte = choice.choice([one for one in range(256) if one != whole[place]])
        edited = whole[:place] + bytes((byte,)) + whole[place + 1 :]
        if not is_same_json(edited, whole):
            assert len(refused(edited)) < 700


def is_same_json(one: bytes, other: bytes) -> bool:
    """Whether the edit only touched white space, or wrote the same text in another way."""
    try:
        return bool(json.loads(one) == json.loads(other))
    except ValueError:
        return False


@pytest.mark.parametrize("name", GAMES)
def test_any_cut_or_doubled_file_is_refused(name: str) -> None:
    """A file that lacks its end, or has more than one record, is not read."""
    whole = text(name)
    for cut in range(0, len(whole), 97):
        assert "not valid JSON" in refused(whole[:cut])
    assert "not valid JSON" in refused(whole + whole)


Keys: TypeAlias = "tuple[str | int, ...]"


def leaves(value: Json, keys: Keys = ()) -> Iterator[Keys]:
    """The way to every scalar."""
    match value:
        case dict():
            for name, item in value.items():
                yield from leaves(item, (*keys, name))
        case list():
            for number, item in enumerate(value):
                yield from leaves(item, (*keys, number))
        case _:
            yield keys


def put(data: Json, keys: Keys) -> Json:
    """The data with another value of the same type at one place."""
    edited = deepcopy(data)
    holder = cast("dict[str | int, Json]", edited)
    for key in keys[:-1]:
        holder = cast("dict[str | int, Json]", holder[key])
    value = holder[keys[-1]]
    match value:
        case bool():
            holder[keys[-1]] = not value
        case int():
            holder[keys[-1]] = value + 1
        case str():
            holder[keys[-1]] = value[:-1] + ("0" if value[-1:] != "0" else "1")
        case _:
            holder[keys[-1]] = 0
    return edited


CONSEQUENCES = {
    "matchId": {"commitment"},
    "seed": {"commitment", "chance", "plies"},
    "options": {"digest", "houseValues", "chance", "scores", "plies", "seats"},
    "flagged": {"digest", "placements"},
    "seats": {"digest"},
    "plies": {"digest"},
    "origin": {"digest"},
    "resamplings": {"digest", "chance", "plies"},
}
"""Where an edit shows that is not false in itself, but belongs to another game or to none."""


@pytest.mark.parametrize("name", GAMES)
def test_any_edited_field_is_named(name: str) -> None:
    """The sentence begins with the field, or with what no longer follows from it."""
    data = json.loads(text(name))
    for keys in leaves(data):
        sentence = refused(json.dumps(put(data, keys)))
        place, field = re.split("[: ]", sentence)[0], str(keys[0])
        named = place.removeprefix("Record.").split("[")[0].split(".")[0]
        assert named in {field, *CONSEQUENCES.get(field, set())}, (keys, sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": 3, "novelty": []}, "format: the record has 3, but this release"),
        ({"format": 3}, "upgrade if the record is newer"),
        ({"rulesVersion": "9"}, "rulesVersion: the record has '9', but this release"),
        ({"rulesVersion": "9"}, "Use the release that wrote the record"),
        ({"format": 0}, "format: the record has 0"),
        ({"format": "1"}, "Record.format must be of type int"),
        ({"seats": ["\ud800", "b"]}, "seats[0]: '\\ud800' is not Unicode"),
        ({"matchId": "\udfff"}, "matchId: '\\udfff' is not Unicode"),
        (
            {"origin": {"matchId": "\ud800", "ply": 0}},
            "origin",
        ),
        ({"game": "chess"}, "game: There is no game 'chess'"),
        ({"options": {"preset": "gold"}}, "options: "),
        ({"plies": "x" * 10_000}, "Record.plies must be an array"),
    ],
)
def test_a_record_of_another_time_or_world_is_refused(
    change: dict[str, Json], sentence: str
) -> None:
    """Other formats and rules say what to do; what no file should hold gets a sentence."""
    data = {**json.loads(text("imhotep")), **change}
    assert sentence in refused(json.dumps(data))


@pytest.mark.parametrize(
    "junk", ["", "[" * 100_000, "1" * 10_000, "\x00", b"\xff\xfe\x00", b"\xff"]
)
def test_junk_is_refused(junk: str | bytes) -> None:
    """Not every file is JSON, and not all JSON ends."""
    assert len(refused(junk)) < 300
