"""Whole games at random over mixtures of A and B sides: what holds at every ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import NEW_DECK
from saqqara_engine.imhotep.figures import (
    PYRAMIDS,
    PYRAMIDS_B_POINTS,
    SITES,
    STONES_PER_COLOUR,
    TOWER_STONES,
)
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import record_of, verify
from saqqara_engine.wire import view_from_json, view_json
from tests.engine.imhotep.table import Table, play, with_pair
from tests.engine.imhotep.test_playouts import cards_of, playout, shallow, stones_of

MIXTURES = 64
ANSWERS = {"keep", "draw", "build", "point", "stones", "decline"}
"""Kinds of action that only B sides ask for, here with `marketTakeForced` on and off."""


def mixture(number: int) -> dict[str, Json]:
    """Every mixture of A and B sides, with ruling flags and the Wrath of the Pharaoh by chance."""
    choice = Random(number)
    flags = ("marketTakeForced", "hammerNeedsQuarryAndSpace", "chiselNeedsTwo",
             "redWithEmptyQuarryFizzles", "keepRedCards", "wrath")  # fmt: skip
    sides = {site: "BA"[number >> bit & 1] for bit, site in enumerate(SITES)}
    return {
        "sides": sides,
        "obeliskBPoints": choice.choice(("immediate", "end")),
        **{flag: choice.random() < 0.5 for flag in flags},
    }


def mixed(players: int, games: int) -> Iterator[tuple[State, Random]]:
    """The states of random games, beginning with B sides only."""
    for number in range(games):
        yield from playout(players, number, mixture(number))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_and_cards_are_neither_lost_nor_made(players: int) -> None:
    """At every ply all stones and cards are somewhere, and no sled is too full."""
    deck = Counter(NEW_DECK)
    seen: Counter[str] = Counter()
    for state, choice in mixed(players, MIXTURES):
        stones = [stones_of(state, seat) for seat in range(players)]
        assert stones == [STONES_PER_COLOUR] * players
        assert cards_of(state) == deck
        assert all(0 <= sled <= 5 for sled in state.sled)
        seen.update(action.kind for action in IMHOTEP.legal_actions(state))
        if choice.random() < 0.2:
            check_pieces(IMHOTEP.view(state, None))
    assert seen.keys() >= ANSWERS


def check_pieces(view: View) -> None:
    """What a view tells of B sides fits the stones there."""
    if view.pyramids:
        built = view.pyramids.in_order()
        stones = view.sites[PYRAMIDS].stones
        assert max(map(len, built)) <= len(PYRAMIDS_B_POINTS)
        edge = Counter(stones) - Counter(owner for one in built for owner in one)
        assert not edge or sum(map(len, built)) == 3 * len(PYRAMIDS_B_POINTS)
    if view.towers:
        stones = view.sites[SITES.index("obelisks")].stones
        for seat in range(view.options.players):
            assert view.towers.owners.count(seat) == stones.count(seat) // TOWER_STONES
    assert view.market_looked_at == ()
    assert view.market_face_down <= (2 if view.options.sides.market == "B" else 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_can_always_act_until_the_end(players: int) -> None:
    """Legal actions are distinct and readable and have words, and six rounds bring the end."""
    for number in range(MIXTURES):
        rounds = []
        for state, choice in playout(players, number, mixture(number)):
            legal = IMHOTEP.legal_actions(state)
            assert bool(legal) == (IMHOTEP.to_act(state) is not None)
            assert len(set(legal)) == len(legal)
            assert ("pass" in map(str, legal)) <= (len(legal) == 1)
            if choice.random() < 0.1:
                assert [IMHOTEP.parse_action(str(action)) for action in legal] == list(legal)
                view = IMHOTEP.view(state, IMHOTEP.to_act(state))
                assert all(IMHOTEP.label(view, action) for action in legal)
                assert IMHOTEP.draw(view)
            rounds.append(state.round)
        assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
        assert rounds == sorted(rounds)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starved_games_come_to_an_end(players: int) -> None:
    """With few stones and cards the rules still hold, down to a pair of one card."""
    singles = 0
    for number in range(MIXTURES):
        states = playout(players, number, mixture(number))
        state, choice = next(states)
        state.quarry = [choice.randrange(3) for _ in range(players)]
        state.deck = state.deck[: choice.randrange(6)]
        stones = [stones_of(state, seat) for seat in range(players)]
        cards = cards_of(state)
        for later, _ in states:
            assert [stones_of(later, seat) for seat in range(players)] == stones
            assert cards_of(later) == cards
            singles += len(market(later).face_down(later)) == 1
        assert state.round == 6
    assert singles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_does_not_show(players: int) -> None:
    """Whatever the order of unseen cards, the pair among them, views and actions are the same."""
    for state, choice in mixed(players, 24):
        if choice.random() < 0.92:
            continue
        legal = IMHOTEP.legal_actions(state)
        for seat in (None, *range(players)):
            twin = reshuffled(state, seat, choice)
            view, other = IMHOTEP.view(state, seat), IMHOTEP.view(twin, seat)
            assert other == view
            assert IMHOTEP.legal_actions(twin) == legal
            labels = [IMHOTEP.label(view, action) for action in legal]
            assert [IMHOTEP.label(other, action) for action in legal] == labels
            assert IMHOTEP.draw(other) == IMHOTEP.draw(view)


def reshuffled(state: State, seat: int | None, choice: Random) -> State:
    """A state that differs only in what the seat has not seen."""
    twin = state.copy()
    twin.seed = choice.randbytes(32)
    pair = b"" if market(state).seen_by(state, seat) else market(state).face_down(state)
    unseen = bytes(choice.sample([*state.deck, *pair], len(state.deck) + len(pair)))
    twin.deck = unseen[len(pair) :]
    if pair:
        market(twin).lay_down(twin, unseen[: len(pair)])
    return twin


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_has_the_view_it_was_drawn_from(players: int) -> None:
    """A view goes over the wire, and a sampled state has it; it plays on to the end."""
    for state, choice in mixed(players, 16):
        if choice.random() < 0.95:
            continue
        for seat in (None, IMHOTEP.to_act(state)):
            view = IMHOTEP.view(state, seat)
            assert view_from_json(IMHOTEP, view_json(view)) == view
            sampled = IMHOTEP.sample(view, choice.randbytes(32))
            assert IMHOTEP.view(sampled, seat) == view
            assert IMHOTEP.legal_actions(sampled) == IMHOTEP.legal_actions(state)
            assert cards_of(sampled) == cards_of(state)
            assert IMHOTEP.scores(sampled) == IMHOTEP.scores(state)
        while not IMHOTEP.is_over(sampled):
            IMHOTEP.advance(sampled, choice.choice(IMHOTEP.legal_actions(sampled)))


def test_samples_are_uniform_over_the_pair() -> None:
    """Every unseen card is as likely face down as on the pile; the buyer's pair is certain."""
    table = Table(sides="BAAAA", ships=("1...", "111", "..", "."), market=("lever",) * 3,
                  deck=["statue"] * 3 + ["sail"] * 3)  # fmt: skip
    state = play(with_pair(table, "hammer", "chisel"), "sail 2 market", "take 4")
    pairs: Counter[int] = Counter()
    for number in range(2000):
        sampled = IMHOTEP.sample(IMHOTEP.view(state, 0), number.to_bytes(32, "big"))
        pairs.update(market(sampled).face_down(sampled))
        if number < 20:
            own = IMHOTEP.sample(IMHOTEP.view(state, 1), number.to_bytes(32, "big"))
            assert market(own).face_down(own) == market(state).face_down(state)
    unseen = Counter(state.deck + market(state).face_down(state))
    assert pairs.keys() == unseen.keys()
    assert all(abs(pairs[card] - 500 * copies) < 150 for card, copies in unseen.items())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_applying_leaves_its_argument_alone(players: int) -> None:
    """What the sides keep is not shared between a state and its copy."""
    for state, choice in mixed(players, 8):
        if not IMHOTEP.is_over(state):
            before = repr(shallow(state.copy()))
            IMHOTEP.apply(state, choice.choice(IMHOTEP.legal_actions(state)))
            assert repr(shallow(state)) == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_on_b_sides_can_be_recorded(players: int) -> None:
    """A record tells all chance and plays again from its seed; house values are named."""
    options = IMHOTEP.parse_options({"players": players, "preset": "b-sides"})
    choice, seed = Random(players), bytes(range(32))
    state = IMHOTEP.new_game(options, seed)
    plies = []
    while (seat := IMHOTEP.to_act(state)) is not None:
        action = choice.choice(IMHOTEP.legal_actions(state))
        plies.append(Ply(seat, str(action)))
        IMHOTEP.advance(state, action)
    seats = [f"seat {seat}" for seat in range(players)]
    record = record_of(
        find_game("imhotep"), options, seed=seed, match_id="b", seats=seats, plies=plies
    )
    verify(record)
    assert {"H-01", "H-02", "H-03", "H-04", "H-05"} <= set(IMHOTEP.house_values(options))
