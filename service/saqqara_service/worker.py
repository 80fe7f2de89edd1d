"""The worker process: RQ brings the wake-up calls, an event loop in its own thread does the work.

It also sweeps, so that workers alone keep a ladder going. What it must not know: any rule of
pairing, settling or Redis beyond the queue's address.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

from redis import Redis
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from saqqara_service import logs
from saqqara_service.application import ladder_jobs, ladders
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.queue import QUEUE

# RQ waits for a job 15 s less than this before it renews its registration.
_WORKER_TTL_S = 60
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bench:
    """The service on a running event loop, for a thread that blocks."""

    svc: Service
    loop: asyncio.AbstractEventLoop
    stopped: asyncio.Event

    def do(self, job: Callable[[Service, T], Awaitable[None]], argument: T) -> None:
        """Run a job to its end; RQ's timeout in this thread cancels it."""
        running = asyncio.run_coroutine_threadsafe(_awaited(job(self.svc, argument)), self.loop)
        with self.svc.metrics.working(job.__name__):
            try:
                running.result()
            finally:
                running.cancel()

    def stop(self) -> None:
        """Let the loop's thread close the service and end."""
        self.loop.call_soon_threadsafe(self.stopped.set)


_BENCH: ContextVar[Bench] = ContextVar("bench")


def pair_ladder(ladder_id: str) -> None:
    """RQ job: plan the next blocks of a ladder."""
    _BENCH.get().do(ladder_jobs.pair, ladder_id)


def start_ladder_matches(ladder_id: str) -> None:
    """RQ job: make the next matches of a ladder."""
    _BENCH.get().do(ladder_jobs.start, ladder_id)


def settle_bucket(bucket: str) -> None:
    """RQ job: count the ended matches of a bucket."""
    _BENCH.get().do(ladder_jobs.settle, int(bucket))


class Worker(SimpleWorker):
    """RQ's worker, which knows afterwards whether it was told to stop."""

    is_told_to_stop = False

    def handle_warm_shutdown_request(self) -> None:
        """Note the signal; RQ finishes the job in hand first."""
        self.is_told_to_stop = True


def main() -> None:
    """Work until SIGTERM or SIGINT; exits with 1 if the queue went away."""
    settings = Settings()
    logs.configure(settings.log_level)
    queue_url = settings.queue_url
    if queue_url is None:
        sys.exit("there is no Redis to take jobs from: set REDIS_URL")
    with (
        _open_bench(settings) as bench,
        bench.svc.metrics.served(settings.host, settings.metrics_port),
    ):
        _BENCH.set(bench)
        worker = Worker(
            [QUEUE],
            connection=Redis.from_url(queue_url, socket_connect_timeout=1),
            serializer=JSONSerializer,
            worker_ttl=_WORKER_TTL_S,
        )
        worker.work(logging_level="WARNING")
    if not worker.is_told_to_stop:
        sys.exit("the job queue went away; start this worker again")


@contextmanager
def _open_bench(settings: Settings) -> Iterator[Bench]:
    ready: Future[Bench] = Future()
    thread = Thread(target=lambda: asyncio.run(_serve(settings, ready)), name="service")
    thread.start()
    bench = ready.result()
    try:
        yield bench
    finally:
        bench.stop()
        thread.join()


async def _serve(settings: Settings, ready: Future[Bench]) -> None:
    try:
        async with open_service(settings) as svc:
            sweeping = asyncio.create_task(ladders.keep_sweeping(svc))
            bench = Bench(svc, asyncio.get_running_loop(), asyncio.Event())
            ready.set_result(bench)
            await bench.stopped.wait()
            sweeping.cancel()
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)


async def _awaited(call: Awaitable[None]) -> None:
    await call
