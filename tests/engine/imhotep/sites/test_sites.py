"""What the A sides of the sites do with stones (vectors T07 to T24, T50, T57, T59)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.steps import SCORE_ROUND
from tests.engine.imhotep.table import Table, at, cards_of, finished, happen, legal, play, points

STATUES = ("statue",) * 4


def delivered(site: str, players: int, owners: str) -> State:
    """The table after stones arrived at a site one by one."""
    state = Table(players).state()
    for owner in map(int, owners):
        state.table.parts[SITES.index(site)].unload(state, owner)
    return state


def test_stones_at_the_market_buy_a_card_each_in_unloading_order() -> None:
    """Every stone's owner takes a card, in order, and gets the stone back (T07)."""
    table = Table(
        players=3,
        ships=("012.", "...", "..", "."),
        market=("lever", "statue", "sail", "chisel"),
    )
    state = play(table.state(), "sail 1 market")
    assert IMHOTEP.to_act(state) == 0
    asked = []
    for action in ("take 3", "take 2", "take 1"):
        asked.append((IMHOTEP.to_act(state), IMHOTEP.turn_seat(state)))
        state = play(state, action)
    assert asked == [(0, 0), (1, 0), (2, 0)]
    assert IMHOTEP.turn_seat(state) == 1
    assert [cards_of(hand) for hand in state.hands] == [["sail"], ["statue"], ["lever"]]
    assert state.quarry == [28, 27, 26]
    assert IMHOTEP.view(state, None).market == (None, None, None, "chisel")
    assert IMHOTEP.to_act(state) == 1


def test_fourteen_stones_fill_the_pyramids() -> None:
    """The pyramids score the printed figure of each space, then one at the edge (T08, T09)."""
    state = Table().state()
    totals = []
    for _ in range(16):
        state.table.parts[SITES.index("pyramids")].unload(state, 0)
        totals.append(points(state, "pyramids")[0])
    assert totals == [2, 3, 6, 8, 12, 15, 17, 18, 21, 23, 26, 27, 30, 34, 35, 36]


@dataclass(frozen=True)
class Arrival:
    """A ship that comes to the Pyramids with stones already there, and what seats get for it."""

    number: str
    there: str
    ship: str
    hand: tuple[str, ...]
    action: str
    points: list[int]


@pytest.mark.parametrize(
    "case",
    [
        Arrival("T10", "0101", "01.0", (), "sail 1 pyramids", [6, 3, 0]),
        Arrival("T50", "0101", "012.", ("lever",), "lever 1 pyramids 201", [3, 2, 4]),
    ],
    ids=lambda case: case.number,
)
def test_a_ship_at_the_pyramids_scores_for_the_owners(case: Arrival) -> None:
    """Spaces score in unloading order, which a lever fixes (H-37)."""
    table = Table(
        players=3,
        ships=(case.ship, "...", "..", "."),
        hands={0: case.hand},
        sites={"pyramids": case.there},
    )
    assert points(play(table.state(), case.action), "pyramids") == case.points


@dataclass(frozen=True)
class TempleRound:
    """Stones at the Temple, and what a round's end gives for them."""

    number: str
    players: int
    stones: str
    points: list[int]


@pytest.mark.parametrize(
    "case",
    [
        TempleRound("T11", 4, "30213", [1, 1, 1, 2]),
        TempleRound("T12", 4, "0123" + "220", [1, 0, 3, 1]),
        TempleRound("T13", 2, "010101", [2, 2]),
        TempleRound("T14 few stones", 3, "01", [1, 1, 0]),
        TempleRound("no stones", 3, "", [0, 0, 0]),
    ],
    ids=lambda case: case.number,
)
def test_the_temple_scores_the_stones_seen_from_above(case: TempleRound) -> None:
    """The last stones, as many as a row is wide, give one point each, ship or no ship."""
    state = Table(case.players, sites={"temple": case.stones}).state()
    happen(state, SCORE_ROUND)
    assert points(state, "temple") == case.points


@dataclass(frozen=True)
class FinalSite:
    """Stones at a site at the end of the game, and the points for them by seat."""

    number: str
    players: int
    stones: str
    points: list[int]


@pytest.mark.parametrize(
    "case",
    [
        FinalSite("T15, T16", 4, "033" + "032" + "332" + "132" + "2", [3, 1, 7, 17]),
        FinalSite("bottom and next top do not touch", 2, "0011", [3, 2]),
        FinalSite("T17 diagonal", 2, "011" + "101", [2, 7]),
        FinalSite("T18", 2, "0000000", [19, 0]),
        FinalSite("one of each", 3, "012", [1, 1, 1]),
        FinalSite("empty", 3, "", [0, 0, 0]),
    ],
    ids=lambda case: case.number,
)
def test_the_burial_chamber_scores_connected_groups(case: FinalSite) -> None:
    """Every group of stones of one colour that touch orthogonally scores by its size."""
    state = finished(Table(case.players, sites={"burial": case.stones}))
    assert points(state, "burial") == case.points


@pytest.mark.parametrize(
    "case",
    [
        FinalSite("T19", 4, "0000" + "111" + "333", [15, 7, 0, 7]),
        FinalSite("T20", 2, "0011", [5, 5]),
        FinalSite("T21", 3, "000011112", [9, 9, 1]),
        FinalSite("T22", 4, "00000112233", [15, 5, 5, 5]),
        FinalSite("T23", 4, "012301230123", [7, 7, 7, 7]),
        FinalSite("T24", 3, "00", [12, 0, 0]),
        FinalSite("2 players", 2, "001", [10, 1]),
        FinalSite("empty", 2, "", [0, 0]),
    ],
    ids=lambda case: case.number,
)
def test_the_obelisks_score_by_rank(case: FinalSite) -> None:
    """Only those who built are ranked; tied ones share their places, rounded down (H-44)."""
    state = finished(Table(case.players, sites={"obelisks": case.stones}))
    assert points(state, "obelisks") == case.points


@pytest.mark.parametrize(("number", "site"), [("T57", "burial"), ("T59", "obelisks")])
def test_stones_for_the_end_give_nothing_at_once(number: str, site: str) -> None:
    """Burial Chamber and Obelisks take the stones in unloading order and score at the end."""
    table = Table(players=4, ships=("0132", "...", "..", ".."))
    after = play(table.state(), f"sail 1 {site}")
    assert at(after, site) == "0132"
    assert points(after, site) == [0, 0, 0, 0]


def test_stones_beyond_the_last_card_go_back() -> None:
    """Surplus stones at the Market return to their quarries and gain nothing (H-34)."""
    table = Table(ships=("0110", "...", "..", ".."), market=(None, "statue", None, "chisel"))
    state = play(table.state(), "sail 1 market", "take 2", "take 4")
    assert [cards_of(hand) for hand in state.hands] == [["statue"], ["chisel"]]
    assert state.quarry == [29, 28]
    assert IMHOTEP.to_act(state) == 1


def test_an_empty_market_may_be_visited() -> None:
    """A ship may sail to a Market without cards; its stones go back (H-36)."""
    state = play(
        Table(ships=("0110", "...", "..", ".."), market=(None,) * 4).state(), "sail 1 market"
    )
    assert state.quarry == [29, 28]
    assert IMHOTEP.to_act(state) == 1


def test_taking_a_card_is_compulsory() -> None:
    """The owner of a delivered stone is offered the cards and nothing else (H-35)."""
    table = Table(ships=("1101", "...", "..", ".."), market=("statue", None, "entrance", None))
    assert legal(play(table.state(), "sail 1 market")) == ["take 1", "take 3"]
