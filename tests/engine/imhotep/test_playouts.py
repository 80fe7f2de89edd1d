"""Whole games at random: what holds at every ply, for every number of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import NEW_DECK
from saqqara_engine.imhotep.cards.piles import DiscardCard, spread
from saqqara_engine.imhotep.figures import STONES_PER_COLOUR
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import ReturnStone, market
from saqqara_engine.imhotep.sites.pyramids import BuildStone
from saqqara_engine.imhotep.state import NONE, State
from saqqara_engine.wire import view_from_json, view_json

GAMES_EACH = 100
BASE: dict[str, Json] = {}


def playout(
    players: int, number: int, options: Mapping[str, Json] = BASE
) -> Iterator[tuple[State, Random]]:
    """The states of a random game, each before its ply, with the chance that picks plies."""
    choice = Random(f"{players}/{number}")
    asked = IMHOTEP.parse_options({"players": players, **options})
    state = IMHOTEP.new_game(asked, choice.randbytes(32))
    while not IMHOTEP.is_over(state):
        yield state, choice
        IMHOTEP.advance(state, choice.choice(IMHOTEP.legal_actions(state)))
    yield state, choice


def stones_of(state: State, seat: int) -> int:
    """All stones of a seat, wherever they are."""
    under_way = sum(
        (isinstance(step, UnloadStone | ReturnStone) and step.owner == seat)
        or (isinstance(step, BuildStone) and step.seat == seat)
        for step in state.steps
    )
    at_sites = sum(stones.count(seat) for stones in state.stones)
    return state.quarry[seat] + state.sled[seat] + state.cargo.count(seat) + at_sites + under_way


def cards_of(state: State) -> Counter[int]:
    """All market cards, wherever they are."""
    cards = Counter(state.deck)
    cards.update(card for card in market(state).face_up(state) if card != NONE)
    cards.update(market(state).face_down(state))
    cards.update(spread(state.discard))
    for hand in state.hands:
        cards.update(spread(hand))
    cards.update(step.card for step in state.steps if isinstance(step, DiscardCard))
    return cards


def check_sample(state: State, choice: Random) -> None:
    """The view of the seat to act goes over the wire; a sample has it, and plays on to the end."""
    seat = IMHOTEP.to_act(state)
    view = IMHOTEP.view(state, seat)
    assert view_from_json(IMHOTEP, view_json(view)) == view
    sampled = IMHOTEP.sample(view, choice.randbytes(32))
    assert IMHOTEP.view(sampled, seat) == view
    assert IMHOTEP.legal_actions(sampled) == IMHOTEP.legal_actions(state)
    assert cards_of(sampled) == cards_of(state)
    assert IMHOTEP.scores(sampled) == IMHOTEP.scores(state)
    while not IMHOTEP.is_over(sampled):
        IMHOTEP.advance(sampled, choice.choice(IMHOTEP.legal_actions(sampled)))


def shallow(state: State) -> list[object]:
    """Everything in a state but the unchanging table."""
    return [getattr(state, name) for name in State.holds if name != "table"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_and_cards_are_neither_lost_nor_made(players: int) -> None:
    """At every ply each colour has 29 stones, and there are the 34 cards of the deck."""
    deck = Counter(NEW_DECK)
    for number in range(GAMES_EACH):
        for state, _ in playout(players, number):
            assert [stones_of(state, seat) for seat in range(players)] == (
                [STONES_PER_COLOUR] * players
            )
            assert cards_of(state) == deck
            assert all(0 <= sled <= 5 for sled in state.sled)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_can_always_act_until_the_end(players: int) -> None:
    """Legal actions are distinct and never lack before the end, which six rounds bring."""
    for number in range(GAMES_EACH):
        rounds = []
        for state, _ in playout(players, number):
            legal = IMHOTEP.legal_actions(state)
            assert bool(legal) == (IMHOTEP.to_act(state) is not None)
            assert len(set(legal)) == len(legal)
            assert ("pass" in map(str, legal)) <= (len(legal) == 1)
            rounds.append(state.round)
        assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
        assert rounds == sorted(rounds)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_twenty_four_ships_sail_in_a_game(players: int) -> None:
    """Four ships sail in each round, to four sites, unless everybody passed (H-32)."""
    for number in range(GAMES_EACH):
        sailed, left_behind = 0, 0
        state, choice = next(playout(players, number))
        while not IMHOTEP.is_over(state):
            assert state.sites_open.bit_count() == 1 + state.docks.count(NONE)
            action = choice.choice(IMHOTEP.legal_actions(state))
            sailed += action.kind in {"sail", "lever", "sailcard"}
            if action.kind == "pass" and state.passes == players - 1:
                left_behind += state.docks.count(NONE)
            IMHOTEP.advance(state, action)
        assert sailed + left_behind == 24


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starved_games_come_to_an_end(players: int) -> None:
    """Without stones in the quarries and with few cards the rules still hold, and passes occur."""
    passed = 0
    for number in range(GAMES_EACH):
        states = playout(players, number)
        state, choice = next(states)
        state.quarry = [choice.randrange(3) for _ in range(players)]
        state.deck = state.deck[: choice.randrange(6)]
        stones = [stones_of(state, seat) for seat in range(players)]
        cards = cards_of(state)
        for later, _ in states:
            assert [stones_of(later, seat) for seat in range(players)] == stones
            assert cards_of(later) == cards
            passed += list(map(str, IMHOTEP.legal_actions(later))) == ["pass"]
        assert state.round == 6
    assert passed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_action_has_words(players: int) -> None:
    """Whatever is legal has a label, and every table can be drawn."""
    for state, choice in playout(players, 0):
        if choice.random() < 0.3:
            view = IMHOTEP.view(state, None)
            labels = [IMHOTEP.label(view, action) for action in IMHOTEP.legal_actions(state)]
            assert all(labels)
            assert IMHOTEP.draw(view)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_applying_leaves_its_argument_alone(players: int) -> None:
    """A copy shares nothing that changes, so the old state stays as it was."""
    for number in range(8):
        for state, choice in playout(players, number):
            if IMHOTEP.is_over(state):
                break
            before, twin = repr(shallow(state.copy())), state.copy()
            legal = IMHOTEP.legal_actions(state)
            IMHOTEP.apply(state, choice.choice(legal))
            assert repr(shallow(state)) == before
            IMHOTEP.advance(twin, choice.choice(legal))
            assert repr(shallow(state)) == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_replaying_gives_the_same_state_at_every_ply(players: int) -> None:
    """Seed and actions fix everything, whether actions are advanced or applied."""
    options = IMHOTEP.parse_options({"players": players})
    for number in range(8):
        seed = Random(number).randbytes(32)
        draft = IMHOTEP.new_game(options, seed)
        again = IMHOTEP.new_game(options, seed)
        choice = Random(number)
        while not IMHOTEP.is_over(draft):
            action = choice.choice(IMHOTEP.legal_actions(draft))
            IMHOTEP.advance(draft, action)
            again = IMHOTEP.apply(again, IMHOTEP.parse_action(str(action)))
            assert repr(shallow(again)) == repr(shallow(draft))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_does_not_show(players: int) -> None:
    """States that differ only in hidden order have the same views, legal actions and labels."""
    for number in range(12):
        for state, choice in playout(players, number):
            if choice.random() < 0.8:
                continue
            twin = state.copy()
            twin.deck = bytes(choice.sample(list(twin.deck), len(twin.deck)))
            unseen = list(twin.round_cards[twin.round :])
            twin.round_cards = twin.round_cards[: twin.round] + bytes(
                choice.sample(unseen, len(unseen))
            )
            twin.seed = choice.randbytes(32)
            for seat in (None, *range(players)):
                assert view_json(IMHOTEP.view(twin, seat)) == view_json(IMHOTEP.view(state, seat))
            assert IMHOTEP.legal_actions(twin) == IMHOTEP.legal_actions(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_has_the_view_it_was_drawn_from(players: int) -> None:
    """A sampled state cannot be told from the true one by what the seat knows, and plays on."""
    for number in range(6):
        for state, choice in playout(players, number):
            seat = IMHOTEP.to_act(state)
            view = IMHOTEP.view(state, seat)
            sampled = IMHOTEP.sample(view, choice.randbytes(32))
            assert IMHOTEP.view(sampled, seat) == view
            assert IMHOTEP.legal_actions(sampled) == IMHOTEP.legal_actions(state)
            assert cards_of(sampled) == cards_of(state)
            for _ in range(3):
                if not IMHOTEP.is_over(sampled):
                    IMHOTEP.advance(sampled, choice.choice(IMHOTEP.legal_actions(sampled)))


def test_samples_are_uniform_over_the_unseen() -> None:
    """Every unseen card is as likely on top of the draw pile, every round card as likely next."""
    state = IMHOTEP.new_game(IMHOTEP.parse_options({"players": 2}), bytes(32))
    view = IMHOTEP.view(state, 0)
    tops: Counter[int] = Counter()
    following: Counter[int] = Counter()
    for number in range(3000):
        sampled = IMHOTEP.sample(view, number.to_bytes(32, "big"))
        tops[sampled.deck[0]] += 1
        following[sampled.round_cards[1]] += 1
    unseen = Counter(state.deck)
    for card, copies in unseen.items():
        assert abs(tops[card] - 100 * copies) < 20 * copies + 40
    assert len(following) == 6
    assert all(abs(times - 500) < 110 for times in following.values())


def test_views_of_all_seats_differ_only_in_the_seat() -> None:
    """On A sides nobody knows more than the public."""
    for state, choice in playout(4, 0):
        if choice.random() < 0.2:
            public = IMHOTEP.view(state, None)
            for seat in range(4):
                assert replace(IMHOTEP.view(state, seat), seat=None) == public
