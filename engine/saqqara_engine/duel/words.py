"""Texts of the Duel: names of pieces, labels of actions, and the table as plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

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
from saqqara_engine.duel.view import Boat, Builder, Tokens, View
from saqqara_engine.messages import ENGLISH, Message, Row, Words, listed, say, several, with_and

TOKEN_TITLES: Final[Mapping[str, Message]] = {
    "obelisk": say("Obelisk"),
    **{
        f"temple-{symbols}": several("Temple, {number} symbol", "Temple, {number} symbols", symbols)
        for symbols in range(1, 5)
    },
    "pyramid-light": say("Light pyramid stone"),
    "pyramid-dark": say("Dark pyramid stone"),
    **{f"tomb-{number}": say("Tomb {number}", number=number) for number in range(1, 13)},
    "action-take": say("Action: take a token"),
    "action-place": say("Action: place meeples"),
    "action-unload": say("Action: place and unload"),
    "action-swap": say("Action: swap and unload"),
}
"""The display name of each token, by its word."""


def label(view: View, action: Action, words: Words = ENGLISH) -> str:
    """Return the action in words of a language, with the tokens that it moves."""
    return _message(view, action).translate(words)


def _message(view: View, action: Action) -> Message:
    match action:
        case Place(cell):
            message = say("Place a meeple at {cell}", cell=cell_text(cell))
        case Unload(boat):
            message = say("Unload boat {boat}", boat=BOATS[boat])
        case TakeToken(boat, space):
            token = _token(view.boats[boat].tokens[space])
            message = say("Take from boat {boat}: {token}", boat=BOATS[boat], token=token)
        case PlaceSeveral(cells):
            message = say("Place meeples at {cells}", cells=listed([*map(cell_text, cells)]))
        case PlaceAndUnload(cell, boats):
            onward = Row(tuple(BOATS[boat] for boat in boats), say(" then "))
            start = cell_text(cell)
            message = say("Place a meeple at {cell}, then unload {boats}", cell=start, boats=onward)
        case SwapAndUnload(boat, (first, second), unload):
            tokens = view.boats[boat].tokens
            message = say(
                "Swap on boat {boat}: {tokens}; then unload {unload}",
                boat=BOATS[boat],
                tokens=with_and([_token(tokens[first]), _token(tokens[second])]),
                unload=BOATS[unload],
            )
        case Pass():
            message = say("Pass: nothing else is possible")
    return message


def _token(word: str | None) -> Message:
    return TOKEN_TITLES[word] if word else say("nothing")


def draw(view: View) -> str:
    """Return the table as text, complete: what a view shows can be read back from it.

    First the harbour with its boats, each with the token next to the harbour first.
    """
    owner = {cell: each.seat for each in view.builders for cell in each.cells}
    first = "-" if view.first_to_five is None else view.first_to_five
    turn = "The game is over" if view.to_act is None else f"Seat {view.to_act} to act"
    return "\n".join(
        (
            f"{turn}, boats to unload: {view.unloads}",
            *(_row(view, owner, row) for row in range(3)),
            *(f"    {BOATS[boat]}: {_cargo(view.boats[boat])}" for boat in range(3, 6)),
            *map(_draw_builder, view.builders),
            f"supply {view.supply}, reserve {view.reserve}, first to five {first}",
            f"unseen: {_tokens(view.unseen)}",
            f"removed: {_tokens(view.removed)}",
        )
    )


def _draw_builder(builder: Builder) -> str:
    points = f"points {builder.scored}, if it ended now {builder.projected}"
    return (
        f"seat {builder.seat}: {builder.meeples_in_hand} in hand; {_tokens(builder.won)}; {points}"
    )


def _tokens(tokens: Sequence[Tokens]) -> str:
    return ", ".join(f"{each.count} {each.token}" for each in tokens) or "-"


def _row(view: View, owner: dict[str, int], row: int) -> str:
    cells = (owner.get(cell_text(row * 3 + column)) for column in range(3))
    harbour = " ".join("." if seat is None else str(seat) for seat in cells)
    return f"    {harbour}   {BOATS[row]}: {_cargo(view.boats[row])}"


def _cargo(boat: Boat) -> str:
    return " | ".join(token or "-" for token in boat.tokens) if boat.moored else "gone"
