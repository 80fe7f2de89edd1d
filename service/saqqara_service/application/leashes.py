"""Open connections by the token that opened them: they end when it is revoked or expires.

Every process looks for revocations by itself, so that one is heeded everywhere within seconds.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from saqqara_service.errors import Busy, Unauthenticated
from saqqara_service.models import Caller

if TYPE_CHECKING:
    from saqqara_service.application.service import Service

T = TypeVar("T")
Cut: TypeAlias = Callable[[], None]

LOOK_S: Final = 0.5
MARGIN_MS: Final = 5_000
"""Revocations are looked for anew so far back: some are written a moment after their instant."""


class Leashes:
    """What is open in this process, by token id."""

    def __init__(self) -> None:
        self._held: defaultdict[str, set[Cut]] = defaultdict(set)

    @contextmanager
    def hold(self, token_id: str, cut: Cut) -> Iterator[None]:
        """Call when the token is worth nothing any more, if that is in the block's time."""
        release = self.leash(token_id, cut)
        try:
            yield
        finally:
            release()

    def leash(self, token_id: str, cut: Cut) -> Callable[[], None]:
        """Call when the token is worth nothing any more, until the answer is called."""
        self._held[token_id].add(cut)
        return partial(self._release, token_id, cut)

    def _release(self, token_id: str, cut: Cut) -> None:
        self._held[token_id].discard(cut)
        if not self._held[token_id]:
            del self._held[token_id]

    def cut(self, token_id: str) -> None:
        """End what the token holds open."""
        for cut in list(self._held.get(token_id, ())):
            cut()


async def while_valid(
    svc: Service, caller: Caller | None, told: AsyncGenerator[T, None]
) -> AsyncGenerator[T, None]:
    """What is told, as long as the caller's token is good; then `Unauthenticated` is raised."""
    async with aclosing(told):
        if caller is None or caller.token_id is None:
            async for each in told:
                yield each
            return
        cut = asyncio.Event()
        with svc.leashes.hold(caller.token_id, cut.set):
            ended = asyncio.create_task(cut.wait())
            try:
                while True:
                    item = asyncio.create_task(_next(told))
                    await _first_of(item, ended)
                    if ended.done():
                        raise Unauthenticated("the token was revoked or has expired")
                    try:
                        yield item.result()
                    except StopAsyncIteration:
                        return
            finally:
                ended.cancel()


async def _next(told: AsyncGenerator[T, None]) -> T:
    return await anext(told)


async def _first_of(item: asyncio.Task[T], ended: asyncio.Task[Literal[True]]) -> None:
    """Wait for either; an item that is not waited for any more is given up."""
    try:
        await asyncio.wait({item, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not item.done():
            item.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await item


async def look(svc: Service, since_ms: int) -> int:
    """Cut what tokens hold open whose time is over; the instant to look on from."""
    revoked, now_ms = await svc.tokens.ended_since(since_ms)
    for token_id in revoked:
        svc.known_tokens.forget(token_id)
        svc.leashes.cut(token_id)
    return now_ms - MARGIN_MS


async def keep_looking(svc: Service) -> None:
    """Look for ever."""
    since_ms = 0
    while True:
        with suppress(Busy):
            since_ms = await look(svc, since_ms)
        await asyncio.sleep(LOOK_S)
