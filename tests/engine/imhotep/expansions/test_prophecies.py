"""The God Prophecies (vectors N09 to N12, N18; H-20, H-21, H-31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest

from saqqara_engine.errors import MalformedAction
from saqqara_engine.game import Json
from saqqara_engine.imhotep.expansions.prophecies import PROPHECIES
from saqqara_engine.imhotep.figures import GODS
from saqqara_engine.imhotep.pieces import Prophecies, Scarab
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from tests.engine.imhotep.table import Table, cards_of, legal, play, points

ON: dict[str, Json] = {"prophecies": True}
REVEALED = ("amun", "ra", "bastet")


def laid(table: Table, scarabs: Sequence[Scarab] = (), red_cards: Sequence[int] = (0, 0)) -> State:
    """The table with these prophecies revealed and these scarabs on them."""
    state = table.state()
    PROPHECIES.write(state, Prophecies(REVEALED, tuple(scarabs), tuple(red_cards)))
    return state


def bets(state: State) -> list[str]:
    """The prophecies on which the seat to act may put a scarab."""
    return [text.split()[1] for text in legal(state) if text.startswith("prophecy")]


def test_three_of_the_seven_prophecies_are_revealed() -> None:
    """The others stay in the box; no two are the same, and every god can be there (D.3)."""
    seen: set[str] = set()
    for number in range(40):
        seed = number.to_bytes(32, "big")
        state = IMHOTEP.new_game(IMHOTEP.parse_options(ON), seed)
        view = IMHOTEP.view(state, None)
        assert view.prophecies is not None
        assert len(set(view.prophecies.revealed)) == 3
        outcome = IMHOTEP.chance(state)[-1]
        assert (outcome.what, outcome.items[:3]) == ("prophecies", view.prophecies.revealed)
        assert sorted(outcome.items) == sorted(GODS)
        seen.update(view.prophecies.revealed)
    assert seen == set(GODS)


def test_a_scarab_is_laid_in_a_turn() -> None:
    """Putting a scarab down is the action of the turn, and public."""
    state = play(laid(Table(options=ON, round=3)), "prophecy ra")
    view = IMHOTEP.view(state, 1)
    assert view.prophecies is not None
    assert view.prophecies.scarabs == (Scarab(0, "ra", 1),)
    assert view.to_act == 1


@dataclass(frozen=True)
class Bets:
    """The scarabs of seat 0 at the start of its turn in a round, and where it may lay one."""

    number: str
    round: int
    scarabs: Sequence[Scarab]
    allowed: Sequence[str]


BETS = [
    Bets("none yet", 1, (), REVEALED),
    Bets("N09 same window", 2, (Scarab(0, "amun", 0),), ()),
    Bets("N09 same card", 3, (Scarab(0, "amun", 0),), ("ra", "bastet")),
    Bets("the last window", 6, (Scarab(0, "ra", 1),), ("amun", "bastet")),
    Bets("X-20: two in all", 5, (Scarab(0, "ra", 0), Scarab(0, "amun", 1)), ()),
    Bets("shared fields", 2, (Scarab(1, "ra", 0),), REVEALED),
]


@pytest.mark.parametrize("case", BETS, ids=lambda case: case.number)
def test_where_a_scarab_may_lie(case: Bets) -> None:
    """One for each prophecy, one in each window, two in all; fields are shared (N09, X-20)."""
    state = laid(Table(options=ON, round=case.round), case.scarabs)
    assert bets(state) == list(case.allowed)


@dataclass(frozen=True)
class Prophecy:
    """A scarab of seat 0 in a window, what lies on the table at the end, and its points."""

    number: str
    god: str
    points: int
    window: int = 0
    sites: Mapping[str, str] = field(default_factory=dict)
    hand: Sequence[str] = ()
    red_cards: Sequence[int] = (0, 0)


CASES = [
    Prophecy("N11 kept", "ra", 8, sites={"pyramids": "00101"}),
    Prophecy("N11 missed", "ra", -4, sites={"pyramids": "01111"}),
    Prophecy("second window kept", "ra", 6, window=1, sites={"pyramids": "0"}),
    Prophecy("second window missed", "ra", -3, window=1, sites={"pyramids": "1"}),
    Prophecy("third window kept", "ra", 4, window=2, sites={"pyramids": "0"}),
    Prophecy("third window missed", "ra", -2, window=2, sites={"pyramids": "1"}),
    Prophecy("N10", "ra", -4, sites={"pyramids": "0011"}),
    Prophecy("N10 nobody there", "ra", -4),
    Prophecy("Isis", "isis", 8, sites={"temple": "000001111"}),
    Prophecy("Osiris", "osiris", 8, sites={"burial": "001"}),
    Prophecy("Horus", "horus", 8, sites={"obelisks": "00"}),
    Prophecy("another site", "horus", -4, sites={"temple": "00"}),
    Prophecy("Amun", "amun", 8, red_cards=(3, 0)),
    Prophecy("Amun two", "amun", -4, red_cards=(2, 5)),
    Prophecy("Thoth", "thoth", 8, hand=["cargo-sled", "stone-ornament", "temple-decoration"]),
    Prophecy("Thoth two", "thoth", -4, hand=["cargo-sled", "stone-ornament", "statue", "lever"]),
    Prophecy("Bastet", "bastet", 8, hand=["statue"] * 4),
    Prophecy("Bastet three", "bastet", -4, hand=["statue"] * 3),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.number)
def test_prophecies_come_true_or_not(case: Prophecy) -> None:
    """An early scarab gains and risks more; a tie does not fulfil (N10, N11, H-20, H-21)."""
    table = Table(options={**ON, "newDynastyCards": True}, sites=case.sites, hands={0: case.hand})
    state = laid(table, [Scarab(0, case.god, case.window)], case.red_cards)
    assert points(state, "prophecies") == [0, 0]
    state.steps = []
    assert points(state, "prophecies") == [case.points, 0]


def test_every_prophecy_is_tried() -> None:
    """The cases above name every god."""
    assert {case.god for case in CASES} == set(GODS)


def test_scarabs_on_the_same_field_count_for_each_seat() -> None:
    """Both seats are right or wrong on their own; two scarabs of a seat add up."""
    scarabs = [Scarab(0, "ra", 0), Scarab(1, "ra", 0), Scarab(0, "bastet", 1)]
    state = laid(Table(options=ON, sites={"pyramids": "001"}), scarabs)
    state.steps = []
    assert points(state, "prophecies") == [8 - 3, -4]


def test_unused_scarabs_count_nothing() -> None:
    """Neither reward nor penalty (N12)."""
    state = laid(Table(options=ON, sites={"pyramids": "0"}))
    state.steps = []
    assert points(state, "prophecies") == [0, 0]


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("quarry", [5, 0])
@pytest.mark.parametrize("card", ["entrance", "stone-quarry"])
def test_amun_counts_every_red_card_taken(card: str, quarry: int, keeps: bool) -> None:  # noqa: FBT001
    """Also one that fizzled, a Private Stone Quarry, or one that was discarded (D.1, X-18)."""
    table = Table(
        options={**ON, "newDynastyCards": True, "keepRedCards": keeps},
        quarry=(5, quarry),
        ships=("1.00", "...", "..", ".."),
        market=(card, "statue", None, "statue"),
    )
    state = play(laid(table, red_cards=(1, 2)), "sail 1 market", "take 1", "take 2", "take 4")
    assert PROPHECIES.read(state).red_cards == (1, 3)
    assert (card in cards_of(state.hands[1])) == keeps


def starved() -> State:
    """A table on which seat 0 can do nothing but prophesy; no ship is ready."""
    return laid(Table(options=ON, sled=(0, 1), quarry=(0, 1), ships=("1...", "1..", "..", ".")))


def test_a_prophecy_is_never_compulsory() -> None:
    """A seat with nothing else to do may pass or lay a scarab (N18, H-31)."""
    assert legal(starved()) == ["pass", "prophecy amun", "prophecy ra", "prophecy bastet"]


def test_a_pass_needs_that_nothing_but_prophecies_is_legal() -> None:
    """While a stone can be got, placed or a ship sailed, nobody may pass."""
    state = laid(Table(options=ON))
    assert bets(state) == list(REVEALED)
    assert "pass" not in legal(state)


def test_a_prophecy_interrupts_a_row_of_passes() -> None:
    """A round ends only when everybody passed in a row (H-32)."""
    state = starved()
    state.sled, state.quarry = [0, 0], [0, 0]
    state = play(state, "pass", "prophecy ra", "pass")
    assert IMHOTEP.view(state, None).round == 1
    assert IMHOTEP.view(state, None).passes == 1
    assert IMHOTEP.view(play(state, "pass"), None).round == 2


def test_gods_are_read_by_their_names() -> None:
    """An unknown god is refused with the known ones."""
    with pytest.raises(MalformedAction, match="A god must be one of amun, ra"):
        IMHOTEP.parse_action("prophecy seth")


def test_prophecies_in_words() -> None:
    """A label tells what a god asks for, a drawing who believes in whom."""
    state = laid(Table(options=ON, round=3), [Scarab(1, "ra", 0)], (2, 1))
    view = IMHOTEP.view(state, 0)
    words = [
        IMHOTEP.label(view, IMHOTEP.parse_action(f"prophecy {god}")) for god in ("amun", "osiris")
    ]
    assert words == [
        "Put a scarab on Amun: at least 3 red cards",
        "Put a scarab on Osiris: most stones at the Burial Chamber",
    ]
    text = IMHOTEP.draw(view)
    assert "Prophecies      amun, ra, bastet" in text
    assert "Scarabs         seat 1 on ra (rounds 1-2)" in text
    assert "Red cards taken 2 1" in text


def test_a_sample_keeps_prophecies_and_scarabs() -> None:
    """They are public, so a sampled state has them as they are."""
    state = laid(Table(options=ON), [Scarab(1, "ra", 0)], (2, 1))
    view = IMHOTEP.view(state, 0)
    sampled = IMHOTEP.sample(view, bytes(32))
    assert PROPHECIES.read(sampled) == PROPHECIES.read(state)
    assert IMHOTEP.view(sampled, 0) == view
    assert replace(view, seat=None) == IMHOTEP.view(state, None)
