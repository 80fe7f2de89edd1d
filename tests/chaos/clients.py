"""Scripted bots that speak by the SDK's own sockets and documents, and do what bots do badly.

Each has a socket to every API process. It answers at once, and besides: sends an action twice at
once or once more later, sends two different actions for one turn, acts on an old version, offers
what is illegal, resigns while it acts. Whatever is asked is written down.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Final, Never

from saqqara_sdk import AsyncClient
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.feed import FEED, act, read_item
from saqqara_sdk.runner.messages import JsonObject
from saqqara_sdk.runner.socket import Socket, open_socket
from saqqara_sdk.wire.errors import APIError, ConnectionFailed, SaqqaraError, UnreadableAnswer
from saqqara_sdk.wire.models import WireTurn
from tests.chaos.history import (
    OK,
    REFUSED,
    UNKNOWN,
    Attempt,
    History,
    Read,
    Sight,
    digest_of,
    now_ms,
)
from tests.chaos.proxy import Proxy

ANSWER_S: Final = 4.0
QUIET_S: Final = 6.0
SILENT_S: Final = 300.0
"""For an item of the feed, which beats every few minutes between matches; pings find the dead."""
PAUSE_S: Final = 0.1
LOOK_S: Final = 0.02
UNDECIDED: Final = frozenset({"busy"})
"""Refusals after which it is unknown whether the action was taken."""

STANDING: Final = "query Standing($id: ID!) { match(id: $id) { version } }"
SEEN: Final = 0.15
"""This share of the views that are told is compared."""


@dataclass(slots=True)
class Line:
    """A bot's socket to one API process, replaced whenever it is lost."""

    access: Access
    socket: Socket | None = None
    opened: int = 0

    @property
    def is_up(self) -> bool:
        """Whether something can be sent."""
        return self.socket is not None and not self.socket.is_lost


class ScriptedBot:
    """One bot; `play` it until it is cancelled."""

    def __init__(self, name: str, token: str, ways: list[Proxy], history: History) -> None:
        self.name = name
        self.is_bold = True
        self._history = history
        self._token = token
        self._lines = [Line(Access(way.address, token)) for way in ways]
        self._chance = random.Random(name)
        self._taken: set[tuple[str, int]] = set()
        self._ids = 0
        self._refused_until_ms = 0.0
        self._deciding: set[asyncio.Task[None]] = set()
        self.ended: set[str] = set()

    async def play(self) -> None:
        """Follow the feed on every line and answer each turn once."""
        try:
            async with asyncio.TaskGroup() as group:
                for line in self._lines:
                    group.create_task(self._keep(line))
        finally:
            for task in self._deciding:
                task.cancel()
            await asyncio.gather(*self._deciding, return_exceptions=True)

    async def _keep(self, line: Line) -> Never:
        while True:
            try:
                async with open_socket(line.access, idle_timeout_s=lambda: QUIET_S) as socket:
                    line.socket = socket
                    self._history.reconnects += line.opened > 0
                    line.opened += 1
                    await self._listen(socket)
            except SaqqaraError as error:
                if isinstance(error, APIError) and error.code in {"unauthenticated", "internal"}:
                    self._history.faults.append(f"C1 {self.name}: {error.code}: {error.message}")
                self._note(error)
            await self._pause(self._chance.uniform(0.5, 1.5))

    def _note(self, error: SaqqaraError) -> None:
        """Keep to what a refusal asks: who goes on at once uses up the budget for following."""
        wait_ms = error.facts.get("retry_after_ms") if isinstance(error, APIError) else None
        if isinstance(wait_ms, int):
            self._refused_until_ms = max(self._refused_until_ms, now_ms() + wait_ms)

    async def _pause(self, share: float) -> None:
        await asyncio.sleep(max(PAUSE_S * share, (self._refused_until_ms - now_ms()) / 1000))

    async def _listen(self, socket: Socket) -> None:
        async with aclosing(socket.follow(FEED, {}, silent_s=lambda: SILENT_S)) as items:
            async for data in items:
                if self._is_known(data) or (item := read_item(data)) is None:
                    continue
                if item.turn is not None:
                    self._take(item.turn)
                elif item.kind == "ended" and item.match_id is not None:
                    self.ended.add(item.match_id)

    def _is_known(self, data: JsonObject) -> bool:
        """Note what the item shows; whether it is a turn that came by the other line before."""
        item = data.get("feed")
        turn = item.get("turn") if isinstance(item, dict) else None
        if not isinstance(turn, dict):
            return False
        match_id, version, seat = turn["matchId"], turn["version"], turn["seat"]
        assert isinstance(match_id, str)
        assert isinstance(version, int)
        assert isinstance(seat, int)
        if self._chance.random() < SEEN:
            sight = Sight(version, seat, digest_of(turn["view"]))
            self._history.sights[match_id].append(sight)
        return (match_id, version) in self._taken

    def _take(self, turn: WireTurn) -> None:
        if (turn.match_id, turn.version) not in self._taken:
            self._taken.add((turn.match_id, turn.version))
            task = asyncio.create_task(self._decide(turn))
            self._deciding.add(task)
            task.add_done_callback(self._deciding.discard)

    async def _decide(self, turn: WireTurn) -> None:
        manner = self._chance.choices(list(MANNERS), list(MANNERS.values()))[0]
        await (manner if self.is_bold else ScriptedBot.once)(self, turn)

    async def once(self, turn: WireTurn) -> None:
        """Answer, as every bot does."""
        await self._insist(turn, self._choice(turn), self._new_id())

    async def twice(self, turn: WireTurn) -> None:
        """Send the same action under the same id to both API processes at once."""
        choice, name = self._choice(turn), self._new_id()
        await asyncio.gather(
            *(self._insist(turn, choice, name, first=n) for n in range(len(self._lines)))
        )

    async def again(self, turn: WireTurn) -> None:
        """Answer, read the match by the other process, and send the same once more."""
        choice, name = self._choice(turn), self._new_id()
        await self._insist(turn, choice, name)
        await self._look(turn.match_id)
        await self._insist(turn, choice, name, first=1)

    async def race(self, turn: WireTurn) -> None:
        """Give each API process another answer to the same turn."""
        await asyncio.gather(
            *(
                self._insist(turn, self._choice(turn), self._new_id(), first=n)
                for n in range(len(self._lines))
            )
        )

    async def late(self, turn: WireTurn) -> None:
        """Answer a turn that has passed, then this one."""
        await self._attempt(turn, self._choice(turn), self._new_id(), 0, turn.version - 1)
        await self.once(turn)

    async def wrong(self, turn: WireTurn) -> None:
        """Offer what is not legal, then answer."""
        await self._attempt(turn, "sail 9 nowhere", self._new_id(), 0, turn.version)
        await self.once(turn)

    async def leave(self, turn: WireTurn) -> None:
        """Resign while an answer is on its way."""
        self._history.resigned.add((turn.match_id, turn.seat))
        await asyncio.gather(self.once(turn), self._resign(turn.match_id))

    async def _resign(self, match_id: str) -> None:
        access = self._lines[-1].access
        async with AsyncClient(access.server, self._token, timeout_s=ANSWER_S) as client:
            with suppress(SaqqaraError):
                await client.matches.resign(match_id)

    async def _look(self, match_id: str) -> None:
        socket, began = await self._socket(len(self._lines) - 1), now_ms()
        with suppress(SaqqaraError, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                answer = await socket.execute(STANDING, {"id": match_id})
            self._history.reads.append(Read(began, now_ms(), match_id, _version(answer)))

    async def _insist(self, turn: WireTurn, action: str, name: str, first: int = 0) -> None:
        """Send until there is a definite answer, by one line after the other."""
        number = first
        while True:
            attempt = await self._attempt(turn, action, name, number, turn.version)
            if attempt.outcome != UNKNOWN and attempt.code != "rate_limited":
                return
            number += 1
            await self._pause(self._chance.random())

    async def _attempt(
        self, turn: WireTurn, action: str, name: str, line: int, expected: int
    ) -> Attempt:
        socket = await self._socket(line)
        operation = act(turn.match_id, action, expected, name)
        attempt = Attempt(now_ms(), self.name, turn.match_id, turn.seat, action, name, expected)
        self._history.attempts.append(attempt)
        try:
            async with asyncio.timeout(ANSWER_S):
                acted = operation.read(
                    await socket.execute(operation.document, operation.variables)
                )
        except APIError as error:
            attempt.code = error.code
            attempt.outcome = UNKNOWN if error.code in UNDECIDED else REFUSED
            self._note(error)
        except (ConnectionFailed, UnreadableAnswer, TimeoutError):
            pass
        else:
            attempt.outcome, attempt.version = OK, acted.version
            attempt.is_repeated = acted.repeated
        self._history.settle(attempt)
        return attempt

    async def _socket(self, number: int) -> Socket:
        """That of the line with the number, else of another that is up, once there is one."""
        first = number % len(self._lines)
        while True:
            for line in (*self._lines[first:], *self._lines[:first]):
                if line.socket is not None and line.is_up:
                    return line.socket
            await asyncio.sleep(LOOK_S)

    def _choice(self, turn: WireTurn) -> str:
        return self._chance.choice(turn.actions)

    def _new_id(self) -> str:
        self._ids += 1
        return f"{self.name}-{self._ids}"


MANNERS: Final[Mapping[Callable[[ScriptedBot, WireTurn], Awaitable[None]], float]] = {
    ScriptedBot.once: 70,
    ScriptedBot.twice: 8,
    ScriptedBot.again: 8,
    ScriptedBot.race: 8,
    ScriptedBot.late: 2,
    ScriptedBot.wrong: 2,
    ScriptedBot.leave: 0.2,
}
"""How a turn is answered, and how often."""


def _version(data: JsonObject) -> int:
    match data:
        case {"match": {"version": int(version)}}:
            return version
    raise UnreadableAnswer("a match without a version")
