"""`saqqara ladder local`: a rated ladder of a folder's bots, without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from saqqara_contest.changes import RatingChange
from saqqara_contest.intervals import Interval
from saqqara_contest.pairing import Reason
from saqqara_contest.ratings import in_elo
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.seasons.fit import SeasonTable, season_fit
from saqqara_contest.seasons.places import Placing
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.entrants import bots_of
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.ladder import LocalLadder
from saqqara_sdk.arena.match_setting import OnFault
from saqqara_sdk.arena.played import Block, BotFault
from saqqara_sdk.arena.tally import BotTally, tally
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import BlockRun, end, play_rounds
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.protection import protection
from saqqara_sdk.cli.tables import conduct, figures, print_strengths, share_cell
from saqqara_sdk.lines.limits import Limits

app = typer.Typer(help="Rate bots in a ladder", no_args_is_help=True, add_completion=False)

PASSED_OVER = ("_", "test_", "conftest.")
"""How files begin that are no bots."""


@dataclass(frozen=True, slots=True)
class LocalStanding:
    """One bot: its strength by all results at once, in Elo.

    `place` is None while it has played too few matches, and only bots of one `group` can be
    compared: those that games connect. `next_stronger` is the likelihood that it is stronger than
    the one at the next place, and `next_error` how far the difference of the two may be off, by
    95 % confidence. `placing` is how certain its place is. `change` is by how much its strength
    changed in the season, if it surely did. `entry` is how the command line names it.
    """

    place: int | None
    group: int
    bot: str
    entry: str
    elo: float
    interval: Interval
    next_stronger: float | None
    next_error: float | None
    placing: Placing | None
    change: float | None
    games: int
    benched: bool


@dataclass(frozen=True, slots=True)
class ExplainedBlock:
    """A block: why its bots met, and what it made of their ratings."""

    bots: tuple[str, ...]
    reason: Reason
    changes: tuple[RatingChange, ...]


@dataclass(frozen=True, slots=True)
class LadderReport:
    """The JSON output: `fit` checks the model of the strengths, `history` lists the blocks.

    `programs` has the hash of each bot's files, null for an installed bot.
    """

    game: str
    players: int
    time_control: str
    seed: int
    blocks: int
    matches: int
    standings: tuple[LocalStanding, ...]
    fit: tuple[ModelCheck, ...]
    history: tuple[ExplainedBlock, ...]
    bots: tuple[BotTally, ...]
    programs: Mapping[str, str | None]
    faults: tuple[BotFault, ...]


@app.callback()
def ladder() -> None:
    """Rate bots in a ladder"""


@app.command()
@words.housed
def local(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR_OF_BOTS",
            help="The folder; every bot in its *.py files takes part",
            exists=True,
            file_okay=False,
        ),
    ],
    *,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help=f"An additional bot. {words.BOT}")
    ] = None,
    players: words.Players = 2,
    blocks: Annotated[
        int,
        typer.Option(min=1, help="The number of blocks; in a block each bot has each seat once"),
    ] = 100,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Play a ladder of a folder's bots on this machine, paired and rated as on a server

    As on a server, a bot that loses its seat in three matches in a row is benched; here, faults
    count too. Exit codes: 0 done; 1 a bot was at fault; 130 interrupted. Example: saqqara
    ladder local my_bots --bot random --blocks 200 --jobs 2
    """
    is_sandboxed = protection(
        [f"{folder / 'any.py'}:", *(bot or [])], wanted=house.sandbox, is_trusting=house.trust
    )
    bots = [*_found(folder, house.limits, is_sandboxed=is_sandboxed), *(bot or [])]
    if len(bots) < players:
        stop(
            f"{players} seats need {players} bots, but there are {len(bots)}. Put more *.py"
            f" files into {folder}, or name bots with --bot."
        )
    plan = words.plan_of(house, bots, players, (), OnFault.FORFEIT, is_sandboxed=is_sandboxed)
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
    if len(run.blocks) < blocks and len(plan.labels) - len(table.benched) < players:
        errors().print("The ladder ended early: too few bots are left that are not benched.")
    report = _report(plan, run, table)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan)


def _found(folder: Path, limits: Limits, *, is_sandboxed: bool) -> list[str]:
    """The bots of the folder's files, by name; ends the command if a file cannot be imported."""
    files = [one for one in sorted(folder.glob("*.py")) if not one.name.startswith(PASSED_OVER)]
    try:
        found = bots_of(files, limits, is_sandboxed=is_sandboxed)
    except BotNotFound as error:
        stop(f"{error}\nRepair the bot, or move it out of {folder}.")
    for file, own in zip(files, found, strict=True):
        if not own:
            errors().print(f"{file} defines no bot and is ignored.", markup=False, soft_wrap=True)
    return list(chain.from_iterable(found))


def _report(plan: JobPlan, run: BlockRun, table: LocalLadder) -> LadderReport:
    season = season_fit(table.results, plan.labels)
    return LadderReport(
        game=plan.game,
        players=table.players,
        time_control=plan.time_control,
        seed=plan.terms.seed,
        blocks=len(run.blocks),
        matches=run.matches,
        standings=tuple(_standings(plan, table, season)),
        fit=season.checks,
        history=tuple(
            ExplainedBlock(paired.bots, paired.reason, tuple(changes))
            for paired, changes in zip(table.pairings, table.changes(), strict=False)
        ),
        bots=tuple(tally(run.blocks, plan.labels)),
        programs=plan.versions,
        faults=tuple(run.faults),
    )


def _standings(plan: JobPlan, table: LocalLadder, season: SeasonTable) -> list[LocalStanding]:
    entries = dict(zip(plan.labels, plan.bots, strict=True))
    return [
        LocalStanding(
            place=fitted.place,
            group=fitted.group,
            bot=fitted.bot,
            entry=entries[fitted.bot],
            elo=fitted.elo,
            interval=fitted.interval,
            next_stronger=fitted.next.stronger if fitted.next else None,
            next_error=fitted.next.error if fitted.next else None,
            placing=fitted.placing,
            change=fitted.change,
            games=table.games[fitted.bot],
            benched=fitted.bot in table.benched,
        )
        for fitted in season.rows
    ]


def _live(table: LocalLadder) -> Table:
    """Estimates so far, best first: the ratings, since a fit after each block takes too long."""
    shown = figures(None, ("estimated Elo", "games"))
    for name, rating in sorted(table.ratings.items(), key=lambda one: (-one[1].mu, one[0])):
        elo = in_elo(rating, table.players)
        shown.add_row(
            escape(name), f"~{elo.elo:.0f} ± {elo.high - elo.elo:.0f}", str(table.games[name])
        )
    return shown


def _print(report: LadderReport, console: Console) -> None:
    title = f"{report.game}, {report.players} players, {report.matches} games, seed {report.seed}"
    console.print(title, markup=False)
    total_of = {row.bot: row.total for row in report.bots}
    totals = [total_of[one.bot] for one in report.standings]
    columns = {
        "games": [str(row.games) for row in report.standings],
        "wins %": [share_cell(one.win.value, one.win.interval) for one in totals],
    }
    print_strengths(report.standings, columns, report.fit, console)
    for bot in (row.bot for row in report.standings if row.benched):
        console.print(
            f"{bot} is benched: it lost its seat in three matches in a row.", markup=False
        )
    console.print(conduct(report.bots))
