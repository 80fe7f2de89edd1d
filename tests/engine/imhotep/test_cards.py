"""What the market cards do (vectors T39 to T43, T48, T49; H-33, H-47)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from saqqara_engine.imhotep.cards.card_kinds import CARDS, NEW_DECK, Colour
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table, at, cards_of, finished, legal, play, points


@dataclass(frozen=True)
class Held:
    """Cards in seat 0's hand with stones at sites, and the points of one line at the end."""

    number: str
    hand: list[str]
    sites: dict[str, str]
    source: str
    points: int


HELD = [
    Held("T39", ["temple-decoration"], {"temple": "0" * 13}, "decorations", 4),
    *(
        Held(f"T40 {stones}", ["burial-decoration"], {"burial": "1" * stones}, "decorations", due)
        for stones, due in ((0, 0), (2, 0), (3, 1), (14, 4))
    ),
    Held("each card scores", ["pyramid-decoration"] * 2, {"pyramids": "010"}, "decorations", 2),
    Held("sites apart", ["pyramid-decoration", "obelisk-decoration"],
         {"pyramids": "01", "obelisks": "0110111"}, "decorations", 2),
    Held("T41", ["statue"] * 3, {}, "statues", 6),
    Held("T42 six", ["statue"] * 6, {}, "statues", 17),
    Held("T42 ten", ["statue"] * 10, {}, "statues", 25),
    Held("T43", ["lever", "chisel"], {}, "unused-cards", 2),
    Held("green is not unused", ["statue", "temple-decoration"], {}, "unused-cards", 0),
]  # fmt: skip


@pytest.mark.parametrize("case", HELD, ids=lambda case: case.number)
def test_held_cards_score_at_the_end(case: Held) -> None:
    """Decorations count every third stone at their site, statues a set, blue cards one each."""
    state = finished(Table(hands={0: case.hand}, sites=case.sites))
    assert points(state, case.source) == [case.points, 0]


def test_held_cards_score_nothing_before_the_end() -> None:
    """While the game lasts, only what is already credited counts."""
    state = Table(hands={0: ["statue", "statue"]}, sites={"obelisks": "000"}).state()
    assert [score.total for score in IMHOTEP.scores(state)] == [0, 0]


def test_the_deck_is_the_printed_one() -> None:
    """There are 6 red, 8 green, 10 purple and 10 blue cards, 34 in all (X-04)."""
    counts = {
        colour: sum(card.count for card in CARDS if card.colour is colour) for colour in Colour
    }
    assert counts == {Colour.RED: 6, Colour.GREEN: 8, Colour.PURPLE: 10, Colour.BLUE: 10}
    assert len(NEW_DECK) == 34


@dataclass(frozen=True)
class RedCard:
    """A red card, and the site to which it brings a stone from the quarry."""

    card: str
    site: str


RED = [
    RedCard("entrance", "pyramids"),
    RedCard("sarcophagus", "burial"),
    RedCard("paved-path", "obelisks"),
]


@pytest.mark.parametrize("case", RED, ids=lambda case: case.card)
def test_a_red_card_brings_a_stone_from_the_quarry(case: RedCard) -> None:
    """A red card works at once by the site's normal rule and is discarded (H-46)."""
    table = Table(
        quarry=(5, 5),
        ships=("1.00", "...", "..", ".."),
        market=("statue", case.card, None, None),
        sites={case.site: "0000"},
    )
    state = play(table.state(), "sail 1 market", "take 2")
    assert at(state, case.site) == "00001"
    assert state.quarry == [5, 5]
    assert cards_of(state.hands[1]) == []
    assert cards_of(state.discard) == [case.card]
    assert points(state, "pyramids") == ([0, 4] if case.site == "pyramids" else [0, 0])


def test_a_red_card_without_a_stone_in_the_quarry_fizzles() -> None:
    """The card must still be taken if it is chosen, and is discarded without effect (T49, H-33)."""
    table = Table(
        quarry=(5, 0), ships=("1.00", "...", "..", ".."), market=("entrance", None, None, None)
    )
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 1"]
    state = play(state, "take 1")
    assert at(state, "pyramids") == ""
    assert points(state, "pyramids") == [0, 0]
    assert cards_of(state.discard) == ["entrance"]


def test_the_delivered_stone_comes_back_after_its_card() -> None:
    """A stone cannot be used by the red card that it bought, but by the next one (H-47)."""
    table = Table(
        quarry=(5, 0),
        ships=("1.10", "...", "..", ".."),
        market=("entrance", "sarcophagus", "statue", None),
    )
    state = play(table.state(), "sail 1 market", "take 1", "take 2")
    assert at(state, "pyramids") == ""
    assert at(state, "burial") == "1"
    assert state.quarry == [5, 1]


def test_a_card_taken_in_the_own_turn_waits_for_the_next_one() -> None:
    """The turn ends with the delivery, so a new blue card is for a later turn (T48, X-05)."""
    table = Table(
        ships=("00.0", "...", "..", ".."), market=("hammer", "statue", "statue", "statue")
    )
    state = play(table.state(), "sail 1 market", "take 1", "take 2", "take 3")
    assert IMHOTEP.to_act(state) == 1
    assert not any(text.startswith("hammer") for text in legal(state))
    state = play(state, "get")
    assert IMHOTEP.to_act(state) == 0
    assert "hammer 2.1" in legal(state)


def test_a_card_taken_in_another_turn_can_be_played_in_the_next_own_one() -> None:
    """Whoever gets a blue card while others play may use it in the own next turn (H-45)."""
    table = Table(
        ships=("11.1", "...", "..", ".."), market=("hammer", "statue", "statue", "statue")
    )
    state = play(table.state(), "sail 1 market", "take 1", "take 2", "take 3")
    assert IMHOTEP.to_act(state) == 1
    assert "hammer 2.1" in legal(state)


def test_a_lever_offers_every_order_once() -> None:
    """The player fixes the order of all stones aboard; equal stones make equal orders (H-37)."""
    table = Table(hands={0: ["lever"]}, ships=("01.1", "...", "..", ".."),
                  sailed={1: "market", 2: "temple", 3: "burial"})  # fmt: skip
    levers = [text for text in legal(table.state()) if text.startswith("lever")]
    assert levers == [
        f"lever 1 {site} {order}"
        for site in ("pyramids", "obelisks")
        for order in ("011", "101", "110")
    ]


def test_a_lever_leaves_the_choice_of_cards_to_the_owners() -> None:
    """The owners choose one by one, and only then is the lever discarded (H-37, H-49)."""
    table = Table(hands={0: ["lever"]}, ships=("01.1", "...", "..", ".."), market=("statue",) * 4)
    state = play(table.state(), "lever 1 market 110")
    assert cards_of(state.discard) == []
    asked = []
    while IMHOTEP.view(state, None).question == "pick":
        asked.append(IMHOTEP.to_act(state))
        state = play(state, legal(state)[0])
    assert asked == [1, 1, 0]
    assert "lever" in cards_of(state.discard)


def test_a_sail_card_places_and_sails() -> None:
    """The card's stone is unloaded with the others, at its place on the ship (H-40)."""
    table = Table(hands={0: ["sail"]}, ships=("1.1.", "...", "..", ".."), sled=(1, 3))
    state = play(table.state(), "sailcard 1.2 obelisks")
    assert at(state, "obelisks") == "101"
    assert state.sled == [0, 3]


def test_a_chisel_places_on_one_ship_or_on_two() -> None:
    """Two stones go to any two empty spaces, and may make ships ready (H-39)."""
    table = Table(hands={0: ["chisel"]}, ships=("1...", "...", "..", ".."), sled=(2, 3))
    state = play(table.state(), "chisel 1.2 1.4")
    assert "sail 1 temple" in legal(state)
    state = play(table.state(), "chisel 1.2 4.1")
    assert "sail 4 temple" in legal(state)
    assert "sail 1 temple" not in legal(state)
