"""Why an action is not legal: the first word that fits no legal action, and what would fit."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from saqqara_engine.explain import Rule, explain
from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game
from tests.engine.duel.duel_table import table as duel_table
from tests.engine.imhotep.table import Table

IMHOTEP, DUEL = find_game("imhotep"), find_game("duel")
HARBOUR = Table(
    sled=(3, 1),
    quarry=(0, 5),
    ships=("10.1", "0.1", "...", "01"),
    sailed={3: "temple"},
    hands={0: ("lever", "chisel")},
)
"""Ships 1 and 2 are ready, 3 is empty, 4 lies at the Temple; there is nothing to get."""


@dataclass(frozen=True)
class Case:
    """A text at a table, and what must be said of it."""

    text: str
    broken: Rule | None
    place: int | None = None
    allowed: tuple[str, ...] = ()
    reason: str = ""


HARBOUR_CASES = [
    Case("sail 1 market", None),
    Case("place 3.3", None),
    Case("lever 1 market 101", None),
    Case("", Rule.NOTATION),
    Case("fly 1 market", Rule.NOTATION),
    Case("Sail 1 market", Rule.NOTATION),
    Case("sail 1", Rule.NOTATION),
    Case("place 02.3", Rule.NOTATION),
    Case("sail  1 market", Rule.NOTATION),
    Case("get", Rule.KIND, 1, ("place", "sail", "lever", "chisel")),
    Case("hammer 1.3", Rule.KIND, 1, ("place", "sail", "lever", "chisel")),
    Case("sail 3 market", Rule.VALUE, 2, ("1", "2")),
    Case("sail 4 market", Rule.VALUE, 2, ("1", "2")),
    Case("sail 2 temple", Rule.VALUE, 3, ("market", "pyramids", "burial", "obelisks")),
    Case("place 1.1", Rule.VALUE, 2, ("1.3", "2.2", "3.1", "3.2", "3.3")),
    Case("lever 1 market 10", Rule.VALUE, 4, ("011", "101", "110")),
    Case("chisel 1.3", Rule.VALUE, 3, ("2.2", "3.1", "3.2", "3.3"), "A word is missing"),
]
DUEL_CASES = [
    Case("place 3.3", None),
    Case("unload r1", None),
    Case("place 1.4", Rule.NOTATION),
    Case("take r1.1", Rule.KIND, 1, ("place", "unload")),
    Case("pass", Rule.KIND, 1, ("place", "unload")),
    Case("place 1.1", Rule.VALUE, 2, ("1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3")),
    Case("unload c1", Rule.VALUE, 2, ("r1",)),
]


@pytest.mark.parametrize("case", HARBOUR_CASES, ids=lambda case: case.text)
def test_imhotep(case: Case) -> None:
    """At the harbour table every fault is found at its first word."""
    demand(IMHOTEP, HARBOUR.state(), case)


@pytest.mark.parametrize("case", DUEL_CASES, ids=lambda case: case.text)
def test_duel(case: Case) -> None:
    """With two meeples in the first row every fault is found at its first word."""
    demand(DUEL, duel_table("01. ... ..."), case)


def demand(game: AnyGame, state: object, case: Case) -> None:
    """The explanation must say what the case says, in one sentence."""
    explanation = explain(game, game.legal_actions(state), case.text)
    found = (explanation.action, explanation.broken, explanation.place, explanation.allowed)
    assert found == (case.text, case.broken, case.place, case.allowed)
    assert explanation.is_legal == (case.broken is None)
    assert case.reason in explanation.reason
    assert len(explanation.reason) < 300
    if case.broken in {Rule.KIND, Rule.VALUE}:
        assert ", ".join(case.allowed) in explanation.reason


NEAREST = [
    ("Sail 1 market", "sail 1 market"),
    ("sail ship 1 to the pyramids", "sail 1 pyramids"),
    ("sail 2 obelsk", "sail 2 obelisks"),
    ("place 02.3", "place 3.3"),
    ("chisel 1.3 2.1", "chisel 1.3 3.1"),
    ("x" * 100_000, None),
    ("get " * 5_000, None),
]


@pytest.mark.parametrize(("text", "nearest"), NEAREST, ids=lambda one: str(one)[:20])
def test_the_nearest_legal_action_is_named(text: str, nearest: str | None) -> None:
    """By its words, then by its letters; of nonsense too, in a short sentence."""
    state = HARBOUR.state()
    legal = IMHOTEP.legal_actions(state)
    reason = explain(IMHOTEP, legal, text).reason
    named = reason.rpartition("Nearest: `")[2].removesuffix("`.")
    assert named in map(str, legal)
    assert nearest is None or named == nearest
    assert len(reason) < 400
    assert "Nearest" not in explain(IMHOTEP, (), text).reason


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("imhotep", {"players": 3, "preset": "everything", "favorsMustSail": False}),
        ("imhotep", {"players": 2, "chiselNeedsTwo": False, "preset": "b-sides"}),
        ("duel", {"preset": "b"}),
    ],
)
def test_the_allowed_words_are_those_of_legal_actions(name: str, asked: dict[str, Json]) -> None:
    """Up to the place the text begins like a legal action, with each allowed word it still does."""
    game, choice = find_game(name), Random(name)
    options = game.parse_options(asked)
    every = tuple(game.every_action(options))
    state = game.new_game(options, choice.randbytes(32))
    while game.to_act(state) is not None:
        legal = game.legal_actions(state)
        rows = [str(action).split(" ") for action in legal]
        for text in choice.choices(every, k=20):
            explanation = explain(game, legal, text)
            words = text.split(" ")
            assert explanation.is_legal == (words in rows)
            if explanation.place is not None:
                before, wrong = words[: explanation.place - 1], words[: explanation.place]
                following = [row for row in rows if row[: len(before)] == before]
                assert following
                assert wrong == before or wrong not in [row[: explanation.place] for row in rows]
                allowed = {
                    row[explanation.place - 1] for row in following if len(row) >= explanation.place
                }
                assert set(explanation.allowed) == allowed
        game.advance(state, choice.choice(legal))
