"""Ladders as they run and end, for people: bars on a terminal, plain lines anywhere else."""

from __future__ import annotations

import time
from typing import Protocol, Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from saqqara_service.cli.tables import folding
from saqqara_service.models import Ladder, Standing

LINE_S = 2.0


class Display(Protocol):
    """What shows how far ladders are."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def show(self, ladder: Ladder, leader: Standing | None) -> None:
        """Show how far one ladder is."""
        ...


class Bars:
    """A bar for each ladder, moving in place."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("[dim]{task.fields[note]}"),
            TimeElapsedColumn(),
            console=console,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, ladder: Ladder, leader: Standing | None) -> None:
        """Move the ladder's bar."""
        if ladder.id not in self._tasks:
            self._tasks[ladder.id] = self._progress.add_task(
                ladder.name, total=ladder.matches_planned, note=""
            )
        self._progress.update(
            self._tasks[ladder.id], completed=ladder.matches_settled, note=_note(ladder, leader)
        )


class Lines:
    """A line now and then when something has changed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: dict[str, tuple[int, float]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def show(self, ladder: Ladder, leader: Standing | None) -> None:
        """Print a line, unless nothing has changed or one was printed just now."""
        settled, at = self._shown.get(ladder.id, (-1, 0.0))
        is_done = ladder.matches_settled == ladder.matches_planned
        if settled == ladder.matches_settled or not (is_done or time.monotonic() - at > LINE_S):
            return
        self._shown[ladder.id] = (ladder.matches_settled, time.monotonic())
        progress = f"{ladder.matches_settled} of {ladder.matches_planned} matches"
        self._console.print(f"{ladder.name}: {progress}, {_note(ladder, leader)}")


def display(console: Console) -> Display:
    """The display that suits where the text goes."""
    return Bars(console) if console.is_terminal else Lines(console)


def _note(ladder: Ladder, leader: Standing | None) -> str:
    playing = f"{ladder.matches_started - ladder.matches_settled} running"
    if leader is None or leader.matches == 0:
        return playing
    return f"{playing}, {leader.bot_name} leads"


def standings_table(found: list[Standing]) -> Table:
    """The standings for people, a provisional strength with a question mark."""
    table = folding("Place", "Bot", "Elo", "95 %", "Matches", "Wins", "Mean place", "Out of time")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in found:
        table.add_row(
            str(row.place),
            row.bot_name,
            f"{row.elo:.0f}{'?' if row.provisional else ''}",
            f"{row.low:.0f} to {row.high:.0f}",
            str(row.matches),
            f"{row.wins:g}",
            f"{row.mean_place:.2f}",
            str(row.flags),
        )
    if any(row.provisional for row in found):
        table.caption = "?: provisional, with too few matches"
    return table
