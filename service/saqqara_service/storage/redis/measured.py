"""redis-py's client and pipeline with every call measured."""

from __future__ import annotations

from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import Pipeline

from saqqara_service.observability.metrics import Metrics


class MeasuredRedis(Redis):
    """A client that tells the process's metrics of each command and pipeline."""

    metrics: Metrics

    @classmethod
    def over(cls, pool: BlockingConnectionPool, metrics: Metrics) -> MeasuredRedis:
        """The client that owns the pool."""
        client: MeasuredRedis = cls.from_pool(pool)  # type: ignore[assignment]
        client.metrics = metrics
        return client

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 (its type)
        """Run a command."""
        with self.metrics.asking_redis(str(args[0])):
            return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 (its signature)
        """A pipeline that is measured as one call."""
        pipe = _MeasuredPipeline(
            self.connection_pool, self.response_callbacks, transaction, shard_hint
        )
        pipe.metrics = self.metrics
        return pipe


class _MeasuredPipeline(Pipeline):
    metrics: Metrics

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002
        with self.metrics.asking_redis("PIPELINE"):
            return await super().execute(raise_on_error)
