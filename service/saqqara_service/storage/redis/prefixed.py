"""Calls under a prefix: every key and channel begins with it, so that several may share a Redis."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any, NoReturn

from saqqara_service.storage.redis.calls import Calls, Subscription, Word
from saqqara_service.storage.redis.places import CHANNELS, key_places
from saqqara_service.storage.redis.scripts import on_channels_with


class PrefixedCalls(Calls):
    """The same calls, with the prefix before each key and each channel."""

    def __init__(self, calls: Calls, prefix: str) -> None:
        self._calls = calls
        self._prefix = prefix
        self.pauses_s = calls.pauses_s
        self._scripts: dict[str, tuple[str, str]] = {}

    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands, each perhaps an error of Redis."""
        return await self._calls.answers([self._named(command) for command in commands])

    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer of each primary to one command."""
        return await self._calls.everywhere(*self._named(command))

    async def script(self, sha: str, text: str, words: list[Word]) -> object:
        """The answer of a script, which publishes under the prefix, too."""
        own = self._scripts.get(sha)
        if own is None:
            prefixed = on_channels_with(self._prefix, text)
            digest = hashlib.sha1(prefixed.encode(), usedforsecurity=False).hexdigest()
            own = self._scripts[sha] = (digest, prefixed)
        number = int(words[0])
        keys = [f"{self._prefix}{one}" for one in words[1 : number + 1]]
        return await self._calls.script(*own, [number, *keys, *words[number + 1 :]])

    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel under the prefix."""
        channel = self._prefix + subscription.channel
        await self._calls.listen(replace(subscription, channel=channel), patience_s)

    async def reopen(self) -> None:
        """Drop every socket."""
        await self._calls.reopen()

    async def close(self) -> None:
        """Wait for the answers that are due, then close."""
        await self._calls.close()

    def _named(self, command: tuple[Word, ...]) -> tuple[Word, ...]:
        places = range(1, 2) if command[0] in CHANNELS else key_places(command)
        words = [*command]
        for place in places:
            words[place] = f"{self._prefix}{words[place]}"
        return tuple(words)
