"""The tables of a ladder on a server: what `saqqara ladder standings`, `scores`, `fit` print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.seasons.checks import in_words
from saqqara_contest.seasons.places import Placing
from saqqara_sdk.cli.console import output
from saqqara_sdk.cli.tables import figures, print_fitting, print_strengths
from saqqara_sdk.client.client import Client
from saqqara_sdk.wire.models import LadderFit, LadderLuck, LadderScore, Standing

ESTIMATE_WORDS: Final = (
    "~ marks an estimate without a place: no fit contains this version, which has no rated result"
    " or only new ones."
)
ANCHORED_WORDS: Final = "House: Elo if the house bot mcts-1000 has 2000."


@dataclass(frozen=True, slots=True)
class Row:
    """A row of standings as `print_strengths` takes it."""

    bot: str
    place: int | None
    group: int | None
    elo: float
    interval: Interval
    next_stronger: float | None
    next_error: float | None
    placing: Placing | None


def print_standings(client: Client, ladder: str, rows: Sequence[Standing]) -> None:
    """The strengths as every command prints them, with the fit of their model."""
    console = output()
    if not rows:
        console.print("none")
        return
    columns = {
        "matches": [str(row.matches) for row in rows],
        "wins %": [f"{100 * row.wins / row.matches:.0f}" if row.matches else "" for row in rows],
    }
    optional = {
        "house": [_elo(row.anchored_elo) for row in rows],
        "change": [_elo(row.change, "+") for row in rows],
        "late": [str(row.flags or "") for row in rows],
    }
    columns |= {name: cells for name, cells in optional.items() if any(cells)}
    fit, settled = client.ladders.fit(ladder), client.ladders.get(ladder).matches_settled
    words = [f"From all results up to number {fit.matches} of {settled}."]
    words += [ANCHORED_WORDS] * ("house" in columns)
    words += [ESTIMATE_WORDS] * any(row.group is None for row in rows)
    names = labels((row.bot_id, row.bot_name) for row in rows)
    strengths = [_strength(row, names[row.bot_id]) for row in rows]
    print_strengths(strengths, columns, fit.checks, console, *words)


def _strength(row: Standing, name: str) -> Row:
    """A row, with the version unless it is the first one."""
    placing = None
    if row.best is not None and row.place_low and row.place_high and row.band:
        placing = Placing(row.best, row.place_low, row.place_high, row.band)
    version = f" v{row.version}" if row.version > 1 or row.retired else ""
    return Row(
        bot=name + version + (" (old)" if row.retired else ""),
        place=row.place,
        group=row.group,
        elo=row.elo,
        interval=Interval(row.low, row.high),
        next_stronger=row.next_stronger,
        next_error=row.next_error,
        placing=placing,
    )


def labels(bots: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names of bots by their ids, each with its id where another bot has the same name."""
    names = dict(bots)
    count = Counter(names.values())
    return {bot: name if count[name] == 1 else f"{name} ({bot})" for bot, name in names.items()}


def _elo(elo: float | None, sign: str = "") -> str:
    return "" if elo is None else f"{elo:{sign}.0f}"


def print_scores(_client: Client, _ladder: str, rows: Sequence[LadderScore]) -> None:
    """The points with the tie-breaks in the order in which they decide."""
    if not rows:
        output().print("none")
        return
    names = labels((row.bot_id, row.bot_name) for row in rows)
    columns = {
        name: ["" if (value := getattr(row, name)) is None else escape(str(value)) for row in rows]
        for name in ("group", "team", "losses", "streak")
        if any(getattr(row, name) is not None for row in rows)
    }
    columns["points"] = [_figure(row.points) for row in rows]
    columns["meetings"] = [str(row.meetings) for row in rows]
    columns["byes"] = [", ".join(map(str, row.byes)) for row in rows]
    for number, one in enumerate(rows[0].tie_breaks):
        name = one.name.replace("_", " ")
        columns[name] = [_figure(row.tie_breaks[number].value) for row in rows]

    def table(shown: Mapping[str, Sequence[str]]) -> Table:
        found = figures(None, ("place",))
        for name in shown:
            found.add_column(name, justify="right")
        for number, row in enumerate(rows):
            cells = (column[number] for column in shown.values())
            found.add_row(escape(names[row.bot_id]), str(row.place), *cells)
        return found

    print_fitting(table, columns, output())


def print_fit(_client: Client, _ladder: str, fit: LadderFit) -> None:
    """All checks of the fit, a line for each."""
    console = output()
    if not fit.checks:
        console.print("No result is fitted yet.")
        return
    found = "The results give no reason for a warning" if fit.fits else "There is a warning"
    console.print(f"{found} (all results up to number {fit.matches})")
    for one in fit.checks:
        mark = "  " if one.fits else "Warning: "
        console.print(mark + in_words(one.aspect, one.text, one.low, one.high), markup=False)


def print_luck(_client: Client, _ladder: str, luck: LadderLuck) -> None:
    """The shares of skill, seat and chance, and the value of each seat."""
    console = output()
    if luck.skill is None or luck.seat is None or luck.chance is None:
        console.print("There are too few full blocks: it takes two.")
        return
    console.print(
        f"Skill {luck.skill:.0%}, seat {luck.seat:.0%}, chance {luck.chance:.0%} of the variance of"
        f" the places in {luck.blocks} full blocks"
    )
    table = Table("seat", "value", "95 %", box=None, pad_edge=False)
    for one in luck.seats:
        is_sure = one.low is not None and one.high is not None
        sure = f"{one.low:+.3f} to {one.high:+.3f}" if is_sure else ""
        table.add_row(str(one.seat), f"{one.advantage:+.3f}", sure)
    console.print(table)
    console.print(
        "Value: the mean result above that of all seats, where first is 1 and last is 0.",
        style="dim",
    )
    if luck.block_error is not None and luck.games_error is not None:
        console.print(
            f"Standard error of a bot's mean result: {luck.block_error:.3f} after one block,"
            f" {luck.games_error:.3f} after as many single games with random seats"
        )


def _figure(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


PRINTED: Final[Mapping[str, Callable[[Client, str, Any], None]]] = {
    "ladders.standings": print_standings,
    "ladders.scores": print_scores,
    "ladders.fit": print_fit,
    "ladders.luck": print_luck,
}
"""The calls with a table of their own."""

NAMED: Final = frozenset({"ladders.get", "ladders.matches", "ladders.pairs", "ladders.rulings"})
"""The calls that answer with ids of bots without their names."""
