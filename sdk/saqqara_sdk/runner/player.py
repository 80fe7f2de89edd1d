"""One match of a running bot: an instance of it, and its decisions one after the other.

A bot chooses in a thread of its own, so that a slow one holds up no other match; an `async` one is
awaited. Whatever a bot does, the match goes on: in place of a choice that it did not make the first
legal action is played, the fault is logged with its traceback and counted.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from saqqara_sdk.bots.answers import Answer, chosen_action
from saqqara_sdk.bots.bot import AnyBot, MatchInfo, begin, observes
from saqqara_sdk.bots.turn import Action, Turn
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.runner.connection import Connection
from saqqara_sdk.runner.feed import act, attempt_of, terms, time_control_words
from saqqara_sdk.runner.observing import Observer
from saqqara_sdk.runner.program_bot import ProgramBot
from saqqara_sdk.runner.threads import in_thread
from saqqara_sdk.wire.errors import (
    APIError,
    Forbidden,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    SeatFlagged,
    SeatResigned,
    StaleVersion,
    Unauthenticated,
    UnknownAnswer,
)
from saqqara_sdk.wire.models import Result, WireTurn

OVERTAKEN = (StaleVersion, SeatFlagged, SeatResigned, MatchOver, NotYourTurn)
ATTEMPTS = 2
MOST_LOGGED = 10
"""So many faults of a bot are logged in a match; of more only the number."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class RunReport:
    """What a run came to; `errors` counts faults of the bot and refusals nobody expects."""

    matches: int = 0
    turns: int = 0
    errors: int = 0
    reconnects: int = 0


@dataclass(slots=True)
class MatchLine:
    """How one match stands, for whoever watches."""

    match_id: str
    game: str
    seat: int
    version: int = 0
    left_ms: int | None = None
    doing: str = "waiting"


@dataclass(frozen=True, slots=True)
class _Ended:
    """The last thing a player is told."""

    result: Result | None


class Player:
    """Plays one match from the first turn that it is offered."""

    def __init__(
        self,
        first: WireTurn,
        make_bot: Callable[[], AnyBot],
        connection: Connection,
        report: RunReport,
    ) -> None:
        self.attempt = attempt_of(first)
        self.line = MatchLine(first.match_id, first.game, first.seat)
        self._make_bot = make_bot
        self._connection = connection
        self._report = report
        self._bot: AnyBot | None = None
        self._observer: Observer | None = None
        self._listening: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[WireTurn | _Ended] = asyncio.Queue()
        self._offered: set[int] = set()
        self._newest = first
        self._reached = 0
        self._is_fresh = False
        self._is_stopped = False
        self._is_lost = False
        self._has_unknown = False
        self._faults = 0

    def offer(self, turn: WireTurn) -> None:
        """Take a turn in, unless it was offered before or the match is known to have passed it.

        The first turn of a new connection is how the match stands. If it is older than what the
        bot has done, or asks something else at the same version, the service's store has lost that
        in a failover: the match goes on from there.
        """
        is_back = turn.version < self._reached or not self._is_asked(turn)
        if self._is_fresh and is_back:
            _log.warning(
                "match %s: the service went back to version %d; playing on from there",
                turn.match_id,
                turn.version,
            )
            self._reached = turn.version
            self._offered.clear()
        self._is_fresh = False
        if turn.version not in self._offered and turn.version >= self._reached:
            self._offered.add(turn.version)
            self._newest = turn
            self._inbox.put_nowait(turn)

    def reconnected(self) -> None:
        """Tell that there is a new connection, on which the service tells how the match stands."""
        self._is_fresh = True

    def lose(self) -> None:
        """Tell that the service has lost the match: what is being decided is for nothing."""
        self._is_lost = True
        self.stop()

    def end(self, result: Result | None) -> None:
        """Tell that the match is over."""
        self._inbox.put_nowait(_Ended(result))

    def stop(self) -> None:
        """Finish the decision under way and begin no other."""
        self._is_stopped = True
        self._inbox.put_nowait(_Ended(None))

    async def play(self) -> None:
        """Decide turn by turn until the match is over."""
        try:
            while isinstance(item := await self._inbox.get(), WireTurn):
                if not self._is_stopped and item.version >= self._reached:
                    await self._decide(item)
            if item.result is not None:
                await self._bid_farewell(item.result)
        finally:
            if self._faults > MOST_LOGGED:
                more = self._faults - MOST_LOGGED
                _log.error("match %s: %d faults more of the bot", self.line.match_id, more)
            if self._listening is not None:
                self._listening.cancel()
                await asyncio.gather(self._listening, return_exceptions=True)
            if isinstance(self._bot, ProgramBot):
                self._bot.release()

    async def _decide(self, turn: WireTurn) -> None:
        self.line.version, self.line.left_ms = turn.version, turn.left_ms[turn.seat]
        self.line.doing = "thinking"
        try:
            chosen = await self._choose(turn)
            if self._is_lost or not self._is_asked(turn):
                _log.info("%s: decision dropped, the service has lost the turn", self._where(turn))
                return
            try:
                await self._act(turn, chosen)
            except IllegalAction as refusal:
                self._fault(self._where(turn), refusal)
                await self._act(turn, turn.actions[0])
        except OVERTAKEN as refusal:
            _log.info("%s: decision dropped, %s", self._where(turn), refusal.message)
        except (Unauthenticated, Forbidden):
            raise
        except (APIError, UnknownAnswer) as refusal:
            self._fault(self._where(turn), refusal)
        self.line.doing = "waiting"

    def _is_asked(self, turn: WireTurn) -> bool:
        """Whether nothing else was asked last at its version: a store that went back may do so."""
        newest = self._newest
        return turn.version != newest.version or turn.view == newest.view

    async def _choose(self, turn: WireTurn) -> str:
        """What the bot chooses; a program whose process has died is asked once more."""
        for attempt in range(ATTEMPTS):
            try:
                return str(await self._ask(turn))
            except asyncio.CancelledError:
                raise
            except BaseException as error:  # noqa: BLE001 - whatever a bot does, the match goes on
                self._fault(self._where(turn), error)
                if not _is_worth_asking_again(error) or attempt:
                    break
        return turn.actions[0]

    async def _ask(self, wire: WireTurn) -> Action:
        if self._bot is None:
            await self._begin(wire)
        await self._tell(wire.version)
        turn, choice = await in_thread(lambda: self._think(wire))
        if inspect.isawaitable(choice):
            choice = await choice
        return chosen_action(choice, turn.legal_actions)

    async def _begin(self, wire: WireTurn) -> None:
        """An instance for the match; one that observes hears what happens from now on."""

        def begun() -> AnyBot:
            self._bot = self._make_bot()
            begin(self._bot, MatchInfo(wire.match_id, wire.game, wire.seat, len(wire.left_ms)))
            return self._bot

        bot: AnyBot = await in_thread(begun)
        if isinstance(bot, ProgramBot):
            bot.announce(*await self._announced())
        if observes(type(bot)):
            self._observer = Observer(self._connection, wire)
            self._listening = asyncio.create_task(self._observer.listen())

    async def _announced(self) -> tuple[Announced, int | None]:
        """What a program is told of the match, and its wall factor; nothing if it is not known."""
        try:
            played = await self._connection.call(terms(self.line.match_id))
        except (Unauthenticated, Forbidden):
            raise
        except (APIError, UnknownAnswer) as error:
            _log.warning("match %s: its terms cannot be read: %s", self.line.match_id, error)
            return Announced({}, ""), None
        control = played.time_control
        told = Announced(played.options, time_control_words(control))
        return told, getattr(control, "wall_factor", None)  # untimed ones have none

    async def _tell(self, version: int | None) -> None:
        """Tell the bot what happened up to this version, None for the end, if it wants to know."""
        bot, observer = self._bot, self._observer
        if bot is None or observer is None:
            return
        events = await observer.up_to(version)
        for heard in await in_thread(lambda: [bot.observe(event) for event in events]):
            if heard is not None:
                await heard

    def _think(self, wire: WireTurn) -> tuple[Turn, Answer | Awaitable[Answer]]:
        """The part of a choice that runs in the bot's thread."""
        turn = Turn.from_wire(wire, self._connection.clock.now_ms())
        unknown = len(wire.actions) - len(turn.legal_actions)
        if unknown and not self._has_unknown:
            self._has_unknown = True
            _log.warning("%s: %d actions that this SDK does not know", self._where(wire), unknown)
        assert self._bot is not None  # noqa: S101 - it has begun  # nosec B101
        return turn, self._bot.choose(turn)

    async def _act(self, turn: WireTurn, action: str) -> None:
        cpu_ms = self._bot.cpu_ms if isinstance(self._bot, ProgramBot) else None
        decision = act(turn.match_id, action, turn.version, uuid.uuid4().hex, cpu_ms)
        acted = await self._connection.call(decision)
        self._reached = max(self._reached, acted.version)
        self._report.turns += 1
        self.line.version, self.line.left_ms = acted.version, acted.left_ms
        _log.debug("%s: played %s", self._where(turn), action)

    async def _bid_farewell(self, result: Result) -> None:
        seat, bot = self.line.seat, self._bot
        places = {at.seat: at.place for at in result.seats}
        self.line.doing = f"ended, place {places[seat]}" if seat in places else "ended, void"
        if result.reason != "played":
            self.line.doing += f" ({result.reason.replace('_', ' ')})"
        _log.info("match %s, seat %d: %s", self.line.match_id, seat, self.line.doing)
        if bot is not None:
            try:
                await self._tell(None)
                await in_thread(lambda: bot.match_ended(result))
            except asyncio.CancelledError:
                raise
            except BaseException as error:  # noqa: BLE001 - as in `_choose`
                self._fault(f"match {self.line.match_id}: at its end", error)

    def _fault(self, where: str, error: BaseException) -> None:
        self._report.errors += 1
        self._faults += 1
        if self._faults <= MOST_LOGGED:
            told, trace = _told(error)
            _log.error("%s: %s", where, told, exc_info=trace)

    def _where(self, turn: WireTurn) -> str:
        match self._bot:
            case None:
                bot = "the bot"
            case ProgramBot():
                bot = self._bot.label
            case _:
                bot = type(self._bot).__name__
        return f"{bot}, match {turn.match_id}, version {turn.version}"


def _is_worth_asking_again(error: BaseException) -> bool:
    """Whether another process may still answer: a silent one has used the time up."""
    died = {FaultKind.CRASH, FaultKind.GARBAGE, FaultKind.HOST}
    return isinstance(error, Misstep) and error.is_gone and error.kind in died


def _told(error: BaseException) -> tuple[str, BaseException | None]:
    """A fault for the log, and whose traceback: what a program says of its own is its traceback.

    The standard error of one that died is in the log already.
    """
    if not isinstance(error, Misstep):
        return str(error), error
    detail = error.detail if error.kind is FaultKind.ERROR else ""
    return f"{error}\n{detail}".rstrip(), None
