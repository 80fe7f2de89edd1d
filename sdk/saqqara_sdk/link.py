"""A bot's line to the service: one socket at a time, replaced whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import Never, TypeVar

from saqqara_sdk.access import Access
from saqqara_sdk.errors import (
    APIError,
    Busy,
    ConnectionFailed,
    Internal,
    RateLimited,
    SaqqaraError,
    UnknownAnswer,
    UnreadableAnswer,
)
from saqqara_sdk.feed import Operation
from saqqara_sdk.messages import JsonObject
from saqqara_sdk.server_clock import ServerClock
from saqqara_sdk.socket import Socket, open_socket
from saqqara_sdk.versions import Handshake

T = TypeVar("T")

PASSING = (ConnectionFailed, UnreadableAnswer, RateLimited, Busy, Internal)
LONGEST_WAIT_S = 60.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a running bot is, in seconds.

    `patience_s` bounds the wait for the first connection; one that was open once is sought for
    ever. `quiet_s` without a sign of life loses a socket, and so does `silent_s` in which the feed
    tells nothing, not even a heartbeat. `answer_s` without an answer sends an operation again, and
    `drain_s` is left to decisions under way when the run is stopped.
    """

    first_pause_s: float = 0.1
    longest_pause_s: float = 5.0
    patience_s: float = 30.0
    quiet_s: float = 15.0
    silent_s: float = 25.0
    answer_s: float = 10.0
    drain_s: float = 5.0

    def pauses(self) -> Iterator[float]:
        """Growing pauses between attempts, scattered so that many bots do not return at once."""
        pause_s = self.first_pause_s
        while True:
            yield pause_s * random.uniform(0.5, 1.0)
            pause_s = min(self.longest_pause_s, 2 * pause_s)


class Link:
    """Keeps a socket open and sends operations over whichever is open now."""

    def __init__(self, access: Access, pace: Pace) -> None:
        self._access = access
        self._pace = pace
        self._socket: Socket | None = None
        self._replaced = asyncio.Condition()
        self._is_proven = False
        self._handshake = Handshake(access.server)
        self.opened = 0
        self.clock = ServerClock()

    async def keep(self, use: Callable[[Socket], Awaitable[Never]]) -> Never:
        """Open sockets and use them, one after the other; ends only by an error for good.

        Pauses between them grow until a socket has proven itself: by an answer, or by holding.
        """
        started, pauses = monotonic(), self._pace.pauses()
        while True:
            opened = monotonic()
            try:
                async with open_socket(self._access, quiet_s=self._pace.quiet_s) as socket:
                    self._handshake.heard(socket.headers)
                    await self._replace(socket)
                    await use(socket)
            except SaqqaraError as error:
                if not _may_pass(error):
                    raise
                if self.opened == 0 and monotonic() - started > self._pace.patience_s:
                    raise
                reason = error
            if self._is_proven or monotonic() - opened > self._pace.longest_pause_s:
                pauses = self._pace.pauses()
            pause_s = max(next(pauses), _asked_s(reason))
            _log.warning("connection lost, trying again in %.1f s: %s", pause_s, reason.message)
            await asyncio.sleep(pause_s)

    async def call(self, operation: Operation[T]) -> T:
        """The answer, however often it must be asked for; raises what the service refuses.

        An answer that this version cannot read is raised too: asked again, it would be the same.
        """
        pauses = self._pace.pauses()
        while True:
            socket = await self._open()
            asked_s = 0.0
            try:
                async with asyncio.timeout(self._pace.answer_s):
                    answer = await socket.execute(operation.document, operation.variables)
                self._is_proven = True
                return operation.read(answer)
            except TimeoutError:
                _log.warning("no answer within %g s, asking again", self._pace.answer_s)
            except ConnectionFailed as error:
                _log.debug("asking again: %s", error)
            except SaqqaraError as error:
                if not _may_pass(error):
                    raise
                _log.warning("asking again: %s", error)
                asked_s = _asked_s(error)
            await asyncio.sleep(max(next(pauses), asked_s))

    async def follow(
        self, document: str, variables: Callable[[], JsonObject]
    ) -> AsyncGenerator[JsonObject, None]:
        """What a subscription tells; it is asked for again, with new variables, when it ends."""
        pauses = self._pace.pauses()
        while True:
            socket = await self._open()
            told = socket.follow(document, variables(), silent_s=self._pace.silent_s)
            try:
                async with aclosing(told) as items:
                    async for item in items:
                        yield item
                        pauses = self._pace.pauses()
            except SaqqaraError as error:
                _log.info("following again: %s", error)
                asked_s = _asked_s(error)
            await asyncio.sleep(max(next(pauses), asked_s))

    async def _replace(self, socket: Socket) -> None:
        async with self._replaced:
            self._socket = socket
            self._is_proven = False
            self.opened += 1
            self._replaced.notify_all()

    async def _open(self) -> Socket:
        async with self._replaced:
            while self._socket is None or self._socket.is_lost:
                await self._replaced.wait()
            return self._socket


def _may_pass(error: SaqqaraError) -> bool:
    """Whether to ask again; a refusal of an unknown kind may pass if it says when."""
    if type(error) is APIError:
        return "retry_after_ms" in error.facts
    return isinstance(error, PASSING) and not isinstance(error, UnknownAnswer)


def _asked_s(error: SaqqaraError) -> float:
    """The seconds that the service asks to wait; 0 where it asks for none."""
    wait_ms = error.facts.get("retry_after_ms") if isinstance(error, APIError) else None
    return min(wait_ms / 1000, LONGEST_WAIT_S) if isinstance(wait_ms, int) else 0.0
