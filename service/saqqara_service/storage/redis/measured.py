"""redis-py's client and pipeline with every call measured, and waited for where replicas count."""

from __future__ import annotations

from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import Pipeline

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import heeding
from saqqara_service.storage.redis.durability import ROUND, demand_replica


class MeasuredRedis(Redis):
    """A client that tells the process's metrics of each command and pipeline.

    Whatever is sent by one that `is_replicated`, but transactions, raises `NotReplicated` unless a
    replica has it on its disk.
    """

    metrics: Metrics
    is_replicated: bool = False

    @classmethod
    def over(cls, pool: ConnectionPool, metrics: Metrics) -> MeasuredRedis:
        """The client that owns the pool."""
        client: MeasuredRedis = cls.from_pool(pool)  # type: ignore[assignment]
        client.metrics = metrics
        return client

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 (its type)
        """Run a command."""
        if self.is_replicated:
            pipe = self.pipeline(transaction=False)
            pipe.execute_command(*args, **options)
            (answer,) = await pipe.execute()
            return answer
        with self.metrics.asking_redis(str(args[0])):
            return await heeding(super().execute_command(*args, **options))  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 (its signature)
        """A pipeline that is measured as one call."""
        pipe = _MeasuredPipeline(
            self.connection_pool, self.response_callbacks, transaction, shard_hint
        )
        pipe.metrics, pipe.is_replicated = self.metrics, self.is_replicated and not transaction
        return pipe


class _MeasuredPipeline(Pipeline):
    metrics: Metrics
    is_replicated: bool

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002
        if self.is_replicated:
            for command in ROUND:
                self.execute_command(*command)
        with self.metrics.asking_redis("PIPELINE"):
            answers = await heeding(super().execute(raise_on_error))
        if not self.is_replicated:
            return answers
        *answers, _published, _reached, waited = answers
        demand_replica(waited)
        return answers
