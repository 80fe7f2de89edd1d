"""The worker process: RQ brings the wake-up calls, an event loop in its own thread does the work.

It also sweeps, so that workers alone keep a ladder going. What it must not know: any rule of
pairing, settling or Redis beyond the queue's address.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import Final, TypeVar

import structlog

from saqqara_service.application.ladders import course, fits, jobs, rulings, sweep
from saqqara_service.application.operations import background
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.observability import logs
from saqqara_service.settings import Settings
from saqqara_service.storage.operations import rq_worker
from saqqara_service.storage.redis.keys import NEWS
from saqqara_service.supervision import Loops

TURN_S: Final = 4.0
"""A loop that does nothing of what it is asked for so long is stuck."""
_LOG = structlog.get_logger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bench:
    """The service on a running event loop, for a thread that blocks."""

    svc: Service
    loop: asyncio.AbstractEventLoop
    stopped: asyncio.Event

    def do(self, job: Callable[[Service, T], Awaitable[None]], argument: T) -> None:
        """Run a job to its end; RQ's timeout in this thread cancels it."""
        work = self._paid(job, argument)
        running = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            with self.svc.metrics.working(job.__name__):
                running.result()
        except Busy:  # the next sweep wakes somebody for it
            _LOG.warning("job_left", job=job.__name__, argument=argument)
        finally:
            running.cancel()

    async def _paid(self, job: Callable[[Service, T], Awaitable[None]], argument: T) -> None:
        await self.svc.admission.demand_open()
        with self.svc.metrics.costing(job.__name__):
            await job(self.svc, argument)

    def is_turning(self) -> bool:
        """Whether the loop does what it is asked, asked from another thread."""
        turned = Event()
        try:
            self.loop.call_soon_threadsafe(turned.set)
        except RuntimeError:  # it is closed
            return False
        return turned.wait(TURN_S)

    def stop(self) -> None:
        """Let the loop's thread close the service and end."""
        self.loop.call_soon_threadsafe(self.stopped.set)


_BENCH: ContextVar[Bench] = ContextVar("bench")


def play_ladder(ladder_id: str) -> None:
    """RQ job: settle, plan and start matches of a ladder for as long as these end."""
    _BENCH.get().do(course.play, ladder_id)


def tend_ladder(ladder_id: str) -> None:
    """RQ job: let a ladder begin or finish when it is time."""
    _BENCH.get().do(jobs.tend, ladder_id)


def refold_ladder(ladder_id: str) -> None:
    """RQ job: fold the standings of a ladder anew, by its rulings."""
    _BENCH.get().do(rulings.refold, ladder_id)


def fit_ladder(ladder_id: str) -> None:
    """RQ job: fit the strengths of a ladder."""
    _BENCH.get().do(fits.refit, ladder_id)


def main(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; a Redis that is away is waited for."""
    logs.configure(settings.log_level)
    queue_url = settings.queue_url
    if queue_url is None:
        sys.exit("there is no Redis to take jobs from: set REDIS_URL")
    with (
        _open_bench(settings) as bench,
        bench.svc.metrics.served(settings.host, settings.metrics_port, bench.is_turning),
    ):
        _BENCH.set(bench)
        rq_worker.take_jobs(queue_url, settings.key_prefix)


@contextmanager
def _open_bench(settings: Settings) -> Iterator[Bench]:
    ready: Future[Bench] = Future()
    thread = Thread(target=_turn, args=(settings, ready), name="service")
    thread.start()
    bench = ready.result()
    try:
        yield bench
    finally:
        bench.stop()
        thread.join()


def _turn(settings: Settings, ready: Future[Bench]) -> None:
    """Run the event loop; a process that has lost it ends, so that it is begun again."""
    try:
        asyncio.run(_serve(settings, ready))
    except BaseException:
        os.kill(os.getpid(), signal.SIGTERM)
        raise


async def _serve(settings: Settings, ready: Future[Bench]) -> None:
    try:
        # Ladders need no moves: to hear of each was two thirds of a worker's processor time.
        async with open_service(settings, channel=NEWS) as svc:
            loops: Loops = {
                "ladders": partial(sweep.keep_sweeping, svc),
                "rules": svc.rules.keep_beating,
            }
            async with background.while_fit(svc, loops):
                bench = Bench(svc, asyncio.get_running_loop(), asyncio.Event())
                ready.set_result(bench)
                await bench.stopped.wait()
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)
