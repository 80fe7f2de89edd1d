"""A turn: the same offline and over the wire."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from pydantic import JsonValue

from saqqara_engine.games import find_game
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_sdk import Clock, Turn
from saqqara_sdk.wire.errors import UnreadableAnswer
from tests.engine.pieces import frozen
from tests.sdk.turns import SEED, offline, sent, turn_of


@pytest.mark.parametrize("plies", [0, 1, 7, 20, 45, 70])
def test_the_wire_changes_nothing(plies: int) -> None:
    """Over the wire a turn has the same view, the same actions in order, and the same words."""
    turn = offline(plies)
    received = Turn.from_wire(sent(turn))
    assert (received.match_id, received.seat, received.version) == ("m1", turn.seat, plies + 1)
    assert received.view == turn.view
    assert received.legal_actions == turn.legal_actions
    assert [a.label for a in received.legal_actions] == [a.label for a in turn.legal_actions]
    assert received.players == 3


def test_the_clock_counts_from_the_sending() -> None:
    """What the seat has is the time from the sending of the turn to its deadline."""
    clock = Turn.from_wire(sent(offline(0))).clock
    assert clock == Clock((9_000, 8_000, 7_000), 7_500, 1_700_000_007_500)


def test_a_late_turn_has_no_time_left() -> None:
    """A turn that is sent after its deadline leaves nothing, not less."""
    wire = sent(offline(0)) | {"nowMs": 1_700_000_009_999}
    assert Turn.from_wire(wire).clock.mine_ms == 0


def test_samples_fit_the_view_and_differ() -> None:
    """Every sample is a full state with the view of the turn; each call draws another."""
    turn = offline(9)
    states = [turn.sample() for _ in range(8)]
    assert all(turn.rules.view(state, turn.seat) == turn.view for state in states)
    assert len({state.deck for state in states if isinstance(state, ImhotepState)}) > 1


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("imhotep", {"players": 4, "hiddenMarketCards": True, "sides": {"market": "B"}}),
        ("imhotep", {"players": 2, "preset": "everything"}),
        ("imhotep", {"players": 3, "preset": "minis"}),
        ("duel", {}),
    ],
)
def test_the_wire_carries_all_that_a_search_needs(game: str, asked: dict[str, JsonValue]) -> None:
    """A turn from a service samples, seed by seed, the very states that one offline does."""
    rules, chance = find_game(game), Random(7)
    state = rules.new_game(rules.parse_options(asked), SEED)
    plies = 0
    while rules.to_act(state) is not None:
        if plies % 4 == 0:
            here = turn_of(rules, state, plies)
            received = Turn.from_wire(sent(here))
            sampled = received.sample(plies)
            assert frozen(sampled) == frozen(here.sample(plies))
            assert rules.view(sampled, here.seat) == here.view
            assert tuple(rules.legal_actions(sampled)) == tuple(rules.legal_actions(state))
        rules.advance(state, chance.choice(rules.legal_actions(state)))
        plies += 1


def test_the_simulator_leaves_what_it_is_given() -> None:
    """`after` and `projected` leave a state alone; `play_on` stops after so many actions."""
    turn = offline(9)
    state, simulator = turn.sample(3), turn.simulator
    before = frozen(state)
    following = simulator.after(state, turn.legal_actions[0].action)
    scores = simulator.projected_scores(state)
    assert simulator.projected(state) == [score.total for score in scores]
    assert frozen(state) == before != frozen(following)
    twin = simulator.copy(state)
    simulator.play_on(twin, Random(1), 0)
    assert frozen(twin) == before
    simulator.play_on(twin, Random(1), 10_000)
    assert simulator.to_act(twin) is None


@pytest.mark.parametrize("game", ["imhotep", "duel"])
@pytest.mark.parametrize("answer", ["get", None, 3, 0.5, "other"])
def test_the_simulator_plays_actions_only(game: str, answer: Any) -> None:
    """Whoever gives it a text or a number reads what to give; the state stays as it was."""
    rules = find_game(game)
    if answer == "other":  # an action, but of the other game
        answer = find_game("duel" if game == "imhotep" else "imhotep").parse_action("pass")
    turn = turn_of(rules, rules.new_game(rules.parse_options({}), SEED), 0)
    state = turn.sample()
    before = frozen(state)
    for play in (turn.simulator.after, turn.simulator.advance):
        with pytest.raises(
            TypeError, match=r"is no action of \w+: give one of turn\.legal_actions, or"
        ):
            play(state, answer)
    assert frozen(state) == before


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"actions": ["jump 3"]},
        {"leftMs": "soon"},
    ],
)
def test_what_does_not_fit_is_unreadable(change: dict[str, JsonValue]) -> None:
    """A turn that this engine cannot read is one typed error, whichever part it is."""
    with pytest.raises(UnreadableAnswer, match="does not fit this engine"):
        Turn.from_wire(sent(offline(0)) | change)


@pytest.mark.parametrize("view", [{"round": 1}, {}, [], None, "soon"])
def test_a_view_that_does_not_fit_is_unreadable_when_looked_at(view: JsonValue) -> None:
    """A bot that does not look at it plays on; one that does raises the same typed error."""
    turn = Turn.from_wire(sent(offline(0)) | {"view": view})
    assert turn.legal_actions == offline(0).legal_actions
    for _ in range(2):
        with pytest.raises(UnreadableAnswer, match="does not fit this engine"):
            turn.sample()


def test_turns_can_be_sent_to_another_process() -> None:
    """Before anybody has looked at them and after it."""
    for turn in (offline(7), Turn.from_wire(sent(offline(7)))):
        for _ in range(2):
            copy: Turn = pickle.loads(pickle.dumps(turn))  # noqa: S301
            assert (copy.view, copy.legal_actions) == (turn.view, turn.legal_actions)
