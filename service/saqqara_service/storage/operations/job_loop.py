"""The receiving end of the queue, by RQ's own worker; what it does with a job, it does not know."""

from __future__ import annotations

from typing import Final

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from saqqara_service.storage.operations.queue import QUEUE
from saqqara_service.storage.redis.addresses import blocking_client

# RQ waits for a job 15 s less than this before it renews its registration.
WORKER_TTL_S: Final = 60
_ATTEMPTS: Final = 20


def take_jobs(url: str, prefix: str = "") -> None:
    """Take jobs until told to stop or until RQ gives up, when the process is to be begun anew."""
    with connected(url) as redis:
        worker = SimpleWorker(
            [f"{prefix}{QUEUE}"],
            connection=redis,
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL_S,
        )
        worker.work(logging_level="WARNING")


def connected(url: str) -> Redis:
    """A client that asks again; what is sent twice wakes somebody twice, which records forgive."""
    again = Retry(ExponentialWithJitterBackoff(base=0.02, cap=0.5), _ATTEMPTS)
    return blocking_client(url, socket_connect_timeout=1, retry=again)
