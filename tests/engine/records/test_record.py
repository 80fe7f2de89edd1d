"""Records: what is written can be read, replayed and checked."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.errors import MalformedJson, RecordError, UnknownOption
from saqqara_engine.game import ChanceOutcome, Json
from saqqara_engine.games import GAMES
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.plies import Ply, PlyClock
from saqqara_engine.records.record import Record, from_json, record_of, to_json, verify
from saqqara_engine.wire import view_from_json, view_json


@cache
def record(players: int = 2, plies: int | None = None) -> Record:
    """The record of a random game, cut off after some plies."""
    choice = Random(players)
    seed = choice.randbytes(32)
    options = IMHOTEP.parse_options({"players": players})
    state = IMHOTEP.new_game(options, seed)
    played: list[Ply] = []
    while not IMHOTEP.is_over(state):
        action = choice.choice(IMHOTEP.legal_actions(state))
        seat = IMHOTEP.to_act(state)
        assert seat is not None
        played.append(Ply(seat, str(action), PlyClock(charged_ms=5, left_ms=1000)))
        IMHOTEP.advance(state, action)
    names = [f"bot {seat}" for seat in range(players)]
    return record_of(
        find_game("imhotep"),
        options,
        seed=seed,
        match_id="m-1",
        seats=names,
        plies=played[:plies],
        flagged=(1,),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_survives_json_and_verifies(players: int) -> None:
    """A record read back is the same, and replays to what it tells."""
    original = record(players)
    read = from_json(json.loads(json.dumps(to_json(original))))
    assert read == original
    verify(read)
    assert original.placements[1] == players


def test_an_unfinished_record_verifies_without_placements() -> None:
    """A game that broke off has scores so far and no places."""
    unfinished = record(plies=10)
    assert unfinished.placements == ()
    verify(unfinished)


def flip(text: str) -> str:
    """A hex text with another first digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def tampered(place: str) -> Record:
    """The record with one place changed."""
    original = record()
    assert original.seed is not None
    scores, chance, plies = original.scores, original.chance, original.plies
    line = replace(scores[1].lines[0], points=99)
    forged = {
        "format": replace(original, format=3),
        "game": replace(original, game="chess"),
        "rulesVersion": replace(original, rules_version="0"),
        "options": replace(original, options={"players": 2, "sides": {"market": "Z"}}),
        "match_id": replace(original, match_id="m-2"),
        "number of seats": replace(original, seats=("only one",)),
        "seed: must be 64": replace(original, seed=original.seed[:-2]),
        "lower-case hexadecimal": replace(original, seed=original.seed.upper()),
        "commitment": replace(original, commitment=flip(original.commitment)),
        r"chance\[0\]": replace(original, chance=(replace(chance[0], round=1), chance[1])),
        "chance:": replace(original, chance=(*chance, ChanceOutcome("reshuffle", 3, ()))),
        r"plies\[0\]: seat 1": replace(original, plies=(replace(plies[0], seat=1), *plies[1:])),
        r"plies\[0\]: take 1 is not legal": replace(
            original, plies=(replace(plies[0], action="take 1"), *plies[1:])
        ),
        r"plies\[0\]: An action must begin": replace(
            original, plies=(replace(plies[0], action="fly"), *plies[1:])
        ),
        "is over|the turn of": replace(original, plies=(*plies, plies[-1])),
        "ending": replace(original, plies=plies[:-1], notes=original.notes[:-1]),
        r"flagged": replace(original, flagged=(5,)),
        r"scores\[1\]": replace(original, scores=(scores[0], replace(scores[1], lines=(line,)))),
        r"scores\[0\]": replace(original, scores=(replace(scores[0], total=999), scores[1])),
        r"placements\[0\]": replace(original, placements=(2, 2)),
    }
    return forged[place]


@pytest.mark.parametrize(
    "place",
    [
        "format",
        "game",
        "rulesVersion",
        "options",
        "number of seats",
        "seed: must be 64",
        "lower-case hexadecimal",
        "commitment",
        r"chance\[0\]",
        "chance:",
        r"plies\[0\]: seat 1",
        r"plies\[0\]: take 1 is not legal",
        r"plies\[0\]: An action must begin",
        "is over|the turn of",
        "ending",
        "flagged",
        r"scores\[1\]",
        r"scores\[0\]",
        r"placements\[0\]",
    ],
)
def test_a_record_that_was_changed_is_refused_with_the_place(place: str) -> None:
    """Whatever contradicts the replay is named."""
    with pytest.raises(RecordError, match=place):
        verify(tampered(place))


def test_a_commitment_binds_the_seed_to_the_match() -> None:
    """The same game under another match id does not keep its commitment."""
    with pytest.raises(RecordError, match="commitment"):
        verify(tampered("match_id"))


@pytest.mark.parametrize(
    ("place", "change"),
    [
        ("Record must have exactly", {"extra": 1}),
        (r"Record\.plies must be an array", {"plies": 3}),
        (r"Record\.plies\[0\] must have exactly", {"plies": [{"seat": 0, "note": None}]}),
        (r"plies\[0\]\.note: it is missing", {"plies": [{"seat": 0}]}),
        (r"plies\[0\]\.note: A note must be an object", {"plies": [{"seat": 0, "note": 3}]}),
        (r"plies\[0\]\.note: words has 2001", {"plies": [{"note": {"words": "x" * 2001}}]}),
        (r"programs: format 1 has no such field", {"format": 1}),
        (r"Record\.flagged\[0\] must be of type int", {"flagged": [True]}),
        (r"Record\.options must be an object", {"options": []}),
        (r"Record\.seed must be of type str", {"seed": 5}),
    ],
)
def test_json_that_is_no_record_is_refused_with_the_place(
    place: str, change: dict[str, Json]
) -> None:
    """A record that cannot be read says where."""
    with pytest.raises(RecordError, match=place):
        from_json({**to_json(record()), **change})


@pytest.mark.parametrize("data", [None, [], "record", {}])
def test_json_that_is_not_even_an_object_is_refused(data: Json) -> None:
    """Any JSON gets a sentence, not a traceback."""
    with pytest.raises(RecordError, match="Record must have exactly"):
        from_json(data)


def test_a_view_survives_json() -> None:
    """A bot on the other side of the wire gets the same view, spelled in camelCase."""
    game = find_game("imhotep")
    original = record(3)
    assert original.seed is not None
    state = IMHOTEP.new_game(IMHOTEP.parse_options(original.options), bytes.fromhex(original.seed))
    for ply in original.plies:
        view = IMHOTEP.view(state, ply.seat)
        data = json.loads(json.dumps(view_json(view)))
        assert "drawPile" in data
        assert view_from_json(game, data) == view
        IMHOTEP.advance(state, IMHOTEP.parse_action(ply.action))


def test_a_view_that_lacks_something_is_refused() -> None:
    """A view of another version of the engine is not guessed at."""
    with pytest.raises(MalformedJson, match="View must have at least"):
        view_from_json(find_game("imhotep"), {"seat": 0})


def test_what_a_view_has_besides_is_ignored() -> None:
    """A view of a newer service may say more, in every object of it."""
    for game in GAMES.values():
        view = game.view(game.new_game(game.parse_options({}), bytes(32)), 0)
        assert view_from_json(game, _with_more(view_json(view))) == view


def _with_more(data: Json) -> Json:
    """The same with a new field in every object but options, which are read as they are told."""
    if isinstance(data, list):
        return [_with_more(item) for item in data]
    if isinstance(data, dict):
        more = {name: _with_more(item) for name, item in data.items() if name != "options"}
        return {**data, **more, "nextYear": [1]}
    return data


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    """Looking up a game that does not exist names those that do."""
    with pytest.raises(UnknownOption, match="imhotep"):
        find_game("chess")
