"""The Duel's rulings H-50 to H-62: what the rulebook's words decide at the edges."""

from __future__ import annotations

from saqqara_engine.duel.actions import PlaceAndUnload, SwapAndUnload, TakeToken, Unload
from saqqara_engine.duel.flow import advance
from saqqara_engine.duel.legality import legal_actions
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import EMPTY, KIND
from tests.engine.duel.duel_table import owning, points, table


def holding(state: State, token: str) -> State:
    """The table with an action token in the hand of seat 0."""
    state.won[0][KIND[token]] += 1
    return state


def legal(state: State, kind: type) -> list[str]:
    """The legal actions of one class, as texts."""
    return [str(action) for action in legal_actions(state) if isinstance(action, kind)]


def test_h50_take_with_an_empty_reserve() -> None:
    """H-50: without a reserve the space stays empty."""
    state = holding(table(r1="tomb-1 tomb-2 tomb-3"), "action-take")
    state.taken = len(state.reserve)

    advance(state, TakeToken(0, 1))

    assert state.boats[1] == EMPTY


def test_h51_a_meeple_facing_an_empty_space_gets_nothing() -> None:
    """H-51: an empty space gives nothing, and the other meeple its own token."""
    state = table("01. ... ...", r1="tomb-1 tomb-2 tomb-3")
    state.boats[2] = EMPTY

    advance(state, Unload(0))

    assert sum(state.won[1]) == 0
    assert state.won[0][KIND["tomb-2"]] == 1


def test_h52_take_needs_a_token_that_is_no_action_token() -> None:
    """H-52: with action tokens only on all boats, Take is not playable."""
    state = holding(table(), "action-take")
    state.boats[:] = bytes([KIND["action-take"]] * 18)

    assert legal(state, TakeToken) == []


def test_h54_h55_place_and_unload_needs_a_meeple_and_a_line_of_two() -> None:
    """H-54, H-55: a meeple in hand, and after placing it a line of two at a moored boat."""
    no_meeple = holding(table("00. 00. ..."), "action-unload")
    alone = holding(table(), "action-unload")
    beside_one = holding(table("1.. ... ..."), "action-unload")

    assert legal(no_meeple, PlaceAndUnload) == []
    assert legal(alone, PlaceAndUnload) == []
    assert legal(beside_one, PlaceAndUnload) == [
        *("place-unload 1.2 r1", "place-unload 1.3 r1"),
        *("place-unload 2.1 c1", "place-unload 3.1 c1"),
    ]


def test_h56_the_second_unload_is_another_line_that_still_holds_two() -> None:
    """H-56: a crossing line has lost a meeple to the first unload; a parallel one has not."""
    state = holding(table("11. .11 ..."), "action-unload")
    orders = [text for text in legal(state, PlaceAndUnload) if text.startswith("place-unload 3.3")]

    assert "place-unload 3.3 r1 r2" in orders
    assert "place-unload 3.3 r2 r1" in orders
    assert "place-unload 3.3 r1 c2" not in orders
    assert "place-unload 3.3 r1" in orders


def test_h58_a_swap_is_of_two_spaces_of_one_boat_with_a_legal_unload() -> None:
    """H-58: three swaps for each of six boats, and only with a line that can be unloaded."""
    ready = holding(table("00. ... ..."), "action-swap")
    none = holding(table(), "action-swap")

    assert len(legal(ready, SwapAndUnload)) == 18
    assert legal(none, SwapAndUnload) == []


def test_h60_meeples_stay_where_their_boat_has_gone() -> None:
    """H-60: an unload of another line leaves them; each is worth a point."""
    state = table("00. 11. ...")
    state.drawn, state.moored = len(state.supply), 0b000111

    advance(state, Unload(0))

    assert state.meeples[1].bit_count() == 2
    assert points(state, "meeples", 1) == 2


def test_h61_nobody_passes_who_can_act() -> None:
    """H-61: a pass is not among other actions."""
    assert "pass" not in map(str, legal_actions(table()))


def test_h62_the_order_of_unloading_decides_who_is_first_to_five() -> None:
    """H-62: both reach five in one unload; the nearer meeple took its token first."""
    state = owning("4*obelisk", preset="b")
    state.won[1][KIND["obelisk"]] = 4
    state.boats[0:3] = bytes(KIND[word] for word in ("tomb-1", "obelisk", "obelisk"))
    state.meeples = [1 << 0, 1 << 2]

    advance(state, Unload(0))

    assert state.first_to_five == 1
    assert points(state, "obelisks", 1) == 12
    assert points(state, "obelisks", 0) == 6
