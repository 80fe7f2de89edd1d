"""`saqqara record`: reading and checking the records of games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import islice, repeat
from pathlib import Path
from textwrap import indent, shorten
from typing import Annotated, TextIO

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from saqqara_engine.endings import EndReason
from saqqara_engine.errors import EngineError
from saqqara_engine.games import find_game
from saqqara_engine.plies import Ply
from saqqara_engine.records import record as records
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Record
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.bots.worths import Unexplained
from saqqara_sdk.cli import record_export as rows
from saqqara_sdk.cli import record_list
from saqqara_sdk.cli.boards import board
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.explanations import explained_by
from saqqara_sdk.cli.links import match_link
from saqqara_sdk.records import files, game_page

app = typer.Typer(
    help="Read and check records of games", no_args_is_help=True, add_completion=False
)

CONTRADICTION = 1
IN_SHORT = 60
"""The characters of a note in the table of plies."""

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="A record in JSON", show_default=False, exists=True, dir_okay=False
    ),
]
Paths = Annotated[
    list[Path],
    typer.Argument(metavar="DIR|FILE…", help="Records", show_default=False, exists=True),
]


@app.command()
def show(
    file: File,
    ply: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The number of plies after which to draw the game",
            show_default="all plies",
        ),
    ] = None,
    *,
    table: Annotated[
        bool, typer.Option("--table", help="Draw the final state, without the plies")
    ] = False,
) -> None:
    """Replay a game: every ply with its clock, the final state and the result, or one position"""
    try:
        record = files.load(file)
        _print_header(record, output())
        if ply is None:
            if not table:
                _print_plies(record, output())
            if record.seed is not None:
                _print_table(record, len(record.plies), output())
            if record.scores:
                _print_scores(record, output())
        else:
            _print_table(record, ply, output())
    except EngineError as error:
        stop(str(error), CONTRADICTION)


@app.command()
def verify(paths: Paths) -> None:
    """Replay games from their seeds, and compare them with all data in the records"""
    faults: list[str] = []
    found = list(rows.files_in(paths))
    for path in found:
        try:
            record = files.load(path)
            records.verify(record)
        except EngineError as error:
            faults.append(f"{path}: {error}")
            continue
        ended = "" if record.ending == EndReason.PLAYED else "; the game is unfinished"
        ended += _ended(record)
        output().print(
            f"{path} is valid: {len(record.plies)} plies replayed; seed, commitment, chance,"
            f" points and places agree{ended}",
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
    if not found:
        stop(f"There is no record in {', '.join(map(str, paths))}.")
    if faults:
        stop("\n".join(faults), CONTRADICTION)


@app.command("list")
def list_records(
    paths: Paths,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List and replay records. Invalid ones are named, and the command ends with 1."""
    lines: list[record_list.ListedRecord] = []
    faults: list[str] = []
    for path in rows.files_in(paths):
        try:
            lines.append(one := record_list.listed(path))
        except EngineError as error:
            faults.append(f"{path}: {error}")
        else:
            faults += [f"{path}: {one.contradiction}"] if one.contradiction else []
    if as_json:
        typer.echo(json.dumps([record_list.as_json(one) for one in lines]))
    else:
        output().print(record_list.table(lines))
    if faults:
        stop("\n".join(faults), CONTRADICTION)


@app.command()
def render(
    file: File,
    out: Annotated[
        Path, typer.Argument(metavar="OUT.html", help="The page to write", show_default=False)
    ],
    *,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot whose values for the actions of each decision are shown",
            show_default="nothing",
        ),
    ] = None,
) -> None:
    """Write a page to step through a game in a browser"""
    try:
        record = files.load(file)
        explained = {} if explain is None else explained_by(explain, record)
        out.write_text(game_page.page(record, explained), encoding="utf-8")
    except BotNotFound as error:
        stop(str(error))
    except (EngineError, Unexplained) as error:
        stop(str(error), CONTRADICTION)
    except OSError as error:
        stop(f"{out} cannot be written: {error.strerror}.")
    output().print(f"Wrote {out}. Open it in a browser.", markup=False, soft_wrap=True)


class ExportFormat(StrEnum):
    """The forms of an export."""

    JSONL = "jsonl"
    CSV = "csv"


@app.command()
def export(
    paths: Paths,
    form: Annotated[
        ExportFormat,
        typer.Option("--format", help="The format: one record per line, or one row per ply"),
    ] = ExportFormat.JSONL,
    out: Annotated[
        Path | None, typer.Option(help="The file to write", show_default="standard output")
    ] = None,
) -> None:
    """Write records as JSON lines, or their plies as CSV

    Invalid files are named, and the command ends with 1.
    """
    try:
        if out is None:
            is_whole = _export(paths, form, sys.stdout)
            sys.stdout.flush()
        else:
            with out.open("w", encoding="utf-8", newline="") as file:
                is_whole = _export(paths, form, file)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    except OSError as error:
        stop(f"{out} cannot be written: {error}")
    if not is_whole:
        raise typer.Exit(CONTRADICTION)


def _export(paths: list[Path], form: ExportFormat, file: TextIO) -> bool:
    """Writes record after record and tells whether all could be read."""
    is_whole = True
    if form is ExportFormat.CSV:
        file.write(rows.csv_text([rows.COLUMNS]))
    for path in rows.files_in(paths):
        try:
            record = files.load(path)
            text = rows.csv_lines(record) if form is ExportFormat.CSV else rows.json_line(record)
        except (EngineError, IndexError) as error:
            is_whole = False
            errors().print(f"{path}: {error}", markup=False, soft_wrap=True)
        else:
            file.write(text)
    return is_whole


def _print_header(record: Record, console: Console) -> None:
    words = f"{record.game}, rules {record.rules_version}, match "
    console.print(Text.assemble(words, match_link(record.match_id)))
    if record.origin:
        is_anew = any(one.ply == record.origin.ply for one in record.resamplings)
        hidden = ", with hidden cards drawn again" if is_anew else ""
        began = f"forked from match {record.origin.match_id} after ply {record.origin.ply}{hidden}"
        console.print(began, markup=False)
    for seat, name in enumerate(record.seats):
        lost = "  lost on time, then played by autoplay" if seat in record.flagged else ""
        gone = "  resigned" if seat in record.resigned else ""
        console.print(f"seat {seat}: {name}{lost}{gone}", markup=False)
    if record.seed is None:
        console.print("The match is still running, so hidden information is missing.")
    else:
        console.print(f"seed {record.seed}", style="dim", markup=False)
    console.print(f"commitment {record.commitment}", style="dim", markup=False)


def _print_plies(record: Record, console: Console) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("ply", justify="right")
    table.add_column("seat")
    for name in ("took", "left"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("action", no_wrap=True)
    table.add_column("in words")
    if any(record.notes):
        table.add_column("note")
    rows = zip(record.plies, _labels(record), map(_in_short, record.notes), strict=True)
    for number, (ply, label, note) in enumerate(rows, 1):
        cells = (str(number), _name(record, ply.seat), *_times(ply), ply.action, label, note)
        table.add_row(*cells[: len(table.columns)])
    console.print(table)


def _in_short(note: Note | None) -> str:
    """The value and the first words of a note, on one line."""
    if note is None:
        return ""
    value = "" if note.evaluation is None else f"{note.evaluation:g}"
    return escape(f"{value}  {shorten(note.words or note.model or '', IN_SHORT)}".strip())


def _in_full(note: Note) -> Iterator[str]:
    """Every field of a note on lines of its own."""
    for name, value in note.to_json().items():
        if isinstance(value, Mapping):
            text = ", ".join(f"{key} {number}" for key, number in value.items())
        else:
            text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        yield escape(indent(text, "    ").replace("    ", f"  {name}: ", 1))


def _labels(record: Record) -> Iterator[str]:
    """Every ply in words, as far as the record can be replayed."""
    if record.seed is None:
        yield from repeat("", len(record.plies))
        return
    rules = find_game(record.game)
    for state, ply in zip(records.replay(record), record.plies, strict=False):
        yield rules.label(rules.view(state, None), rules.parse_action(ply.action))


def _name(record: Record, seat: int) -> str:
    return escape(f"{seat} {record.seats[seat]}")


def _times(ply: Ply) -> tuple[str, str]:
    if ply.auto:
        return "auto", ""
    if ply.clock is None:
        return "", ""
    return f"{ply.clock.charged_ms / 1000:.3f} s", f"{ply.clock.left_ms / 1000:.1f} s"


def _print_scores(record: Record, console: Console) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("place", "seat", "points"):
        table.add_column(name, justify="right" if name != "seat" else "left")
    sources = [line.source for line in record.scores[0].lines]
    for source in sources:
        table.add_column(source, justify="right")
    for score in record.scores:
        place = str(record.placements[score.seat]) if record.placements else "-"
        lines = (str(line.points) for line in score.lines)
        table.add_row(place, _name(record, score.seat), str(score.total), *lines)
    console.print(table)
    if record.ending != EndReason.PLAYED:
        console.print(f"The game is unfinished{_ended(record)}; points are those so far.")


def _ended(record: Record) -> str:
    return "" if record.ending is None else f" ({record.ending.replace('_', ' ')})"


def _print_table(record: Record, ply: int, console: Console) -> None:
    if ply > len(record.plies):
        stop(f"The game has {len(record.plies)} plies. Choose --ply up to this number.")
    rules = find_game(record.game)
    state = next(islice(records.replay(record), ply, None))
    view = rules.view(state, None)
    console.print()
    console.print(board(rules, view, record.seats, console), soft_wrap=not console.is_terminal)
    if ply < len(record.plies):
        coming = record.plies[ply]
        label = rules.label(view, rules.parse_action(coming.action))
        name = _name(record, coming.seat)
        console.print(f"\nPly {ply + 1}, seat {name}: {coming.action} ({escape(label)})")
        if (note := record.notes[ply]) is not None:
            console.print("\n".join(_in_full(note)), soft_wrap=True)
