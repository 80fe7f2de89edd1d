"""Tables of bots that fit 80 columns: a long name is broken, a figure never."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_sdk.arena.tally import BotTally, Mean


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


def elo_cell(elo: float, sure: Interval | None) -> str:
    """A strength in Elo, and its interval where there is one."""
    return f"{elo:+.0f}" if sure is None else f"{elo:+.0f} [{sure.low:+.0f}, {sure.high:+.0f}]"


def mean_cell(mean: Mean, form: str, bound_form: str | None = None) -> str:
    """A mean, and its interval where there is one, perhaps in another form."""
    value, sure = form.format(mean.value), mean.interval
    if sure is None:
        return value
    low, high = ((bound_form or form).format(bound).rstrip("%") for bound in (sure.low, sure.high))
    return f"{value} [{low}, {high}]"
