"""Games that began in the middle of another: their records tell where, and replay as others do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.errors import RecordError
from saqqara_engine.game import Json
from saqqara_engine.plies import Ply, Resampling
from saqqara_engine.records.record import Origin, Record, read, record_of, replay, to_json, verify
from tests.engine.pieces import frozen

SEED = bytes(range(32))
OTHER_SEED = "ab" * 32
DRAWN = Resampling(12, 0, OTHER_SEED)
IMHOTEP = find_game("imhotep")
GAMES: dict[str, tuple[str, Mapping[str, Json]]] = {
    "imhotep": ("imhotep", {"players": 3}),
    "everything": ("imhotep", {"players": 4, "preset": "everything", "hiddenMarketCards": True}),
    "market b": ("imhotep", {"preset": "b-sides"}),
    "duel": ("duel", {"preset": "b"}),
}


def continued(name: str, ply: int | None, *drawn: Resampling) -> Record:
    """A random game that began after a ply of another, with what was drawn anew by then."""
    title, asked = GAMES[name]
    game = find_game(title)
    options = game.parse_options(asked)
    choice = Random(name)
    state = game.new_game(options, SEED)
    plies: list[Ply] = []
    while True:
        for one in drawn:
            if one.ply == len(plies):
                state = game.sample(game.view(state, one.seat), bytes.fromhex(one.seed))
        if (to_act := game.to_act(state)) is None:
            break
        action = choice.choice(game.legal_actions(state))
        plies.append(Ply(to_act, str(action)))
        game.advance(state, action)
    return record_of(
        game,
        options,
        seed=SEED,
        match_id="what-if",
        seats=[f"seat {number}" for number in range(options.players)],
        plies=plies,
        origin=None if ply is None else Origin("first-match", ply),
        resamplings=drawn,
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("ply", [0, 1, 12, 19])
@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_a_game_begun_in_the_middle_of_another_verifies(name: str, ply: int, times: int) -> None:
    """The record names match, ply, and every point of view and seed, and survives JSON.

    The other game may have begun like this itself, and the last two at the same ply.
    """
    whens = [(ply // 2, None), (ply, 0), (ply, 1)][:times]
    drawn = [Resampling(one, seat, f"{number}" * 64) for number, (one, seat) in enumerate(whens)]
    record = continued(name, ply, *drawn)
    again = read(json.dumps(to_json(record)))
    assert again == record
    assert again.origin == Origin("first-match", ply)
    assert again.resamplings == tuple(drawn)
    assert again.placements
    verify(again)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_drawn_anew_is_spelled_out(name: str) -> None:
    """The chance of the first game comes first, then where everything unseen lies now."""
    first = continued(name, None).chance
    outcomes = [(one.what, one.round) for one in continued(name, 12, DRAWN).chance]
    begun = [(one.what, one.round) for one in first if not one.round]
    assert outcomes[: len(begun)] == begun
    again = outcomes[len(begun) :]
    if name == "duel":
        assert again == [("reserve", 0), ("supply", 0)]
    else:
        assert again[0][0] == "deck"
        assert again[1][0] == "round cards"
        assert {round_number for _, round_number in again[:2]} == {again[0][1]}
        assert again[0][1] > 0


def test_the_unseen_lies_where_the_outcomes_say() -> None:
    """A reader without our chance can go on from them."""
    record = continued("everything", 40, Resampling(40, 1, OTHER_SEED))
    state = list(replay(record))[40]
    unseen = {one.what: one.items for one in IMHOTEP.chance(state)}
    rows = {one.what: one.items for one in record.chance if one.round}
    assert unseen.items() <= rows.items()
    view = IMHOTEP.view(state, 1)
    hidden = {seat.seat: seat.face_down for seat in view.seats if seat.face_down}
    assert hidden
    assert 1 not in hidden
    for seat, count in hidden.items():
        assert len(rows[f"hidden cards of seat {seat}"]) == count


def test_without_resampling_it_is_the_same_game() -> None:
    """Seed and plies alone lead to the same states, whatever the origin says."""
    whole, forked = continued("imhotep", None), continued("imhotep", 30)
    assert forked.chance == whole.chance
    assert forked.scores == whole.scores
    assert [frozen(state) for state in replay(forked)] == [frozen(state) for state in replay(whole)]


def test_what_the_seat_knew_stays() -> None:
    """Resampling changes nothing that the seat sees, before or at that ply."""
    whole, forked = (
        continued("imhotep", None),
        continued("imhotep", 30, Resampling(30, 0, OTHER_SEED)),
    )
    for number, (one, other) in enumerate(zip(replay(whole), replay(forked), strict=False)):
        assert (IMHOTEP.view(one, 0) == IMHOTEP.view(other, 0)) or number > 30
        assert (frozen(one) == frozen(other)) == (number < 30)


@pytest.mark.parametrize(
    ("place", "ply", "drawn"),
    [
        (r"origin\.ply: the game has \d+ plies", 9999, [DRAWN]),
        (r"origin\.ply", -1, []),
        (r"resamplings\.seed: must be 64", 12, [Resampling(12, 0, "ab")]),
        (r"resamplings\[0\]\.seat: there is no seat 3", 12, [Resampling(12, 3, OTHER_SEED)]),
        (r"resamplings\[0\]\.ply: 13 is not from 0 to 12", 12, [Resampling(13, 0, OTHER_SEED)]),
        (r"resamplings\[1\]\.ply: 11 is not from 12 to 12", 12, [DRAWN, Resampling(11, 0, "00")]),
        (r"resamplings\[0\]\.ply: -1 is not", 12, [Resampling(-1, 0, OTHER_SEED)]),
        ("resamplings: only a forked game", None, [DRAWN]),
        (r"digest", 13, [DRAWN]),
        (r"digest|chance|plies", 12, [Resampling(12, 1, OTHER_SEED)]),
        (r"chance|plies", 12, [Resampling(11, 0, OTHER_SEED)]),
        (r"chance|plies", 12, [Resampling(12, 0, "cd" * 32)]),
        (r"chance|plies", 12, [DRAWN, DRAWN]),
        (r"chance|plies", 12, []),
    ],
)
def test_a_changed_origin_is_refused(place: str, ply: int | None, drawn: list[Resampling]) -> None:
    """Whatever contradicts the replay, names another match, or draws anew in a match, is found."""
    record = continued("imhotep", 12, DRAWN)
    origin = None if ply is None else Origin("first-match", ply)
    with pytest.raises(RecordError, match=place):
        verify(replace(record, origin=origin, resamplings=tuple(drawn)))


def test_another_origin_is_noticed() -> None:
    """The digest is over the name of the other match."""
    with pytest.raises(RecordError, match="digest"):
        verify(replace(continued("imhotep", 12, DRAWN), origin=Origin("second-match", 12)))
