"""One match of a running bot: an instance of the bot, and its decisions in order.

A bot chooses in its own thread, so a slow bot delays no other match; an `async` bot is awaited. If
a bot raises an error, the player sends the first legal action instead, logs the traceback and
counts the error. If a bot raises `Undecided`, the player sends nothing, and asks it again as long
as its clock runs.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex

from saqqara_engine.records.notes import Note
from saqqara_sdk.bots.answers import Answer, Undecided, chosen_action
from saqqara_sdk.bots.bot import AnyBot, MatchInfo, begin, observes, take_note
from saqqara_sdk.bots.notes import NoteReader
from saqqara_sdk.bots.turn import Action, Turn
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.runner.connection import Connection
from saqqara_sdk.runner.feed import act, attempt_of, terms, time_control_words
from saqqara_sdk.runner.observation import EventBacklog
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
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 600.0
"""The pauses before an undecided bot is asked again, each three times as long as the one before."""
LEAST_LEFT_S = 2.0
"""With less on its clock it is not asked again."""
MOST_LOGGED = 10
"""The number of errors of a bot that are logged per match; further ones are only counted."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class RunReport:
    """The totals of a run; `errors` counts errors of the bot and unexpected refusals."""

    matches: int = 0
    turns: int = 0
    errors: int = 0
    reconnects: int = 0


@dataclass(slots=True)
class MatchLine:
    """The state of one match, for display."""

    match_id: str
    game: str
    seat: int
    version: int = 0
    left_ms: int | None = None
    doing: str = "waiting"


@dataclass(frozen=True, slots=True)
class _Ended:
    """The last message of a player's queue: the match is over."""

    result: Result | None


class Player:
    """Plays one match, beginning with its first turn."""

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
        self._notes = NoteReader()
        self._observer: EventBacklog | None = None
        self._listening: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[WireTurn | _Ended] = asyncio.Queue()
        self._asked: dict[int, WireTurn] = {}
        self._reached = 0
        self._is_fresh = False
        self._is_stopped = False
        self._is_lost = False
        self._has_unknown = False
        self._pause_s = FIRST_PAUSE_S
        self._faults = 0

    def offer(self, turn: WireTurn) -> None:
        """Queue a turn, unless it is a duplicate or older than the match.

        The first turn after a new connection is the state of the match. If it is older than the
        bot's last decision, or differs at the same version, the service has lost events in a
        failover: the match continues from that turn, and no earlier one is asked any more.
        """
        same = self._asked.get(turn.version)
        is_back = turn.version < self._reached or (same is not None and same.view != turn.view)
        if self._is_fresh and is_back:
            _log.warning(
                "match %s: the service went back to version %d; continuing from there",
                turn.match_id,
                turn.version,
            )
            self._reached = turn.version
            self._asked.clear()
        self._is_fresh = False
        if turn.version not in self._asked and turn.version >= self._reached:
            self._asked[turn.version] = turn
            self._inbox.put_nowait(turn)

    def reconnected(self) -> None:
        """Note a new connection: the next turn is the state of the match."""
        self._is_fresh = True

    def lose(self) -> None:
        """Abandon the current decision, because the service no longer has the match."""
        self._is_lost = True
        self.stop()

    def end(self, result: Result | None) -> None:
        """End the match with its result."""
        self._inbox.put_nowait(_Ended(result))

    def stop(self) -> None:
        """Finish the current decision and begin no other."""
        self._is_stopped = True
        self._inbox.put_nowait(_Ended(None))

    async def play(self) -> None:
        """Answer turns until the match is over."""
        try:
            while isinstance(item := await self._inbox.get(), WireTurn):
                if not self._is_stopped and self._is_asked(item):
                    await self._decide(item)
            if item.result is not None:
                await self._bid_farewell(item.result)
        finally:
            if self._faults > MOST_LOGGED:
                more = self._faults - MOST_LOGGED
                _log.error("match %s: %d further faults of the bot", self.line.match_id, more)
            if self._listening is not None:
                self._listening.cancel()
                await asyncio.gather(self._listening, return_exceptions=True)
            if isinstance(self._bot, ProgramBot):
                self._bot.release()

    async def _decide(self, turn: WireTurn) -> None:
        self.line.version, self.line.left_ms = turn.version, turn.left_ms[turn.seat]
        self.line.doing = "thinking"
        try:
            chosen, note = await self._choose(turn)
            try:
                await self._act(turn, chosen, note)
            except IllegalAction as refusal:
                if self._is_fresh:  # if the service has not lost the turn, it comes again
                    self._asked.pop(turn.version, None)
                elif self._is_asked(turn):
                    self._fault(_where(turn), refusal)
                await self._act(turn, turn.actions[0], None)
        except OVERTAKEN as refusal:
            _log.info("%s: decision dropped, %s", _where(turn), refusal.message)
        except (Unauthenticated, Forbidden):
            raise
        except (APIError, UnknownAnswer) as refusal:
            self._fault(_where(turn), refusal)
        except Undecided as reason:
            self._fault(_where(turn), reason)
            self._ask_later(turn)
        self.line.doing = "waiting"

    def _ask_later(self, turn: WireTurn) -> None:
        """Queue a turn again after a pause, of half the time that is left at most."""
        pause_s = self._pause_s
        if turn.deadline_ms is not None:
            now_ms = self._connection.clock.now_ms() or turn.now_ms
            left_s = (turn.deadline_ms - now_ms) / 1000
            if left_s < LEAST_LEFT_S:
                return
            pause_s = min(pause_s, left_s / 2)
        self._pause_s = min(LONGEST_PAUSE_S, 3 * pause_s)
        asyncio.get_running_loop().call_later(pause_s, self._ask_again, turn)

    def _ask_again(self, turn: WireTurn) -> None:
        """Queue a turn, unless the match has gone on without the bot meanwhile."""
        if turn.version == max(self._asked, default=0):
            self._inbox.put_nowait(turn)

    def _is_asked(self, turn: WireTurn) -> bool:
        """Return whether the service waits for the turn; a failover may have lost it."""
        return not self._is_lost and self._asked.get(turn.version) is turn

    async def _choose(self, turn: WireTurn) -> tuple[str, Note | None]:
        """Return the bot's choice with its note; retry once if the bot's process has died."""
        for attempt in range(ATTEMPTS):
            try:
                return str(await self._ask(turn)), self._take_note()
            except (asyncio.CancelledError, Undecided):
                raise
            except BaseException as error:  # noqa: BLE001 - whatever a bot does, the match goes on
                self._fault(_where(turn), error)
                if not _is_worth_asking_again(error) or attempt:
                    break
        return turn.actions[0], None

    def _take_note(self) -> Note | None:
        """Return the note of the decision, which its bot then forgets."""
        pending = None if self._bot is None else take_note(self._bot)
        return self._notes.take(self.line.match_id, pending)

    async def _ask(self, wire: WireTurn) -> Action:
        if self._bot is None:
            await self._begin(wire)
        self._take_note()  # of a decision that failed
        await self._pass_events(wire.version)
        turn, choice = await in_thread(lambda: self._think(wire))
        if inspect.isawaitable(choice):
            choice = await choice
        return chosen_action(choice, turn.legal_actions)

    async def _begin(self, wire: WireTurn) -> None:
        """Create the bot's instance, and follow the match's events if the bot observes them."""

        def begun() -> AnyBot:
            self._bot = bot = self._make_bot()
            info = MatchInfo(wire.match_id, wire.game, wire.seat, len(wire.left_ms))
            try:
                begin(bot, info)
            except Undecided:
                self._bot = None  # it must not choose before a start has succeeded
                raise
            return bot

        bot: AnyBot = await in_thread(begun)
        if isinstance(bot, ProgramBot):
            bot.announce(*await self._announced())
        if observes(type(bot)):
            self._observer = EventBacklog(self._connection, wire)
            self._listening = asyncio.create_task(self._observer.listen())

    async def _announced(self) -> tuple[Announced, int | None]:
        """Return the announcement for a program and its wall factor; empty if not known."""
        try:
            played = await self._connection.call(terms(self.line.match_id))
        except (Unauthenticated, Forbidden):
            raise
        except (APIError, UnknownAnswer) as error:
            _log.warning("match %s: its terms cannot be read: %s", self.line.match_id, error)
            return Announced({}, ""), None
        control = played.time_control
        announced = Announced(played.options, time_control_words(control))
        return announced, getattr(control, "wall_factor", None)  # untimed ones have none

    async def _pass_events(self, version: int | None) -> None:
        """Pass the events up to this version (None: to the end) to a bot that observes them."""
        bot, observer = self._bot, self._observer
        if bot is None or observer is None:
            return
        events = await observer.up_to(version)
        for heard in await in_thread(lambda: [bot.observe(event) for event in events]):
            if heard is not None:
                await heard

    def _think(self, wire: WireTurn) -> tuple[Turn, Answer | Awaitable[Answer]]:
        """Run the part of a decision that belongs in the bot's thread."""
        turn = Turn.from_wire(wire, self._connection.clock.now_ms())
        unknown = len(wire.actions) - len(turn.legal_actions)
        if unknown and not self._has_unknown:
            self._has_unknown = True
            _log.warning("%s: %d actions that this SDK does not know", _where(wire), unknown)
        assert self._bot is not None  # noqa: S101 - it has begun
        return turn, self._bot.choose(turn)

    async def _act(self, turn: WireTurn, action: str, note: Note | None) -> None:
        if not self._is_asked(turn):
            _log.info("%s: decision dropped, the service has lost the turn", _where(turn))
            return
        cpu_ms = self._bot.cpu_ms if isinstance(self._bot, ProgramBot) else None
        decision = act(turn.match_id, action, turn.version, token_hex(16), cpu_ms=cpu_ms, note=note)
        acted = await self._connection.call(decision)
        self._reached = max(self._reached, acted.version)
        if self._is_asked(turn):
            del self._asked[turn.version]
        self._report.turns += 1
        self._pause_s = FIRST_PAUSE_S
        self.line.version, self.line.left_ms = acted.version, acted.left_ms
        _log.debug("%s: played %s", _where(turn), action)

    async def _bid_farewell(self, result: Result) -> None:
        seat, bot = self.line.seat, self._bot
        places = {at.seat: at.place for at in result.seats}
        self.line.doing = f"ended, place {places[seat]}" if seat in places else "ended, void"
        if result.reason != "played":
            self.line.doing += f" ({result.reason.replace('_', ' ')})"
        _log.info("match %s, seat %d: %s", self.line.match_id, seat, self.line.doing)
        if bot is not None:
            try:
                await self._pass_events(None)
                await in_thread(lambda: bot.match_ended(result))
            except asyncio.CancelledError:
                raise
            except BaseException as error:  # noqa: BLE001 - as in `_choose`
                self._fault(f"match {self.line.match_id}: at its end", error)

    def _fault(self, where: str, error: BaseException) -> None:
        self._report.errors += 1
        self._faults += 1
        if self._faults <= MOST_LOGGED:
            text, trace = _log_text(error)
            _log.error("%s: %s", where, text, exc_info=trace)


def _where(turn: WireTurn) -> str:
    return f"match {turn.match_id}, version {turn.version}"


def _is_worth_asking_again(error: BaseException) -> bool:
    """Return whether a new process can still answer; a silent one has used up the time."""
    died = {FaultKind.CRASH, FaultKind.GARBAGE, FaultKind.HOST}
    return isinstance(error, Misstep) and error.is_gone and error.kind in died


def _log_text(error: BaseException) -> tuple[str, BaseException | None]:
    """Return an error's text for the log, and the exception whose traceback belongs to it.

    A program reports its own traceback; the standard error of a dead one is in the log already.
    """
    if not isinstance(error, Misstep):
        return str(error), error
    detail = error.detail if error.kind is FaultKind.ERROR else ""
    return f"{error}\n{detail}".rstrip(), None
