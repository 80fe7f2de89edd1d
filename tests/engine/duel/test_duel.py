"""The Duel's vectors of the rules reference, Q01 to Q28, and its conservation laws."""

from __future__ import annotations

import random

import pytest

from saqqara_engine.duel.actions import (
    Place,
    PlaceAndUnload,
    PlaceSeveral,
    SwapAndUnload,
    TakeToken,
    Unload,
    parse_action,
)
from saqqara_engine.duel.flow import advance, to_act
from saqqara_engine.duel.legality import legal_actions
from saqqara_engine.duel.options import Options, Sides
from saqqara_engine.duel.rules import DUEL
from saqqara_engine.duel.scoring import scores
from saqqara_engine.duel.setup import new_game
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import EMPTY, KIND, WORDS
from saqqara_engine.game import placements
from tests.engine.duel.duel_table import SEED, owning, points, table

HARBOUR = "1.0 10. .01"


def test_q01_unloading_from_the_nearest_meeple_outwards() -> None:
    """Q01: the nearest meeple gets the token farthest out, the last token leaves, all go home."""
    state = table(HARBOUR, r3="pyramid-dark temple-1 tomb-12")

    advance(state, Unload(2))

    assert state.won[1][KIND["tomb-12"]] == 1
    assert state.won[0][KIND["temple-1"]] == 1
    assert state.box[KIND["pyramid-dark"]] == 1
    assert (state.meeples[0] | state.meeples[1]) & 0b111000000 == 0
    assert len(state.boats) == 18


def test_q02_every_line_with_two_meeples_may_be_unloaded() -> None:
    """Q02: two meeples of any colours make a line legal."""
    unloads = [action for action in legal_actions(table(HARBOUR)) if isinstance(action, Unload)]

    assert unloads == [Unload(boat) for boat in range(6)]


def test_q03_three_meeples_take_spaces_three_two_one() -> None:
    """Q03: with three meeples nothing is lost."""
    state = table("101 ... ...", r1="tomb-1 tomb-2 tomb-3")

    advance(state, Unload(0))

    assert [KIND[f"tomb-{n}"] for n in (1, 3)] == [
        token for token in (KIND["tomb-1"], KIND["tomb-3"]) if state.won[1][token]
    ]
    assert state.won[0][KIND["tomb-2"]] == 1


def test_q04_one_meeple_is_not_enough() -> None:
    """Q04: a line with one meeple cannot be unloaded."""
    assert not any(isinstance(a, Unload) for a in legal_actions(table("0.. ... ...")))


def test_q05_no_meeple_in_hand_no_place() -> None:
    """Q05: with all four meeples placed, Place is not offered."""
    state = table("00. 00. ...")

    assert not any(isinstance(a, Place) for a in legal_actions(state))


def test_q06_take_refills_from_the_reserve_and_never_takes_an_action_token() -> None:
    """Q06: the Take token takes a non-action token; the reserve fills its space."""
    state = table(c1="obelisk temple-4 action-take")
    state.won[0][KIND["action-take"]] = 1
    reserve = state.reserve[0]

    assert TakeToken(3, 2) not in legal_actions(state)
    advance(state, TakeToken(3, 1))

    assert state.won[0][KIND["temple-4"]] == 1
    assert state.boats[10] == reserve


def test_q07_worked_total_on_side_a() -> None:
    """Q07: the rulebook's example on side A comes to 69."""
    tombs = " ".join(f"tomb-{n}" for n in (1, 2, 3, 4, 5, 6, 9))
    state = owning(
        "2*obelisk temple-1 temple-4 temple-2 4*pyramid-light 6*pyramid-dark "
        f"action-take action-swap {tombs}",
        meeples=1,
    )
    state.won[1][KIND["obelisk"]] = 3

    assert scores(state)[0].total == 69


def test_q08_worked_total_on_side_b() -> None:
    """Q08: the rulebook's example on side B comes to 43."""
    state = owning(
        "6*obelisk 2*temple-1 3*temple-2 temple-3 2*temple-4 6*pyramid-dark "
        "tomb-1 tomb-3 tomb-4 tomb-5 action-take action-swap",
        preset="b",
        meeples=1,
    )
    state.first_to_five = 0

    assert scores(state)[0].total == 43


@pytest.mark.parametrize(("size", "expected"), list(enumerate((0, 1, 3, 6, 10, 15, 21))))
def test_q09_pyramid_a(size: int, expected: int) -> None:
    """Q09: a pyramid scores by its size."""
    assert points(owning(f"{size}*pyramid-light"), "pyramids") == expected


@pytest.mark.parametrize(("size", "expected"), list(enumerate((-6, 0, 4, 10, 18, 30, 45))))
def test_q10_q11_pyramid_b(size: int, expected: int) -> None:
    """Q10, Q11: only the smaller pyramid counts, once."""
    state = owning(f"{size}*pyramid-light {max(size, 3)}*pyramid-dark", preset="b")

    assert points(state, "pyramids") == expected


def test_pyramid_b_of_four_in_english() -> None:
    """X-25: the English rulebook's 15 is an option."""
    state = owning("4*pyramid-light 5*pyramid-dark")
    state.options = Options(sides=Sides(pyramids="B"), duel_pyramid_b_four=15)

    assert points(state, "pyramids") == 15


@pytest.mark.parametrize(
    ("tombs", "preset", "expected"),
    [
        ((1, 2, 3, 4, 5), "a", 25),
        ((12, 1), "a", 2),
        ((2, 4, 6), "a", 3),
        ((2, 4, 6), "b", 12),
        (tuple(range(1, 13)), "b", 4),
    ],
)
def test_q12_q13_tombs(tombs: tuple[int, ...], preset: str, expected: int) -> None:
    """Q12, Q13: runs of consecutive numbers score; twelve and one do not touch."""
    state = owning(" ".join(f"tomb-{n}" for n in tombs), preset=preset)

    assert points(state, "tombs") == expected


@pytest.mark.parametrize(
    ("own", "other", "first", "preset", "expected"),
    [
        (6, 6, -1, "a", (6, 6)),
        (7, 5, -1, "a", (13, 5)),
        (5, 7, 0, "b", (12, 6)),
        (10, 2, 0, "b", (18, 0)),
        (4, 4, -1, "b", (0, 0)),
    ],
    ids=["Q14", "Q15", "Q16", "Q17", "Q18"],
)
def test_obelisks(own: int, other: int, first: int, preset: str, expected: tuple[int, int]) -> None:
    """Q14 to Q18: majority on side A, the race to five on side B."""
    state = owning(f"{own}*obelisk", preset=preset)
    state.won[1][KIND["obelisk"]] = other
    state.first_to_five = first

    assert expected == (points(state, "obelisks"), points(state, "obelisks", 1))


@pytest.mark.parametrize(
    ("temples", "expected"), [((4, 4, 4), 3), ((1, 2, 3, 4), 16), ((1, 1, 2), 5)]
)
def test_q19_temple_b(temples: tuple[int, ...], expected: int) -> None:
    """Q19: temple tokens split into sets of different values."""
    state = owning(" ".join(f"temple-{n}" for n in temples), preset="b")

    assert points(state, "temple") == expected


def test_q20_the_fifth_boat_ends_the_game() -> None:
    """Q20: with no supply the boat leaves once its tokens are dealt; five gone ends the game."""
    state = table("00. ... ...", r1="tomb-1 tomb-2 tomb-3")
    state.drawn, state.moored = len(state.supply), 0b000011

    advance(state, Unload(0))

    assert state.won[0][KIND["tomb-3"]] == state.won[0][KIND["tomb-2"]] == 1
    assert to_act(state) is None
    assert legal_actions(state) == ()


def test_q21_the_last_three_of_the_supply() -> None:
    """Q21: with three left in the supply the boat is refilled and stays."""
    state = table("00. ... ...")
    state.drawn = len(state.supply) - 3

    advance(state, Unload(0))

    assert state.drawn == len(state.supply)
    assert state.moored == 0b111111


def test_q22_a_tie_goes_to_the_seat_that_did_not_start() -> None:
    """Q22: with equal totals the second seat is first."""
    assert placements(scores(new_game(Options(), SEED))) == (2, 1)


def test_q24_several_needs_two_in_hand() -> None:
    """Q24, H-53: the Place 2-3 token needs two meeples, and with two it places two."""
    one = table("00. 0.. ...")
    two = table("00. ... ...")
    for state in (one, two):
        state.won[0][KIND["action-place"]] = 1
    sizes = {len(a.cells) for a in legal_actions(two) if isinstance(a, PlaceSeveral)}

    assert not any(isinstance(a, PlaceSeveral) for a in legal_actions(one))
    assert sizes == {2}


def test_q25_no_second_unload_after_the_end() -> None:
    """Q25, H-57: an unload that ends the game is the last."""
    state = table("0.. 11. ...")
    state.drawn, state.moored = len(state.supply), 0b000011
    state.won[0][KIND["action-unload"]] = 1

    actions = [a for a in legal_actions(state) if isinstance(a, PlaceAndUnload)]

    assert actions
    assert all(len(action.boats) == 1 for action in actions)


def test_q26_free_cells() -> None:
    """Q26: with five meeples in the harbour exactly four cells are free."""
    state = table("01. 01. 0..")
    state.turn = 1

    assert sum(isinstance(a, Place) for a in legal_actions(state)) == 4


def test_q27_swap_then_unload_another_boat() -> None:
    """Q27: the swapped boat keeps its new order while another is unloaded."""
    state = table("... 00. ...", r2="obelisk obelisk temple-1", c1="tomb-1 tomb-2 tomb-3")
    state.won[0][KIND["action-swap"]] = 1
    supply = state.supply[state.drawn : state.drawn + 3]
    action = SwapAndUnload(3, (0, 2), 1)

    assert action in legal_actions(state)
    advance(state, action)

    assert bytes(state.boats[9:12]) == bytes(KIND[f"tomb-{n}"] for n in (3, 2, 1))
    assert state.unloads == 1
    assert state.meeples == [0, 0]
    assert (state.won[0][KIND["obelisk"]], state.won[0][KIND["temple-1"]]) == (1, 1)
    assert (state.box[KIND["obelisk"]], bytes(state.boats[3:6])) == (1, bytes(supply))


def test_q28_the_first_table() -> None:
    """Q28: 18 tokens on boats, 3 in reserve, 39 in supply."""
    state = new_game(Options(), SEED)

    assert (len(state.boats), len(state.reserve), len(state.supply)) == (18, 3, 39)


def test_notation_names_each_action_once() -> None:
    """A text that is not canonical is refused, so that an action has one text."""
    assert str(parse_action("places 1.1 2.3 3.3")) == "places 1.1 2.3 3.3"
    assert len(WORDS) == 23


def test_q23_every_game_has_eighteen_unloads_and_sixty_tokens() -> None:
    """Q23: the supply and the boats allow exactly 18 unloads; no token ever appears or vanishes."""
    choice = random.Random(23)
    for _ in range(60):
        state = new_game(Options(), choice.randbytes(32))
        while to_act(state) is not None:
            advance(state, choice.choice(legal_actions(state)))
            assert tokens_anywhere(state) == 60
            assert all(mask.bit_count() <= 4 for mask in state.meeples)
            assert state.meeples[0] & state.meeples[1] == 0
        assert state.unloads == 18


def tokens_anywhere(state: State) -> int:
    """All tokens on boats, in piles, with seats and in the box."""
    piles = len(state.supply) - state.drawn + len(state.reserve) - state.taken
    boats = sum(token != EMPTY for token in state.boats)
    return piles + boats + sum(state.won[0]) + sum(state.won[1]) + sum(state.box)


def test_a_forced_pass_needs_nothing_else() -> None:
    """H-59: with all meeples out and no line of two at a moored boat, the seat must pass."""
    state = table("0.. .0. ..0")
    state.meeples[0] |= 1 << 1
    state.moored = 0b100100

    assert [str(action) for action in legal_actions(state)] == ["pass"]


def test_views_hide_the_order_and_samples_agree() -> None:
    """The view is blind to the order of unseen tokens; a sample has the same view."""
    state = new_game(Options(), SEED)
    other = state.copy()
    other.supply = bytes(reversed(state.supply))

    assert DUEL.view(state, 0) == DUEL.view(other, 0)
    assert DUEL.view(DUEL.sample(DUEL.view(state, 1), SEED), 1) == DUEL.view(state, 1)
