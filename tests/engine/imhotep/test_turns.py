"""What a seat can do in its turn (vectors T01 to T06, T51 to T55, T58, T60, T61)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from saqqara_engine.game import Json
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import SEED, Table, at, cards_of, legal, play, points


@dataclass(frozen=True)
class Legality:
    """A table, and an action that is or is not legal there."""

    number: str
    table: Table
    action: str
    is_legal: bool


@dataclass(frozen=True)
class Stock:
    """A table, what seat 0 does there, and its sled and quarry afterwards."""

    number: str
    table: Table
    action: str
    sled: int
    quarry: int


def number(case: Legality | Stock) -> str:
    """The number of the case, for the test's name."""
    return case.number


LEGALITY = [
    Legality("T03 full sled", Table(sled=(5, 3)), "get", is_legal=False),
    Legality("T04 empty quarry", Table(sled=(1, 3), quarry=(0, 9)), "get", is_legal=False),
    Legality("T51 chisel with one stone", Table(sled=(1, 3), hands={0: ["chisel"]},
             ships=("....", "...", "..", "..")), "chisel 1.1 1.2", is_legal=False),
    Legality("H-39 chisel with two stones", Table(sled=(2, 3), hands={0: ["chisel"]},
             ships=("....", "...", "..", "..")), "chisel 1.1 2.3", is_legal=True),
    Legality("H-39 chisel with one space", Table(sled=(5, 3), hands={0: ["chisel"]},
             ships=("01.1", "010", "10", "11")), "chisel 1.3 2.1", is_legal=False),
    Legality("T52 sail card, 4-ship with 1 stone", Table(hands={0: ["sail"]},
             ships=("1...", "...", "..", "..")), "sailcard 1.2 temple", is_legal=False),
    Legality("T52 sail card, 4-ship with 2 stones", Table(hands={0: ["sail"]},
             ships=("1..0", "...", "..", "..")), "sailcard 1.2 temple", is_legal=True),
    Legality("H-40 sail card on a full ship", Table(hands={0: ["sail"]},
             ships=("1010", "...", "..", "..")), "sailcard 1.1 temple", is_legal=False),
    Legality("H-40 sail card to a closed site", Table(hands={0: ["sail"]},
             ships=("1..0", "...", "..", ".."), sailed={2: "temple"}),
             "sailcard 1.2 temple", is_legal=False),
    Legality("H-40 sail card without a stone", Table(sled=(0, 3), hands={0: ["sail"]},
             ships=("1..0", "...", "..", "..")), "sailcard 1.2 temple", is_legal=False),
    Legality("H-40 sail card on an empty 1-ship", Table(hands={0: ["sail"]},
             ships=("....", "...", "..", ".")), "sailcard 4.1 temple", is_legal=True),
    Legality("T55 4-ship with 3 stones", Table(ships=("01.1", "...", "..", "..")),
             "sail 1 market", is_legal=True),
    Legality("T55 3-ship with 2 stones", Table(ships=("....", "0.1", "..", "..")),
             "sail 2 market", is_legal=True),
    Legality("T55 2-ship without stones", Table(ships=("....", "...", "..", "..")),
             "sail 3 market", is_legal=False),
    Legality("T55 1-ship with 1 stone", Table(ships=("....", "...", "..", "1")),
             "sail 4 market", is_legal=True),
    Legality("4-ship with 2 stones", Table(ships=("01..", "...", "..", "..")),
             "sail 1 market", is_legal=False),
    Legality("2-ship with 1 stone", Table(ships=("....", "...", ".1", "..")),
             "sail 3 market", is_legal=True),
    Legality("T58 no own stone aboard", Table(ships=("111.", "...", "..", "..")),
             "sail 1 obelisks", is_legal=True),
    Legality("T61 second ship to a site", Table(ships=("111.", "...", "..", ".."),
             sailed={1: "obelisks"}), "sail 1 obelisks", is_legal=False),
    Legality("a ship that has sailed", Table(ships=("111.", "...", "..", ".."),
             sailed={0: "obelisks"}), "sail 1 temple", is_legal=False),
    Legality("place without a stone", Table(sled=(0, 3)), "place 1.1", is_legal=False),
    Legality("place on a taken space", Table(ships=("1...", "...", "..", "..")),
             "place 1.1", is_legal=False),
    Legality("place beyond the ship", Table(ships=("1...", "...", "..", "..")),
             "place 4.3", is_legal=False),
    Legality("place on any free space", Table(ships=("1...", "...", "..", "..")),
             "place 1.4", is_legal=True),
    Legality("lever without a ready ship", Table(ships=("01..", "...", "..", ".."),
             hands={0: ["lever"]}), "lever 1 temple 10", is_legal=False),
    Legality("lever without the card", Table(ships=("01.1", "...", "..", "..")),
             "lever 1 temple 110", is_legal=False),
    Legality("lever with stones that are not aboard", Table(ships=("01.1", "...", "..", ".."),
             hands={0: ["lever"]}), "lever 1 temple 100", is_legal=False),
    Legality("hammer without stones anywhere (H-38)", Table(sled=(0, 3), quarry=(0, 9),
             hands={0: ["hammer"]}), "hammer 1.1", is_legal=False),
    Legality("hammer with a full sled (H-38)", Table(sled=(5, 3), hands={0: ["hammer"]}),
             "hammer 1.1", is_legal=True),
    Legality("hammer with an empty quarry (H-38)", Table(sled=(1, 3), quarry=(0, 9),
             hands={0: ["hammer"]}), "hammer 1.1", is_legal=True),
    Legality("hammer without a free space (H-38)", Table(hands={0: ["hammer"]},
             ships=("0101", "010", "10", "11")), "hammer 1.1", is_legal=False),
    Legality("pass where something else is legal (H-31)", Table(), "pass", is_legal=False),
    Legality("take outside the market", Table(), "take 1", is_legal=False),
]  # fmt: skip


@pytest.mark.parametrize("case", LEGALITY, ids=number)
def test_an_action_is_legal_only_if_it_can_be_carried_out(case: Legality) -> None:
    """What cannot be done completely is not on offer, and what can be is."""
    assert (case.action in legal(case.table.state())) == case.is_legal


def test_a_site_takes_one_ship_in_a_round() -> None:
    """T61: once a ship has sailed to a site, no other can; the other sites stay open."""
    state = play(Table(ships=("111.", "110", "..", "..")).state(), "sail 1 obelisks")
    sites = {text.split()[-1] for text in legal(state) if text.startswith("sail")}
    assert sites == {"market", "pyramids", "temple", "burial"}


STOCKS = [
    Stock("T02", Table(sled=(3, 3), quarry=(10, 9)), "get", 5, 8),
    Stock("T05", Table(sled=(1, 3), quarry=(2, 9)), "get", 3, 0),
    Stock("three at most", Table(sled=(0, 3), quarry=(9, 9)), "get", 3, 6),
    Stock("T53", Table(sled=(4, 3), quarry=(10, 9), hands={0: ["hammer"]}), "hammer 1.1", 4, 9),
    Stock("H-38 sled 0", Table(sled=(0, 3), quarry=(10, 9), hands={0: ["hammer"]}),
          "hammer 1.1", 2, 7),
    Stock("H-38 full sled", Table(sled=(5, 3), quarry=(10, 9), hands={0: ["hammer"]}),
          "hammer 1.1", 4, 10),
    Stock("H-38 empty quarry", Table(sled=(2, 3), quarry=(0, 9), hands={0: ["hammer"]}),
          "hammer 1.1", 1, 0),
    Stock("place", Table(sled=(2, 3), quarry=(9, 9)), "place 2.1", 1, 9),
    Stock("chisel", Table(sled=(2, 3), quarry=(9, 9), hands={0: ["chisel"]},
          ships=("....", "...", "..", "..")), "chisel 1.4 4.2", 0, 9),
]  # fmt: skip


@pytest.mark.parametrize("case", STOCKS, ids=number)
def test_stones_move_as_far_as_sled_and_quarry_allow(case: Stock) -> None:
    """Getting takes up to three stones, never more than the sled holds or the quarry has (H-43)."""
    after = play(case.table.state(), case.action)
    assert (after.sled[0], after.quarry[0]) == (case.sled, case.quarry)


@pytest.mark.parametrize(("players", "card"), [(2, "4322"), (3, "4421"), (4, "3332")])
def test_a_round_card_puts_out_its_four_ships(players: int, card: str) -> None:
    """The ships of a round are those of its card, and they are empty (T01)."""
    seeds = (number.to_bytes(32, "big") for number in range(100))
    views = (
        IMHOTEP.view(IMHOTEP.new_game(IMHOTEP.parse_options({"players": players}), seed), None)
        for seed in seeds
    )
    view = next(view for view in views if view.round_cards == (card,))
    assert [ship.capacity for ship in view.ships] == list(map(int, card))
    assert all(ship.spaces == (None,) * ship.capacity for ship in view.ships)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_later_seats_start_with_more_stones(players: int) -> None:
    """The first seat starts with 2 stones, the next ones with 3, 4 and 5 of their 29 (T06)."""
    state = IMHOTEP.new_game(IMHOTEP.parse_options({"players": players}), SEED)
    assert state.sled == [2, 3, 4, 5][:players]
    assert state.quarry == [27, 26, 25, 24][:players]


def test_only_passing_is_left_to_a_seat_that_has_nothing() -> None:
    """A seat without stones, ready ships and blue cards can only pass (T54, H-31)."""
    table = Table(sled=(0, 3), quarry=(0, 9), ships=("01..", "1..", "..", ".."))
    assert legal(table.state()) == ["pass"]


def test_a_blue_card_that_cannot_be_played_does_not_keep_a_seat_from_passing() -> None:
    """Held cards do not matter as long as none of them can be carried out (H-31)."""
    cards = ["lever", "hammer", "sail", "chisel"]
    table = Table(sled=(0, 3), quarry=(0, 9), ships=("....", "...", "..", ".."), hands={0: cards})
    assert legal(table.state()) == ["pass"]


def test_gaps_are_ignored_when_a_ship_is_unloaded() -> None:
    """Stones are unloaded from the bow backwards, empty spaces or not (T60)."""
    after = play(Table(ships=("1.01", "...", "..", "..")).state(), "sail 1 pyramids")
    assert at(after, "pyramids") == "101"
    assert points(after, "pyramids") == [1, 5]


def test_a_ship_at_its_minimum_may_wait() -> None:
    """A ready ship still takes stones on its empty space."""
    after = play(Table(ships=("1.01", "...", "..", "..")).state(), "place 1.2")
    assert "sail 1 temple" in legal(after)
    assert not any(text.startswith("place 1.") for text in legal(after))


def test_a_played_card_goes_to_the_discard_pile() -> None:
    """A blue card replaces the turn's action and is then discarded."""
    state = Table(hands={0: ["hammer", "hammer", "chisel"]}, turn=0).state()
    after = play(state, "hammer 1.1")
    assert cards_of(after.hands[0]) == ["hammer", "chisel"]
    assert cards_of(after.discard) == ["hammer"]
    assert IMHOTEP.to_act(after) == 1


def test_turns_go_round_clockwise() -> None:
    """After a seat's single action comes the next seat (H-48)."""
    state = Table(players=3, turn=1).state()
    seats = []
    for _ in range(4):
        seats.append(IMHOTEP.to_act(state))
        state = play(state, next(text for text in legal(state) if text != "get"))
    assert seats == [1, 2, 0, 1]


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"players": True},
        {"players": "2"},
        {"sides": {"market": "E"}},
        {"sides": {"harbour": "A"}},
        {"sides": ["A"]},
        {"wrath": "yes"},
        {"curse": True},
        {"preset": "all"},
        {"players": 3, "secondColour": True},
        {"rulesVersion": "0"},
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Json]) -> None:
    """An unknown option or value is refused with the allowed ones."""
    with pytest.raises(Exception, match=r"one of|sites|has|maps|for 2") as caught:
        IMHOTEP.parse_options(options)
    assert type(caught.value).__name__ == "UnknownOption"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_options_survive_json(players: int) -> None:
    """Options read back from their JSON are the same, and what is left out takes the default."""
    options = IMHOTEP.parse_options({"players": players})
    assert IMHOTEP.parse_options(options.to_json()) == options
    assert options.sides.in_order() == ("A",) * 5
