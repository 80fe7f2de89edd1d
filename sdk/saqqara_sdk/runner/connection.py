"""A bot's connection to the service: one socket at a time, replaced whenever it is lost."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import Never, TypeVar

from saqqara_sdk.client.access import Access
from saqqara_sdk.client.versions import Handshake
from saqqara_sdk.runner.feed import RepeatableCall
from saqqara_sdk.runner.messages import JsonObject
from saqqara_sdk.runner.server_clock import ServerClock
from saqqara_sdk.runner.socket import OPEN_S, Socket, WentSilent, open_socket
from saqqara_sdk.wire.errors import (
    APIError,
    Busy,
    ConnectionFailed,
    Internal,
    Maintenance,
    RateLimited,
    SaqqaraError,
    UnknownAnswer,
    UnreadableAnswer,
)

T = TypeVar("T")

PASSING = (ConnectionFailed, UnreadableAnswer, RateLimited, Busy, Maintenance, Internal)
LONGEST_WAIT_S = 60.0
LONGEST_QUIET_S = 15.0
STEADY_S = 10.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The timeouts and pauses of a running bot, in seconds.

    - `first_connection_s`: for the first connection; later ones are retried for ever.
    - `quiet_s`: for any data on the socket; `alert_s` during matches, since the process behind it
      may hang while the bot's clock runs. Each such timeout doubles the next socket's time, so a
      slow service is not abandoned repeatedly.
    - `open_s`: for an attempt to connect, doubled after each failure.
    - `silent_s`: for an item of a stream, such as a heartbeat; `idle_s` for one of the bot's feed
      between matches.
    - `answer_s`: for an answer, before the operation is sent again.
    - `drain_s`: for current decisions when the run is stopped.
    - `first_pause_s`, `longest_pause_s`: the bounds of growing pauses between attempts.
    """

    first_pause_s: float = 0.1
    longest_pause_s: float = 5.0
    first_connection_s: float = 30.0
    quiet_s: float = 4.5
    alert_s: float = 1.5
    open_s: float = 2.0
    silent_s: float = 25.0
    idle_s: float = 300.0
    answer_s: float = 10.0
    drain_s: float = 5.0

    def pauses(self) -> Iterator[float]:
        """Yield random pauses below a growing bound, so that many bots do not retry together."""
        pause_s = self.first_pause_s
        while True:
            yield random.uniform(0, pause_s)
            pause_s = min(self.longest_pause_s, 2 * pause_s)


class Outage:
    """A time without a connection: its pauses, and two log lines for all of it."""

    def __init__(self, timeouts: Timeouts) -> None:
        self.attempts = 0
        self._timeouts = timeouts
        self._pauses = timeouts.pauses()
        self._pause_s = 0.0
        self._began: float | None = None

    def pause_s(self, reason: SaqqaraError, *, held_s: float) -> float:
        """Return the pause before the next attempt.

        `held_s` is the lifetime of the last socket. Pauses start again from the first if it
        exceeds the last pause.
        """
        if held_s > self._pause_s:
            self._pauses = self._timeouts.pauses()
        if self._began is None:
            self._began = monotonic()
            _log.warning("no connection, retrying: %s", reason.message)
        else:
            _log.debug("no connection yet: %s", reason.message)
        self.attempts += 1
        self._pause_s = max(next(self._pauses), _asked_s(reason))
        return self._pause_s

    def end(self) -> None:
        """End the outage, because a connection works."""
        if self._began is not None:
            away_s = monotonic() - self._began
            _log.warning("connected again after %.1f s, attempt %d", away_s, self.attempts)
        self._began, self.attempts = None, 0


class Connection:
    """Keeps a socket open and sends operations over the current one."""

    def __init__(
        self, access: Access, timeouts: Timeouts, is_playing: Callable[[], bool] = lambda: False
    ) -> None:
        self._addresses = itertools.cycle(access.each)
        self._timeouts = timeouts
        self._is_playing = is_playing
        self._socket: Socket | None = None
        self._opened_at = monotonic()
        self._replaced = asyncio.Condition()
        self._handshake = Handshake(access.server)
        self._outage = Outage(timeouts)
        self._doubts = 0
        self._maintenance: str | None = None
        self.opened = 0
        self.clock = ServerClock()

    async def keep(self, use: Callable[[Socket], Awaitable[Never]]) -> Never:
        """Open and use sockets one after the other; raises errors that no retry can repair."""
        started = monotonic()
        while True:
            before, access = self.opened, next(self._addresses)
            open_s = min(OPEN_S, self._timeouts.open_s * 2.0**self._outage.attempts)
            try:
                async with open_socket(
                    access, idle_timeout_s=self._idle_timeout_s, open_s=open_s
                ) as socket:
                    self._handshake.heard(socket.headers)
                    await self._replace(socket)
                    await use(socket)
            except SaqqaraError as error:
                if not _may_pass(error):
                    raise
                if self.opened == 0 and monotonic() - started > self._timeouts.first_connection_s:
                    raise
                held_s = monotonic() - self._opened_at if self.opened > before else 0.0
                self._doubts = (held_s < STEADY_S) * self._doubts + isinstance(error, WentSilent)
                pause_s = self._outage.pause_s(error, held_s=held_s)
            await asyncio.sleep(pause_s)

    @property
    def is_open(self) -> bool:
        """Whether there is a socket that is not known to be lost."""
        return self._socket is not None and not self._socket.is_lost

    def renew(self, access: Access) -> None:
        """Use another token for new sockets; the open one continues."""
        self._addresses = itertools.cycle(access.each)

    def prove(self) -> None:
        """Note that the service has sent something on the current socket."""
        self._outage.end()

    async def call(self, operation: RepeatableCall[T]) -> T:
        """Send an operation until it is answered; raises refusals of the service.

        Also raises answers that this version cannot read, since a retry would not change them.
        """
        pauses, level = self._timeouts.pauses(), logging.WARNING
        while True:
            socket = await self._open()
            asked_s = 0.0
            try:
                async with asyncio.timeout(self._timeouts.answer_s):
                    answer = await socket.execute(operation.document, operation.variables)
                self.prove()
                value = operation.read(answer)
            except TimeoutError:
                _log.log(level, "no response within %g s, sending again", self._timeouts.answer_s)
                level = logging.DEBUG
            except ConnectionFailed as error:
                _log.debug("sending again: %s", error)
            except SaqqaraError as error:
                if not _may_pass(error):
                    raise
                if isinstance(error, Maintenance):
                    self._wait_for_the_end_of(error)
                else:
                    _log.log(level, "sending again: %s", error)
                level, asked_s = logging.DEBUG, _asked_s(error)
            else:
                self._maintenance = None
                return value
            await asyncio.sleep(max(next(pauses), asked_s))

    async def follow(
        self, document: str, variables: Callable[[], JsonObject]
    ) -> AsyncGenerator[JsonObject, None]:
        """Yield the items of a subscription; starts it again, with new variables, when it ends."""
        pauses = self._timeouts.pauses()
        while True:
            socket = await self._open()
            stream = socket.follow(document, variables(), silent_s=lambda: self._timeouts.silent_s)
            try:
                async with aclosing(stream) as items:
                    async for item in items:
                        yield item
                        pauses = self._timeouts.pauses()
            except SaqqaraError as error:
                _log.info("following again: %s", error)
                asked_s = _asked_s(error)
            await asyncio.sleep(max(next(pauses), asked_s))

    def _wait_for_the_end_of(self, notice: Maintenance) -> None:
        """Log the maintenance once, even if several matches wait for its end."""
        if self._maintenance != notice.message:
            _log.warning("maintenance, waiting for its end: %s", notice.message)
        self._maintenance = notice.message

    async def _replace(self, socket: Socket) -> None:
        async with self._replaced:
            self._socket, self._opened_at = socket, monotonic()
            self.opened += 1
            self._replaced.notify_all()

    def _idle_timeout_s(self) -> float:
        """Return the time that the socket may be silent, which is shorter during matches."""
        timeout_s = self._timeouts.alert_s if self._is_playing() else self._timeouts.quiet_s
        return min(LONGEST_QUIET_S, timeout_s * 2.0**self._doubts)

    async def _open(self) -> Socket:
        while (socket := self._socket) is None or socket.is_lost:
            async with self._replaced:
                await self._replaced.wait_for(lambda: self.is_open)
        return socket


def _may_pass(error: SaqqaraError) -> bool:
    """Return whether to retry; unknown refusals are retried if they have `retry_after_ms`."""
    if type(error) is APIError:
        return "retry_after_ms" in error.facts
    return isinstance(error, PASSING) and not isinstance(error, UnknownAnswer)


def _asked_s(error: SaqqaraError) -> float:
    """Return the seconds that the service asks to wait; 0 by default."""
    wait_ms = error.facts.get("retry_after_ms") if isinstance(error, APIError) else None
    return min(wait_ms / 1000, LONGEST_WAIT_S) if isinstance(wait_ms, int) else 0.0
