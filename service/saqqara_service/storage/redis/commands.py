"""redis-py's commands over `Calls`: it writes and reads words, the sockets are ours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NoReturn, TypeAlias, cast

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import Pipeline

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.calls import Word, good

Send: TypeAlias = Callable[[list[tuple[Word, ...]]], Awaitable[list[Any]]]
"""The answers to several commands, in the older protocol, each perhaps an error."""
_NO_TRANSACTION = "there are no transactions over several nodes: write a script"


class Commands(Redis):
    """A client without sockets of its own; the process's metrics hear of each command."""

    metrics: Metrics
    send: Send

    @classmethod
    def over(cls, send: Send, metrics: Metrics) -> Commands:
        """The client whose commands are sent so."""
        client = cast("Commands", cls.from_pool(ConnectionPool(protocol=2)))
        client.send, client.metrics = send, metrics
        return client

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 (its type)
        """Run a command."""
        with self.metrics.asking_redis(str(args[0])):
            (answer,) = await self.send([_words(args)])
        return self.understood(args[0], good(answer), options)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:  # noqa: FBT001, FBT002 (its signature)
        """A pipeline that is sent together to each node, and measured as one call."""
        if transaction:
            raise TypeError(_NO_TRANSACTION)
        pipe = _Pipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)
        pipe.over = self
        return pipe

    def understood(self, name: str, answer: object, options: Mapping[str, Any]) -> object:
        """An answer as redis-py's methods tell it."""
        callback = self.response_callbacks.get(name)
        known = {word: value for word, value in options.items() if word != "keys"}
        return callback(answer, **known) if callback else answer


class _Pipeline(Pipeline):
    over: Commands

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
        raise TypeError(_NO_TRANSACTION)


def _words(args: tuple[Any, ...]) -> tuple[Word, ...]:
    """A command as Redis takes it: redis-py writes some with a space."""
    return (*str(args[0]).split(), *args[1:])
