"""The mini-expansions in words and on paper."""

from __future__ import annotations

import pytest

from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table, play

TABLE = Table(
    players=4,
    options={"privateShips": True, "wager": True, "favors": True, "favorsMustSail": False},
    ships=("01.1", "...", "..", ".."),
    market=("pyramid-decoration", None, "statue", "lever"),
)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("private burial", "Private ship: bring a stone to the Burial Chamber"),
        ("bet temple right", "Wager: bet a stone on the Temple (right)"),
        ("favor1 3 4", "Favor 1: take the Statue and the Lever"),
        ("favor2", "Favor 2: fill the sled"),
        ("favor2 1.3", "Favor 2: place a stone on ship 1, space 3, then fill the sled"),
        ("favor3 1 temple 1100", "Favor 3: sail ship 1 to the Temple, unload seats 1, 1, 0, 0"),
        ("favor3 2 stay .0.", "Favor 3: arrange ship 2 as -, 0, -, it stays"),
        ("favor4 1 temple", "Favor 4: place no stone on ship 1, sail to the Temple"),
        (
            "favor4 2 temple 1 3",
            "Favor 4: place 2 stones on ship 2, space 1, space 3, sail to the Temple",
        ),
        ("favor4 2 stay 1", "Favor 4: place a stone on ship 2, space 1, it stays"),
        ("favor5 1.3", "Favor 5: place a stone on ship 1, space 3"),
        (
            "favor5 1.3 2.1",
            "Favor 5: place 2 stones on ship 1, space 3 and ship 2, space 1",
        ),
    ],
)
def test_an_action_in_words(action: str, words: str) -> None:
    """A label tells a person what the action does on this table."""
    state = TABLE.state()
    parsed = IMHOTEP.parse_action(action)
    assert parsed in IMHOTEP.legal_actions(state)
    assert IMHOTEP.label(IMHOTEP.view(state, 0), parsed) == words


def test_the_minis_on_paper() -> None:
    """A drawing shows where private ships lie, who bet on what, and which favors are gone."""
    state = play(TABLE.state(), "private temple", "bet pyramids right", "favor2")
    text = IMHOTEP.draw(IMHOTEP.view(state, None))
    assert "Private ships   temple ready ready ready" in text
    assert "Wager, left     Pyramids -, Temple -, Burial Chamber -, Obelisks -" in text
    assert "Wager, right    Pyramids 1, Temple -, Burial Chamber -, Obelisks -" in text
    assert "Favors          - 2 - - -" in text
