"""`saqqara play`: bots against each other, offline."""

from __future__ import annotations

import json
import secrets
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from saqqara_contest.clock_words import clock_words, parse_clock
from saqqara_contest.clocks import Clock
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.record import Record
from saqqara_engine.wire import view_json
from saqqara_sdk import recordfile
from saqqara_sdk.arena import BotFault, Entrant, Played, Setting, play_blocks
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.options import asked_options
from saqqara_sdk.loading import BotNotFound, load_bot
from saqqara_sdk.tally import BotTally, Tally, tally

FAULT = 1
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a run ended early, and where the record of that match is."""

    bot: str
    match_id: str
    ply: int
    message: str
    record: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `--json` prints: how the bots did in the matches that were finished."""

    game: str
    rules_version: str
    players: int
    seed: int
    blocks: int
    clock: str
    matches: int
    bots: tuple[BotTally, ...]
    fault: Fault | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a run is to play."""

    setting: Setting
    entrants: Sequence[Entrant]
    blocks: int
    seed: int


@dataclass(slots=True)
class _Run:
    """The matches of a run so far, and why it ended if that was early."""

    played: list[Played]
    fault: BotFault | None = None
    is_interrupted: bool = False


def play(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT",
            help="One bot for each seat: an installed name, FILE.py:CLASS or MODULE:CLASS.",
            show_default=False,
        ),
    ],
    *,
    game: Annotated[str, typer.Option(help="imhotep or duel.")] = "imhotep",
    preset: Annotated[
        str | None, typer.Option(help="Options by a name; `saqqara options` lists them.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="One option, such as sides.market=B."),
    ] = None,
    blocks: Annotated[
        int, typer.Option(min=1, help="How many blocks; in a block each bot has each seat once.")
    ] = 10,
    seed: Annotated[
        int | None, typer.Option(help="Makes a run repeatable.", show_default="drawn")
    ] = None,
    clock: Annotated[
        str, typer.Option(help="A kind of clock and its times, such as 'per_move moveMs=500'.")
    ] = "fischer baseMs=60000 incrementMs=1000",
    records: Annotated[
        Path | None,
        typer.Option(help="Keep a record of each match in this folder.", file_okay=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Play bots against each other on this machine, without a server.

    The number of bots is the number of seats. Example: saqqara play greedy random --blocks 100
    """
    asked = asked_options(preset, option or [])
    setting = _setting(game, asked | {"players": len(bots)}, _clock(clock))
    drawn = secrets.randbelow(2**32) if seed is None else seed
    plan = _Plan(setting, _entrants(bots), blocks, drawn)
    run = _play(plan, records)
    fault = _keep(run.fault, records or Path()) if run.fault else None
    report = _report(plan, run.played, fault)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    _end(run, fault)


def _clock(text: str) -> Clock:
    try:
        return parse_clock(text)
    except ValueError as error:
        stop(str(error))


def _entrants(texts: Sequence[str]) -> list[Entrant]:
    """The bots, the second of a kind labelled `greedy#2`."""
    seen: Counter[str] = Counter()
    entrants = []
    for text in texts:
        try:
            bot = load_bot(text)
        except BotNotFound as error:
            stop(str(error))
        seen[bot.name] += 1
        count = seen[bot.name]
        entrants.append(Entrant(bot.name if count == 1 else f"{bot.name}#{count}", bot))
    return entrants


def _setting(name: str, asked: Mapping[str, Json], time: Clock) -> Setting:
    try:
        rules = find_game(name)
        players = asked["players"]
        if players not in rules.players:
            numbers = ", ".join(map(str, rules.players))
            stop(f"{rules.name} is for {numbers} players: name as many bots, not {players}")
        return Setting(rules, rules.parse_options(asked), time)
    except EngineError as error:
        stop(str(error))


def _play(plan: _Plan, records: Path | None) -> _Run:
    run = _Run([])
    matches = play_blocks(plan.setting, plan.entrants, plan.blocks, plan.seed)
    try:
        with _progress(plan.blocks * len(plan.entrants)) as progress:
            for played in matches:
                run.played.append(played)
                if records is not None:
                    _save(played.record, records)
                progress.advance(progress.task_ids[0])
    except BotFault as fault:
        run.fault = fault
    except KeyboardInterrupt:
        run.is_interrupted = True
    return run


@contextmanager
def _progress(matches: int) -> Iterator[Progress]:
    console = errors()
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        progress.add_task("matches", total=matches)
        yield progress


def _keep(fault: BotFault, folder: Path) -> Fault:
    path = _save(fault.record, folder)
    return Fault(fault.bot, fault.match_id, fault.ply, str(fault), str(path))


def _save(record: Record, folder: Path) -> Path:
    try:
        return recordfile.save(record, folder)
    except OSError as error:
        stop(f"records cannot be written to {folder} ({error}); choose another folder by --records")


def _report(plan: _Plan, played: Sequence[Played], fault: Fault | None) -> Report:
    setting = plan.setting
    return Report(
        game=setting.rules.name,
        rules_version=setting.rules.rules_version,
        players=len(plan.entrants),
        seed=plan.seed,
        blocks=plan.blocks,
        clock=clock_words(setting.time),
        matches=len(played),
        bots=tuple(tally(played, [entrant.label for entrant in plan.entrants])),
        fault=fault,
    )


def _print(report: Report, console: Console) -> None:
    title = f"{report.game}, {report.players} players, {report.matches} games, seed {report.seed}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("bot", no_wrap=True)
    for name in ("games", "wins", "score", "place", "flags", "ms/move"):
        table.add_column(name, justify="right")
    for seat in range(report.players):
        table.add_column(f"seat {seat}", justify="right")
    for row in report.bots:
        by_seat = (_share(row.by_seat.get(seat)) for seat in range(report.players))
        table.add_row(escape(row.bot), *_cells(row.total), *by_seat)
    console.print(table)
    console.print(
        "score and place are means; seat N is the share of wins in that seat", style="dim"
    )


def _cells(total: Tally) -> tuple[str, ...]:
    return (
        str(total.games),
        _share(total),
        f"{total.mean_score:.1f}",
        f"{total.mean_place:.2f}",
        str(total.flags),
        f"{total.ms_per_decision:.2f}",
    )


def _share(tallied: Tally | None) -> str:
    return f"{tallied.wins / tallied.games:.1%}" if tallied and tallied.games else "-"


def _end(run: _Run, fault: Fault | None) -> None:
    if run.is_interrupted:
        stop("Interrupted; the figures are those of the games that were finished.", INTERRUPTED)
    if run.fault is None or fault is None:
        return
    if run.fault.__cause__ is not None:
        typer.echo("".join(traceback.format_exception(run.fault.__cause__)), err=True)
    stop(f"{fault.message}\nThe match so far: saqqara record show {fault.record}", FAULT)
