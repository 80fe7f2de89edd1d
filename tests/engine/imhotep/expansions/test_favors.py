"""The Pharaoh's Favors (vectors M13 to M18)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from saqqara_engine.game import Json
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import NONE, State
from tests.engine.imhotep.table import Table, at, cards_of, legal, play

FAVORS: dict[str, Json] = {"favors": True}
OPTIONAL: dict[str, Json] = {"favors": True, "favorOneExactlyTwo": False}
STAYING: dict[str, Json] = {"favors": True, "favorsMustSail": False}
EMPTY = ("....", "...", "...", "..")


def forms(state: State, favor: int) -> list[str]:
    """The legal forms of one favor."""
    return [text for text in legal(state) if text.startswith(f"favor{favor}")]


@dataclass(frozen=True)
class Supply:
    """The second favor: sled and quarry before and after."""

    number: str
    sled: int
    quarry: int
    action: str
    after: tuple[int, int]


SUPPLY = [
    Supply("M13", 3, 5, "favor2 2.1", (5, 1)),
    Supply("M14", 0, 2, "favor2", (1, 0)),
    Supply("M18", 5, 1, "favor2", (5, 0)),
    Supply("nothing placed, all filled", 1, 20, "favor2", (5, 15)),
    Supply("placed and nothing to fill", 2, 1, "favor2 1.4", (1, 0)),
]


@pytest.mark.parametrize("case", SUPPLY, ids=lambda case: case.number)
def test_the_second_favor_fills_the_sled(case: Supply) -> None:
    """After the marker and an optional placement the sled takes all that it can."""
    table = Table(2, FAVORS, sled=(case.sled, 3), quarry=(case.quarry, 20), ships=EMPTY)
    state = play(table.state(), case.action)
    assert (state.sled[0], state.quarry[0]) == case.after


def test_the_second_favor_needs_a_stone_to_place_one() -> None:
    """With an empty sled only the form without a placement is left."""
    assert forms(Table(2, FAVORS, sled=(0, 3), ships=EMPTY).state(), 2) == ["favor2"]
    assert len(forms(Table(2, FAVORS, sled=(1, 3), ships=EMPTY).state(), 2)) == 1 + 12


def test_a_favor_is_once_in_the_game_and_each_seat_has_one() -> None:
    """M15: neither a used favor nor a second one of the same seat is legal."""
    state = play(Table(3, FAVORS, ships=EMPTY).state(), "favor2")
    assert not forms(state, 2)
    assert forms(state, 5)
    state = play(state, "favor5 1.1", "get")
    assert IMHOTEP.to_act(state) == 0
    assert not any(text.startswith("favor") for text in legal(state))
    assert IMHOTEP.view(state, None).favors is not None
    assert IMHOTEP.view(state, None).favors.used_by == (None, 0, None, None, 1)  # type: ignore[union-attr]


def test_a_favor_costs_a_stone_of_the_quarry() -> None:
    """The marker counts for no site; without a stone in the quarry there is no favor."""
    state = play(Table(2, FAVORS, ships=EMPTY).state(), "favor5 1.1")
    assert (state.quarry[0], state.sled[0]) == (26, 1)
    assert state.stones == [b""] * 5
    broke = Table(2, FAVORS, quarry=(0, 20), ships=EMPTY).state()
    assert not any(text.startswith("favor") for text in legal(broke))


def test_the_fourth_favor_loads_and_sails() -> None:
    """M16: two stones on a ship of four that holds one make it ready, and it sails."""
    state = Table(2, FAVORS, sled=(3, 3), ships=(".1..", *EMPTY[1:])).state()
    assert "favor4 1 temple 1 4" in legal(state)
    assert "favor4 1 temple 1" not in legal(state)
    state = play(state, "favor4 1 temple 1 4")
    assert at(state, "temple") == "010"
    assert (state.sled[0], state.quarry[0], state.sailor) == (1, 26, 0)


def test_the_fourth_favor_may_load_nothing() -> None:
    """A ready ship sails as it is; others need what they lack (X-23)."""
    state = Table(2, FAVORS, sled=(2, 3), ships=("11.1", "1..", "..", ".")).state()
    loads = {(text.split()[1], len(text.split()) - 3) for text in forms(state, 4)}
    assert loads == {("1", 0), ("1", 1), ("2", 1), ("2", 2), ("3", 1), ("3", 2), ("4", 1)}


def test_the_third_favor_rearranges() -> None:
    """M17: a stone is added to [-, 1, 0] and the ship sails with the order 0, 2, 1."""
    state = Table(3, FAVORS, turn=2, ships=(".10", "...", "...", "..")).state()
    state = play(state, "favor3 1 burial 021")
    assert at(state, "burial") == "021"
    assert (state.sled[2], state.quarry[2]) == (3, 24)


def test_the_third_favor_places_at_most_one_stone() -> None:
    """All orders of the stones aboard are legal, without and with one stone of the sled."""
    state = Table(2, FAVORS, ships=("01.", "...", "...", "...")).state()
    orders = {text.split()[3] for text in forms(state, 3) if " 1 temple " in text}
    assert orders == {"01", "10", "001", "010", "100"}
    assert {text.split()[1] for text in forms(state, 3)} == {"1"}
    empty = Table(2, FAVORS, sled=(0, 3), ships=("01.", "...", "...", "...")).state()
    assert {text.split()[3] for text in forms(empty, 3)} == {"01", "10"}


def test_the_favors_that_sail_know_the_open_sites() -> None:
    """A site that a ship has visited is closed to them."""
    state = Table(2, FAVORS, ships=("01.", "...", "...", "..."), sailed={3: "temple"}).state()
    for favor in (3, 4):
        sites = {text.split()[2] for text in forms(state, favor)}
        assert sites == {"market", "pyramids", "burial", "obelisks"}


@pytest.mark.parametrize("action", ["favor3 4 obelisks 10", "favor4 4 obelisks 1"])
def test_a_favor_can_sail_the_fourth_ship(action: str) -> None:
    """The seat left of whoever used it begins the next round (H-42)."""
    sailed = {0: "market", 1: "pyramids", 2: "temple"}
    table = Table(3, FAVORS, turn=1, start=0, ships=("...", "...", "...", ".0"), sailed=sailed)
    state = play(table.state(), action)
    assert (state.round, IMHOTEP.to_act(state)) == (2, 2)


def test_a_ship_may_stay_if_the_flag_allows() -> None:
    """With favorsMustSail off, a ship below its minimum is loaded or rearranged, and stays."""
    state = Table(2, STAYING, ships=("1...", *EMPTY[1:])).state()
    assert "favor3 1 stay ..01" in legal(state)
    assert "favor4 1 stay 2 3" not in legal(state)
    assert "favor4 1 stay 2" in legal(state)
    moved = play(state, "favor3 1 stay ..01")
    assert IMHOTEP.view(moved, None).ships[0].spaces == (None, None, 0, 1)
    assert (moved.sled[0], moved.docks[0], moved.sailor) == (1, NONE, NONE)
    assert moved.free & 15 == 0b0011
    loaded = play(state, "favor4 1 stay 2")
    assert IMHOTEP.view(loaded, None).ships[0].spaces == (1, 0, None, None)
    assert not loaded.ready


def test_a_ready_ship_must_sail_even_if_the_flag_allows_to_stay() -> None:
    """A ship that reaches its minimum cannot be told to stay."""
    state = Table(2, STAYING, ships=("11.1", "...", "...", "...")).state()
    assert all(text.split()[2] != "stay" for text in forms(state, 3) if text.split()[1] == "1")
    assert all(text.split()[2] != "stay" for text in forms(state, 4) if text.split()[1] == "1")


def test_the_fifth_favor_places_one_to_three_stones() -> None:
    """They go on any empty spaces of any ships, as many as there are on the sled."""
    state = Table(2, FAVORS, sled=(3, 3), ships=("...", "0", "..", ".")).state()
    assert len(forms(state, 5)) == 6 + 15 + 20
    state = play(state, "favor5 1.1 1.3 4.1")
    assert [ship.spaces for ship in IMHOTEP.view(state, None).ships] == [
        (0, None, 0), (0,), (None, None), (0,)]  # fmt: skip
    assert state.sled[0] == 0
    two = Table(2, FAVORS, sled=(2, 3), ships=("...", "0", "..", ".")).state()
    assert len(forms(two, 5)) == 6 + 15


MARKET = ("statue", "entrance", "sarcophagus", "lever")


def test_the_first_favor_takes_two_cards_and_refills() -> None:
    """The cards are the seat's, and their slots are filled again even after the ship has come."""
    table = Table(2, FAVORS, ships=EMPTY, market=MARKET, deck=("sail", "hammer", "chisel"),
                  sailed={0: "market"})  # fmt: skip
    state = play(table.state(), "favor1 1 4")
    assert cards_of(state.hands[0]) == ["statue", "lever"]
    assert IMHOTEP.view(state, None).market == ("sail", "entrance", "sarcophagus", "hammer")
    assert state.quarry[0] == 26


def test_red_cards_of_the_first_favor_work_in_the_chosen_order() -> None:
    """After the marker one stone is left, so only the first red card has an effect."""
    table = Table(2, FAVORS, quarry=(2, 9), ships=EMPTY, market=MARKET, deck=("sail", "hammer"))
    first = play(table.state(), "favor1 2 3")
    assert (at(first, "pyramids"), at(first, "burial")) == ("0", "")
    second = play(table.state(), "favor1 3 2")
    assert (at(second, "pyramids"), at(second, "burial")) == ("", "0")
    assert cards_of(second.discard) == ["entrance", "sarcophagus"]


def test_red_cards_of_the_first_favor_are_in_the_discard_pile_before_the_refill() -> None:
    """An empty draw pile is made of them (H-49)."""
    table = Table(2, FAVORS, ships=EMPTY, market=MARKET, deck=())
    state = play(table.state(), "favor1 2 3")
    assert sorted(filter(None, IMHOTEP.view(state, None).market)) == sorted(MARKET)


def test_the_order_of_slots_matters_only_for_two_unlike_red_cards() -> None:
    """All other pairs have one form, with the slots ascending."""
    state = Table(2, FAVORS, ships=EMPTY, market=MARKET).state()
    pairs = ["1 2", "1 3", "1 4", "2 3", "2 4", "3 2", "3 4"]
    assert forms(state, 1) == [f"favor1 {pair}" for pair in pairs]
    alike = Table(2, FAVORS, ships=EMPTY, market=("entrance", None, "entrance", None)).state()
    assert forms(alike, 1) == ["favor1 1 3"]


@pytest.mark.parametrize(
    ("options", "market", "expected"),
    [
        (FAVORS, (None, "statue", None, None), ["favor1 2"]),
        (FAVORS, (None, None, None, None), []),
        (OPTIONAL, (None, "statue", None, "sail"), ["favor1 2", "favor1 4", "favor1 2 4"]),
    ],
    ids=["one card is left", "no card is left", "the second is optional"],
)
def test_how_many_cards_the_first_favor_takes(
    options: dict[str, Json], market: tuple[str | None, ...], expected: list[str]
) -> None:
    """Two as far as there are two, at least one; the flag makes the second optional (X-22)."""
    table = Table(2, options, ships=EMPTY, market=market)
    assert forms(table.state(), 1) == expected


def test_the_first_favor_leaves_the_hidden_pair_of_market_b() -> None:
    """Only its three face-up cards can be taken."""
    table = Table(2, FAVORS, ships=EMPTY, market=("statue", None, "lever"), sides="BAAAA")
    assert forms(table.state(), 1) == ["favor1 1 3"]


def test_the_marker_is_paid_before_a_red_card_is_chosen() -> None:
    """Where a red card needs a stone, the last one of the quarry is the marker's."""
    options = {**FAVORS, "redWithEmptyQuarryFizzles": False}
    table = Table(2, options, quarry=(1, 9), ships=EMPTY, market=MARKET)
    assert forms(table.state(), 1) == ["favor1 1 4"]
    table = Table(2, options, quarry=(2, 9), ships=EMPTY, market=MARKET)
    assert len(forms(table.state(), 1)) == 7


def test_a_cargo_sled_taken_by_the_first_favor_is_there_for_the_quarry_card() -> None:
    """Both cards are taken before a red one works."""
    options: dict[str, Json] = {**FAVORS, "newDynastyCards": True}
    market = ("stone-quarry", "cargo-sled", None, None)
    table = Table(2, options, sled=(5, 3), quarry=(9, 9), ships=EMPTY, market=market)
    state = play(table.state(), "favor1 1 2")
    assert (state.sled[0], state.quarry[0]) == (7, 6)


def test_red_cards_of_the_first_favor_ask_before_the_next_one_works() -> None:
    """On side B of the Pyramids the owner answers for the first stone before the second works."""
    table = Table(2, FAVORS, ships=EMPTY, market=MARKET, sides="ABAAA")
    state = play(table.state(), "favor1 2 3")
    assert IMHOTEP.view(state, 0).question == "build"
    assert at(state, "burial") == ""
    assert "gain 0 sarcophagus" in IMHOTEP.view(state, 0).steps
