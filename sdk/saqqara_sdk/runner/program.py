"""A command that speaks the line protocol, as a bot on a server.

Each match that runs has a process of its own; one that is over leaves its process to the next. A
process that has died is replaced, and the new one is told all that happened in the match. What a
program does wrong is raised as a `Misstep`, and whoever asks it decides what is played instead.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Awaitable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Lock, Thread
from time import perf_counter
from uuid import uuid4

from saqqara_sdk.bots.bot import Bot, Event, MatchInfo
from saqqara_sdk.bots.offers import KnownContext
from saqqara_sdk.bots.turn import Clock, LegalAction, Turn
from saqqara_sdk.lines.line_bot import LineBot
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.runner.processor_time import ProcessorTime
from saqqara_sdk.runner.program_terms import ProgramTerms
from saqqara_sdk.wire.models import Challenge, Result

NS_PER_MS = 1_000_000

_log = logging.getLogger(__name__)


class Program:
    """The processes of one command: those that wait for a match, and those at a table."""

    def __init__(self, terms: ProgramTerms) -> None:
        self.terms = terms
        self.name = ""
        self.games: tuple[str, ...] | None = None
        self._idle: dict[str, LineBot] = {}
        self._busy: set[LineBot] = set()
        self._warming: LineBot | None = None
        self._lock = Lock()
        self._is_closed = False
        self._used = ProcessorTime(terms.used_ns)

    def open(self) -> None:
        """Start a first process and hear its name; raises `Misstep`."""
        first = self._new()
        try:
            said = first.introduce()
            self.name, self.games = said.name, said.games
        except Misstep:
            self._kill(first)
            raise
        self._keep(first)

    @property
    def waiting(self) -> str | None:
        """The name of a process that waits for a match; a new one each time that one waits."""
        with self._lock:
            return next(reversed(self._idle), None)

    def used_ns(self) -> int:
        """The processor time of all its processes so far, also of those that have ended."""
        with self._lock:
            alive = [*self._idle.values(), *self._busy, *filter(None, [self._warming])]
        return self._used.of_all(alive)

    def bot(self) -> ProgramBot:
        """The program at one match."""
        with self._lock:
            observes = any(one.observes for one in (*self._idle.values(), *self._busy))
        return ObservingProgramBot(self) if observes else ProgramBot(self)

    def take(self) -> LineBot:
        """A process for a match; one that is new is not started yet."""
        with self._lock:
            if self._is_closed:
                raise Misstep(FaultKind.CRASH, "the run is over", is_gone=True)
            taken = self._idle.popitem()[1] if self._idle else self._new()
            self._busy.add(taken)
            return taken

    def give_back(self, line_bot: LineBot) -> None:
        """A match is over: the process waits for another, unless each match has a fresh one."""
        is_done = self.terms.is_fresh or self._is_worn(line_bot)
        if is_done and not self._is_closed:
            self.replace(line_bot)
            return
        self._keep(line_bot)

    def _is_worn(self, line_bot: LineBot) -> bool:
        """Whether it has used so much processor time that it might not last another match."""
        used_ns, worn_ns, pid = self.terms.used_ns, self.terms.worn_ns, line_bot.pid
        if used_ns is None or worn_ns is None or pid is None:
            return False
        return used_ns(pid) >= worn_ns

    def _keep(self, line_bot: LineBot) -> None:
        with self._lock:
            self._busy.discard(line_bot)
            is_kept = not self._is_closed
            if is_kept:
                self._idle[uuid4().hex] = line_bot
        if not is_kept:
            self._kill(line_bot)
        elif self.terms.ready is not None:
            self.terms.ready()

    def replace(self, line_bot: LineBot) -> None:
        """A process is of no use any more: start another while nobody waits for it."""
        self._kill(line_bot)
        with self._lock:
            self._busy.discard(line_bot)
            if self._idle or self._warming or self._is_closed:
                return
            self._warming = self._new()
        Thread(target=self._warm, name="saqqara-warm", daemon=True).start()

    @property
    def is_closed(self) -> bool:
        """Whether all processes are ended, or about to be."""
        return self._is_closed

    def close(self) -> None:
        """End all processes: those at a table by force, for nobody hears their answers."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, {}
            busy = [*self._busy, *filter(None, [self._warming])]
        self._used.of_all([*busy, *idle.values()])
        for line_bot in busy:
            line_bot.interrupt()
        for line_bot in idle.values():
            line_bot.close()

    def _kill(self, line_bot: LineBot) -> None:
        self._used.of_last(line_bot)
        line_bot.kill()

    def _new(self) -> LineBot:
        return LineBot(self.terms.command, self.terms.limits, self.terms.surroundings)

    def _warm(self) -> None:
        """Start the process that is to wait; if it cannot be, the next decision tells of it."""
        fresh = self._warming
        if fresh is None or self._is_closed:
            return
        try:
            fresh.introduce()
        except Misstep as misstep:
            _log.debug("%s was not started again: %s", self.name, misstep.why)
            self._kill(fresh)
            fresh = None
        with self._lock:
            self._warming = None
        if fresh is not None:
            self._keep(fresh)


class ProgramBot(Bot):
    """A program at one match. What is asked of it waits, so it is asked in a thread."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._match: MatchInfo
        self._announced = Announced({}, "")
        self._line_bot: LineBot | None = None
        self._seed = os.urandom(32)
        self._events: list[Event] = []
        self._told = 0
        self._is_asked = Lock()
        self._is_released = False
        self._wall_factor = 1
        self.cpu_ms: int | None = None
        """The processor time of the last decision; None where clocks count time on the wall."""

    @property
    def label(self) -> str:
        """What it is called in the log."""
        return self._program.name

    def accept(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:
        """What its terms say, if it plays the game at all."""
        games = self._program.games
        if games is not None and challenge.terms.game not in games:
            return "game"
        return self._program.terms.accepts(challenge)

    def match_started(self, match: MatchInfo) -> None:
        """Remember the match; the program is told with its first decision."""
        self._match = match

    def announce(self, announced: Announced, wall_factor: int | None) -> None:
        """What else the program is told of the match, and whether processor time is counted."""
        self._announced = announced
        if wall_factor is not None and self._program.terms.used_ns is not None:
            self._wall_factor, self.cpu_ms = wall_factor, 0

    def choose(self, turn: Turn) -> LegalAction:
        """What the program chooses in time; raises `Misstep`."""
        with self._is_asked:
            own_ms = self._own_ms(turn.clock.mine_ms)
            began = perf_counter()
            try:
                seated = self._seated(self._program.terms.limits.start_s, own_ms)
                left_ms = None if own_ms is None else own_ms - _ms_since(began)
                with self._watched(seated), self._measured(seated):
                    return self._ask(seated, turn, left_ms)
            except Misstep as misstep:
                self._blame(turn.version, misstep)
                if misstep.is_gone:
                    self._drop()
                raise

    def _watched(self, seated: LineBot) -> AbstractContextManager[None]:
        watch = self._program.terms.watch
        if watch is None or seated.pid is None:
            return nullcontext()
        return watch(self._match.match_id, seated.pid)

    @contextmanager
    def _measured(self, seated: LineBot) -> Iterator[None]:
        """Measure the processor time of a decision; a process that has died has used none."""
        used_ns, pid = self._program.terms.used_ns, seated.pid
        if self.cpu_ms is None or used_ns is None or pid is None:
            yield
            return
        self.cpu_ms, before = 0, used_ns(pid)
        try:
            yield
        finally:
            self.cpu_ms = max(0, used_ns(pid) - before) // NS_PER_MS

    def match_ended(self, result: Result) -> None:
        """Tell the program, whose process is free then."""
        with self._is_asked:
            line_bot, self._line_bot = self._line_bot, None
            if line_bot is None:
                return
            try:
                line_bot.ended(lambda: result, self._news())
            except Misstep as misstep:
                self._blame(None, misstep)
                self._program.replace(line_bot)
                raise
            self._program.give_back(line_bot)

    def release(self) -> None:
        """The match is over for the runner, however it ended: a process left at it is ended."""
        if self._is_asked.acquire(blocking=False):
            try:
                self._drop()
            finally:
                self._is_asked.release()
        elif self._line_bot is not None:
            self._is_released = True
            self._line_bot.interrupt()

    def _blame(self, version: int | None, misstep: Misstep) -> None:
        """Tell of a fault, unless it is our own: a process that we have ended answers nothing."""
        is_ours = self._is_released or self._program.is_closed
        if self._program.terms.blame is not None and not is_ours:
            self._program.terms.blame(self._match.match_id, version, misstep)

    def _own_ms(self, mine_ms: int | None) -> int | None:
        """What the program has of the time, with something left for the way to the server."""
        if mine_ms is None:
            return None
        return mine_ms - min(self._program.terms.overhead_ms, mine_ms // 2)

    def _seated(self, start_s: float, own_ms: int | None) -> LineBot:
        """The process that plays this match, if need be a new one that hears of it now."""
        if self._line_bot is None:
            most_s = start_s if own_ms is None else own_ms / 1000
            self._line_bot, self._told = self._program.take(), 0
            self._line_bot.started(self._match, self._announced, self._seed, most_s)
        return self._line_bot

    def _ask(self, seated: LineBot, turn: Turn, left_ms: int | None) -> LegalAction:
        limit_ms = None if left_ms is None else max(0, left_ms)
        mine_ms = None if limit_ms is None else limit_ms // self._wall_factor
        clock = Clock(turn.clock.left_ms, mine_ms, turn.clock.deadline_ms)
        asked = Turn(
            turn.match_id,
            turn.rules,
            turn.seat,
            turn.version,
            turn.legal_actions.actions,
            context=KnownContext(turn.view, clock, turn.last),
            chance=turn.random,
        )
        action, thought_ns = seated.answer(asked, limit_ms, self._news())
        if limit_ms is not None and thought_ns >= (limit_ms + 1) * NS_PER_MS:
            why = f"it did not answer within the {limit_ms / 1000:.1f} s that it had"
            raise Misstep(FaultKind.HANG, why, is_gone=True)
        return turn.legal_actions[turn.legal_actions.actions.index(action)]

    def _news(self) -> list[Event]:
        """What this process was not told yet."""
        news = self._events[self._told :]
        self._told = len(self._events)
        return news

    def _drop(self) -> None:
        if self._line_bot is not None:
            self._program.replace(self._line_bot)
            self._line_bot = None


class ObservingProgramBot(ProgramBot):
    """One that is told all that happens; a new process is told it from the beginning."""

    def observe(self, event: Event) -> None:
        """Keep what happened until the program is asked."""
        self._events.append(event)


def _ms_since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
