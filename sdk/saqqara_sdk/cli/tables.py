"""Tables of bots that fit 80 columns: a long name is broken, a figure never."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.checks import in_words
from saqqara_contest.seasons.places import Placing
from saqqara_sdk.arena.tally import BotTally, Mean

HALF = 0.5
_ANY_WIDTH: Final = 10_000
LEAST_CHANCE: Final = 0.01
"""The least chance to be the strongest that is shown."""
STRENGTH_WORDS: Final = (
    "Elo: the strength in this field, by all results together, with its 95 % interval; 400 points"
    " are odds of ten to one to finish ahead, and 1500 is the mean of the ranked bots. Place: with"
    " its 95 % range. Above next: the probability that a bot is stronger than the next one, and the"
    " error of their difference. Best: the chance to be the strongest, from 1 %. An empty line"
    " follows a bot if the next one is significantly weaker than the first one above the line."
)
"""The explanation of a table of strengths."""
WIDEST_ELO: Final = 100.0
WIDEST: Final[dict[str, float]] = {FitAspect.TIES: 0.1}
"""The widest intervals of sizes that say something, where they are not in Elo."""


class Check(Protocol):
    """One way in which results can stray from a table's model, and whether it is a warning."""

    @property
    def aspect(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...
    @property
    def fits(self) -> bool: ...


class Strength(Protocol):
    """A row of a table of strengths; one without a group is an estimate."""

    @property
    def bot(self) -> str: ...
    @property
    def place(self) -> int | None: ...
    @property
    def group(self) -> int | None: ...
    @property
    def elo(self) -> float: ...
    @property
    def interval(self) -> Interval: ...
    @property
    def next_stronger(self) -> float | None: ...
    @property
    def next_error(self) -> float | None: ...
    @property
    def placing(self) -> Placing | None: ...


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


def print_strengths(
    rows: Sequence[Strength],
    columns: Mapping[str, Sequence[str]],
    checks: Sequence[Check],
    console: Console,
    *words: str,
) -> None:
    """The table of strengths with further columns, their explanation, and the fit of its model."""
    print_fitting(partial(_strengths, rows), columns, console)
    console.print(" ".join((STRENGTH_WORDS, *words)), style="dim")
    print_fit(checks, console)


def print_fitting(
    table: Callable[[Mapping[str, Sequence[str]]], Table],
    columns: Mapping[str, Sequence[str]],
    console: Console,
) -> None:
    """Print a table with as many of its last columns as fit whole, and say which ones do not."""
    shown = dict(columns)
    while shown and _least_width(table(shown), console) > console.width:
        shown.popitem()
    console.print(table(shown))
    if hidden := [name for name in columns if name not in shown]:
        console.print(f"A wider terminal also shows {', '.join(hidden)}.", style="dim")


def _least_width(table: Table, console: Console) -> int:
    """The width in which nothing is cut; rich counts one word of a column that must not wrap."""
    wide = console.options.update_width(_ANY_WIDTH)
    saved = 0
    for column in table.columns:
        sizes = [Measurement.get(console, wide, one) for one in (column.header, *column.cells)]
        most = max(one.maximum for one in sizes)
        words = max(column.min_width or 0, *(one.minimum for one in sizes))
        least = column.min_width or 0 if column.overflow == "fold" else words
        saved += 0 if column.no_wrap else most - least
    return Measurement.get(console, wide, table).maximum - saved


def print_fit(checks: Sequence[Check], console: Console) -> None:
    """Whether a table's model fits the results, and each way to stray from it with its size.

    What fits is printed once its size is known well enough to say something.
    """
    shown = [one for one in checks if not one.fits or _is_sized(one)]
    if shown and all(one.fits for one in checks):
        console.print("The results give no reason for a warning:", style="dim")
    for one in sorted(shown, key=lambda check: check.fits):
        words = in_words(one.aspect, one.text, one.low, one.high)
        if one.fits:
            console.print(f"  {words}", style="dim", markup=False)
        else:
            console.print(f"Warning: {words}", markup=False)


def _is_sized(check: Check) -> bool:
    if check.low is None or check.high is None:
        return False
    return check.high - check.low <= WIDEST.get(check.aspect, WIDEST_ELO)


def _strengths(rows: Sequence[Strength], more: Mapping[str, Sequence[str]]) -> Table:
    """Bots by strength, with what each knows of itself and its neighbour, and further columns.

    The group is shown if there are several, since their strengths are not comparable. An empty line
    follows each band.
    """
    grouped = ("group",) if any(row.group for row in rows) else ()
    table = figures(None, ("place", *grouped, "Elo", "above next", "best", *more))
    for number, row in enumerate(rows):
        table.add_row(
            escape(row.bot),
            place_cell(row.place, row.placing),
            *("" if row.group is None else str(row.group + 1) for _ in grouped),
            ("~" if row.group is None else "") + elo_cell(row.elo, row.interval),
            above_next(row.next_stronger, row.next_error),
            best_cell(row.placing),
            *(column[number] for column in more.values()),
            end_section=_starts_band(rows, number + 1),
        )
    return table


def _starts_band(rows: Sequence[Strength], number: int) -> bool:
    """Return whether a row starts another band or group; rows without a place belong to no band."""
    if number == len(rows):
        return False
    row, above = rows[number], rows[:number]
    if row.group != above[-1].group:
        return True
    bands = [one.placing.band for one in above if one.placing and one.group == row.group]
    return bool(row.placing and bands and row.placing.band != bands[-1])


def place_cell(place: int | None, placing: Placing | None) -> str:
    """A place, and the range of places where there is one."""
    if place is None or placing is None:
        return "" if place is None else str(place)
    return f"{place} {placing.low}-{placing.high}"


def best_cell(placing: Placing | None) -> str:
    """The chance to be the strongest, unless it is negligible."""
    return f"{placing.best:.0%}" if placing and placing.best >= LEAST_CHANCE else ""


def above_next(stronger: float | None, error: float | None) -> str:
    """How likely a bot is stronger than the one below, and the error of the difference in Elo."""
    return "" if stronger is None or error is None else f"{stronger:.0%} ±{error:.0f}"


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


def share_cell(share: float, sure: Interval | None) -> str:
    """A share in per cent, and how far its interval reaches on its wider side."""
    if sure is None:
        return f"{100 * share:.0f}"
    return f"{100 * share:.0f} ±{100 * max(share - sure.low, sure.high - share):.0f}"
