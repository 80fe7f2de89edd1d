"""What side B of the Pyramids does with stones (vectors T26 to T29)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.pieces import ThreePyramids
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from tests.engine.imhotep.table import Table, at, cards_of, legal, play, points, with_pair

PYRAMIDS = Table(players=4, sides="ABAAA", ships=("2.23", "...", "..", ".."), sled=(1, 1, 1, 1))


def test_owners_choose_a_pyramid_each() -> None:
    """Every pyramid is filled by itself, with a bonus on its first space (T26, T27).

    Seats here: white 0, black 1, brown 2, grey 3. The stones of the ship are B, K, B, W.
    """
    table = replace(PYRAMIDS, ships=("2120", "...", "..", ".."), deck=["statue", "lever"])
    state = play(table.state(), "sail 1 pyramids", "build middle")
    assert points(state, "pyramids") == [0, 0, 1, 0]
    assert IMHOTEP.to_act(state) == 2
    assert legal(state) == ["get", "decline"]
    state = play(state, "get", "build middle", "build middle", "build left", "draw")
    assert points(state, "pyramids") == [1, 2, 4, 0]
    assert state.sled == [1, 1, 4, 1]
    assert cards_of(state.hands[0]) == ["lever"]
    built = IMHOTEP.view(state, None).pyramids
    assert built == ThreePyramids(left=(0,), middle=(2, 1, 2), right=())
    assert at(state, "pyramids") == "2120"


def built(state: State, pyramid: str, seats: str) -> None:
    """Builds stones of these seats into a pyramid, without their bonus."""
    part = state.table.parts[SITES.index("pyramids")]
    for seat in map(int, seats):
        part.unload(state, seat)
        IMHOTEP.advance(state, IMHOTEP.parse_action(f"build {pyramid}"))
        if IMHOTEP.view(state, None).question == "bonus":
            IMHOTEP.advance(state, IMHOTEP.parse_action("decline"))


def test_the_second_level_scores_four() -> None:
    """The fifth stone of a pyramid lies on top (T28)."""
    state = PYRAMIDS.state()
    totals = []
    for seat in "00000":
        built(state, "right", seat)
        totals.append(points(state, "pyramids")[0])
    assert totals == [1, 3, 6, 8, 12]


def test_a_full_pyramid_cannot_be_chosen_until_all_are_full() -> None:
    """When nothing is left to build, stones lie at the edge for one point each (T29)."""
    state = PYRAMIDS.state()
    built(state, "left", "00000")
    state = play(state, "sail 1 pyramids")
    assert legal(state) == ["build middle", "build right"]
    state = PYRAMIDS.state()
    for pyramid in ("left", "middle", "right"):
        built(state, pyramid, "00000")
    state = play(state, "sail 1 pyramids")
    assert IMHOTEP.view(state, None).question == "turn"
    assert points(state, "pyramids") == [36, 0, 2, 1]
    assert at(state, "pyramids") == "0" * 15 + "223"


@dataclass(frozen=True)
class Bonus:
    """A first stone of seat 2 in a pyramid on some table, and what is then offered."""

    name: str
    pyramid: str
    table: Table
    offered: list[str] = field(default_factory=list)


BONUSES = [
    Bonus("card", "left", PYRAMIDS, ["draw", "decline"]),
    Bonus("no card anywhere", "left", replace(PYRAMIDS, deck=[])),
    Bonus("card after a reshuffle", "left",
          replace(PYRAMIDS, deck=[], discard=["sail"]), ["draw", "decline"]),
    Bonus("stones", "middle", PYRAMIDS, ["get", "decline"]),
    Bonus("full sled", "middle", replace(PYRAMIDS, sled=(1, 1, 5, 1))),
    Bonus("empty quarry", "middle", replace(PYRAMIDS, quarry=(9, 9, 0, 9))),
    Bonus("place", "right", replace(PYRAMIDS, ships=("2.23", "1..", "11", "1.")),
          ["place 2.2", "place 2.3", "place 4.2", "decline"]),
    Bonus("empty sled", "right", replace(PYRAMIDS, sled=(1, 1, 0, 1))),
    Bonus("the ship counts as sailed", "right",
          replace(PYRAMIDS, ships=("2.23", "111", "11", "11"))),
]  # fmt: skip


@pytest.mark.parametrize("case", BONUSES, ids=lambda case: case.name)
def test_a_bonus_is_offered_if_it_can_be_used(case: Bonus) -> None:
    """Each kind is used as far as possible or declined as a whole; an empty one is not offered."""
    state = play(case.table.state(), "sail 1 pyramids", f"build {case.pyramid}")
    if case.offered:
        assert IMHOTEP.to_act(state) == 2
        assert legal(state) == case.offered
        state = play(state, "decline")
    assert IMHOTEP.view(state, None).question == "build"


def test_a_placed_bonus_stone_can_make_a_ship_ready() -> None:
    """The stone comes from the own sled, in whoever's turn."""
    table = replace(PYRAMIDS, ships=("2.23", "1..", "..", ".."))
    state = play(table.state(), "sail 1 pyramids", "build right", "place 2.2")
    assert state.sled[2] == 0
    assert IMHOTEP.view(state, None).ships[1].is_ready


def test_an_entrance_builds_with_everything_that_follows() -> None:
    """A drawn red card is worked off before the bonus ends; it may chain another (H-46)."""
    table = Table(players=3, sides="BBAAA", ships=("10.0", "...", "..", "."),
                  market=("entrance", None, None),
                  deck=["entrance", "statue", "entrance"])  # fmt: skip
    state = play(with_pair(table), "sail 1 market", "take 1")
    assert IMHOTEP.to_act(state) == 1
    state = play(state, "build left", "draw", "build left")
    assert at(state, "pyramids") == "11"
    assert points(state, "pyramids") == [0, 3, 0]
    assert cards_of(state.discard) == ["entrance", "entrance"]
    assert state.quarry[1] == 26 - 2 + 1
