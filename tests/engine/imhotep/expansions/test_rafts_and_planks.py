"""Rafts and Loading Planks (vectors N04 to N08, N17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from saqqara_engine.errors import MalformedAction
from saqqara_engine.game import Json
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table, at, cards_of, legal, play, points

CARDS_ON: dict[str, Json] = {"newDynastyCards": True}
SHIPS = ("1.00", "...", "..", "..")


@dataclass(frozen=True)
class Afloat:
    """A Raft of seat 0 with so many stones on the sled: what is left and gained."""

    number: str
    site: str
    sled: int
    quarry_gain: int


@pytest.mark.parametrize(
    "case",
    [Afloat("N04 temple", "temple", 3, 2), Afloat("N04 market", "market", 3, 3),
     Afloat("N04 more", "obelisks", 5, 2)],
    ids=lambda case: case.number,
)  # fmt: skip
def test_a_raft_brings_a_stone_to_any_site(case: Afloat) -> None:
    """Two stones go back to the quarry, a third to the site, ships or not (N04)."""
    table = Table(options=CARDS_ON, sled=(case.sled, 3), ships=SHIPS, hands={0: ["raft"]},
                  sailed={2: "obelisks"}, market=("statue",) * 4)  # fmt: skip
    state = table.state()
    quarry = state.quarry[0]
    state = play(state, f"raft {case.site}", *(["take 2"] if case.site == "market" else []))
    assert state.sled[0] == case.sled - 3
    assert state.quarry[0] == quarry + case.quarry_gain
    assert cards_of(state.discard) == ["raft"]
    assert IMHOTEP.to_act(state) == 1


def test_a_raft_needs_three_stones() -> None:
    """With two stones on the sled it cannot be played (N04)."""
    table = Table(options=CARDS_ON, sled=(2, 3), ships=SHIPS, hands={0: ["raft"]})
    assert not [text for text in legal(table.state()) if text.startswith("raft")]


def test_a_raft_builds_by_the_rule_of_the_site() -> None:
    """A stone that is the fifth at the Pyramids scores what that space gives (N05)."""
    table = Table(options=CARDS_ON, sled=(3, 3), hands={0: ["raft"]}, sites={"pyramids": "0101"})
    state = play(table.state(), "raft pyramids")
    assert points(state, "pyramids") == [4, 0]


def test_a_raft_before_the_ship_has_the_market_refilled() -> None:
    """The card it takes is replaced from the draw pile, after the stone is back (C.1, H-49)."""
    table = Table(options=CARDS_ON, sled=(3, 3), hands={0: ["raft"]}, deck=["chisel", "lever"],
                  market=("statue", "hammer", None, "sail"))  # fmt: skip
    state = play(table.state(), "raft market", "take 2")
    assert IMHOTEP.view(state, None).market == ("statue", "chisel", None, "sail")


def test_a_raft_after_the_ship_leaves_the_market_as_it_is() -> None:
    """What is taken once the ship has come is not replaced (C.1)."""
    table = Table(options=CARDS_ON, sled=(3, 3), hands={0: ["raft"]}, ships=SHIPS,
                  sailed={1: "market"}, market=("statue", None, None, "sail"))  # fmt: skip
    state = play(table.state(), "raft market", "take 1")
    assert IMHOTEP.view(state, None).market == (None, None, None, "sail")


def test_no_raft_comes_to_an_empty_market() -> None:
    """A Raft to the Market needs a card to take."""
    table = Table(options=CARDS_ON, sled=(3, 3), hands={0: ["raft"]}, market=(None,) * 4)
    rafts = [text for text in legal(table.state()) if text.startswith("raft")]
    assert rafts == ["raft pyramids", "raft temple", "raft burial", "raft obelisks"]


@dataclass(frozen=True)
class Planks:
    """A harbour, and the Loading Planks that seat 0 can play there."""

    number: str
    ships: Sequence[str]
    sailed: dict[int, str]
    legal: list[str]
    sled: int = 1


PLANKS = [
    Planks("legal", ("10.1", "...", "..", "0"), {1: "temple"},
           ["plank 1 temple", "plank 4 temple"]),
    Planks("N06", ("11.1", "...", "..", "."), {1: "temple"}, []),
    Planks("N07", ("10.1", "...", "..", "."), {}, []),
    Planks("below the minimum", ("10..", "...", "..", "."), {1: "temple"}, []),
    Planks("no stone on the sled", ("10.1", "...", "..", "."), {1: "temple"}, [], sled=0),
    Planks("two ships there", ("10.1", "...", "..", "."), {1: "temple", 2: "temple"}, []),
    Planks("two sites", ("10.1", "...", "..", "."), {1: "temple", 3: "obelisks"},
           ["plank 1 temple", "plank 1 obelisks"]),
]  # fmt: skip


@pytest.mark.parametrize("case", PLANKS, ids=lambda case: case.number)
def test_a_loading_plank_needs_a_ready_ship_and_one_that_lies_there(case: Planks) -> None:
    """The ship carries an own stone and may sail; the site has exactly one ship (N06, N07)."""
    table = Table(options=CARDS_ON, sled=(case.sled, 3), hands={0: ["loading-plank"]},
                  ships=case.ships, sailed=case.sailed)  # fmt: skip
    assert [text for text in legal(table.state()) if text.startswith("plank")] == case.legal


def test_a_loading_plank_sails_a_second_ship() -> None:
    """A stone goes back first; then the ship is unloaded like any other."""
    table = Table(options=CARDS_ON, sled=(2, 3), hands={0: ["loading-plank"]},
                  ships=("10.1", "...", "..", "."), sailed={1: "temple"})  # fmt: skip
    state = table.state()
    quarry = state.quarry[0]
    state = play(state, "plank 1 temple")
    assert at(state, "temple") == "101"
    assert (state.sled[0], state.quarry[0]) == (1, quarry + 1)
    assert cards_of(state.discard) == ["loading-plank"]
    assert IMHOTEP.view(state, None).sites[2].ships == (0, 1)
    assert "sail" not in {text.split()[0] for text in legal(state)}


def test_a_loading_plank_can_sail_the_fourth_ship() -> None:
    """Its player then counts as the last to sail, and the seat to the left begins (H-42)."""
    table = Table(players=3, options=CARDS_ON, turn=1, sled=(2, 1, 3), hands={1: ["loading-plank"]},
                  ships=("11.0", "...", "..", "."),
                  sailed={1: "temple", 2: "burial", 3: "pyramids"})  # fmt: skip
    state = play(table.state(), "plank 1 temple")
    view = IMHOTEP.view(state, None)
    assert (view.round, view.start_seat, view.to_act) == (2, 2, 2)


def test_a_loading_plank_to_the_market_shares_what_is_left() -> None:
    """With one card for three stones the first owner gets it, and nothing is refilled (N08)."""
    table = Table(options=CARDS_ON, sled=(1, 3), hands={0: ["loading-plank"]},
                  ships=("10.1", "...", "..", "."), sailed={1: "market"},
                  market=(None, "statue", None, None))  # fmt: skip
    state = table.state()
    quarry = state.quarry
    state = play(state, "plank 1 market")
    assert IMHOTEP.to_act(state) == 1
    state = play(state, "take 2")
    assert cards_of(state.hands[1]) == ["statue"]
    assert state.quarry == [quarry[0] + 2, quarry[1] + 2]
    assert IMHOTEP.view(state, None).market == (None,) * 4
    assert IMHOTEP.to_act(state) == 1
    assert IMHOTEP.view(state, None).question == "turn"


def test_no_loading_plank_leads_to_an_empty_market() -> None:
    """At least one card must be left there."""
    table = Table(options=CARDS_ON, sled=(1, 3), hands={0: ["loading-plank"]},
                  ships=("10.1", "...", "..", "."), sailed={1: "market"},
                  market=(None,) * 4)  # fmt: skip
    assert not [text for text in legal(table.state()) if text.startswith("plank")]


def test_a_private_ship_is_none_that_a_loading_plank_can_join() -> None:
    """Only a normal ship opens a site to a Loading Plank (N17)."""
    table = Table(options={**CARDS_ON, "privateShips": True}, turn=1, sled=(2, 3),
                  hands={0: ["loading-plank"]}, ships=("10.1", "...", "..", "."))  # fmt: skip
    state = play(table.state(), "private temple")
    assert IMHOTEP.to_act(state) == 0
    assert not [text for text in legal(state) if text.startswith("plank")]


def test_new_blue_cards_in_words() -> None:
    """A label tells what goes back to the quarry and what is sent where."""
    table = Table(options=CARDS_ON, ships=("10.1", "...", "..", "."), sailed={1: "temple"})
    view = IMHOTEP.view(table.state(), 0)
    words = [
        IMHOTEP.label(view, IMHOTEP.parse_action(text))
        for text in ("raft burial", "plank 1 temple")
    ]
    assert words == [
        "Raft: return 2 stones to the quarry, send one to the Burial Chamber",
        "Loading Plank: return a stone to the quarry, sail ship 1 (3 stones) to the Temple",
    ]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("raft", "raft SITE"),
        ("raft nile", "A site must be one of"),
        ("plank 1", "plank SHIP SITE"),
        ("plank 5 temple", "A ship must be a number from 1 to 4"),
        ("prophecy", "prophecy GOD"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, form: str) -> None:
    """The error shows what was expected."""
    with pytest.raises(MalformedAction, match=form):
        IMHOTEP.parse_action(text)
