"""The tables of a ladder on a server: what `saqqara ladder standings`, `scores`, `fit` print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.seasons.checks import in_words
from saqqara_contest.seasons.places import Placing
from saqqara_sdk.cli.console import output
from saqqara_sdk.cli.tables import figures, print_strengths
from saqqara_sdk.client.client import Client
from saqqara_sdk.wire.models import LadderFit, LadderLuck, LadderScore, Standing

ESTIMATE_WORDS: Final = (
    "~ marks an estimate by the matches so far, without a place: the fit, which follows seconds"
    " after a result, does not contain the bot yet."
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
    versions = Counter(row.bot_id for row in rows)
    columns = {
        "matches": [str(row.matches) for row in rows],
        "wins %": [f"{100 * row.wins / row.matches:.0f}" if row.matches else "" for row in rows],
    }
    words = []
    if any(row.group is None for row in rows):
        words.append(ESTIMATE_WORDS)
    if any(row.anchored_elo is not None for row in rows):
        words.append(ANCHORED_WORDS)
        columns["house"] = [
            "" if row.anchored_elo is None else f"{row.anchored_elo:.0f}" for row in rows
        ]
    if any(row.flags for row in rows):
        columns["late"] = [str(row.flags) for row in rows]
    strengths = [_strength(row, is_only=versions[row.bot_id] == 1) for row in rows]
    print_strengths(strengths, columns, client.ladders.fit(ladder).checks, output(), *words)


def _strength(row: Standing, *, is_only: bool) -> Row:
    """A row, with the version where a bot has several."""
    placing = None
    if row.best is not None and row.place_low and row.place_high and row.band:
        placing = Placing(row.best, row.place_low, row.place_high, row.band)
    return Row(
        bot=row.bot_name if is_only else f"{row.bot_name} {row.version}",
        place=row.place,
        group=row.group,
        elo=row.elo,
        interval=Interval(row.low, row.high),
        next_stronger=row.next_stronger,
        next_error=row.next_error,
        placing=placing,
    )


def print_scores(_client: Client, _ladder: str, rows: Sequence[LadderScore]) -> None:
    """The points with the tie-breaks in the order in which they decide."""
    shown = figures(None, ("place",))
    optional = [
        name
        for name in ("group", "team", "losses", "streak")
        if any(getattr(row, name) is not None for row in rows)
    ]
    breaks = [one.name for one in rows[0].tie_breaks] if rows else []
    for name in (*optional, "points", "meetings", "byes", *breaks):
        shown.add_column(name.replace("_", " "), justify="right")
    for row in rows:
        optionals = (getattr(row, name) for name in optional)
        shown.add_row(
            escape(row.bot_name),
            str(row.place),
            *("" if one is None else escape(str(one)) for one in optionals),
            _figure(row.points),
            str(row.meetings),
            ", ".join(map(str, row.byes)),
            *(_figure(one.value) for one in row.tie_breaks),
        )
    output().print(shown if rows else "none")


def print_fit(_client: Client, _ladder: str, fit: LadderFit) -> None:
    """All checks of the fit, a line for each."""
    console = output()
    if not fit.checks:
        console.print("No result is fitted yet.")
        return
    found = "The results give no reason for a warning" if fit.fits else "There is a warning"
    console.print(f"{found} ({fit.matches} results)")
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
