"""Playing blocks in parallel processes; results are returned in the given order.

A block's chance depends only on the seed, its number and its seatings, so results do not depend on
the number of jobs.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from threading import Thread
from time import perf_counter
from types import FrameType
from typing import TypeAlias

from saqqara_contest.time_controls import parse_time_control
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_sdk.arena.blocks import Arena, BlockTerms, Task
from saqqara_sdk.arena.entrants import Entrant, Home, find_bot
from saqqara_sdk.arena.match_setting import MatchSetting, OnFault
from saqqara_sdk.arena.played import Block, BlockRows, from_rows, to_rows
from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.bots.texts import is_installed
from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.lines.logs import Logs
from saqqara_sdk.lines.process import LEAVING_S
from saqqara_sdk.lines.termination import when_whole

TASK_S = 0.25
"""The time that a worker should play before it sends results."""

LONGEST_TASK = 256
ENDED_BY_SIGNAL = 143


class WorkerEnded(Exception):
    """A worker process ended unexpectedly; the message says how, and what to do."""


Play: TypeAlias = Callable[[Sequence[Task], frozenset[str]], Iterator[tuple[int, Block]]]
"""Plays blocks, which the labelled bots forfeit, and yields each with its number.

Other bots may forfeit in the next call; otherwise stop iterating to stop playing for good.
"""


@dataclass(frozen=True, slots=True)
class JobPlan:
    """The plan of a run, in plain values that can be sent to other processes.

    `programs` are the hashes of the bots' files, as they were before the run. `logs` is the folder
    for the logs of the bots; `is_heard` shows at once what they print.
    """

    game: str
    options: Mapping[str, Json]
    time_control: str
    on_fault: OnFault
    bots: tuple[str, ...]
    programs: tuple[str, ...]
    labels: tuple[str, ...]
    terms: BlockTerms
    home: Home = Home.HERE
    limits: Limits = USUAL
    is_sandboxed: bool = False
    logs: Path | None = None
    is_heard: bool = False

    @property
    def head(self) -> dict[str, Json]:
        """The values that must be equal for blocks to belong to one run."""
        return {
            "game": self.game,
            "options": self.options,
            "timeControl": self.time_control,
            "onFault": self.on_fault.value,
            "bots": self.bots,
            "programs": dict(zip(self.bots, self.programs, strict=True)),
            "seed": self.terms.seed,
            "fields": self.terms.fields,
            "sharesChance": self.terms.shares_chance,
            "home": self.home.value,
            "hangs": self.limits.hangs,
        }

    @property
    def versions(self) -> dict[str, str | None]:
        """The hash of each bot's program by its label; None for an installed bot."""
        rows = zip(self.labels, self.bots, self.programs, strict=True)
        return {label: None if is_installed(bot) else found for label, bot, found in rows}

    @property
    def setting(self) -> MatchSetting:
        """The setting of the matches."""
        rules = find_game(self.game)
        options = rules.parse_options(self.options)
        return MatchSetting(
            rules, options, parse_time_control(self.time_control), on_fault=self.on_fault
        )

    def open(self) -> Arena:
        """Open an arena in this process."""
        bots = [find_bot(text, self.home) for text in self.bots]
        sandboxes = [sandbox_of(text) if self.is_sandboxed else None for text in self.bots]
        logs = None if self.logs is None else Logs(self.logs)
        opened = [None if logs is None else logs.of(label) for label in self.labels]
        heard = [partial(_show, label) if self.is_heard else None for label in self.labels]
        programs = [self.versions[label] for label in self.labels]
        entrants = list(map(Entrant, self.labels, bots, sandboxes, opened, heard, programs))
        return Arena(self.setting, entrants, self.terms, self.home, self.limits)


def _show(label: str, line: str) -> None:
    print(f"{label}: {line}", file=sys.stderr)


@contextmanager
def playing(plan: JobPlan, jobs: int) -> Iterator[Play]:
    """Yield the function that plays the plan's blocks, here or in up to `jobs` worker processes.

    Bots without their own process never play in this one, since they could block or end it.
    """
    if jobs == 1 and plan.home is not Home.HERE:
        with plan.open() as arena:
            yield partial(_alone, arena)
        return
    workers: list[_Worker] = []
    try:
        yield partial(_together, plan, jobs, workers)
    finally:
        for worker in workers:
            worker.stop()


def _alone(
    arena: Arena, tasks: Sequence[Task], absent: frozenset[str]
) -> Iterator[tuple[int, Block]]:
    arena.absent = absent
    for task in tasks:
        yield task[0], from_rows(to_rows(arena.play(task)))


def _together(
    plan: JobPlan,
    jobs: int,
    workers: list[_Worker],
    tasks: Sequence[Task],
    absent: frozenset[str],
) -> Iterator[tuple[int, Block]]:
    """Give idle workers the next blocks; yield results in order."""
    if workers and workers[0].absent != absent:
        while workers:  # what they have begun was with a bot that forfeits now
            workers.pop().stop()
    while len(workers) < min(jobs, len(tasks)):
        workers.append(_Worker(plan, absent))
    left, due, early = deque(tasks), deque(tasks), dict[int, Block]()
    by_line = {worker.line: worker for worker in workers}

    def give(worker: _Worker) -> None:
        """Give a worker blocks, but leave enough to keep the others busy until the end."""
        worker.give(left, ceil(len(left) / (2 * len(workers))))

    for worker in workers:
        give(worker)
    while due:
        for line in wait(list(by_line)):
            assert isinstance(line, Connection)  # noqa: S101 - only connections are waited for
            early.update(by_line[line].take())
            give(by_line[line])
        while due and due[0][0] in early:
            number, _ = due.popleft()
            yield number, early.pop(number)


class _Worker:
    """A process that plays blocks; `size` is the number of blocks that it gets next."""

    def __init__(self, plan: JobPlan, absent: frozenset[str]) -> None:
        self.absent = absent
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(plan, absent, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self.size = 1
        self._is_trusting = plan.home is Home.HERE
        self._given: tuple[list[Task], float] = ([], 0.0)

    def give(self, tasks: deque[Task], most: int) -> None:
        """Send the next blocks to the worker, if there are any left."""
        few = [tasks.popleft() for _ in range(min(self.size, most))]
        self._given = (few, perf_counter())
        if few:
            self.line.send(few)

    def take(self) -> Iterable[tuple[int, Block]]:
        """Return the blocks that it has played; raises its error."""
        try:
            blocks: list[BlockRows] | Exception = self.line.recv()
        except EOFError:
            raise WorkerEnded(self._how_it_ended()) from None
        if isinstance(blocks, Exception):
            raise blocks
        tasks, began = self._given
        rate = len(tasks) / max(perf_counter() - began, 1e-6)
        self.size = max(1, min(2 * self.size, round(rate * TASK_S), LONGEST_TASK))
        numbers = [number for number, _ in tasks]
        return zip(numbers, map(from_rows, blocks), strict=True)

    def _how_it_ended(self) -> str:
        self._process.join()
        blocks = ", ".join(str(number) for number, _ in self._given[0]) or "nothing"
        how = f"A process that played {blocks} exited with code {self._process.exitcode}"
        if self._is_trusting:
            return f"{how}. A bot may have ended it; without --trust the bot is named."
        return f"{how}. It was ended from outside; continue the run with --resume."

    def stop(self) -> None:
        """End the process and its bots, even if a bot blocks it."""
        self.line.close()
        self._process.terminate()
        self._process.join(LEAVING_S)
        self._process.kill()
        self._process.join()


def _work(plan: JobPlan, absent: frozenset[str], line: Connection) -> None:
    """Play the received blocks until the other end of the pipe is closed.

    Output of bots goes to standard error, so it cannot disturb the output of the command.
    """
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with plan.open() as arena:
        arena.absent = absent

        def end(_number: int, _frame: FrameType | None) -> None:
            when_whole(end_at_once)

        def end_at_once() -> None:
            arena.kill()
            os._exit(ENDED_BY_SIGNAL)

        def end_with_command() -> None:
            if (command := parent_process()) is not None:
                command.join()
                arena.kill()
                os._exit(ENDED_BY_SIGNAL)

        signal.signal(signal.SIGTERM, end)
        Thread(target=end_with_command, daemon=True).start()
        try:
            while True:
                line.send(_play(arena, line.recv()))
        except (EOFError, BrokenPipeError):
            return


def _play(arena: Arena, tasks: Sequence[Task]) -> list[BlockRows] | Exception:
    try:
        return [to_rows(arena.play(task)) for task in tasks]
    except Exception as error:  # noqa: BLE001 - it is raised again where the result is awaited
        return error
