"""The private ships and the Stonemason's Wager (vectors M01 to M12, M19)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from saqqara_engine.errors import IllegalAction
from saqqara_engine.game import Json
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import NONE, State
from tests.engine.imhotep.table import Table, at, cards_of, finished, legal, play, points

WAGER: dict[str, Json] = {"wager": True}
SHIPS: dict[str, Json] = {"privateShips": True}
FOUR = ("0...", "...", "...", "..")


@dataclass(frozen=True)
class Wagered:
    """Bets by seat, the stones at pyramids, temple, burial and obelisks, and the points due."""

    number: str
    players: int
    stones: tuple[int, int, int, int]
    bets: tuple[str, ...]
    points: list[int]


WAGERED = [
    Wagered("M01", 4, (10, 7, 5, 3), ("pyramids left", "temple left", "pyramids right",
            "burial left"), [5, 3, 3, 0]),
    Wagered("M02", 4, (10, 10, 5, 0), ("pyramids left", "temple left", "pyramids right",
            "burial left"), [3, 3, 0, 0]),
    Wagered("M03", 4, (10, 7, 7, 0), ("pyramids left", "temple left", "burial left",
            "pyramids right"), [5, 0, 0, 3]),
    Wagered("second on the right", 4, (10, 7, 5, 3), ("temple right", "temple left",
            "obelisks left", "obelisks right"), [0, 3, 0, 0]),
    Wagered("all four tie", 2, (4, 4, 4, 4), ("obelisks left", "burial left"), [3, 3]),
    Wagered("no stone anywhere", 2, (0, 0, 0, 0), ("pyramids left", "temple left"), [3, 3]),
    Wagered("two lead, one is next", 3, (6, 2, 6, 1), ("burial left", "temple left",
            "pyramids left"), [3, 0, 3]),
    Wagered("three tie for second", 2, (1, 1, 1, 2), ("obelisks left", "temple left"), [5, 0]),
]  # fmt: skip


@pytest.mark.parametrize("case", WAGERED, ids=lambda case: case.number)
def test_a_bet_scores_by_the_rank_of_its_site(case: Wagered) -> None:
    """The most stones give 5 or 3, second most 3 or 0, and a tie makes both poorer (C.2)."""
    sites = ("pyramids", "temple", "burial", "obelisks")
    stones = {site: "0" * number for site, number in zip(sites, case.stones, strict=True)}
    table = Table(case.players, WAGER, sites=stones, ships=("....",) * 4)
    state = play(table.state(), *(f"bet {bet}" for bet in case.bets))
    assert points(state, "wager") == [0] * case.players
    state.steps = []
    assert points(state, "wager") == case.points


@pytest.mark.parametrize("players", [2, 3, 4])
def test_right_fields_need_four_players(players: int) -> None:
    """M04: with two or three players there are only left fields."""
    bets = [text for text in legal(Table(players, WAGER).state()) if text.startswith("bet")]
    assert len(bets) == (8 if players == 4 else 4)
    assert ("bet temple right" in bets) == (players == 4)


def test_a_bet_is_once_in_the_game_and_alone_on_its_field() -> None:
    """M05: a second bet, and a bet on a taken field, are illegal."""
    state = play(Table(2, WAGER).state(), "bet temple left")
    bets = [text for text in legal(state) if text.startswith("bet")]
    assert bets == ["bet pyramids left", "bet burial left", "bet obelisks left"]
    state = play(state, "bet burial left")
    assert not any(text.startswith("bet") for text in legal(state))


def test_a_bet_costs_a_stone_of_the_quarry_that_counts_nowhere() -> None:
    """The stone leaves the quarry and is at no site; without one in the quarry there is no bet."""
    state = play(Table(2, WAGER, quarry=(1, 1)).state(), "bet temple left")
    assert state.quarry == [0, 1]
    assert at(state, "temple") == ""
    broke = Table(2, WAGER, quarry=(0, 1)).state()
    assert not any(text.startswith("bet") for text in legal(broke))


@dataclass(frozen=True)
class Voyage:
    """A private ship to the Market, and what lies there afterwards."""

    number: str
    market: tuple[str | None, ...]
    actions: tuple[str, ...]
    after: list[str | None]
    deck: tuple[str, ...] = ("hammer", "chisel", "sail")
    sailed: dict[int, str] = field(default_factory=dict)
    sides: str = "AAAAA"


VOYAGES = [
    Voyage("M08", ("statue", "lever", "statue", "sail"), ("private market", "take 2"),
           ["statue", "hammer", "statue", "sail"]),
    Voyage("M09", (None, None, "statue", None), ("private market", "take 3"),
           [None, None, None, None], sailed={0: "market"}),
    Voyage("M19", ("entrance", None, None, None), ("private market", "take 1"),
           ["entrance", None, None, None], deck=()),
    Voyage("only the emptied slot", (None, "lever", "statue", None), ("private market", "take 2"),
           [None, "hammer", "statue", None]),
    Voyage("no card to refill with", ("statue", "lever", None, None), ("private market", "take 2"),
           ["statue", None, None, None], deck=()),
    Voyage("coins and cards stay", ("statue", "lever", "statue", "sail"),
           ("private market", "take 4"), ["statue", "lever", "statue", "hammer"], sides="CAAAA"),
    Voyage("the top card leaves no slot", ("statue", "lever", "sail"), ("private market", "draw"),
           ["statue", "lever", "sail"], sides="DAAAA"),
    Voyage("a face-up card of side D", ("statue", "lever", "sail"), ("private market", "take 1"),
           ["hammer", "lever", "sail"], sides="DAAAA"),
    Voyage("a face-up card of side B", ("statue", "lever", "sail"), ("private market", "take 1"),
           ["hammer", "lever", "sail"], sides="BAAAA"),
]  # fmt: skip


@pytest.mark.parametrize("case", VOYAGES, ids=lambda case: case.number)
def test_a_private_ship_has_the_market_refilled_only_before_the_ship(case: Voyage) -> None:
    """The emptied slot, and only that, gets a card unless the ship of the round came first."""
    table = Table(2, SHIPS, ships=FOUR, market=case.market, deck=case.deck,
                  sailed=case.sailed, sides=case.sides)  # fmt: skip
    state = play(table.state(), *case.actions)
    assert words_of(state) == case.after


def words_of(state: State) -> list[str | None]:
    """The face-up cards by slot."""
    return list(IMHOTEP.view(state, None).market)


def test_a_red_card_is_discarded_before_the_reshuffle_that_refills() -> None:
    """M19: with an empty draw pile the card just used comes back to the Market."""
    table = Table(2, SHIPS, market=("paved-path", None, None, None), deck=(), ships=FOUR)
    state = play(table.state(), "private market", "take 1")
    assert at(state, "obelisks") == "0"
    assert words_of(state) == ["paved-path", None, None, None]
    assert cards_of(state.discard) == []
    assert state.quarry[0] == 27 - 1 + 1


def test_a_bought_pair_of_market_b_is_replaced_by_a_pair() -> None:
    """Two cards face down take the place of the pair that a private ship bought."""
    table = Table(2, SHIPS, market=("statue", "lever", "sail"), sides="BAAAA", ships=FOUR)
    state = table.state()
    pair = market(state).face_down(state)
    following = state.deck[:2]
    state = play(state, "private market", "take 4")
    kept = legal(state)[0]
    state = play(state, kept)
    assert market(state).face_down(state) == following
    assert len(pair) == 2
    assert words_of(state) == ["statue", "lever", "sail"]


def test_private_and_normal_ships_do_not_bar_each_other() -> None:
    """M06, M07: one private and one normal ship may lie at a site, in either order."""
    ships = ("00..", "00", "00", "..")
    after = Table(2, SHIPS, sled=(2, 2), ships=ships, sailed={1: "temple"}).state()
    assert "private temple" in legal(after)
    after = play(after, "private temple")
    assert "private temple" not in legal(after)
    assert "private burial" in legal(after)
    with pytest.raises(IllegalAction):
        play(after, "private temple")
    before = play(Table(2, SHIPS, sled=(2, 2), ships=ships).state(), "private temple")
    before = play(before, "sail 2 temple")
    assert at(before, "temple") == "000"


def test_a_private_ship_needs_a_card_at_the_market() -> None:
    """M10: it may not sail to an empty Market."""
    table = Table(2, SHIPS, market=(None,) * 4, sailed={0: "market"}, ships=FOUR)
    assert "private market" not in legal(table.state())
    assert "private temple" in legal(table.state())


def test_a_card_that_the_seat_cannot_choose_does_not_open_the_market() -> None:
    """Where a red card needs a stone of the quarry, it is none for a seat without one."""
    options: dict[str, Json] = {**SHIPS, "redWithEmptyQuarryFizzles": False}
    cards = ("entrance", None, None, None)
    table = Table(2, options, market=cards, quarry=(0, 1), ships=FOUR)
    assert "private market" not in legal(table.state())
    assert "private market" in legal(Table(2, options, market=cards, ships=FOUR).state())


def test_an_unused_private_ship_is_a_point() -> None:
    """M11: it counts at the end, and only if it never sailed."""
    state = play(Table(2, SHIPS).state(), "private temple")
    state.steps = []
    assert points(state, "private-ships") == [0, 1]
    assert points(finished(Table(3, SHIPS)), "private-ships") == [1, 1, 1]


def test_a_private_ship_is_not_the_fourth_ship() -> None:
    """M12: the round goes on, and its sailor has not sailed a ship of the round."""
    sailed = {0: "market", 1: "pyramids", 2: "temple"}
    state = Table(2, SHIPS, ships=("...", "...", "...", "00"), sailed=sailed).state()
    state = play(state, "private burial")
    assert state.round == 1
    assert state.sailor == NONE
    assert IMHOTEP.to_act(state) == 1


def test_a_private_ship_leaves_the_game_at_the_end_of_the_round() -> None:
    """Next round its site is free for another, but it never sails again."""
    sailed = {0: "market", 1: "pyramids", 2: "temple"}
    table = Table(2, SHIPS, sled=(2, 2), ships=("...", "...", "...", "00"), sailed=sailed)
    state = play(table.state(), "private burial")
    assert "private burial" not in legal(state)
    assert IMHOTEP.view(state, None).private_ships is not None
    state = play(state, "sail 4 obelisks")
    assert (state.round, IMHOTEP.to_act(state)) == (2, 0)
    assert not any(text.startswith("private") for text in legal(state))
    state = play(state, "get")
    assert "private burial" in legal(state)


def test_a_private_ship_carries_a_stone_of_the_sled() -> None:
    """Without a stone on the sled it stays, however full the quarry is."""
    state = play(Table(2, SHIPS, sled=(1, 2)).state(), "private obelisks")
    assert state.sled == [0, 2]
    assert at(state, "obelisks") == "0"
    empty = Table(2, SHIPS, sled=(0, 2)).state()
    assert not any(text.startswith("private") for text in legal(empty))
