"""`saqqara play`: bots against each other, offline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from saqqara_engine.games import find_game
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.played import Block, BotFault
from saqqara_sdk.arena.tally import BotTally, Tally, tally, wins_of
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import BlockRun, end, play_rounds, play_through
from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.cli.game_viewer import Watching, with_records
from saqqara_sdk.cli.online.completions import installed_bots
from saqqara_sdk.cli.tables import conduct, figures, mean_cell


@dataclass(frozen=True, slots=True)
class PlayReport:
    """The JSON output: the results of the bots in the finished blocks.

    `programs` has the hash of each bot's files, null for an installed bot.
    """

    game: str
    rules_version: str
    players: int
    seed: int
    blocks: int
    time_control: str
    matches: int
    bots: tuple[BotTally, ...]
    programs: Mapping[str, str | None]
    faults: tuple[BotFault, ...]


@words.housed
def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help=f"One bot for each seat. {words.BOT}",
            show_default=False,
            autocompletion=installed_bots,
        ),
    ],
    *,
    house: words.House,
    blocks: Annotated[
        int,
        typer.Option(min=1, help="The number of blocks; in a block each bot has each seat once"),
    ] = 10,
    jobs: words.Jobs = 1,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Show what bots print, and every game of a block, move by move"
        ),
    ] = False,
    pace: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="The time per move with --watch")
    ] = 0.3,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other on this machine, without a server

    The number of bots is the number of seats. Exit codes: 0 done; 1 a bot was at fault; 130
    interrupted. Example: saqqara play greedy random --blocks 100 --jobs 2
    """
    plan = words.plan_of(house, bots, len(bots), one_field(len(bots)))
    if watch and as_json:
        stop("Use either --watch or --json, not both.")
    if watch:
        run = _watched(replace(plan, is_heard=True), blocks, jobs, house.resume, pace)
    else:
        run = play_through(plan, blocks, jobs, house.resume, standings(plan.labels))
    report = _report(plan, run, blocks)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan)


def _watched(plan: JobPlan, blocks: int, jobs: int, resume: Path | None, pace_s: float) -> BlockRun:
    """The same, with the games shown below the progress."""
    with with_records(plan) as kept:
        folder = kept.terms.records or Path()
        watching = Watching(folder, pace_s, standings(plan.labels))
        schedule = [list(map(kept.terms.task, range(1, blocks + 1)))]
        return play_rounds(
            kept,
            schedule,
            blocks,
            jobs=jobs,
            resume=resume,
            watch=watching.hear,
            table=watching.board,
        )


def standings(labels: Sequence[str]) -> Callable[[Sequence[Block]], str]:
    """Return the display during play: the wins of each bot so far."""
    wins: Counter[str] = Counter()
    games: Counter[str] = Counter()

    def watch(blocks: Sequence[Block]) -> str:
        for played in blocks[-1]:
            for seat in played.seats:
                wins[seat.bot] += wins_of(played, seat)  # type: ignore[assignment] # halves
                games[seat.bot] += 1
        return "  ".join(f"{bot} {wins[bot] / games[bot]:.1%}" for bot in labels if games[bot])

    return watch


def _report(plan: JobPlan, run: BlockRun, blocks: int) -> PlayReport:
    return PlayReport(
        game=plan.game,
        rules_version=find_game(plan.game).rules_version,
        players=len(plan.labels),
        seed=plan.terms.seed,
        blocks=blocks,
        time_control=plan.time_control,
        matches=run.matches,
        bots=tuple(tally(run.blocks, plan.labels)),
        programs=plan.versions,
        faults=tuple(run.faults),
    )


def _print(report: PlayReport, console: Console) -> None:
    title = f"{report.game}, {report.players} players, {report.matches} games, seed {report.seed}"
    results = figures(title, ("seat", "wins", "score", "margin"))
    for row in report.bots:
        results.add_row(escape(row.bot), "all", *_result(row.total), end_section=not row.by_seat)
        for seat, one in row.by_seat.items():
            is_last = seat == max(row.by_seat)
            results.add_row("", str(seat), *_result(one), end_section=is_last, style="dim")
    console.print(results)
    console.print(
        "Wins, score and margin (points ahead of the best other bot), with 95 %"
        " intervals by blocks.",
        style="dim",
    )
    console.print(conduct(report.bots))


def _result(one: Tally) -> tuple[str, ...]:
    return (
        mean_cell(one.win, "{:.1%}", "{:.0%}"),
        mean_cell(one.score, "{:.1f}"),
        mean_cell(one.margin, "{:+.1f}"),
    )
