"""Tending: telling the API what is held here, and doing what it answers, about once a second."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from saqqara_sdk.wire.errors import Forbidden, SaqqaraError, Unauthenticated
from saqqara_sdk.wire.models import Assignment, Meter, RunnerLease

BEAT_S: Final = 1.0
"""Between two questions, unless a program begins to wait for a match."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HeldWork:
    """A submission that is worked on here."""

    submission_id: str
    ready: str | None
    token_id: str | None
    meter: Meter


class AssignedJob(Protocol):
    """One assignment at work."""

    @property
    def waiting(self) -> str | None:
        """The name of a process that waits for a match."""
        ...

    @property
    def meter(self) -> Meter:
        """What counts the program's processor time."""
        ...

    def renew(self, token: str) -> None:
        """Go on with another token."""
        ...

    def stop(self) -> None:
        """Come to an end soon."""
        ...

    async def run(self) -> None:
        """Work until it is done or stopped."""
        ...


class Asks(Protocol):
    """Whoever knows what is wanted."""

    async def tend(self, held: Sequence[HeldWork]) -> RunnerLease:
        """All that is to be worked on; raises `SaqqaraError`."""
        ...


@dataclass(slots=True)
class _Work:
    job: AssignedJob
    kind: str
    token_id: str | None
    task: asyncio.Task[None]


class Tender:
    """Keeps the work here like the last answer; without one for a lease's time all work ends.

    The answer tells the whole, so one that is lost or comes twice changes nothing.
    """

    def __init__(self, asks: Asks, begin: Callable[[Assignment], AssignedJob]) -> None:
        self._asks = asks
        self._begin = begin
        self._work: dict[str, _Work] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._stopping = False
        self._lease_s = 0.0
        self._answered = monotonic()
        self._warned: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many submissions are worked on; any thread may look."""
        return len(self._work)

    @property
    def is_stopping(self) -> bool:
        """Whether it takes no more."""
        return self._stopping

    def changed(self) -> None:
        """Ask at once: a program waits for a match, or work is done."""
        self._changed.set()

    def stop(self) -> None:
        """Finish the decisions under way, give everything back, then end."""
        self._stopping = True
        self._changed.set()

    async def run(self) -> None:
        """Work until stopped; raises `Unauthenticated` or `Forbidden` if the token is refused."""
        try:
            while not self._stopping:
                await self._ask()
                try:
                    async with asyncio.timeout(BEAT_S):
                        await self._changed.wait()
                except TimeoutError:
                    pass
                self._changed.clear()
        finally:
            for name in tuple(self._work):
                self._drop(name)
            await asyncio.gather(*self._ending, return_exceptions=True)

    async def _ask(self) -> None:
        held = [
            HeldWork(name, work.job.waiting, work.token_id, work.job.meter)
            for name, work in self._work.items()
            if not work.task.done()
        ]
        for name in [name for name, work in self._work.items() if work.task.done()]:
            del self._work[name]
        try:
            async with asyncio.timeout(max(self._lease_s, BEAT_S)):
                answer = await self._asks.tend(held)
        except (Unauthenticated, Forbidden):
            raise
        except (SaqqaraError, TimeoutError) as error:
            away_s = monotonic() - self._answered
            _log.warning("the API has not answered for %.1f s: %s", away_s, error)
            if away_s > self._lease_s:
                self._give_up()
            return
        self._answered, self._lease_s = monotonic(), answer.lease_ms / 1000
        self._take(answer)
        if answer.warnings != self._warned:
            self._warned = answer.warnings
            for warning in answer.warnings:
                _log.warning("%s", warning)

    def _give_up(self) -> None:
        """The leases are over: others may play by now."""
        for name in tuple(self._work):
            self._drop(name)

    def _take(self, answer: RunnerLease) -> None:
        wanted = {one.submission_id: one for one in answer.assignments}
        for name, work in tuple(self._work.items()):
            if name not in wanted or work.kind != wanted[name].work:
                self._drop(name)
        for name, assigned in wanted.items():
            known = self._work.get(name)
            if known is None:
                self._start(assigned)
            elif assigned.token is not None:
                known.token_id = assigned.token_id
                known.job.renew(assigned.token)

    def _start(self, assigned: Assignment) -> None:
        job = self._begin(assigned)
        _log.info("%s: %s", assigned.submission_id, assigned.work)
        task = asyncio.create_task(job.run())
        task.add_done_callback(self._done)
        self._work[assigned.submission_id] = _Work(job, assigned.work, assigned.token_id, task)

    def _drop(self, name: str) -> None:
        work = self._work.pop(name)
        work.job.stop()
        self._ending.add(work.task)
        work.task.add_done_callback(self._ending.discard)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("work ended with an error", exc_info=error)
        self._changed.set()
