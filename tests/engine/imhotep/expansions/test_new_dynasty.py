"""What the market cards of A New Dynasty do (vectors N01 to N03, N13, N14, N16)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import CARDS, NEW_DYNASTY_DECK, Colour
from saqqara_engine.imhotep.cards.piles import card_words
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table, at, cards_of, finished, legal, play, points

CARDS_ON: dict[str, Json] = {"newDynastyCards": True}
SHIPS = ("1.00", "...", "..", "..")


def test_fourteen_cards_are_mixed_into_the_deck() -> None:
    """The deck then holds 48 cards: two of each new kind, and four more statues (D.2)."""
    state = IMHOTEP.new_game(IMHOTEP.parse_options({"newDynastyCards": True}), bytes(32))
    deck = IMHOTEP.chance(state)[0].items
    assert sorted(deck) == sorted(card_words(NEW_DYNASTY_DECK))
    assert len(deck) == 48
    assert deck.count("statue") == 14
    assert [deck.count(card.word) for card in CARDS[-5:]] == [2] * 5
    colours = [card.colour for card in CARDS[-5:]]
    assert colours == [Colour.GREEN, Colour.RED, Colour.GREEN, Colour.BLUE, Colour.BLUE]


def test_without_them_the_deck_is_the_old_one() -> None:
    """A new card turns up only where the options ask for it."""
    state = IMHOTEP.new_game(IMHOTEP.parse_options({"prophecies": True}), bytes(32))
    assert len(IMHOTEP.chance(state)[0].items) == 34


@dataclass(frozen=True)
class Sleds:
    """Cargo Sleds that seat 1 takes one after the other, and what its sled carries then."""

    number: str
    cards: int
    capacity: int


@pytest.mark.parametrize(
    "case", [Sleds("N01 one", 1, 7), Sleds("N01 two", 2, 9)], ids=lambda case: case.number
)
def test_a_cargo_sled_makes_the_sled_longer(case: Sleds) -> None:
    """Each adds two stones to what can be carried for the rest of the game (N01)."""
    table = Table(
        options=CARDS_ON,
        sled=(2, 5),
        ships=("11.0", "...", "..", ".."),
        market=("cargo-sled",) * case.cards + (None,) * (4 - case.cards),
    )
    state = play(table.state(), "sail 1 market", *("take 1", "take 2")[: case.cards])
    assert IMHOTEP.view(state, None).seats[1].sled_capacity == case.capacity
    quarry = state.quarry[1]
    state = play(state, "get")
    gained = min(3, case.capacity - 5)
    assert state.sled[1] == 5 + gained
    assert state.quarry[1] == quarry - gained
    assert points(state, "unused-cards") == [0, 0]


@dataclass(frozen=True)
class Ending:
    """Cards and stones on the sled of seat 0 at the end, and what one line gives for them."""

    number: str
    hand: Sequence[str]
    sled: int
    source: str
    points: int


@pytest.mark.parametrize(
    "case",
    [
        Ending("N02", ["stone-ornament", "cargo-sled"], 6, "stone-ornaments", 6),
        Ending("N02 each card", ["stone-ornament", "stone-ornament"], 4, "stone-ornaments", 8),
        Ending("N02 empty sled", ["stone-ornament"], 0, "stone-ornaments", 0),
        Ending("N13", ["statue"] * 5, 0, "statues", 15),
        Ending("N13 all", ["statue"] * 14, 0, "statues", 33),
        Ending("unused Raft, Plank", ["raft", "loading-plank"], 0, "unused-cards", 2),
        Ending("not unused", ["cargo-sled", "stone-quarry"], 0, "unused-cards", 0),
        Ending("no decorations", ["cargo-sled", "stone-ornament"], 9, "decorations", 0),
    ],
    ids=lambda case: case.number,
)
def test_held_cards_score_at_the_end(case: Ending) -> None:
    """Ornaments count stones on the own sled, statues join the set, unused blue cards give 1."""
    sites = {"pyramids": "000111", "temple": "000111"}
    table = Table(options=CARDS_ON, sled=(case.sled, 3), hands={0: case.hand}, sites=sites)
    assert points(finished(table), case.source) == [case.points, 0]


def test_a_private_stone_quarry_gives_a_point_and_stones() -> None:
    """At once a point, and stones as far as sled and quarry allow; the card is kept (N03)."""
    table = Table(
        options=CARDS_ON, sled=(2, 4), ships=SHIPS, market=("stone-quarry",) + (None,) * 3
    )
    state = table.state()
    quarry = state.quarry[1]
    state = play(state, "sail 1 market", "take 1")
    assert points(state, "stone-quarries") == [0, 1]
    assert state.sled[1] == 5
    assert state.quarry[1] == quarry - 1 + 1  # one to the sled, the delivered one back
    assert cards_of(state.hands[1]) == ["stone-quarry"]


def test_a_private_stone_quarry_gives_its_point_also_without_stones() -> None:
    """With an empty quarry the point remains, so the card may always be chosen."""
    options = {**CARDS_ON, "redWithEmptyQuarryFizzles": False}
    table = Table(options=options, sled=(2, 1), quarry=(5, 0), ships=SHIPS,
                  market=("entrance", "stone-quarry", None, None))  # fmt: skip
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 2"]
    state = play(state, "take 2")
    assert points(state, "stone-quarries") == [0, 1]
    assert (state.sled[1], state.quarry[1]) == (1, 1)


@dataclass(frozen=True)
class Kept:
    """Options under which a red card that seat 1 takes is kept, or discarded."""

    number: str
    options: dict[str, Json]
    is_kept: bool
    quarry: int = 5
    sides: str = "AAAAA"


KEPT = [
    Kept("N16 cards", CARDS_ON, is_kept=True),
    Kept("N16 prophecies", {"prophecies": True}, is_kept=True),
    Kept("N16 a C side", {}, is_kept=True, sides="AACAA"),
    Kept("N16 without a stone", CARDS_ON, is_kept=True, quarry=0),
    Kept("asked to discard", {**CARDS_ON, "keepRedCards": False}, is_kept=False),
    Kept("asked to keep", {"keepRedCards": True}, is_kept=True),
    Kept("the first game", {}, is_kept=False),
]


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case.number)
def test_red_cards_are_kept_with_a_new_dynasty(case: Kept) -> None:
    """With any of its modules a red card stays with its taker, also a fizzled one (N16, X-17)."""
    table = Table(options=case.options, sides=case.sides, quarry=(5, case.quarry), ships=SHIPS,
                  market=("entrance", None, None, None))  # fmt: skip
    state = play(table.state(), "sail 1 market", "take 1")
    assert at(state, "pyramids") == ("1" if case.quarry else "")
    assert cards_of(state.hands[1]) == (["entrance"] if case.is_kept else [])
    assert cards_of(state.discard) == ([] if case.is_kept else ["entrance"])


def test_a_second_colour_is_thirty_more_stones() -> None:
    """Each of two players then has 59 stones, of one colour for every rule (D.1)."""
    options = IMHOTEP.parse_options({"players": 2, "secondColour": True})
    state = IMHOTEP.new_game(options, bytes(32))
    assert state.sled == [2, 3]
    assert state.quarry == [57, 56]


def test_both_colours_of_a_player_are_one_in_the_burial_chamber() -> None:
    """Two stones of one own colour beside one of the other are a group of three (N14)."""
    state = finished(Table(options={"secondColour": True}, sites={"burial": "001011"}))
    assert points(state, "burial") == [6, 6]


def test_a_stone_of_either_colour_is_its_players() -> None:
    """Once a seat has placed more stones than one colour has, both score as one (N14)."""
    options, chance = IMHOTEP.parse_options({"players": 2, "secondColour": True}), random.Random(14)
    both = 0
    for _ in range(20):
        state = IMHOTEP.new_game(options, chance.randbytes(32))
        while (seat := IMHOTEP.to_act(state)) is not None:
            legal = IMHOTEP.legal_actions(state)
            words = ("get", "place") if seat else ("place", "get")
            liked = [[one for one in legal if str(one).startswith(word)] for word in words]
            IMHOTEP.advance(state, chance.choice(liked[0] or liked[1] or legal))
        placed = [59 - quarry - sled for quarry, sled in zip(state.quarry, state.sled, strict=True)]
        both += max(placed) > 30
        cells = at(state, "burial")
        assert set(cells) <= {"0", "1"}
        assert points(state, "burial") == [connected_points(cells, seat) for seat in "01"]
    assert both > 0


def connected_points(cells: str, seat: str) -> int:
    """Points of a seat's groups side by side, in columns of three: 1, 3, 6, 10, 15, then 2 more."""
    left = {divmod(number, 3) for number, owner in enumerate(cells) if owner == seat}
    total = 0
    while left:
        group, size = [left.pop()], 0
        while group:
            column, row = group.pop()
            size += 1
            beside = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
            group += beside & left
            left -= beside
        total += size * (size + 1) // 2 if size <= 5 else 15 + 2 * (size - 5)
    return total


def test_a_second_colour_is_for_two_players() -> None:
    """With more players no colour is left over."""
    with pytest.raises(UnknownOption, match="secondColour is only for 2 players"):
        IMHOTEP.parse_options({"players": 3, "secondColour": True})
