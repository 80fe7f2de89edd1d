"""Whole games at random over mixtures of C and D sides: what holds at every ply (vector N15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.imhotep.cards.card_kinds import NEW_DECK
from saqqara_engine.imhotep.figures import (
    COINS,
    CRYPT_TILES,
    OBELISK_TILES,
    SITES,
    STONES_PER_COLOUR,
    TEMPLE_WIDTH,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import record_of, verify
from tests.engine.imhotep.test_playouts import cards_of, check_sample, shallow, stones_of

GAMES_EACH = 60


def options_of(players: int, sides: str) -> Options:
    """The options of a game with these sides, from the Market down."""
    return IMHOTEP.parse_options(
        {"players": players, "sides": dict(zip(SITES, sides, strict=True))}
    )


def playout(players: int, number: int) -> Iterator[tuple[State, Random]]:
    """The states of a random game with random sides, mostly C and D, each before its ply."""
    choice = Random(f"{players}/{number}")
    sides = "".join(choice.choice("ACCDD") for _ in SITES)
    state = IMHOTEP.new_game(options_of(players, sides), choice.randbytes(32))
    while not IMHOTEP.is_over(state):
        yield state, choice
        IMHOTEP.advance(state, choice.choice(IMHOTEP.legal_actions(state)))
    yield state, choice


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_cards_coins_and_tiles_are_neither_lost_nor_made(players: int) -> None:
    """At every ply all of the game's pieces are somewhere."""
    deck = Counter(NEW_DECK)
    for number in range(GAMES_EACH):
        for state, choice in playout(players, number):
            assert [stones_of(state, seat) for seat in range(players)] == (
                [STONES_PER_COLOUR] * players
            )
            assert cards_of(state) == deck
            if choice.random() < 0.3:
                check_pieces(IMHOTEP.view(state, None))


def check_pieces(view: View) -> None:
    """What lies at C and D sides is complete, and fits the stones there."""
    if view.coins:
        assert view.coins.left + sum(view.coins.on_cards) + sum(view.coins.taken) == COINS
        assert not any(
            coins
            for card, coins in zip(view.market, view.coins.on_cards, strict=True)
            if card is None
        )
    if view.imhotep:
        assert view.imhotep.space in range(TEMPLE_WIDTH[view.options.players])
    if view.crypt:
        assert sorted(view.crypt.tiles) == list(CRYPT_TILES)
    if view.obelisk_tiles:
        taken = sorted((tile for tiles in view.obelisk_tiles.taken for tile in tiles), reverse=True)
        assert (*taken, *view.obelisk_tiles.left) == OBELISK_TILES
        stones = view.sites[SITES.index("obelisks")].stones
        pairs = sum(stones.count(seat) // 2 for seat in range(view.options.players))
        assert len(taken) == min(pairs, len(OBELISK_TILES))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_can_always_act_until_the_end(players: int) -> None:
    """Legal actions are distinct and readable, and six rounds bring the end."""
    for number in range(GAMES_EACH):
        rounds = []
        for state, choice in playout(players, number):
            legal = IMHOTEP.legal_actions(state)
            assert bool(legal) == (IMHOTEP.to_act(state) is not None)
            assert len(set(legal)) == len(legal)
            assert ("pass" in map(str, legal)) <= (len(legal) == 1)
            if choice.random() < 0.1:
                assert [IMHOTEP.parse_action(str(action)) for action in legal] == list(legal)
            rounds.append(state.round)
        assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
        assert rounds == sorted(rounds)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lines_add_up_at_every_ply(players: int) -> None:
    """A seat's points are those of its lines; nothing is lost at the end, and none is negative."""
    for number in range(8):
        before = [0] * players
        for state, _ in playout(players, number):
            scores = IMHOTEP.scores(state)
            assert all(score.total == sum(line.points for line in score.lines) for score in scores)
            totals = [score.total for score in scores]
            assert all(now >= then for now, then in zip(totals, before, strict=True))
            before = totals


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_has_the_view_it_was_drawn_from(players: int) -> None:
    """A view goes over the wire, and a sampled state has it; it plays on to the end."""
    for number in range(10):
        for state, choice in playout(players, number):
            if choice.random() < 0.8:
                continue
            check_sample(state, choice)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_does_not_show(players: int) -> None:
    """States that differ only in hidden order have the same views, legal actions and labels."""
    for number in range(10):
        for state, choice in playout(players, number):
            if choice.random() < 0.8:
                continue
            twin = state.copy()
            twin.deck = bytes(choice.sample(list(twin.deck), len(twin.deck)))
            twin.seed = choice.randbytes(32)
            legal = IMHOTEP.legal_actions(state)
            assert IMHOTEP.legal_actions(twin) == legal
            for seat in (None, *range(players)):
                view, other = IMHOTEP.view(state, seat), IMHOTEP.view(twin, seat)
                assert other == view
                labels = [IMHOTEP.label(view, action) for action in legal]
                assert [IMHOTEP.label(other, action) for action in legal] == labels
                assert IMHOTEP.draw(other) == IMHOTEP.draw(view)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_applying_leaves_its_argument_alone(players: int) -> None:
    """What the sides keep is not shared between a state and its copy."""
    for number in range(8):
        for state, choice in playout(players, number):
            if IMHOTEP.is_over(state):
                break
            before = repr(shallow(state.copy()))
            IMHOTEP.apply(state, choice.choice(IMHOTEP.legal_actions(state)))
            assert repr(shallow(state)) == before


@pytest.mark.parametrize("sides", ["DACBD", "CCCCC", "DDDDD"])
def test_a_game_with_any_sides_can_be_recorded(sides: str) -> None:
    """Sides can be mixed (N15); a record tells all chance and plays again from its seed."""
    choice, seed = Random(sides), bytes(range(32))
    options = options_of(3, sides)
    state = IMHOTEP.new_game(options, seed)
    plies = []
    while (seat := IMHOTEP.to_act(state)) is not None:
        action = choice.choice(IMHOTEP.legal_actions(state))
        plies.append(Ply(seat, str(action)))
        IMHOTEP.advance(state, action)
    record = record_of(
        find_game("imhotep"),
        options,
        seed=seed,
        match_id="sides",
        seats=["a", "b", "c"],
        plies=plies,
    )
    verify(record)
    lines = {line.source for line in record.scores[0].lines}
    assert {"pyramids", "temple", "burial", "obelisks"} <= lines
    assert ("market" in lines) == (sides[0] == "C")
    assert [o.what for o in record.chance if o.round == 0] == ["deck", "round cards"] + (
        ["crypt tiles"] if sides[3] == "C" else []
    )
    assert set(IMHOTEP.house_values(options)) >= {
        f"H-{10 + 2 * number + (side == 'D')}" for number, side in enumerate(sides) if side in "CD"
    }
