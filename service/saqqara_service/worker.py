"""The worker process: RQ brings the wake-up calls, an event loop in its own thread does the work.

It also sweeps, so that workers alone keep a ladder going. What it must not know: any rule of
pairing, settling or Redis beyond the queue's address.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from threading import Event, Thread
from typing import TypeVar

import structlog
from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.client import Pipeline
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import InvalidJobOperation, StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now

from saqqara_service.application.ladders import fits, jobs, sweep
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.observability import logs
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.queue import QUEUE

# RQ waits for a job 15 s less than this before it renews its registration.
_WORKER_TTL_S = 60
_BEAT = timedelta(seconds=10)
_ATTEMPTS = 20
_PAUSE_S = 0.25
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
        work = self._paid(job.__name__, job(self.svc, argument))
        running = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            with self.svc.metrics.working(job.__name__):
                running.result()
        except Busy:  # the next sweep wakes somebody for it
            _LOG.warning("job_left", job=job.__name__, argument=argument)
        finally:
            running.cancel()

    async def _paid(self, name: str, job: Awaitable[None]) -> None:
        with self.svc.metrics.costing(name):
            await job

    def stop(self) -> None:
        """Let the loop's thread close the service and end."""
        self.loop.call_soon_threadsafe(self.stopped.set)


_BENCH: ContextVar[Bench] = ContextVar("bench")


def pair_ladder(ladder_id: str) -> None:
    """RQ job: plan the next blocks of a ladder."""
    _BENCH.get().do(jobs.pair, ladder_id)


def start_ladder_matches(ladder_id: str) -> None:
    """RQ job: make the next matches of a ladder."""
    _BENCH.get().do(jobs.start, ladder_id)


def tend_ladder(ladder_id: str) -> None:
    """RQ job: let a ladder begin or finish when it is time."""
    _BENCH.get().do(jobs.tend, ladder_id)


def fit_ladder(ladder_id: str) -> None:
    """RQ job: fit the published table of a ladder."""
    _BENCH.get().do(fits.refit, ladder_id)


def settle_bucket(bucket: str) -> None:
    """RQ job: count the ended matches of a bucket."""
    _BENCH.get().do(jobs.settle, int(bucket))


class Worker(SimpleWorker):
    """RQ's worker, which tells when it is told to stop and never rests long from a lost Redis.

    A job is short: what RQ writes with each of its steps is written only now and then.
    """

    max_connection_wait_time = 1.0

    def __init__(self, redis: Redis, told_to_stop: Event) -> None:
        super().__init__(
            [QUEUE], connection=redis, serializer=JSONSerializer, worker_ttl=_WORKER_TTL_S
        )
        self._told_to_stop = told_to_stop

    def handle_warm_shutdown_request(self) -> None:
        """Note the signal; RQ finishes the job in hand first."""
        self._told_to_stop.set()

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Renew the registration, unless that was done a moment ago."""
        last = self.last_heartbeat
        if pipeline is not None or last is None or now() - last > _BEAT:
            super().heartbeat(timeout, pipeline)

    def set_state(self, state: str, pipeline: Pipeline | None = None) -> None:
        """Tell a state that is not told yet."""
        if pipeline is not None or state != self._state:
            super().set_state(state, pipeline)

    def handle_job_success(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry
    ) -> None:
        """Clear up after a job, unless that is done and only Redis' answer was lost."""
        with suppress(InvalidJobOperation):
            super().handle_job_success(job, queue, started_job_registry)


def main() -> None:
    """Work until SIGTERM or SIGINT; a Redis that is away is waited for."""
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
        _work(queue_url)


def _work(queue_url: str) -> None:
    """Take jobs until told to stop, as a new worker of RQ whenever the old one gave up."""
    told_to_stop = Event()
    # What is sent twice here wakes somebody twice or not at all, which the records forgive.
    again = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), _ATTEMPTS)
    redis = Redis.from_url(queue_url, socket_connect_timeout=1, retry=again)
    with redis, suppress(StopRequested):
        while not told_to_stop.is_set():
            try:
                Worker(redis, told_to_stop).work(logging_level="WARNING")
            except RedisError as error:
                _LOG.warning("queue_away", error=str(error))
            told_to_stop.wait(_PAUSE_S)


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
            sweeping = asyncio.create_task(sweep.keep_sweeping(svc))
            bench = Bench(svc, asyncio.get_running_loop(), asyncio.Event())
            ready.set_result(bench)
            await bench.stopped.wait()
            sweeping.cancel()
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)
