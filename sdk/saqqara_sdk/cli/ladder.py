"""`saqqara ladder local`: a rated ladder of a folder's bots, without a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from saqqara_contest.changes import Change
from saqqara_contest.intervals import Interval
from saqqara_contest.pairing import Reason
from saqqara_contest.ratings import Rating, is_provisional
from saqqara_contest.season_fit import season_fit
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.ladder import LocalLadder
from saqqara_sdk.arena.played import Block, Fault
from saqqara_sdk.arena.tally import BotTally, tally
from saqqara_sdk.bots.loading import BotNotFound, bots_in
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.playing import Run, end, play_rounds
from saqqara_sdk.cli.tables import conduct, elo_cell, figures

app = typer.Typer(help="Rate bots by a ladder.", no_args_is_help=True)

PASSED_OVER = ("_", "test_", "conftest.")
"""How files begin that are no bots."""


@dataclass(frozen=True, slots=True)
class LocalStanding:
    """One bot: its strength by all results at once, in Elo around the field's mean; its rating.

    `entry` is how the command line names it; `ordinal` is `mu - 3 * sigma`, by which ladders rank
    while they are played.
    """

    place: int
    bot: str
    entry: str
    elo: float
    interval: Interval
    mu: float
    sigma: float
    ordinal: float
    provisional: bool
    games: int


@dataclass(frozen=True, slots=True)
class Explained:
    """A block: why its bots met, and what it made of their ratings."""

    bots: tuple[str, ...]
    reason: Reason
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class LadderReport:
    """What `--json` prints; `history` has a row for each block."""

    game: str
    players: int
    clock: str
    seed: int
    blocks: int
    matches: int
    standings: tuple[LocalStanding, ...]
    history: tuple[Explained, ...]
    bots: tuple[BotTally, ...]
    faults: tuple[Fault, ...]


@app.callback()
def ladder() -> None:
    """Rate bots by a ladder."""


@app.command()
@words.housed
def local(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR_OF_BOTS",
            help="Every bot of every *.py file in it takes part.",
            exists=True,
            file_okay=False,
        ),
    ],
    *,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help=f"One more. {words.BOT}")
    ] = None,
    players: words.Players = 2,
    blocks: Annotated[
        int, typer.Option(min=1, help="How many blocks; in a block each bot has each seat once.")
    ] = 100,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: words.AsJson = False,
) -> None:
    """Play a ladder of a folder's bots on this machine, paired and rated as on a server.

    Ends with 1 if a bot was at fault, with 130 if it was interrupted.
    Example: saqqara ladder local my_bots --bot random --blocks 200 --jobs 2
    """
    bots = [*_found(folder), *(bot or [])]
    if len(bots) < players:
        stop(
            f"{players} seats need {players} bots, and there are {len(bots)}: put more *.py files"
            f" into {folder}, or name bots by --bot"
        )
    plan = words.plan_of(house, bots, players, ())
    table = LocalLadder(plan.labels, players, plan.terms.seed)

    def watch(played: Sequence[Block]) -> str:
        table.count(played[-1])
        return ""

    rounds = table.rounds(blocks)
    run = play_rounds(
        plan,
        rounds,
        blocks,
        jobs=jobs,
        resume=house.resume,
        watch=watch,
        table=lambda: _live(table),
    )
    report = _report(plan, run, table)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan)


def _found(folder: Path) -> list[str]:
    """The bots of the folder's files, by name; ends the command if a file cannot be imported."""
    found: list[str] = []
    broken: list[str] = []
    for file in sorted(folder.glob("*.py")):
        if file.name.startswith(PASSED_OVER):
            continue
        try:
            own = bots_in(file)
        except BotNotFound as error:
            broken.append(str(error))
            continue
        if not own:
            errors().print(f"{file} defines no bot and is passed over", markup=False)
        found += own
    if broken:
        stop("\n".join([*broken, f"Mend what is broken, or move it out of {folder}."]))
    return found


def _report(plan: JobPlan, run: Run, table: LocalLadder) -> LadderReport:
    return LadderReport(
        game=plan.game,
        players=table.players,
        clock=plan.clock,
        seed=plan.terms.seed,
        blocks=len(run.blocks),
        matches=run.matches,
        standings=tuple(_standings(plan, table)),
        history=tuple(
            Explained(paired.bots, paired.reason, tuple(changes))
            for paired, changes in zip(table.pairings, table.changes(), strict=False)
        ),
        bots=tuple(tally(run.blocks, plan.labels)),
        faults=tuple(run.faults),
    )


def _standings(plan: JobPlan, table: LocalLadder) -> list[LocalStanding]:
    entries = dict(zip(plan.labels, plan.bots, strict=True))
    rows = []
    for place, fitted in enumerate(season_fit(table.results, plan.labels), start=1):
        rating = table.ratings[fitted.bot]
        rows.append(
            LocalStanding(
                place=place,
                bot=fitted.bot,
                entry=entries[fitted.bot],
                elo=fitted.elo,
                interval=fitted.interval,
                mu=rating.mu,
                sigma=rating.sigma,
                ordinal=rating.ordinal,
                provisional=is_provisional(rating),
                games=table.games[fitted.bot],
            )
        )
    return rows


def _live(table: LocalLadder) -> Table:
    """The ratings so far, best first."""
    shown = figures(None, ("", "rating", "games"))
    ranked = sorted(table.ratings.items(), key=lambda one: (-one[1].ordinal, one[0]))
    for place, (name, rating) in enumerate(ranked, start=1):
        shown.add_row(escape(name), str(place), _rating(rating), str(table.games[name]))
    return shown


def _print(report: LadderReport, console: Console) -> None:
    title = f"{report.game}, {report.players} players, {report.matches} games, seed {report.seed}"
    table = figures(title, ("", "Elo", "rating", "games", "wins", "place"))
    totals = {row.bot: row.total for row in report.bots}
    for row in report.standings:
        total = totals[row.bot]
        table.add_row(
            escape(row.bot),
            str(row.place),
            elo_cell(row.elo, row.interval),
            _rating(Rating(row.mu, row.sigma)),
            str(row.games),
            f"{total.win.value:.1%}",
            f"{total.mean_place:.2f}",
        )
    console.print(table)
    console.print(
        "Elo: the likeliest strengths by all results at once (Plackett and Luce's model), 0 on"
        " average, 95 % intervals; rating: the live one, mu and 3 sigma, provisional with ?; place:"
        " the mean",
        style="dim",
    )
    console.print(conduct(report.bots))


def _rating(rating: Rating) -> str:
    mark = "?" if is_provisional(rating) else ""
    return f"{rating.mu:.1f} ± {3 * rating.sigma:.1f}{mark}"
