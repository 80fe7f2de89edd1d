"""The same calls by redis-py's own client, which needs nothing but its documents.

Each call has a socket of its own from a pool, and takes about ten times the processor time.
"""

from __future__ import annotations

from typing import Any, NoReturn

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from saqqara_service.storage.redis.calls import Subscription, Word, evaluated, heeding


class PlainCalls:
    """Calls by two clients: `once` never sends anything again, `again` may."""

    def __init__(self, once: Redis, again: Redis) -> None:
        self._once = once
        self._again = again
        for client in (once, again):
            client.response_callbacks.clear()  # answers stay as Redis tells them

    async def call(self, *command: Word) -> object:
        """The answer to one command."""
        answer: object = await self._once.execute_command(*command)  # type: ignore[no-untyped-call]
        return answer

    async def calls(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands, sent together."""
        return await _together(self._once, commands)

    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The same on one connection, each answer perhaps an error of Redis."""
        return await _together(self._once, commands, are_raised=False)

    async def read(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to commands that change nothing, which may be asked again."""
        return await _together(self._again, commands)

    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer to one command: there is one server."""
        return [await self.call(*command)]

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script that Redis may not know yet."""
        return await evaluated(self.call, sha, text, words)

    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel; raises when Redis is silent or gone."""
        async with self._once.pubsub() as pubsub:
            await pubsub.subscribe(subscription.channel)
            is_asked = False
            while True:
                message = await heeding(pubsub.get_message(timeout=patience_s))
                if message is not None and message["type"] == "message":
                    subscription.heard(message["data"])
                elif message is not None and message["type"] == "subscribe":
                    subscription.begun()
                if message is None and is_asked:
                    raise RedisConnectionError("Redis does not respond")
                if is_asked := message is None:
                    await heeding(pubsub.ping())

    async def reopen(self) -> None:
        """Drop every socket."""
        for client in (self._once, self._again):
            await client.connection_pool.disconnect()

    async def close(self) -> None:
        """Close every socket."""
        for client in (self._once, self._again):
            await client.aclose()


async def _together(
    client: Redis, commands: list[tuple[Word, ...]], *, are_raised: bool = True
) -> list[Any]:
    async with client.pipeline(transaction=False) as pipe:
        for command in commands:
            pipe.execute_command(*command)
        return await pipe.execute(raise_on_error=are_raised)
