"""Tables of bots that fit 80 columns: a long name is broken, a figure never."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.season_checks import Check
from saqqara_sdk.arena.tally import BotTally, Mean

HALF = 0.5


def figures(title: str | None, columns: Sequence[str]) -> Table:
    """A table with bots by rows."""
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("bot", overflow="fold", min_width=8)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def conduct(bots: Sequence[BotTally]) -> Table:
    """How long each bot thought, and what it did wrong."""
    table = figures(None, ("ms/move", "late", "illegal", "errors"))
    for row in bots:
        one = row.total
        counts = (str(one.late), str(one.illegal), str(one.errors))
        table.add_row(escape(row.bot), f"{one.ms_per_decision:.2f}", *counts)
    return table


def print_fit(checks: Sequence[Check], console: Console) -> None:
    """Whether a table's model fits the results: every misfit, or that there is none."""
    misfits = [one for one in checks if not one.fits]
    for one in misfits:
        console.print(f"The table does not fit ({one.aspect}): {one.text}", markup=False)
    if checks and not misfits:
        console.print("The results fit the table's model", style="dim")


def elo_cell(elo: float, sure: Interval | None) -> str:
    """A strength in Elo, and its interval where there is one."""
    return f"{elo:.0f}" if sure is None else f"{elo:.0f} [{sure.low:.0f}, {sure.high:.0f}]"


def difference_cell(elo: float | None, sure: Interval | None = None) -> str:
    """A difference in Elo with its sign, and its interval where there is one."""
    if elo is None:
        return "-"
    if sure is None:
        return _signed(elo)
    return f"{_signed(elo)} [{_signed(sure.low)}, {_signed(sure.high)}]"


def _signed(elo: float) -> str:
    return "+0" if abs(elo) < HALF else f"{elo:+.0f}"


def mean_cell(mean: Mean, form: str, bound_form: str | None = None) -> str:
    """A mean, and its interval where there is one, perhaps in another form."""
    value, sure = form.format(mean.value), mean.interval
    if sure is None:
        return value
    low, high = ((bound_form or form).format(bound).rstrip("%") for bound in (sure.low, sure.high))
    return f"{value} [{low}, {high}]"
