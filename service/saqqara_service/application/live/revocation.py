"""Revocation: what a token holds open ends when it is revoked or expires.

Every process looks for revocations by itself, so that one is heeded everywhere within seconds.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from functools import partial
from typing import Final, Literal, TypeAlias, TypeVar

from saqqara_service.application.caches.known_tokens import KnownTokens
from saqqara_service.errors import Busy, Unauthenticated
from saqqara_service.models import Caller
from saqqara_service.storage.accounts.tokens import TokenStore

T = TypeVar("T")
Cut: TypeAlias = Callable[[], None]

LOOK_S: Final = 0.5
MARGIN_MS: Final = 5_000
"""Revocations are looked for anew so far back: some are written a moment after their instant."""


class Revocation:
    """What is open in this process by token id, and how it is ended."""

    def __init__(self, tokens: TokenStore, known_tokens: KnownTokens) -> None:
        self._tokens = tokens
        self._known_tokens = known_tokens
        self._held: defaultdict[str, set[Cut]] = defaultdict(set)

    def on_end(self, token_id: str, cut: Cut) -> Callable[[], None]:
        """Call when the token is worth nothing any more, until the answer is called."""
        self._held[token_id].add(cut)
        return partial(self._release, token_id, cut)

    async def while_valid(
        self, caller: Caller | None, stream: AsyncGenerator[T, None]
    ) -> AsyncGenerator[T, None]:
        """What is told, as long as the caller's token is good; then raises `Unauthenticated`."""
        async with aclosing(stream):
            if caller is None or caller.token_id is None:
                async for each in stream:
                    yield each
                return
            cut = asyncio.Event()
            with self._hold(caller.token_id, cut.set):
                ended = asyncio.create_task(cut.wait())
                try:
                    while True:
                        item = asyncio.create_task(_next(stream))
                        await _first_of(item, ended)
                        if ended.done():
                            raise Unauthenticated("The token was revoked or has expired.")
                        try:
                            yield item.result()
                        except StopAsyncIteration:
                            return
                finally:
                    ended.cancel()

    async def look(self, since_ms: int) -> int:
        """Cut what tokens hold open whose time is over; the instant to look on from."""
        revoked, now_ms = await self._tokens.ended_since(since_ms)
        for token_id in revoked:
            self._known_tokens.forget(token_id)
            self._cut(token_id)
        return now_ms - MARGIN_MS

    async def keep_looking(self) -> None:
        """Look for ever."""
        since_ms = 0
        while True:
            with suppress(Busy):
                since_ms = await self.look(since_ms)
            await asyncio.sleep(LOOK_S)

    @contextmanager
    def _hold(self, token_id: str, cut: Cut) -> Iterator[None]:
        release = self.on_end(token_id, cut)
        try:
            yield
        finally:
            release()

    def _release(self, token_id: str, cut: Cut) -> None:
        self._held[token_id].discard(cut)
        if not self._held[token_id]:
            del self._held[token_id]

    def _cut(self, token_id: str) -> None:
        for cut in list(self._held.get(token_id, ())):
            cut()


async def _next(stream: AsyncGenerator[T, None]) -> T:
    return await anext(stream)


async def _first_of(item: asyncio.Task[T], ended: asyncio.Task[Literal[True]]) -> None:
    """Wait for either; an item that is not waited for any more is given up."""
    try:
        await asyncio.wait({item, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not item.done():
            item.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await item
        elif not item.cancelled():
            item.exception()  # heard of here, in case nobody asks for the item any more
