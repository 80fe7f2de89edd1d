"""Games to look at: one after the other, move by move, below the progress of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from rich.console import Console, Group, RenderableType
from rich.text import Text

from saqqara_engine.games import find_game
from saqqara_engine.records import record as records
from saqqara_engine.records.record import Record
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.played import Block
from saqqara_sdk.cli.block_runs import Watch
from saqqara_sdk.cli.boards import board
from saqqara_sdk.cli.boards.seats import name_of
from saqqara_sdk.cli.console import errors, output
from saqqara_sdk.records import files


class Watching:
    """Shows the games of each block when it is over; without a terminal their last tables."""

    def __init__(self, folder: Path, pace_s: float, watch: Watch) -> None:
        self._folder = folder
        self._pace_s = pace_s
        self._watch = watch
        self._console = errors()
        self._shown: RenderableType = ""

    def board(self) -> RenderableType:
        """The table as it is now."""
        return self._shown

    def hear(self, blocks: Sequence[Block]) -> str | None:
        """Show the newest block; what else is shown of it is as before."""
        reason = self._watch(blocks)
        for played in blocks[-1]:
            path = self._folder / f"{played.match_id}.json"
            if path.exists():  # a block that was remembered was played another time
                self._show(files.load(path))
        return reason

    def _show(self, record: Record) -> None:
        if not self._console.is_terminal:
            *_, last = moments(record, output())
            output().print(last, soft_wrap=True)
            return
        for moment in moments(record, self._console):
            self._shown = moment
            sleep(self._pace_s)


def moments(record: Record, console: Console) -> Iterator[RenderableType]:
    """The table after each ply, with what was done last."""
    rules = find_game(record.game)
    title = Text(f"{rules.title}, match {record.match_id}", style="bold")
    done = Text("")
    for state, ply in zip(records.replay(record), (*record.plies, None), strict=True):
        view = rules.view(state, None)
        yield Group(title, board(rules, view, record.seats, console), done)
        if ply is not None:
            label = rules.label(view, rules.parse_action(ply.action))
            done = Text.assemble(name_of(ply.seat, record.seats), f": {ply.action} ({label})")


@contextmanager
def with_records(plan: JobPlan) -> Iterator[JobPlan]:
    """The plan with a folder for its records, which vanishes if nobody asked for one."""
    if plan.terms.records is not None:
        yield plan
        return
    with TemporaryDirectory(prefix="saqqara-") as folder:
        yield replace(plan, terms=replace(plan.terms, records=Path(folder)))
