"""redis-py's methods over `Calls`, where commands go to several nodes, or get a prefix."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NoReturn, TypeAlias, cast

from redis.asyncio import ConnectionPool
from redis.asyncio.client import Pipeline

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import Word, good
from saqqara_service.storage.redis.measured import MeasuredRedis

Send: TypeAlias = Callable[[list[tuple[Word, ...]]], Awaitable[list[Any]]]
"""The answers to several commands, in the older protocol, each perhaps an error."""


class CommandsOver(MeasuredRedis):
    """A client without sockets of its own; its pipelines are sent together to each node."""

    send: Send

    @classmethod
    def sending(cls, send: Send, metrics: Metrics) -> CommandsOver:
        """The client whose commands are sent so."""
        client = cast("CommandsOver", cls.over(ConnectionPool(protocol=2), metrics))
        client.send = send
        return client

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 (its type)
        """Run a command."""
        with self.metrics.asking_redis(str(args[0])):
            (answer,) = await self.send([_words(args)])
        return self.understood(args[0], good(answer), options)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 (its signature)
        """A pipeline that is measured as one call; what must happen in one step is a script."""
        if transaction:
            raise TypeError("there are no transactions over several nodes: write a script")
        pipe = _PipelineOver(self.connection_pool, self.response_callbacks, transaction, shard_hint)
        pipe.over = self
        return pipe

    def understood(self, name: str, answer: object, options: Mapping[str, Any]) -> object:
        """An answer as redis-py's methods tell it."""
        callback = self.response_callbacks.get(name)
        told = {word: value for word, value in options.items() if word != "keys"}
        return callback(answer, **told) if callback else answer


class _PipelineOver(Pipeline):
    over: CommandsOver

    async def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002
        stack, self.command_stack = self.command_stack, []
        with self.over.metrics.asking_redis("PIPELINE"):
            answers = await self.over.send([_words(args) for args, _ in stack])
        return [
            answer
            if isinstance(answer, Exception) and not raise_on_error
            else self.over.understood(str(args[0]), good(answer), options)
            for (args, options), answer in zip(stack, answers, strict=True)
        ]

    def watch(self, *_names: object) -> NoReturn:
        """Nothing is watched."""
        raise TypeError("there are no transactions over several nodes: write a script")


def _words(args: tuple[Any, ...]) -> tuple[Word, ...]:
    """A command as Redis takes it: redis-py writes some with a space."""
    return (*str(args[0]).split(), *args[1:])
