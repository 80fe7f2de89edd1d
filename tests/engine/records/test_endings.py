"""How a record says that its match ended, and what it says while it has not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from saqqara_engine import find_game
from saqqara_engine.endings import EndReason
from saqqara_engine.errors import RecordError
from saqqara_engine.game import Json
from saqqara_engine.plies import Ply, Resampling
from saqqara_engine.records.public_record import public_record_of
from saqqara_engine.records.record import (
    Origin,
    Record,
    digest,
    from_json,
    read,
    record_of,
    replay,
    to_json,
    verify,
)

SEED = bytes(range(32))
SCHEMA = json.loads(Path("engine/record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def record(
    players: int,
    flagged: tuple[int, ...] = (),
    resigned: tuple[int, ...] = (),
    ending: str | None = None,
    *,
    plies: int | None = 20,
    origin: Origin | None = None,
) -> Record:
    """A random game that broke off after some plies."""
    game, choice = find_game("imhotep"), Random(players)
    options = game.parse_options({"players": players})
    state = game.new_game(options, SEED)
    played: list[Ply] = []
    while (seat := game.to_act(state)) is not None and len(played) != plies:
        action = choice.choice(game.legal_actions(state))
        played.append(Ply(seat, str(action), auto=seat in flagged + resigned))
        game.advance(state, action)
    return record_of(
        game,
        options,
        seed=SEED,
        match_id="m-1",
        seats=[f"seat {seat}" for seat in range(players)],
        plies=played,
        flagged=flagged,
        resigned=resigned,
        ending=ending,
        origin=origin,
        resamplings=(Resampling(10, 1, "ab" * 32),) if origin else (),
    )


@pytest.mark.parametrize(
    ("players", "flagged", "resigned", "ending", "last"),
    [
        (2, (1,), (), "flag", {1}),
        (2, (), (0,), "resigned", {0}),
        (3, (0,), (2,), "resigned", {0, 2}),
        (4, (0, 3), (2,), "flag", {0, 2, 3}),
        (3, (0,), (1, 2), "flag", {0, 1, 2}),
    ],
)
def test_all_seats_but_one_have_given_up(
    players: int,
    flagged: tuple[int, ...],
    resigned: tuple[int, ...],
    ending: str,
    last: set[int],
) -> None:
    """Then there are places before the game's end: who stayed comes first."""
    ended = record(players, flagged, resigned, ending)
    verify(read(json.dumps(to_json(ended))))
    VALIDATOR.validate(to_json(ended))
    stayed = [place for seat, place in enumerate(ended.placements) if seat not in last]
    assert stayed == [1] * (players - len(last))
    assert all(ended.placements[seat] > len(stayed) for seat in last)


@pytest.mark.parametrize("ending", ["aborted", "voided", "rules_changed", "outage"])
def test_a_void_match_has_no_places(ending: str) -> None:
    """Its record tells all, but nobody has won."""
    ended = record(3, (1,), (0,), ending)
    assert ended.placements == ()
    assert ended.chance
    verify(read(json.dumps(to_json(ended))))
    VALIDATOR.validate(to_json(ended))


def test_a_game_that_was_played_to_its_end_says_so() -> None:
    """Seats that resigned come last, and the ending needs no telling."""
    ended = record(3, (), (0,), plies=None)
    assert ended.ending == EndReason.PLAYED
    assert ended.placements[0] == 3
    verify(ended)
    VALIDATOR.validate(to_json(ended))


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"ending": "played"}, "ending: the record has 'played'"),
        ({"ending": "resigned"}, "ending: 'resigned' needs all seats but one"),
        ({"ending": "flag", "resigned": [0, 1]}, "ending: 'flag' needs all seats but one"),
        ({"ending": "boredom"}, "ending: there is no ending 'boredom'"),
        ({"ending": "voided"}, "digest"),
        ({"resigned": [7]}, "resigned: there is no seat 7"),
        ({"resigned": [1]}, "digest"),
        ({"resigned": [0, 1], "ending": "resigned"}, "placements"),
    ],
)
def test_an_ending_that_does_not_fit_is_refused(change: dict[str, Json], place: str) -> None:
    """The ending, who gave up, and the places have to agree."""
    with pytest.raises(RecordError, match=place):
        verify(from_json({**to_json(record(3)), **change}))


def public_part_of(whole: Record) -> Record:
    """What would have been told of a match while it was played."""
    game = find_game(whole.game)
    return public_record_of(
        game,
        game.parse_options(whole.options),
        commitment=whole.commitment,
        match_id=whole.match_id,
        seats=whole.seats,
        plies=whole.plies,
        flagged=whole.flagged,
        resigned=whole.resigned,
        origin=whole.origin,
    )


def test_the_public_part_tells_no_secret() -> None:
    """No seed, no chance, no scores; and nothing that other secrets would have changed."""
    whole = record(2, origin=Origin("m-0", 10), plies=10)
    public = public_part_of(whole)
    text = json.dumps(to_json(public))
    VALIDATOR.validate(to_json(public))
    assert SEED.hex() not in text
    assert "ab" * 32 not in text
    assert (public.chance, public.scores, public.placements, public.ending) == ((), (), (), None)
    assert (public.plies, public.commitment, public.seats) == (
        whole.plies,
        whole.commitment,
        whole.seats,
    )
    assert public.digest == digest(public)
    assert read(text) == public


def test_the_public_part_cannot_be_replayed() -> None:
    """Who tries hears when it can be."""
    public = public_part_of(record(2))
    with pytest.raises(RecordError, match="the public part of a running match"):
        verify(public)
    with pytest.raises(RecordError, match="when the match is over"):
        next(replay(public))


@pytest.mark.parametrize(
    "change",
    [
        {"ending": "voided"},
        {"scores": to_json(record(2))["scores"]},
        {"chance": to_json(record(2))["chance"]},
        {"placements": [1, 2]},
    ],
)
def test_the_schema_keeps_secrets_out_of_a_public_part(change: dict[str, object]) -> None:
    """Without a seed nothing may follow from it."""
    assert not VALIDATOR.is_valid({**to_json(public_part_of(record(2))), **change})
