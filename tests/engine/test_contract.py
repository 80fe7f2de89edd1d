"""The contract of games, kept by both under a covering array of their options.

Every test plays whole games at random for each row, by uniform choice or with rare kinds of action
favoured, and looks closely at plies that chance picks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.game import Action, Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import from_json, record_of, to_json, verify
from saqqara_engine.wire import view_from_json, view_json
from tests.engine.covering_array import pairs_of, possible_pairs, rows, settings_of
from tests.engine.pieces import PIECES, TWINS, AnyState, changeable, frozen

GAMES_EACH = 3
SAILING = {"sail", "lever", "sailcard", "plank", "favor3", "favor4"}


@dataclass(frozen=True)
class Case:
    """A game under one row of its covering array."""

    game: AnyGame
    options: Options
    number: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.number}"


@dataclass(frozen=True)
class Moment:
    """A state before the action that will be played, with the chance that the test may use."""

    state: AnyState
    seat: int | None
    choice: Random


CASES = [
    Case(game, options, number)
    for game in GAMES.values()
    for number, options in enumerate(rows(game.name))
]
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def pick(case: Case, state: AnyState, choice: Random) -> Action:
    """A legal action: in every second game each kind is as likely as another."""
    legal = case.game.legal_actions(state)
    if choice.random() < 0.5:
        kinds = sorted({action.kind for action in legal})
        kind = choice.choice(kinds)
        legal = [action for action in legal if action.kind == kind]
    chosen: Action = choice.choice(legal)
    return chosen


def playouts(case: Case, test: str) -> Iterator[Moment]:
    """The moments of some random games, those after the end with no seat."""
    for number in range(GAMES_EACH):
        choice = Random(f"{case}/{test}/{number}")
        state = case.game.new_game(case.options, choice.randbytes(32))
        while (seat := case.game.to_act(state)) is not None:
            yield Moment(state, seat, choice)
            case.game.advance(state, pick(case, state, choice))
        yield Moment(state, None, choice)


def sampled(case: Case, test: str, share: float) -> Iterator[Moment]:
    """A share of the moments of random games, and always their ends."""
    for moment in playouts(case, test):
        if moment.seat is None or moment.choice.random() < share:
            yield moment


def every_seat(case: Case) -> tuple[int | None, ...]:
    """All who look at the table, the public first."""
    return (None, *range(case.options.players))


def text_of(view: object) -> str:
    """A view byte for byte as it goes over the wire."""
    return json.dumps(view_json(view))


@pytest.mark.parametrize("name", GAMES)
def test_the_rows_cover_all_pairs(name: str) -> None:
    """Any two values of two options meet in some row, unless the game forbids it."""
    chosen = [settings_of(GAMES[name], options) for options in rows(name)]
    assert {pair for row in chosen for pair in pairs_of(row)} == possible_pairs(name)
    assert len(chosen) <= 40


@every_case
def test_legal_actions_are_distinct_and_lack_only_at_the_end(case: Case) -> None:
    """Somebody can always act before the end; passing is for those who can do nothing else."""
    for moment in playouts(case, "legal"):
        legal = case.game.legal_actions(moment.state)
        assert bool(legal) == (moment.seat is not None)
        assert len(set(legal)) == len(legal)
        if "pass" in (kinds := {action.kind for action in legal}):
            assert kinds <= {"pass", "prophecy"}


@every_case
def test_a_turn_lasts_while_others_are_asked_in_it(case: Case) -> None:
    """Whose turn it is changes only when that seat has acted; at the end it is nobody's."""
    earlier = None
    for moment in playouts(case, "turns"):
        turn = case.game.turn_seat(moment.state)
        assert turn is None or turn in range(case.options.players)
        assert turn is None or moment.seat is not None
        if earlier is not None and turn not in {earlier, None}:
            assert moment.seat == turn
        earlier = turn if moment.seat is not None else None


@every_case
def test_notation_reads_back(case: Case) -> None:
    """Every legal action is what its text says."""
    for moment in sampled(case, "notation", 0.2):
        legal = list(case.game.legal_actions(moment.state))
        assert [case.game.parse_action(str(action)) for action in legal] == legal
        assert all(str(action).split()[0] == action.kind for action in legal)


@every_case
def test_applying_leaves_its_argument_alone(case: Case) -> None:
    """A copy shares nothing that changes, however far it is played on."""
    for moment in sampled(case, "apply", 0.06):
        before, twin = frozen(moment.state), case.game.copy(moment.state)
        assert frozen(twin) == before
        shared = {id(value) for value in changeable(twin)}
        assert shared.isdisjoint(id(value) for value in changeable(moment.state))
        while case.game.to_act(twin) is not None:
            twin = case.game.apply(twin, pick(case, twin, moment.choice))
        assert frozen(moment.state) == before


@every_case
def test_pieces_are_neither_lost_nor_made(case: Case) -> None:
    """Stones, cards, tokens and meeples are somewhere at every ply."""
    for moment in playouts(case, "pieces"):
        PIECES[case.game.name](moment.state)


@every_case
def test_the_lines_add_up(case: Case) -> None:
    """At every ply a seat's points are those of its lines; every source has a line."""
    sources = set()
    for moment in sampled(case, "scores", 0.5):
        scores = case.game.scores(moment.state)
        assert [score.seat for score in scores] == list(range(case.options.players))
        for score in (*scores, *case.game.projected_scores(moment.state)):
            assert score.total == sum(line.points for line in score.lines)
            sources.add(tuple(line.source for line in score.lines))
        if moment.seat is None:
            assert case.game.projected_scores(moment.state) == scores
    assert len(sources) == 1


@every_case
def test_what_is_hidden_does_not_show(case: Case) -> None:
    """States that differ only in what a seat cannot see give it the same bytes and choices."""
    for moment in sampled(case, "hidden", 0.08):
        for seat in every_seat(case):
            twin = TWINS[case.game.name](moment.state, seat, moment.choice)
            view, other = case.game.view(moment.state, seat), case.game.view(twin, seat)
            assert text_of(other) == text_of(view)
            if seat is not None and seat == moment.seat:
                legal = case.game.legal_actions(moment.state)
                assert list(case.game.legal_actions(twin)) == list(legal)


@every_case
def test_a_sample_has_the_view_it_was_drawn_from(case: Case) -> None:
    """For each seat and the public a sample is a whole game that can be played on."""
    for moment in sampled(case, "sample", 0.06):
        for seat in every_seat(case):
            view = case.game.view(moment.state, seat)
            assert view_from_json(case.game, json.loads(text_of(view))) == view
            state = case.game.sample(view, moment.choice.randbytes(32))
            assert case.game.view(state, seat) == view
            PIECES[case.game.name](state)
            if seat == moment.seat:
                legal = case.game.legal_actions(moment.state)
                assert list(case.game.legal_actions(state)) == list(legal)
            while case.game.to_act(state) is not None:
                case.game.advance(state, pick(case, state, moment.choice))


@every_case
def test_everything_has_words(case: Case) -> None:
    """Every legal action has a label and every table a drawing, for whoever looks."""
    for moment in sampled(case, "words", 0.12):
        for seat in every_seat(case):
            view = case.game.view(moment.state, seat)
            assert case.game.draw(view)
            if seat == moment.seat:
                legal = case.game.legal_actions(moment.state)
                chosen = moment.choice.sample(legal, min(len(legal), 12))
                assert all(case.game.label(view, action) for action in chosen)


@every_case
def test_a_record_replays_to_every_state(case: Case) -> None:
    """Seed and actions fix everything, ply by ply; the record of it survives JSON and verifies."""
    choice = Random(f"{case}/record")
    seed = choice.randbytes(32)
    state = case.game.new_game(case.options, seed)
    plies: list[Ply] = []
    seen: dict[int, str | None] = {}
    while (seat := case.game.to_act(state)) is not None:
        seen[len(plies)] = frozen(state) if choice.random() < 0.2 else None
        action = pick(case, state, choice)
        plies.append(Ply(seat, str(action)))
        case.game.advance(state, action)
    record = record_of(
        find_game(case.game.name),
        case.options,
        seed=seed,
        match_id=str(case),
        seats=[f"seat {seat}" for seat in range(case.options.players)],
        plies=plies,
    )
    verify(from_json(json.loads(json.dumps(to_json(record)))))
    again = case.game.new_game(case.game.parse_options(record.options), seed)
    for number, ply in enumerate(record.plies):
        assert seen[number] in {None, frozen(again)}
        again = case.game.apply(again, case.game.parse_action(ply.action))
    assert frozen(again) == frozen(state)


@pytest.mark.parametrize("case", [case for case in CASES if case.game.name == "imhotep"], ids=str)
def test_twenty_four_ships_sail_in_a_game(case: Case) -> None:
    """Four ships sail in each of six rounds, unless everybody passes one after another (H-32)."""
    choice = Random(f"{case}/ships")
    state = case.game.new_game(case.options, choice.randbytes(32))
    sailed = left_behind = 0
    while case.game.to_act(state) is not None:
        action = pick(case, state, choice)
        sailed += action.kind in SAILING and "stay" not in str(action).split()
        if action.kind == "pass" and state.passes == state.players - 1:
            left_behind += state.docks.count(-1)
        case.game.advance(state, action)
    assert sailed + left_behind == 24
    assert state.round == 6
