"""Odd but legal play: starved quarries, hands full of cards, empty piles, everybody passing.

Hypothesis looks for sequences of such play, and for shorter ones once it finds a mistake.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from saqqara_engine.duel import state as duel
from saqqara_engine.duel.tokens import BOX, EMPTY
from saqqara_engine.errors import IllegalAction, MalformedAction
from saqqara_engine.game import Action
from saqqara_engine.games import GAMES, AnyGame
from saqqara_engine.imhotep import state as imhotep
from saqqara_engine.imhotep.cards.card_kinds import RED
from saqqara_engine.imhotep.cards.piles import gain
from saqqara_engine.wire import view_from_json, view_json
from tests.engine.covering_array import rows
from tests.engine.pieces import cards_of, check_duel, frozen, stones_of, tokens_of

SOME = settings(
    max_examples=30, stateful_step_count=60, deadline=None, derandomize=True, database=None
)
numbers = st.integers(min_value=0, max_value=999)
seeds = st.binary(min_size=32, max_size=32)


class OddPlay(RuleBasedStateMachine):
    """Play by rules of thumb; each game says where it begins and what must hold of its pieces."""

    game: ClassVar[AnyGame]

    def __init__(self) -> None:
        super().__init__()
        self.state: Any = None
        self.played: Counter[str] = Counter()

    def legal(self) -> list[Action]:
        """What can be chosen now."""
        return list(self.game.legal_actions(self.state))

    def play(self, wanted: list[Action], number: int) -> None:
        """One of the wanted actions, or of all if there are none."""
        actions = wanted or self.legal()
        action = actions[number % len(actions)]
        self.played[action.kind] += 1
        self.game.advance(self.state, self.game.parse_action(str(action)))

    def is_on(self) -> bool:
        """Whether somebody is asked."""
        return self.state is not None and self.game.to_act(self.state) is not None

    @precondition(is_on)
    @rule(number=numbers)
    def anything(self, number: int) -> None:
        """Any action."""
        self.play([], number)

    @precondition(is_on)
    @rule(number=numbers)
    def rarest(self, number: int) -> None:
        """The kind of action that was played least."""
        kind = min((action.kind for action in self.legal()), key=lambda kind: self.played[kind])
        self.play([action for action in self.legal() if action.kind == kind], number)

    @precondition(is_on)
    @rule(number=numbers, word=st.sampled_from(["market", "pyramids", "unload", "pass", "draw"]))
    def one_thing_only(self, number: int, word: str) -> None:
        """Everything with one word, as a stubborn player would."""
        self.play([action for action in self.legal() if word in str(action).split()], number)

    @precondition(is_on)
    @rule(number=numbers)
    def hoard(self, number: int) -> None:
        """Nothing but stones and meeples, until ships and harbour are full."""
        self.play([action for action in self.legal() if action.kind in {"get", "place"}], number)

    @precondition(is_on)
    @rule(seed=seeds, looks=st.booleans())
    def go_on_from_a_sample(self, seed: bytes, looks: bool) -> None:  # noqa: FBT001
        """What nobody, or who is asked, cannot see is drawn anew in the middle of the game."""
        seat = self.game.to_act(self.state) if looks else None
        view = self.game.view(self.state, seat)
        self.state = self.game.sample(view, seed)
        assert self.game.view(self.state, seat) == view

    @rule(text=st.sampled_from(["get", "place 1.1", "take 1", "take r1.1", "keep 2", "pass"]))
    def something_else(self, text: str) -> None:
        """What is no action here is refused, also after the end, and nothing changes."""
        before = frozen(self.state)
        if text not in map(str, self.legal()):
            with pytest.raises((IllegalAction, MalformedAction)):
                self.game.apply(self.state, self.game.parse_action(text))
        assert frozen(self.state) == before

    @invariant()
    def holds(self) -> None:
        """The contract of games at any time."""
        if self.state is None:
            return
        legal = self.legal()
        assert bool(legal) == self.is_on()
        assert len(set(map(str, legal))) == len(legal)
        for score in self.game.scores(self.state):
            assert score.total == sum(line.points for line in score.lines)
        view = self.game.view(self.state, None)
        assert view_from_json(self.game, view_json(view)) == view
        self.check_pieces()

    def check_pieces(self) -> None:
        """What must hold of the pieces of the game."""
        raise NotImplementedError

    def teardown(self) -> None:
        """However odd, a game comes to its end."""
        for _ in range(600):
            if self.is_on():
                self.play([], 0)
        assert not self.is_on()
        self.holds()


class OddImhotep(OddPlay):
    """Begins with few stones and cards; some cards are dealt to the seats before."""

    game = GAMES["imhotep"]

    @initialize(
        row=st.sampled_from(rows("imhotep")),
        seed=seeds,
        stones=st.lists(st.integers(0, 6), min_size=4, max_size=4),
        dealt=st.integers(0, 12),
        left=st.integers(0, 30),
    )
    def begin(self, row: Any, seed: bytes, stones: list[int], dealt: int, left: int) -> None:
        """A table that play alone would seldom reach."""
        state: imhotep.State = self.game.new_game(row, seed)
        state.quarry = stones[: state.players]
        for number in range(min(dealt, len(state.deck))):
            card, state.deck = state.deck[0], state.deck[1:]
            if card not in RED:
                gain(state, number % state.players, card)
        state.deck = state.deck[:left]
        if not left % 3:
            state.sled = [0] * state.players
        self.state = state
        self.stones = [stones_of(state, seat) for seat in range(state.players)]
        self.cards = cards_of(state)

    def check_pieces(self) -> None:
        """Stones and cards stay as many as at the beginning; rounds do not go back."""
        state: imhotep.State = self.state
        assert [stones_of(state, seat) for seat in range(state.players)] == self.stones
        assert cards_of(state) == self.cards
        assert min(*state.quarry, *state.sled) >= 0
        assert all(state.room(seat) >= 0 for seat in range(state.players))
        assert state.round in range(1, 7)


class OddDuel(OddPlay):
    """Begins with a small supply, and with meeples of one seat in the harbour."""

    game = GAMES["duel"]

    @initialize(
        row=st.sampled_from(rows("duel")),
        seed=seeds,
        refills=st.integers(0, 13),
        boats=st.integers(2, 6),
        shuffled=numbers,
    )
    def begin(self, row: Any, seed: bytes, refills: int, boats: int, shuffled: int) -> None:
        """Boats leave only when the supply is empty."""
        state: duel.State = self.game.new_game(row, seed)
        state.drawn = 3 * refills if boats == 6 else len(state.supply)
        gone = [*state.supply[: state.drawn], *state.boats[3 * boats :]]
        state.boats[3 * boats :] = bytes((EMPTY,)) * (18 - 3 * boats)
        state.moored = (1 << boats) - 1
        for token in gone:
            seat = Random(f"{shuffled}/{len(gone)}/{token}").randrange(3)
            (state.box if seat == 2 else state.won[seat])[token] += 1
        self.state = state

    def check_pieces(self) -> None:
        """Sixty tokens and four meeples a seat."""
        check_duel(self.state)
        assert tokens_of(self.state) == Counter(BOX)


@pytest.mark.parametrize("machine", [OddImhotep, OddDuel])
def test_odd_play_keeps_the_rules(machine: type[OddPlay]) -> None:
    """No odd sequence of legal actions loses a piece, stalls the game or breaks the contract."""
    run_state_machine_as_test(machine, settings=SOME)
