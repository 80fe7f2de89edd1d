"""The receiving end of the queue, by RQ's worker: whatever leans on its loop.

Where RQ gives up, a new worker begins in the same process.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import Final

import structlog
from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, SimpleWorker
from rq.exceptions import InvalidJobOperation, StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from saqqara_service.storage.operations.queue import QUEUE
from saqqara_service.storage.redis.addresses import blocking_client

# RQ waits for a job 15 s less than this before it renews its registration.
_WORKER_TTL_S: Final = 60
_ATTEMPTS: Final = 20
_PAUSE_S: Final = 0.25
_LOG = structlog.get_logger(__name__)


class Worker(SimpleWorker):
    """RQ's worker, which tells when it is told to stop and never rests long from a lost Redis."""

    max_connection_wait_time = 1.0

    def __init__(self, redis: Redis, queue: str, stop_signal: Event) -> None:
        super().__init__(
            [queue], connection=redis, serializer=JSONSerializer, worker_ttl=_WORKER_TTL_S
        )
        self._stop_signal = stop_signal

    def handle_warm_shutdown_request(self) -> None:
        """Note the signal; RQ finishes the job in hand first."""
        self._stop_signal.set()

    def handle_job_success(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry
    ) -> None:
        """Clear up after a job, unless that is done and only Redis' answer was lost."""
        with suppress(InvalidJobOperation):
            super().handle_job_success(job, queue, started_job_registry)


def take_jobs(url: str, prefix: str = "") -> None:
    """Take jobs until told to stop, as a new worker of RQ whenever the old one gave up."""
    stop_signal = Event()
    with _connected(url) as redis, suppress(StopRequested):
        while not stop_signal.is_set():
            try:
                Worker(redis, f"{prefix}{QUEUE}", stop_signal).work(logging_level="WARNING")
            except RedisError as error:
                _LOG.warning("queue_away", error=str(error))
            stop_signal.wait(_PAUSE_S)


def _connected(url: str) -> Redis:
    """A client that asks again; what is sent twice wakes somebody twice, which records forgive."""
    again = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), _ATTEMPTS)
    return blocking_client(url, socket_connect_timeout=1, retry=again)
