"""What the ruling flags of cards and towers change (rules that the rulebooks leave open)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from saqqara_engine.game import Json
from tests.engine.imhotep.table import Table, at, cards_of, legal, play, with_pair

DELIVERED = Table(ships=("1.10", "...", "..", ".."), market=("statue", "entrance", None, None))


def test_a_card_can_be_declined_if_taking_is_not_forced() -> None:
    """The stone then goes back without a card; others may still take it (marketTakeForced)."""
    table = replace(DELIVERED, options={"marketTakeForced": False})
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 1", "take 2", "decline"]
    state = play(state, "decline", "take 1")
    assert cards_of(state.hands[1]) == ["statue"]
    assert state.quarry == [27, 28]
    assert legal(state) == ["take 2", "decline"]


def test_without_cards_nobody_is_asked_to_decline() -> None:
    """An empty Market asks nothing, whatever the flags say (H-34)."""
    table = replace(DELIVERED, options={"marketTakeForced": False}, market=(None,) * 4)
    assert "get" in legal(play(table.state(), "sail 1 market"))


def test_the_pair_can_be_declined_but_not_the_choice_from_it() -> None:
    """Whoever has looked at the pair keeps one of the two."""
    table = replace(DELIVERED, options={"marketTakeForced": False}, sides="BAAAA",
                    market=(None,) * 3)  # fmt: skip
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 4", "decline"]
    assert legal(play(state, "take 4")) == ["keep 1", "keep 2"]


@dataclass(frozen=True)
class Hand:
    """A blue card in seat 0's hand, some stones and flags, and how many plays are legal."""

    name: str
    card: str
    sled: int
    quarry: int
    plays: int
    ships: tuple[str, ...] = ("1...", "...", "..", "..")
    options: dict[str, Json] = field(default_factory=dict)


STRICT: dict[str, Json] = {"hammerNeedsQuarryAndSpace": True}
LOOSE: dict[str, Json] = {"chiselNeedsTwo": False}
FULL = ("1111", "111", "11", "1.")
HANDS = [
    Hand("hammer", "hammer", 2, 9, 10),
    Hand("hammer, full sled", "hammer", 5, 9, 10),
    Hand("hammer, empty quarry", "hammer", 2, 0, 10),
    Hand("hammer, nothing to place", "hammer", 0, 0, 0),
    Hand("hammer, only the quarry", "hammer", 0, 1, 10),
    Hand("strict hammer", "hammer", 2, 9, 10, options=STRICT),
    Hand("strict hammer, full sled", "hammer", 5, 9, 0, options=STRICT),
    Hand("strict hammer, empty quarry", "hammer", 2, 0, 0, options=STRICT),
    Hand("strict hammer, last stone", "hammer", 0, 1, 10, options=STRICT),
    Hand("chisel", "chisel", 2, 9, 45),
    Hand("T51", "chisel", 1, 9, 0),
    Hand("chisel, one space", "chisel", 2, 9, 0, FULL),
    Hand("loose chisel", "chisel", 2, 9, 45, options=LOOSE),
    Hand("loose chisel, one stone", "chisel", 1, 9, 10, options=LOOSE),
    Hand("loose chisel, one space", "chisel", 2, 9, 1, FULL, LOOSE),
    Hand("loose chisel, no stone", "chisel", 0, 9, 0, options=LOOSE),
    Hand("loose chisel, no space", "chisel", 2, 9, 0, ("1111", "111", "11", "11"), LOOSE),
]


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case.name)
def test_flags_decide_when_a_card_is_playable(case: Hand) -> None:
    """A Hammer plays without getting a stone (H-38), a Chisel not with one (H-39), by default."""
    table = Table(hands={0: [case.card]}, sled=(case.sled, 3), quarry=(case.quarry, 9),
                  ships=case.ships, options=case.options)  # fmt: skip
    plays = [text for text in legal(table.state()) if text.startswith(case.card)]
    assert len(plays) == case.plays


def test_a_single_chiselled_stone_is_placed() -> None:
    """Only one stone leaves the sled, and the card is gone (chiselNeedsTwo off)."""
    table = Table(hands={0: ["chisel"]}, sled=(1, 3), options=LOOSE,
                  ships=("1...", "...", "..", ".."))  # fmt: skip
    state = play(table.state(), "chisel 3.2")
    assert state.sled == [0, 3]
    assert cards_of(state.discard) == ["chisel"]
    assert "sail 3 temple" in legal(state)


CHOOSY: dict[str, Json] = {"redWithEmptyQuarryFizzles": False}


def test_a_red_card_that_would_fizzle_cannot_be_chosen() -> None:
    """With the flag off, an owner without stones in the quarry leaves red cards alone."""
    table = replace(DELIVERED, options=CHOOSY, quarry=(9, 0))
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 1"]
    state = play(state, "take 1")
    assert legal(state) == ["take 2"]
    assert at(play(state, "take 2"), "pyramids") == "1"


def test_a_stone_gets_nothing_if_all_cards_would_fizzle() -> None:
    """Cards that cannot be chosen are as good as none (H-34)."""
    table = replace(DELIVERED, options=CHOOSY, quarry=(9, 0), market=("entrance", None, None, None))
    state = play(table.state(), "sail 1 market")
    assert state.quarry == [9, 1]
    assert legal(state) == ["take 1"]


def test_an_unseen_red_card_still_fizzles() -> None:
    """The flag speaks of face-up cards: what was bought unseen is discarded without effect."""
    table = replace(DELIVERED, options=CHOOSY, quarry=(9, 0), sides="BAAAA", market=(None,) * 3)
    state = play(with_pair(table, "entrance"), "sail 1 market", "take 4")
    assert cards_of(state.discard) == ["entrance"]
    assert at(state, "pyramids") == ""
