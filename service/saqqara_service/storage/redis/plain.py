"""The same calls by redis-py's own client, which needs nothing but its documents.

Each call has a socket of its own from a pool, and takes about ten times the processor time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError

from saqqara_service.storage.redis.calls import Word, heeding


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

    async def read(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to commands that change nothing, which may be asked again."""
        return await _together(self._again, commands)

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script that Redis may not know yet."""
        try:
            return await self.call("EVALSHA", sha, *words)
        except NoScriptError:
            return await self.call("EVAL", text, *words)

    async def listen(
        self, channel: str, heard: Callable[[str], None], patience_s: float
    ) -> NoReturn:
        """Pass on each message of the channel; raises when Redis is silent or gone."""
        async with self._once.pubsub() as pubsub:
            await pubsub.subscribe(channel)
            is_asked = False
            while True:
                message = await heeding(pubsub.get_message(timeout=patience_s))
                if message is not None and message["type"] == "message":
                    heard(message["data"])
                if message is None and is_asked:
                    raise RedisConnectionError("Redis says nothing")
                if is_asked := message is None:
                    await heeding(pubsub.ping())

    async def close(self) -> None:
        """Close every socket."""
        for client in (self._once, self._again):
            await client.aclose()


async def _together(client: Redis, commands: list[tuple[Word, ...]]) -> list[Any]:
    async with client.pipeline(transaction=False) as pipe:
        for command in commands:
            pipe.execute_command(*command)
        return await pipe.execute()
