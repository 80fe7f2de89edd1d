"""The game in words and on paper."""

from __future__ import annotations

import pytest

from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table, play

TABLE = Table(
    hands={0: ["lever", "hammer", "sail", "chisel"]},
    ships=("01.1", "...", "..", ".."),
    sled=(4, 3),
    market=("pyramid-decoration", None, "statue", "lever"),
    sites={"temple": "0110"},
    sailed={3: "temple"},
)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("get", "Get 1 stone from the quarry"),
        ("place 2.3", "Place a stone on ship 2, space 3"),
        ("sail 1 burial", "Sail ship 1 (3 stones) to the Burial Chamber"),
        (
            "lever 1 market 101",
            "Lever: sail ship 1 (3 stones) to the Market, unload seats 1, 0, 1",
        ),
        ("hammer 1.3", "Hammer: get 1 stone, place one on ship 1, space 3"),
        (
            "sailcard 1.3 obelisks",
            "Sail: place a stone on ship 1, space 3, sail to the Obelisks",
        ),
        ("chisel 1.3 2.1", "Chisel: place stones on ship 1, space 3 and ship 2, space 1"),
    ],
)
def test_an_action_in_words(action: str, words: str) -> None:
    """A label tells a person what the action does on this table."""
    view = IMHOTEP.view(TABLE.state(), 0)
    assert IMHOTEP.label(view, IMHOTEP.parse_action(action)) == words


def test_a_market_choice_and_a_pass_in_words() -> None:
    """A card is named by its title."""
    view = IMHOTEP.view(play(TABLE.state(), "sail 1 market"), 0)
    assert IMHOTEP.label(view, IMHOTEP.parse_action("take 1")) == "Take the Pyramid Decoration"
    assert IMHOTEP.label(view, IMHOTEP.parse_action("pass")) == "Pass"


def test_the_table_on_paper() -> None:
    """A drawing shows ships, sites, cards and seats, and who is asked."""
    text = IMHOTEP.draw(IMHOTEP.view(play(TABLE.state(), "sail 1 market"), None))
    assert text.splitlines()[0] == "Round 1 of 6, seat 0 to take a card (pick)"
    assert "Ship 2          <. . .]  not ready, needs 2" in text
    assert "]  at temple, needs" in text
    assert "Temple          0110  (ship 4)  side A, points" in text
    assert "Face up         pyramid-decoration - statue lever" in text
    seat = "Seat 0          sled 4/5  quarry 27  lever, hammer, sail, chisel  points 0, if it ended"
    assert seat in text


def test_the_end_on_paper() -> None:
    """A finished game says so."""
    state = Table(round=6).state()
    state.steps = []
    assert IMHOTEP.draw(IMHOTEP.view(state, None)).startswith(
        "The game is over after round 6 of 6."
    )


def test_c_and_d_sides_on_paper() -> None:
    """What lies there beside the stones is drawn, with spaces counted from 1."""
    text = IMHOTEP.draw(
        IMHOTEP.view(Table(sides="CCDCD", sites={"burial": "0" * 21}).state(), None)
    )
    assert "Coins           0 0 0 0 by slot, 0 0 by seat, 8 left" in text
    assert "Imhotep         on space 1" in text
    assert "Obelisk tiles   7 7 6 6 5 5 5 4 4 4 3 3 3 2 2" in text
    tiles = next(line for line in text.splitlines() if line.startswith("Crypt tiles"))
    assert len([one for one in tiles.split()[2:] if "(" not in one]) == 3
    state = Table(sides="AACAA").state()
    assert "Chariots        0 0 by seat" in IMHOTEP.draw(IMHOTEP.view(state, None))
