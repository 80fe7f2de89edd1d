"""A command that plays one match by the line protocol.

Its faults are raised as `Misstep`; the caller decides which action replaces the decision.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from math import inf
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from saqqara_sdk.bots.bot import Bot, Event, MatchInfo
from saqqara_sdk.bots.offers import LazyContext
from saqqara_sdk.bots.turn import Clock, LegalAction, Turn
from saqqara_sdk.lines.line_bot import LineBot
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.wire.models import Challenge, Result

if TYPE_CHECKING:
    from saqqara_sdk.runner.program import Program

NS_PER_MS = 1_000_000


class ProgramBot(Bot):
    """A program at one match. Its methods block, so call them in a thread."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._match: MatchInfo
        self._announced = Announced({}, "")
        self._line_bot: LineBot | None = None
        self._seed = os.urandom(32)
        self._events: list[Event] = []
        self._sent = 0
        self._is_asked = Lock()
        self._is_released = False
        self._wall_factor = 1
        self.cpu_ms: int | None = None
        """The processor time of the last decision; None if clocks count wall time."""

    def accept(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:
        """Return the decision of its terms; declines games that it does not play."""
        games = self._program.games
        if games is not None and challenge.terms.game not in games:
            return "game"
        return self._program.terms.accepts(challenge)

    def match_started(self, match: MatchInfo) -> None:
        """Store the match, which the program receives with its first turn."""
        self._match = match

    def announce(self, announced: Announced, wall_factor: int | None) -> None:
        """Store the match's announcement, and measure processor time if there is a wall factor."""
        self._announced = announced
        if wall_factor is not None and self._program.terms.used_ns is not None:
            self._wall_factor, self.cpu_ms = wall_factor, 0

    def choose(self, turn: Turn) -> LegalAction:
        """Return the program's choice; raises `Misstep`."""
        try:
            return self._chosen(turn)
        finally:
            self._program.rested()

    def _chosen(self, turn: Turn) -> LegalAction:
        with self._is_asked:
            own_ms = self._own_ms(turn.clock.mine_ms)
            began = perf_counter()
            try:
                seated = self._seated(own_ms)
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
            after = before if seated.pid is None else used_ns(pid)
            self.cpu_ms = max(0, after - before) // NS_PER_MS

    def match_ended(self, result: Result) -> None:
        """Send the result to the program, and release its process."""
        with self._is_asked:
            line_bot, self._line_bot = self._line_bot, None
            if line_bot is None:
                return
            self._program.used_ns()  # it may end now, which no later measurement can see
            try:
                line_bot.ended(lambda: result, self._news())
            except Misstep as misstep:
                self._blame(None, misstep)
                self._program.replace(line_bot)
                raise
            self._program.give_back(line_bot)

    def release(self) -> None:
        """End a process that is left after the match."""
        if self._is_asked.acquire(blocking=False):
            try:
                self._drop()
            finally:
                self._is_asked.release()
        elif self._line_bot is not None:
            self._is_released = True
            self._line_bot.interrupt()

    def _blame(self, version: int | None, misstep: Misstep) -> None:
        """Report a fault, unless this side ended the process."""
        is_ours = self._is_released or self._program.is_closed
        if self._program.terms.blame is not None and not is_ours:
            self._program.terms.blame(self._match.match_id, version, misstep)

    def _own_ms(self, mine_ms: int | None) -> int | None:
        """Return the program's time, with a reserve for the network."""
        if mine_ms is None:
            return None
        return mine_ms - min(self._program.terms.overhead_ms, mine_ms // 2)

    def _seated(self, own_ms: int | None) -> LineBot:
        """Return the process of this match; starts the match in a new one if there is none."""
        if self._line_bot is None:
            own_s, began = inf if own_ms is None else own_ms / 1000, perf_counter()
            self._line_bot, self._sent = self._program.take(self, own_s), 0
            start_s = self._program.terms.limits.start_s
            most_s = start_s if own_ms is None else max(0.0, own_s - (perf_counter() - began))
            self._line_bot.started(self._match, self._announced, self._seed, most_s)
        else:
            self._program.touch(self._line_bot)
        return self._line_bot

    def leave(self) -> bool:
        """Give up the process unless it is deciding; return whether it was given up."""
        if not self._is_asked.acquire(blocking=False):
            return False
        try:
            self._line_bot = None
        finally:
            self._is_asked.release()
        return True

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
            context=LazyContext(lambda: turn.view, clock, turn.last),
            chance=turn.random,
        )
        action, thought_ns = seated.answer(asked, limit_ms, self._news())
        self._pending_note = None if seated.note is None else asdict(seated.note)
        if limit_ms is not None and thought_ns >= (limit_ms + 1) * NS_PER_MS:
            why = f"it did not answer within the {limit_ms / 1000:.1f} s that it had"
            raise Misstep(FaultKind.HANG, why, is_gone=True)
        return turn.legal_actions[turn.legal_actions.actions.index(action)]

    def _news(self) -> list[Event]:
        """Return the events that this process has not received yet."""
        news = self._events[self._sent :]
        self._sent = len(self._events)
        return news

    def _drop(self) -> None:
        if self._line_bot is not None:
            self._program.replace(self._line_bot)
            self._line_bot = None


class ObservingProgramBot(ProgramBot):
    """A program bot that receives events; a new process receives them from the beginning."""

    def observe(self, event: Event) -> None:
        """Store an event until the program's next turn."""
        self._events.append(event)


def _ms_since(began: float) -> int:
    return round((perf_counter() - began) * 1000)
