"""The notation of actions and steps (`engine/NOTATION.md`)."""

from __future__ import annotations

from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from saqqara_engine.errors import IllegalAction, MalformedAction
from saqqara_engine.imhotep.cards.card_kinds import KINDS
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.figures import PYRAMIDS_B, SITES
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import Table

BERTHS = [f"{ship}.{space}" for ship, space in product(range(1, 5), range(1, 5))]
DOCKS = [f"{ship} {site}" for ship, site in product(range(1, 5), SITES)]
ORDERS = sorted(
    {"".join(order) for size in range(1, 5) for order in permutations("00001123", size)}
)
TEXTS = [
    "get",
    "pass",
    "draw",
    "decline",
    "point",
    "stones",
    "keep 1",
    "keep 2",
    *(f"build {pyramid}" for pyramid in PYRAMIDS_B),
    *(f"place {berth}" for berth in BERTHS),
    *(f"hammer {berth}" for berth in BERTHS),
    *(f"take {slot}" for slot in range(1, 5)),
    *(f"sail {dock}" for dock in DOCKS),
    *(f"lever {dock} {order}" for dock in DOCKS for order in ORDERS),
    *(f"sailcard {berth} {site}" for berth in BERTHS for site in SITES),
    *(f"chisel {berth}" for berth in BERTHS),
    *(f"chisel {first} {second}" for first, second in combinations(BERTHS, 2)),
    *(f"private {site}" for site in SITES),
    *(f"bet {site} {column}" for site in SITES[1:] for column in ("left", "right")),
    *(f"favor1 {slot}" for slot in range(1, 5)),
    *(f"favor1 {first} {second}" for first, second in permutations(range(1, 5), 2)),
    "favor2",
    *(f"favor2 {berth}" for berth in BERTHS),
    *(f"favor3 {dock} {order}" for dock in DOCKS for order in ORDERS),
    *(f"favor3 {ship} stay {order}" for ship in range(1, 5) for order in ("1", ".", "0..3")),
    *(f"favor4 {dock}" for dock in DOCKS),
    *(f"favor4 {dock} {space}" for dock in DOCKS for space in range(1, 5)),
    *(f"favor4 {ship} stay" for ship in range(1, 5)),
    "favor4 1 temple 1 3",
    "favor4 3 stay 2 4",
    *(f"favor5 {berth}" for berth in BERTHS),
    *(f"favor5 {' '.join(berths)}" for berths in combinations(BERTHS, 2)),
    *(f"favor5 {' '.join(berths)}" for berths in combinations(BERTHS, 3)),
]


def test_every_action_reads_back_as_itself() -> None:
    """An action has one text, and the text one action."""
    actions = [IMHOTEP.parse_action(text) for text in TEXTS]
    assert [str(action) for action in actions] == TEXTS
    assert [IMHOTEP.parse_action(str(action)) for action in actions] == actions
    assert len(set(actions)) == len(TEXTS)


def test_the_kind_of_an_action_is_its_first_word() -> None:
    """Programs can tell actions apart without reading the text."""
    assert all(IMHOTEP.parse_action(text).kind == text.split()[0] for text in TEXTS)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Get",
        "get ",
        " get",
        "get stones",
        "fly 1",
        "place",
        "place 1",
        "place 1.5",
        "place 0.1",
        "place 5.1",
        "place 1.1 2.2",
        "place 01.1",
        "place 1 .1",
        "place \u0661.1",
        "place 1.1\n",
        "sail 1",
        "sail 1 harbour",
        "sail  1 temple",
        "sail one temple",
        "lever 1 temple",
        "lever 1 temple 4",
        "lever 1 temple 01230",
        "lever 1 temple \u0660",
        "sailcard 1.1",
        "chisel 1.1 1.1",
        "chisel 2.1 1.4",
        "chisel",
        "chisel 1.1 1.2 1.3",
        "keep 3",
        "keep statue",
        "build top",
        "private",
        "private harbour",
        "bet temple",
        "bet market left",
        "bet temple middle",
        "favor6 1",
        "favor1",
        "favor1 2 2",
        "favor1 1 2 3",
        "favor1 5",
        "favor2 1.1 1.2",
        "favor3 1 temple",
        "favor3 1 temple 0.1",
        "favor3 1 stay 01234",
        "favor3 1 stay ",
        "favor4 1",
        "favor4 1 temple 2 1",
        "favor4 1 temple 1 1",
        "favor4 1 temple 1 2 3",
        "favor5",
        "favor5 1.2 1.1",
        "favor5 1.1 1.2 1.3 1.4",
        "take 0",
        "take 5",
        "take " + "9" * 5000,
        "x" * 100_000,
        "get\x00",
    ],
)
def test_what_is_not_notation_is_refused_in_a_short_sentence(text: str) -> None:
    """A malformed text is refused by name, without echoing all that a stranger sent."""
    with pytest.raises(MalformedAction) as caught:
        IMHOTEP.parse_action(text)
    assert len(str(caught.value)) < 400


def test_an_illegal_action_tells_how_many_are_legal() -> None:
    """What is well-formed but not legal is refused, and nothing changes."""
    state = Table().state()
    with pytest.raises(IllegalAction, match="Choose one of the") as caught:
        IMHOTEP.apply(state, IMHOTEP.parse_action("take 1"))
    assert caught.value.action == "take 1"
    assert caught.value.count == len(IMHOTEP.legal_actions(state))


SEAT_STEPS = ("turn", "end-turn", "pick", "keep-one", "return", "build", "point-or-stones")
STEP_TEXTS = [
    *(f"{kind} {seat}" for kind in SEAT_STEPS for seat in range(4)),
    *(f"bonus {seat} {pyramid}" for seat in range(4) for pyramid in PYRAMIDS_B),
    *(f"temple-space {space} {seat}" for space in range(1, 6) for seat in range(4)),
    "refill",
    "refill 1 3 4",
    *(f"unload {site} {seat}" for site in SITES for seat in range(4)),
    *(f"discard {card}" for card in KINDS),
    *(f"gain {seat} {card}" for seat in range(4) for card in KINDS),
    "score-round",
    "clear-round",
    "next-round",
]


def test_every_step_reads_back_as_itself() -> None:
    """What the game waits for is data with a text, too."""
    steps = [CATALOGUE.parse_step(text) for text in STEP_TEXTS]
    assert [str(step) for step in steps] == STEP_TEXTS
    assert {step.kind for step in steps} == set(CATALOGUE.steps)


@pytest.mark.parametrize(
    "text", ["turn", "turn 4", "wait", "discard gold", "gain 1 gold", "unload harbour 1"]
)
def test_what_is_not_a_step_is_refused(text: str) -> None:
    """A view with an unknown step cannot be sampled."""
    with pytest.raises(MalformedAction):
        CATALOGUE.parse_step(text)


def test_the_notation_is_written_down() -> None:
    """The document names every kind of action and of step, every site and every card."""
    document = Path("engine/NOTATION.md").read_text(encoding="utf-8")
    for word in (*CATALOGUE.actions, *CATALOGUE.steps, *SITES, *KINDS):
        assert f"`{word}" in document, word
