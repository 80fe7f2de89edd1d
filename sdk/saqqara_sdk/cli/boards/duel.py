"""A table of the Duel: the harbour with a boat at each row and column, then what was won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from saqqara_engine.duel.actions import BOATS, cell_text
from saqqara_engine.duel.view import Boat, Builder, View
from saqqara_sdk.cli.boards.seats import mark, name_of

SIDE: Final = 3
STYLES: Final = {
    "obelisk": "cyan",
    "temple": "green",
    "pyramid-light": "bold yellow",
    "pyramid-dark": "yellow",
    "tomb": "magenta",
    "action": "blue",
}
"""By the beginning of a token's word."""


def board(view: View, names: Sequence[str]) -> RenderableType:
    """The whole table."""
    return Group(_headline(view, names), _harbour(view), _boats(view), _builders(view, names))


def _headline(view: View, names: Sequence[str]) -> Text:
    left = f"   {view.supply} tokens in the supply, {view.reserve} in reserve"
    if view.to_act is None:
        return Text.assemble(("The game is over.", "bold"), left)
    return Text.assemble(name_of(view.to_act, names), " to act", left)


def _harbour(view: View) -> Table:
    """Cells with the meeples, and the boats of the rows beside them."""
    owner = {cell: each.seat for each in view.builders for cell in each.cells}
    table = Table(box=box.SIMPLE, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for _ in range(SIDE + 2):
        table.add_column(overflow="fold")
    for row in range(SIDE):
        cells = [mark(owner.get(cell_text(row * SIDE + column))) for column in range(SIDE)]
        table.add_row(*cells, Text(f"  {BOATS[row]}", style="bold"), _cargo(view.boats[row]))
    return table


def _boats(view: View) -> Table:
    """The boats of the columns."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for boat in view.boats[SIDE:]:
        table.add_row(boat.name, _cargo(boat))
    return table


def _builders(view: View, names: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("seat", "if it ended now", "in hand", "won"):
        table.add_column(title, overflow="fold")
    for each in view.builders:
        first = " (first to five obelisks)" if view.first_to_five == each.seat else ""
        won = Text.assemble(_won(each), first)
        points = Text(str(each.projected.total), style="bold")
        table.add_row(name_of(each.seat, names), points, str(each.meeples_in_hand), won)
    return table


def _won(each: Builder) -> Text:
    if not each.won:
        return Text("nothing", style="dim")
    tokens = (Text.assemble(f"{token.count} ", _token(token.token)) for token in each.won)
    return Text(", ").join(tokens)


def _cargo(boat: Boat) -> Text:
    if not boat.moored:
        return Text("gone", style="dim")
    return Text(" | ").join(map(_token, boat.tokens))


def _token(token: str | None) -> Text:
    if token is None:
        return Text("-", style="dim")
    return Text(
        token, style=next(style for word, style in STYLES.items() if token.startswith(word))
    )
