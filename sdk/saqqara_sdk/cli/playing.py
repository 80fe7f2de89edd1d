"""Playing blocks for a command: progress, remembered blocks, faults, interruptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from saqqara_sdk.arena.jobs import Plan, play_plan
from saqqara_sdk.arena.journal import Journal, OtherRun
from saqqara_sdk.arena.played import Block, Fault
from saqqara_sdk.cli.console import errors, stop

FAULT = 1
INTERRUPTED = 130
SHOWN_DETAIL = 2000

Watch: TypeAlias = Callable[[Sequence[Block]], str | None]
"""What to show beside the progress after a block; None to stop."""


@dataclass(slots=True)
class Run:
    """The blocks of a run so far, and whether it was interrupted."""

    blocks: list[Block] = field(default_factory=list)
    is_interrupted: bool = False

    @property
    def matches(self) -> int:
        """How many matches were finished."""
        return sum(map(len, self.blocks))

    @property
    def faults(self) -> list[Fault]:
        """The first fault of each bot."""
        first: dict[str, Fault] = {}
        for block in self.blocks:
            for played in block:
                for fault in played.faults:
                    first.setdefault(fault.bot, fault)
        return list(first.values())


def play_through(plan: Plan, blocks: int, jobs: int, resume: Path | None, watch: Watch) -> Run:
    """Plays so many blocks, but for those remembered, or until `watch` says stop."""
    run = Run()
    with _remembering(plan, resume) as journal, _progress(blocks) as progress:
        task = progress.task_ids[0]

        def goes_on(block: Block) -> bool:
            run.blocks.append(block)
            told = watch(run.blocks)
            progress.update(task, advance=1, standing=escape(told or ""))
            return told is not None

        try:
            remembered = journal.blocks[:blocks] if journal else []
            if not all(map(goes_on, list(remembered))):
                return run
            numbers = range(len(run.blocks) + 1, blocks + 1)
            with closing(play_plan(plan, numbers, jobs)) as played:
                for number, block in played:
                    if journal:
                        journal.add(number, block)
                    if not goes_on(block):
                        break
        except KeyboardInterrupt:
            run.is_interrupted = True
        except OSError as error:
            stop(f"a file cannot be written ({error}); choose other places for records and blocks")
    return run


def end(run: Run, plan: Plan, code: int = 0) -> None:
    """Tells what went wrong, and ends the command with the code that says so, else with `code`."""
    for fault in run.faults:
        record = (plan.terms.records or Path()) / f"{fault.match_id}.json"
        if fault.detail:
            errors().print(fault.detail[-SHOWN_DETAIL:].rstrip(), markup=False, soft_wrap=True)
        kept = f"\nThe match: saqqara record show {record}" if record.exists() else ""
        errors().print(f"{fault}{kept}", markup=False, soft_wrap=True)
    if run.is_interrupted:
        stop("Interrupted; the figures are those of the blocks that were finished.", INTERRUPTED)
    if run.faults:
        stop("Some decisions were not the bots' own; these are their first faults.", FAULT)
    if code:
        raise typer.Exit(code)


@contextmanager
def _remembering(plan: Plan, path: Path | None) -> Iterator[Journal | None]:
    if path is None:
        yield None
        return
    try:
        journal = Journal(path, plan.head)
    except OtherRun as error:
        stop(str(error))
    except OSError as error:
        stop(f"{path} cannot be used ({error}); name another file by --resume")
    with closing(journal):
        yield journal


@contextmanager
def _progress(blocks: int) -> Iterator[Progress]:
    console = errors()
    columns = (
        TextColumn("blocks"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}"),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        progress.add_task("blocks", total=blocks, standing="")
        yield progress
