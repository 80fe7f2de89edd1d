"""`saqqara round-robin` and `saqqara gauntlet`: who beats whom, and how strong that makes each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from saqqara_contest.seasons.checks import ModelCheck
from saqqara_engine.wire import view_json
from saqqara_sdk.arena import blocks as schedules
from saqqara_sdk.arena.blocks import Field
from saqqara_sdk.arena.comparisons import Rated, Ratings, rated
from saqqara_sdk.arena.played import BotFault
from saqqara_sdk.arena.tally import BotTally, tally
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import end, play_through
from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.cli.online.completions import installed_bots
from saqqara_sdk.cli.play import standings
from saqqara_sdk.cli.tables import (
    conduct,
    figures,
    mean_cell,
    print_strengths,
    share_cell,
)

Blocks = Annotated[int, typer.Option(min=1, help="The number of blocks for each group of bots")]


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """The JSON output: ratings with pairwise results, the `fit` of their model, and the figures of
    every bot. `programs` has the hash of each bot's files, null for an installed bot."""

    game: str
    players: int
    time_control: str
    seed: int
    blocks: int
    matches: int
    ratings: tuple[Rated, ...]
    fit: tuple[ModelCheck, ...]
    bots: tuple[BotTally, ...]
    programs: Mapping[str, str | None]
    faults: tuple[BotFault, ...]


@words.housed
def round_robin(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT", help=words.BOT, autocompletion=installed_bots),
    ],
    *,
    players: words.Players = 2,
    blocks: Blocks = 20,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Play every group of bots against each other, and rate them by their results

    Ends with 1 if a bot was at fault. Example: saqqara round-robin random greedy planner --jobs
    2
    """
    fields = schedules.round_robin(len(bots), players)
    _play(house, bots, players=players, fields=fields, blocks=blocks, jobs=jobs, as_json=as_json)


@words.housed
def gauntlet(
    new: Annotated[str, typer.Argument(metavar="NEW", help=words.BOT)],
    opponents: Annotated[list[str], typer.Argument(metavar="OPPONENT", help="The same")],
    *,
    players: words.Players = 2,
    blocks: Blocks = 20,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Play NEW against every group of opponents, which do not play among themselves

    Ends with 1 if a bot was at fault. Example: saqqara gauntlet mine.py random greedy
    --jobs 2
    """
    bots = [new, *opponents]
    fields = schedules.gauntlet(len(bots), players)
    _play(house, bots, players=players, fields=fields, blocks=blocks, jobs=jobs, as_json=as_json)


def _play(
    house: words.House,
    bots: Sequence[str],
    *,
    players: int,
    fields: Sequence[Field],
    blocks: int,
    jobs: int,
    as_json: bool,
) -> None:
    if not fields:
        stop(
            f"{len(bots)} bots are too few for {players} seats. Name more bots, or lower --players."
        )
    plan = words.plan_of(house, bots, players, fields)
    whole = blocks * len(fields)
    run = play_through(plan, whole, jobs, house.resume, standings(plan.labels))
    found = rated(run.blocks, plan.labels) if run.blocks else Ratings((), ())
    report = TournamentReport(
        game=plan.game,
        players=players,
        time_control=plan.time_control,
        seed=plan.terms.seed,
        blocks=len(run.blocks),
        matches=run.matches,
        ratings=found.rows,
        fit=found.checks,
        bots=tuple(tally(run.blocks, plan.labels)),
        programs=plan.versions,
        faults=tuple(run.faults),
    )
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan)


def _print(report: TournamentReport, console: Console) -> None:
    title = f"{report.game}, {report.players} players, {report.matches} games, seed {report.seed}"
    console.print(title, markup=False)
    totals = {row.bot: row.total for row in report.bots}
    rows = report.ratings
    scores = [mean_cell(totals[row.bot].score, "{:.1f}") for row in rows]
    print_strengths(rows, {"score": scores}, report.fit, console, "Score: points of the game.")
    shares = figures(None, [f"vs {number}" for number in range(1, len(rows) + 1)])
    for number, row in enumerate(rows, start=1):
        shares.add_row(f"{number} {escape(row.bot)}", *_matrix_row(row, rows))
    console.print(shares)
    console.print(
        "vs N: the share of games, in per cent, in which a bot placed ahead of bot N,"
        " with a 95 % confidence margin. A tie counts half.",
        style="dim",
    )
    console.print(conduct(report.bots))


def _matrix_row(row: Rated, columns: Sequence[Rated]) -> list[str]:
    shares = {pair.against: share_cell(pair.share, pair.interval) for pair in row.pairs}
    return [shares.get(column.bot, "") for column in columns]
