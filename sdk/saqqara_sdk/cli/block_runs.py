"""Playing blocks for a command: progress, remembered blocks, faults, interruptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

import typer
from rich.console import RenderableType
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from saqqara_engine.game import Json
from saqqara_sdk.arena.blocks import Task
from saqqara_sdk.arena.jobs import JobPlan, Play, WorkerEnded, playing
from saqqara_sdk.arena.journal import Journal, OtherRun
from saqqara_sdk.arena.played import Block, BotFault
from saqqara_sdk.cli.console import Pulse, errors, stop
from saqqara_sdk.lines.missteps import FaultKind
from saqqara_sdk.records.files import NotKept

FAULT = 1
INTERRUPTED = 130
SHOWN_DETAIL = 2000

Watch: TypeAlias = Callable[[Sequence[Block]], str | None]
"""Hears of all blocks after each one; what to show beside the progress, or None to stop."""

Expect: TypeAlias = Callable[[], int | None]
"""The expected number of blocks, as far as it is known during play."""

Table: TypeAlias = Callable[[], RenderableType]
"""The display below the progress."""


@dataclass(slots=True)
class BlockRun:
    """The blocks of a run so far, whether it was interrupted, and why it could not go on."""

    blocks: list[Block] = field(default_factory=list)
    is_interrupted: bool = False
    failure: str | None = None

    @property
    def matches(self) -> int:
        """How many matches were finished."""
        return sum(map(len, self.blocks))

    @property
    def faults(self) -> list[BotFault]:
        """The first fault of each bot."""
        first: dict[str, BotFault] = {}
        for block in self.blocks:
            for played in block:
                for fault in played.faults:
                    first.setdefault(fault.bot, fault)
        return list(first.values())


def play_through(
    plan: JobPlan,
    blocks: int,
    jobs: int,
    resume: Path | None,
    watch: Watch,
    *,
    expect: Expect | None = None,
) -> BlockRun:
    """Play the blocks that are not in the resume file, until `watch` stops the run."""
    schedule = [list(map(plan.terms.task, range(1, blocks + 1)))]
    return play_rounds(plan, schedule, blocks, jobs=jobs, resume=resume, watch=watch, expect=expect)


def play_rounds(
    plan: JobPlan,
    rounds: Iterable[Sequence[Task]],
    blocks: int,
    *,
    jobs: int,
    resume: Path | None,
    watch: Watch,
    table: Table | None = None,
    expect: Expect | None = None,
) -> BlockRun:
    """Play blocks round by round, where each round depends on the ones before; `blocks` in total.

    Blocks in the resume file must match the rounds.
    """
    run = BlockRun()
    with _remembering(plan.head, resume) as journal, _progress(blocks, table) as progress:
        goes_on, hangs = partial(_goes_on, run, progress, watch, expect), Counter[str]()
        with _until_stopped(run), playing(plan, jobs) as play:
            for tasks in rounds:
                if not all(map(goes_on, _played(plan, tasks, play, journal, hangs))):
                    break
    return run


def play_variants(
    head: Mapping[str, Json],
    rounds: Iterable[tuple[JobPlan, Sequence[Task]]],
    blocks: int,
    *,
    jobs: int,
    resume: Path | None,
    watch: Watch,
) -> BlockRun:
    """The same where each round has bots of its own; `head` is what all of it follows from."""
    run = BlockRun()
    with _remembering(head, resume) as journal, _progress(blocks, None) as progress:
        goes_on = partial(_goes_on, run, progress, watch, None)
        with _until_stopped(run):
            for plan, tasks in rounds:
                with playing(plan, jobs) as play:
                    if not all(map(goes_on, _played(plan, tasks, play, journal, Counter()))):
                        break
    return run


def _goes_on(
    run: BlockRun, progress: _Shown, watch: Watch, expect: Expect | None, block: Block
) -> bool:
    run.blocks.append(block)
    reason = watch(run.blocks)
    progress.update(progress.task_ids[0], advance=1, standing=escape(reason or ""))
    if expect is not None:
        progress.tasks[0].total = expect()
    if reason is not None:
        progress.pulse.beat(f"{len(run.blocks)} of {progress.tasks[0].total} blocks  {reason}")
    return reason is not None


@contextmanager
def _until_stopped(run: BlockRun) -> Iterator[None]:
    """What ends a run early is told by the run; no place to remember blocks ends the command."""
    try:
        yield
    except KeyboardInterrupt:
        run.is_interrupted = True
    except WorkerEnded as error:
        run.failure = str(error)
    except NotKept as error:
        stop(str(error))


def end(run: BlockRun, plan: JobPlan, code: int = 0) -> None:
    """Report the errors of the run, and end the command with their code, else with `code`."""
    if run.faults:
        errors().print("Bots failed. The first failure of each:")
    for fault in run.faults:
        folder = plan.terms.records or plan.terms.faulty or Path()
        record = folder / f"{fault.match_id}.json"
        if fault.detail:
            errors().print(fault.detail[-SHOWN_DETAIL:].rstrip(), markup=False, soft_wrap=True)
        saved = f"\n`saqqara record show {record}` shows the match." if record.exists() else ""
        hint = plan.limits.memory_hint(fault.why + fault.detail)
        errors().print(f"{fault}{hint}{saved}", markup=False, soft_wrap=True)
    if run.failure is not None:
        stop(f"The run ended early: {run.failure}", FAULT)
    if run.is_interrupted:
        stop("Interrupted. The figures cover the finished blocks.", INTERRUPTED)
    if run.faults:
        raise typer.Exit(FAULT)
    if code:
        raise typer.Exit(code)


@contextmanager
def _remembering(head: Mapping[str, Json], path: Path | None) -> Iterator[Journal | None]:
    if path is None:
        yield None
        return
    try:
        journal = Journal(path, head)
    except OtherRun as error:
        stop(str(error))
    except OSError as error:
        stop(f"{path} cannot be used ({error}). Name another file with --resume.")
    with closing(journal):
        yield journal


def _played(
    plan: JobPlan, tasks: Sequence[Task], play: Play, journal: Journal | None, hangs: Counter[str]
) -> Iterator[Block]:
    """The blocks, those that are remembered first; a bot that hangs too often forfeits the rest.

    `hangs` counts by the order of blocks, so that a run depends neither on jobs nor on resuming.
    """
    at = 0
    while journal and at < len(tasks) and tasks[at][0] <= len(journal.blocks):
        number, field = tasks[at]
        block = journal.blocks[number - 1]
        seats = [tuple(seat.bot for seat in played.seats) for played in block]
        if seats != [tuple(plan.labels[bot] for bot in seating) for seating in field]:
            stop(
                f"Block {number} in the resume file has other bots than this run. Name another"
                " file with --resume."
            )
        hangs.update(_hangs(block))
        at += 1
        yield block
    while at < len(tasks):
        absent = _absent(plan, hangs)
        for number, block in play(tasks[at:], absent):
            if journal:
                journal.add(number, block)
            hangs.update(_hangs(block))
            at += 1
            yield block
            if late := _absent(plan, hangs) - absent:
                for bot in sorted(late):
                    errors().print(f"{bot} hung and forfeits the rest of the run.", markup=False)
                break


def _absent(plan: JobPlan, hangs: Counter[str]) -> frozenset[str]:
    most = plan.limits.hangs
    return frozenset(bot for bot, count in hangs.items() if most and count >= most)


def _hangs(block: Block) -> list[str]:
    faults = [fault for played in block for fault in played.faults]
    return [fault.bot for fault in faults if fault.kind is FaultKind.HANG]


class _Shown(Progress):
    """Progress with what is below it."""

    table: Table | None = None
    pulse: Pulse

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bar, then the table."""
        yield from super().get_renderables()
        if self.table:
            yield self.table()


@contextmanager
def _progress(blocks: int, table: Table | None) -> Iterator[_Shown]:
    console = errors()
    columns = (
        TextColumn("blocks"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}"),
    )
    with _Shown(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        progress.table = table
        progress.pulse = Pulse(console)
        progress.add_task("blocks", total=blocks, standing="")
        yield progress
