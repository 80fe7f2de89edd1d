"""Blocks in parallel processes, gathered in the order of their numbers.

A block follows from its number alone, so what comes out does not depend on the number of jobs.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from time import perf_counter
from types import FrameType

from saqqara_contest.clock_words import parse_clock
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_sdk.arena.blocks import Arena, Terms
from saqqara_sdk.arena.entrants import Entrant, Home, find_bot
from saqqara_sdk.arena.played import Block, Telling, as_told, telling
from saqqara_sdk.arena.setting import USUAL, Limits, OnFault, Setting

TASK_S = 0.25
"""How long a worker should play for before it tells."""

LONGEST_TASK = 256
ENDED_BY_SIGNAL = 143


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a run of blocks follows from, in plain values that travel to other processes."""

    game: str
    options: Mapping[str, Json]
    clock: str
    on_fault: OnFault
    bots: tuple[str, ...]
    labels: tuple[str, ...]
    terms: Terms
    home: Home = Home.HERE
    limits: Limits = USUAL

    @property
    def head(self) -> dict[str, Json]:
        """What has to be the same for blocks to belong to one run."""
        return {
            "game": self.game,
            "options": self.options,
            "clock": self.clock,
            "onFault": self.on_fault.value,
            "bots": self.bots,
            "seed": self.terms.seed,
            "fields": self.terms.fields,
            "sharesChance": self.terms.shares_chance,
            "home": self.home.value,
        }

    @property
    def setting(self) -> Setting:
        """What is played."""
        rules = find_game(self.game)
        options = rules.parse_options(self.options)
        return Setting(rules, options, parse_clock(self.clock), on_fault=self.on_fault)

    def open(self) -> Arena:
        """An arena in this process."""
        bots = [find_bot(text, self.home) for text in self.bots]
        entrants = list(map(Entrant, self.labels, bots))
        return Arena(self.setting, entrants, self.terms, self.home, self.limits)


def play_plan(
    plan: Plan, numbers: Sequence[int], jobs: int
) -> Generator[tuple[int, Block], None, None]:
    """The blocks of these numbers, in this order; stop iterating to stop playing."""
    if jobs == 1:
        with plan.open() as arena:
            for number in numbers:
                yield number, as_told(telling(arena.block(number)))
    else:
        workers = [_Worker(plan) for _ in range(min(jobs, len(numbers)))]
        try:
            yield from _gather(workers, deque(numbers))
        finally:
            for worker in workers:
                worker.stop()


class _Worker:
    """A process that plays blocks; `size` is how many it is given next."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(plan, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self.size = 1
        self._given: tuple[list[int], float] = ([], 0.0)

    def give(self, numbers: deque[int]) -> None:
        """Gives the next few blocks to play, if there are any left."""
        few = [numbers.popleft() for _ in range(min(self.size, len(numbers)))]
        self._given = (few, perf_counter())
        if few:
            self.line.send(few)

    def take(self) -> Iterable[tuple[int, Block]]:
        """What it has played; raises what went wrong in it."""
        try:
            blocks: list[Telling] | Exception = self.line.recv()
        except EOFError:
            raise ChildProcessError("a worker of the arena was ended from outside") from None
        if isinstance(blocks, Exception):
            raise blocks
        numbers, began = self._given
        rate = len(numbers) / max(perf_counter() - began, 1e-6)
        self.size = max(1, min(2 * self.size, round(rate * TASK_S), LONGEST_TASK))
        return zip(numbers, map(as_told, blocks), strict=True)

    def stop(self) -> None:
        """Ends the process and its bots."""
        self.line.close()
        self._process.terminate()
        self._process.join()


def _gather(workers: Sequence[_Worker], numbers: deque[int]) -> Iterator[tuple[int, Block]]:
    """Whoever is idle gets the next blocks; what came too early waits."""
    due, early = deque(numbers), dict[int, Block]()
    by_line = {worker.line: worker for worker in workers}
    for worker in workers:
        worker.give(numbers)
    while due:
        for line in wait(list(by_line)):
            assert isinstance(line, Connection)  # noqa: S101 - they are what was waited for
            early.update(by_line[line].take())
            by_line[line].give(numbers)
        while due and due[0] in early:
            yield due[0], early.pop(due.popleft())


def _work(plan: Plan, line: Connection) -> None:
    """What a worker does, until the other end of the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with plan.open() as arena:

        def end(_number: int, _frame: FrameType | None) -> None:
            arena.kill()
            os._exit(ENDED_BY_SIGNAL)

        signal.signal(signal.SIGTERM, end)
        try:
            while True:
                line.send(_play(arena, line.recv()))
        except (EOFError, BrokenPipeError):
            return


def _play(arena: Arena, numbers: Sequence[int]) -> list[Telling] | Exception:
    try:
        return [telling(arena.block(number)) for number in numbers]
    except Exception as error:  # noqa: BLE001 - it is raised again where the result is awaited
        return error
