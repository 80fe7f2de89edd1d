"""The processes of a command that plays on a server by the line protocol.

Each running match has its own process, which the next match reuses. A process that died is
replaced, and the new one receives all events of the match. If fewer processes than matches are
allowed, a match may have to give up its process and is treated in the same way.
"""

from __future__ import annotations

import logging
from collections import deque
from math import inf
from threading import Condition, Thread
from time import monotonic
from uuid import uuid4

from saqqara_sdk.lines.line_bot import LineBot
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.runner.processor_time import ProcessorTime
from saqqara_sdk.runner.program_bot import ObservingProgramBot, ProgramBot
from saqqara_sdk.runner.program_terms import ProgramTerms

_log = logging.getLogger(__name__)


class Program:
    """The processes of one command: idle ones, and those that play a match."""

    def __init__(self, terms: ProgramTerms) -> None:
        self.terms = terms
        self.name = ""
        self.games: tuple[str, ...] | None = None
        self._observes = False
        self._idle: dict[str, LineBot] = {}
        self._seated: dict[LineBot, ProgramBot] = {}
        """The playing processes, the oldest decision first."""
        self._warming: LineBot | None = None
        self._line: deque[ProgramBot] = deque()
        """The matches that wait for a process, in order."""
        self._changed = Condition()
        self._is_closed = False
        self._used = ProcessorTime(terms.used_ns)

    def open(self) -> None:
        """Start a first process and read its introduction; raises `Misstep`."""
        first = self._new()
        said = first.introduce()
        self.name, self.games, self._observes = said.name, said.games, first.observes
        self._keep(first)

    @property
    def waiting(self) -> str | None:
        """The name of an idle process, new each time that it becomes idle; None without one."""
        with self._changed:
            return next(reversed(self._idle), None)

    def used_ns(self) -> int:
        """Return the processor time of all its processes, including those that have ended."""
        with self._changed:
            alive = [*self._idle.values(), *self._seated, *filter(None, [self._warming])]
        return self._used.of_all(alive)

    def bot(self) -> ProgramBot:
        """Return the bot for one match."""
        return ObservingProgramBot(self) if self._observes else ProgramBot(self)

    def take(self, bot: ProgramBot, most_s: float) -> LineBot:
        """Return a process for a match; a new one is not started yet.

        If no more are allowed, takes the process of the match with the oldest decision, as soon as
        a match is not deciding. Raises `Misstep` after `most_s`.
        """
        until = monotonic() + most_s
        with self._changed:
            self._line.append(bot)
            try:
                taken, left = self._first_free(bot, until)
            finally:
                self._line.remove(bot)
                self._changed.notify_all()
        if left is not None:
            self._kill(left)
        return taken

    def _first_free(self, bot: ProgramBot, until: float) -> tuple[LineBot, LineBot | None]:
        """Return the process for a match, and the process of another match that it replaces."""
        while not self._is_closed:
            if self._line[0] is bot:
                left = None
                if self._idle:
                    taken = self._idle.popitem()[1]
                elif self._has_room() or (left := self._given_up()) is not None:
                    taken = self._new()
                else:
                    taken = None
                if taken is not None:
                    self._seated[taken] = bot
                    return taken, left
            if monotonic() >= until:
                raise self._none_in_time()
            self._changed.wait(None if until == inf else until - monotonic())
        raise Misstep(FaultKind.CRASH, "the run is over", is_gone=True)

    def _none_in_time(self) -> Misstep:
        if self._seated:
            return Misstep(FaultKind.HOST, "its processes were busy with other matches")
        return Misstep(FaultKind.HANG, "its next process did not start in time")

    def give_back(self, line_bot: LineBot) -> None:
        """Make the process of a finished match idle; replace it if it is worn or not reusable."""
        is_done = self.terms.is_fresh or line_bot.pid is None or self._is_worn(line_bot)
        if is_done and not self._is_closed:
            self.replace(line_bot)
            return
        self._keep(line_bot)

    def _is_worn(self, line_bot: LineBot) -> bool:
        """Return whether the process has used too much processor time for another match."""
        used_ns, worn_ns, pid = self.terms.used_ns, self.terms.worn_ns, line_bot.pid
        if used_ns is None or worn_ns is None or pid is None:
            return False
        return used_ns(pid) >= worn_ns

    def _keep(self, line_bot: LineBot) -> None:
        with self._changed:
            self._seated.pop(line_bot, None)
            is_kept = not self._is_closed
            if is_kept:
                self._idle[uuid4().hex] = line_bot
                self._changed.notify_all()
        if not is_kept:
            self._kill(line_bot)
            return
        self.shrink()
        if self.terms.ready is not None:
            self.terms.ready()

    def replace(self, line_bot: LineBot) -> None:
        """Kill a process, and start an idle one in advance if no match waits."""
        self._kill(line_bot)
        with self._changed:
            self._seated.pop(line_bot, None)
            self._changed.notify_all()
            is_awaited = self._idle or self._warming or self._line
            if is_awaited or self._is_closed or not self._has_room():
                return
            self._warming = self._new()
        Thread(target=self._warm, name="saqqara-warm", daemon=True).start()

    def touch(self, line_bot: LineBot) -> None:
        """Note a decision, so that this process is the last to be given up."""
        with self._changed:
            if line_bot in self._seated:
                self._seated[line_bot] = self._seated.pop(line_bot)

    def rested(self) -> None:
        """Note the end of a decision, after which its process may be given up."""
        self.shrink()
        with self._changed:
            self._changed.notify_all()

    def shrink(self) -> None:
        """End excess processes: first idle ones, never one that is deciding."""
        ended = []
        with self._changed:
            while self._has_too_many():
                line_bot = self._idle.popitem()[1] if self._idle else self._given_up()
                if line_bot is None:
                    break
                ended.append(line_bot)
        for line_bot in ended:
            self._kill(line_bot)

    def _has_room(self) -> bool:
        return self.terms.most is None or self._count() < self.terms.most()

    def _has_too_many(self) -> bool:
        return self.terms.most is not None and self._count() > self.terms.most()

    def _count(self) -> int:
        return len(self._idle) + len(self._seated) + (self._warming is not None)

    def _given_up(self) -> LineBot | None:
        """Give up the process with the oldest decision that is not deciding; None without one."""
        left = next((one for one, bot in self._seated.items() if bot.leave()), None)
        if left is not None:
            del self._seated[left]
        return left

    @property
    def is_closed(self) -> bool:
        """Whether all processes have ended or are about to."""
        return self._is_closed

    def close(self) -> None:
        """End all processes; those that play are killed."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            idle, self._idle = self._idle, {}
            busy = [*self._seated, *filter(None, [self._warming])]
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
        """Start the idle process; if that fails, the next decision raises the error."""
        fresh = self._warming
        if fresh is None or self._is_closed:
            return
        try:
            fresh.introduce()
        except Misstep as misstep:
            _log.debug("%s was not restarted: %s", self.name, misstep.why)
            fresh = None
        with self._changed:
            self._warming = None
            self._changed.notify_all()
        if fresh is not None:
            self._keep(fresh)
