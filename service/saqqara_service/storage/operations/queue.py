"""The job queue: wake-up calls for workers. What is due stands in the ladders' own records.

A job lost here is made again by the next sweep, so nothing waits for RQ to notice a dead worker. A
job that already waits is not added a second time, which bounds the queue; one that a dead worker
took does not wait any more and blocks nothing.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from saqqara_service.errors import Busy
from saqqara_service.storage.redis.addresses import blocking_client
from saqqara_service.storage.redis.connection import answered

QUEUE = "saqqara"
_JOB_TIMEOUT_S = 30
_KEEP_FAILED_S = 600
_WORKER_SILENT_S = 90
"""A worker that waits for jobs says so every 45 seconds."""


WAITING_SHARE = 16
"""So many jobs of one account wait at most: whoever comes next is never far behind them."""


@dataclass(frozen=True, slots=True)
class Job:
    """A function of `saqqara_service.worker` to call with one id, and for whose ladder that is.

    Without an account it is for all of them.
    """

    function: str
    argument: str
    account_id: str = ""

    @property
    def name(self) -> str:
        """What jobs that do the same have in common."""
        return f"{self.function}-{self.argument}"


class JobQueue:
    """The sending end of the queue, on a blocking client of its own.

    The prefix is that of all keys: who shares a Redis takes no job of another.
    """

    def __init__(self, url: str, prefix: str = "") -> None:
        once = Retry(NoBackoff(), 0)
        self._redis = blocking_client(url, socket_timeout=2, socket_connect_timeout=1, retry=once)
        self._queue = Queue(f"{prefix}{QUEUE}", connection=self._redis, serializer=JSONSerializer)
        self.fault: str | None = None
        """Why the last look found nobody; None if it was answered."""

    @answered
    async def add(self, jobs: Iterable[Job]) -> None:
        """Add the jobs that do not wait there already, and no more than an account's share.

        What is left out is due still, and found again by the next sweep.
        """
        await asyncio.to_thread(self._add, list(jobs))

    async def look(self) -> int | None:
        """How many jobs wait; None while nobody answers, and `fault` tells why."""
        try:
            depth, self.fault = await self.depth(), None
        except Busy as error:
            self.fault = f"{type(error.__cause__).__name__}: {error.__cause__}"
            return None
        return depth

    @answered
    async def depth(self) -> int:
        """How many jobs wait."""
        return await asyncio.to_thread(lambda: self._queue.count)

    @answered
    async def waits_since_ms(self) -> int | None:
        """When the job at the head was added; None if none waits."""
        return await asyncio.to_thread(self._waits_since_ms)

    @answered
    async def workers(self) -> int:
        """How many workers have said lately that they are there."""
        return await asyncio.to_thread(self._workers)

    @answered
    async def failures(self) -> int:
        """How many jobs failed within the time for which that is kept."""
        return await asyncio.to_thread(lambda: self._queue.failed_job_registry.count)

    def close(self) -> None:
        """Close the client's sockets."""
        self._redis.close()

    def _workers(self) -> int:
        oldest = datetime.now(UTC) - timedelta(seconds=_WORKER_SILENT_S)
        beats = [one.last_heartbeat for one in Worker.all(queue=self._queue)]
        return sum(beat is not None and beat > oldest for beat in beats)

    def _waits_since_ms(self) -> int | None:
        since = [one.enqueued_at for one in self._queue.get_jobs(0, 1)]
        return next((int(one.timestamp() * 1000) for one in since if one), None)

    def _add(self, jobs: list[Job]) -> None:
        if not jobs:
            return
        found = [job_id.rpartition("-")[0].rpartition("-") for job_id in self._queue.job_ids]
        waiting = {name for name, _, _ in found}
        shares = Counter(account_id for _, _, account_id in found)
        calls = []
        for job in jobs:
            is_over = job.account_id and shares[job.account_id] >= WAITING_SHARE
            if is_over or job.name in waiting:
                continue
            shares[job.account_id] += 1
            calls.append(
                Queue.prepare_data(
                    f"saqqara_service.worker.{job.function}",
                    args=(job.argument,),
                    job_id=f"{job.name}-{job.account_id}-{secrets.token_hex(4)}",
                    timeout=_JOB_TIMEOUT_S,
                    result_ttl=0,
                    failure_ttl=_KEEP_FAILED_S,
                )
            )
        self._queue.enqueue_many(calls)


@asynccontextmanager
async def open_queue(url: str, prefix: str = "") -> AsyncIterator[JobQueue]:
    """The queue for the time of the block."""
    queue = JobQueue(url, prefix)
    try:
        yield queue
    finally:
        queue.close()
