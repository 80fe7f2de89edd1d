"""The Duel in words: actions for people, and the table as text."""

from __future__ import annotations

from saqqara_engine.duel.actions import (
    BOATS,
    Action,
    Pass,
    Place,
    PlaceAndUnload,
    PlaceSeveral,
    SwapAndUnload,
    TakeToken,
    Unload,
    cell_text,
)
from saqqara_engine.duel.view import Boat, View


def label(view: View, action: Action) -> str:
    """The action in words, with the tokens it moves."""
    match action:
        case Place(cell):
            words = f"Place a meeple at {cell_text(cell)}"
        case Unload(boat):
            words = f"Unload boat {BOATS[boat]}"
        case TakeToken(boat, space):
            words = f"Take {view.boats[boat].tokens[space]} from boat {BOATS[boat]}"
        case PlaceSeveral(cells):
            words = "Place meeples at " + ", ".join(map(cell_text, cells))
        case PlaceAndUnload(cell, boats):
            unloads = " then ".join(BOATS[boat] for boat in boats)
            words = f"Place a meeple at {cell_text(cell)}, then unload {unloads}"
        case SwapAndUnload(boat, (first, second), unload):
            tokens = view.boats[boat].tokens
            swapped = f"{tokens[first]} and {tokens[second]} on boat {BOATS[boat]}"
            words = f"Swap {swapped}, then unload {BOATS[unload]}"
        case Pass():
            words = "Pass: nothing else is possible"
    return words


def draw(view: View) -> str:
    """The table as text: the harbour with its boats, then what each seat has won."""
    owner = {cell: each.seat for each in view.builders for cell in each.cells}
    lines = [_row(view, owner, row) for row in range(3)]
    lines += [f"    {BOATS[boat]}: {_cargo(view.boats[boat])}" for boat in range(3, 6)]
    lines += [
        f"seat {each.seat}: {each.meeples_in_hand} in hand; "
        + (", ".join(f"{token.count} {token.token}" for token in each.won) or "nothing won")
        for each in view.builders
    ]
    turn = "game over" if view.to_act is None else f"seat {view.to_act} to act"
    lines.append(f"supply {view.supply}, reserve {view.reserve}, {turn}")
    return "\n".join(lines)


def _row(view: View, owner: dict[str, int], row: int) -> str:
    cells = (owner.get(cell_text(row * 3 + column)) for column in range(3))
    harbour = " ".join("." if seat is None else str(seat) for seat in cells)
    return f"    {harbour}   {BOATS[row]}: {_cargo(view.boats[row])}"


def _cargo(boat: Boat) -> str:
    return " | ".join(token or "-" for token in boat.tokens) if boat.moored else "gone"
