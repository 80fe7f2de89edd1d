"""Samples are uniform over what a seat does not see, shown by a chi-square test on small piles.

Seeds are fixed, so a test either always passes or never; the bound lies six standard deviations
above what chance gives, while a biased shuffle exceeds it many times over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import permutations
from math import sqrt

import pytest

from saqqara_engine.duel.rules import DUEL
from saqqara_engine.duel.setup import new_game as new_duel
from saqqara_engine.imhotep.cards.card_kinds import KINDS
from saqqara_engine.imhotep.cards.piles import spread
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import market
from tests.engine.imhotep.table import SEED, Table
from tests.engine.pieces import AnyState

SAMPLES = 3000


@dataclass(frozen=True)
class Hidden:
    """A state of which little is unseen, how to read that, and how many outcomes are equal."""

    sample: Callable[[bytes], AnyState]
    read: Callable[[AnyState], Hashable]
    outcomes: int


def of_imhotep(
    table: Table, seat: int | None, read: Callable[[AnyState], Hashable], outcomes: int
) -> Hidden:
    """What a seat does not see of a table of Imhotep."""
    view = IMHOTEP.view(table.state(), seat)
    return Hidden(lambda seed: IMHOTEP.sample(view, seed), read, outcomes)


def draw_pile() -> Hidden:
    """Four unlike cards in any order."""
    table = Table(deck=["lever", "hammer", "sail", "chisel"])
    return of_imhotep(table, 0, lambda state: state.deck, 24)


def draw_pile_with_equal_cards() -> Hidden:
    """Of four cards two are alike, which leaves half as many orders, all as likely."""
    table = Table(deck=["statue", "hammer", "sail", "statue"])
    return of_imhotep(table, None, lambda state: state.deck, 12)


def removed_round_card() -> Hidden:
    """In round 5 two cards are left, and the one out of the game can be either."""
    return of_imhotep(Table(round=5), 1, lambda state: state.round_cards[-1], 2)


def later_round_cards() -> Hidden:
    """In round 3 four cards are left in any order."""
    return of_imhotep(Table(round=3, players=3), 1, lambda state: state.round_cards, 24)


def face_down_pair() -> Hidden:
    """The pair and the draw pile of Market B are one unseen heap."""
    state = Table(sides="BAAAA", deck=["lever", "hammer"]).state()
    market(state).lay_down(state, bytes((KINDS["sail"], KINDS["chisel"])))
    view = IMHOTEP.view(state, None)
    return Hidden(
        lambda seed: IMHOTEP.sample(view, seed),
        lambda sampled: (market(sampled).face_down(sampled), sampled.deck),
        24,
    )


def hidden_hands() -> Hidden:
    """Two seats hold a card face down, which with the draw pile makes four in any order."""
    table = Table(
        players=3,
        options={"hiddenMarketCards": True},
        hands={0: ["statue"], 1: ["lever"], 2: ["hammer"]},
        deck=["sail", "chisel"],
    )
    return of_imhotep(
        table, 0, lambda state: (*map(bytes, map(spread, state.hands)), state.deck), 24
    )


def cards_that_are_never_hidden() -> Hidden:
    """A face-down card is no red one: one of three, and the rest in any of six orders."""
    table = Table(
        options={"hiddenMarketCards": True},
        hands={0: [], 1: ["lever"]},
        deck=["entrance", "chisel", "hammer"],
    )
    return of_imhotep(table, None, lambda state: (state.hands[1], state.deck), 18)


def supply_and_reserve() -> Hidden:
    """Four unlike tokens of the Duel, one in the reserve and three in the supply."""
    state = new_duel(DUEL.parse_options({}), SEED)
    unseen = bytes((0, 1, 5, 9))
    state.drawn, state.taken = len(state.supply) - 3, len(state.reserve) - 1
    state.supply = state.supply[: state.drawn] + unseen[:3]
    state.reserve = state.reserve[: state.taken] + unseen[3:]
    view = DUEL.view(state, 0)
    return Hidden(
        lambda seed: DUEL.sample(view, seed),
        lambda sampled: (sampled.supply[sampled.drawn :], sampled.reserve[sampled.taken :]),
        24,
    )


CASES = (
    draw_pile,
    draw_pile_with_equal_cards,
    removed_round_card,
    later_round_cards,
    face_down_pair,
    hidden_hands,
    cards_that_are_never_hidden,
    supply_and_reserve,
)


def chi_square(times: Counter[Hashable], outcomes: int) -> float:
    """How far the frequencies are from equal ones."""
    expected = times.total() / outcomes
    return sum((count - expected) ** 2 / expected for count in times.values())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_every_outcome_is_as_likely_as_another(case: Callable[[], Hidden]) -> None:
    """All that can be hidden occurs, about equally often."""
    hidden = case()
    times = Counter(
        hidden.read(hidden.sample(number.to_bytes(32, "big"))) for number in range(SAMPLES)
    )
    freedom = hidden.outcomes - 1
    assert len(times) == hidden.outcomes
    assert chi_square(times, hidden.outcomes) < freedom + 6 * sqrt(2 * freedom)


def test_the_test_notices_a_biased_shuffle() -> None:
    """Swapping every place with any other, a common mistake, exceeds the bound."""
    times: Counter[Hashable] = Counter(dict.fromkeys(permutations(range(4)), 0))
    for number in range(SAMPLES):
        order, choices = list(range(4)), number
        for place in range(4):
            choices, other = divmod(choices, 4)
            order[place], order[other] = order[other], order[place]
        times[tuple(order)] += 1
    assert chi_square(times, 24) > 23 + 6 * sqrt(2 * 23)
