"""Run a bot online: follow its feed and play all its matches at once until it is stopped::

    run(MyBot, server="https://example.org", token="imh_bot_…")

`connection.py` keeps a socket open and `player.py` plays one match. This module gives each item of
the feed to its player. After a lost connection the service sends all pending turns again, and the
runner requests the state of the matches that it knows, because they may have ended meanwhile.

After a failover the service may create a match again with the same id. The new match has another
commitment, so the runner treats it as another match.

Items of a newer service that this version cannot read are logged once and dropped. The runner
resigns matches of unknown games.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import aclosing, suppress
from typing import Never, TypeVar

from saqqara_engine.games import GAMES
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.client.access import Access, find_access
from saqqara_sdk.runner.challenge_answers import Answerer
from saqqara_sdk.runner.connection import Connection, Timeouts
from saqqara_sdk.runner.feed import (
    FEED,
    Attempt,
    Beat,
    FeedItem,
    attempt_of,
    read_item,
    resign,
    standing,
    subject_of,
)
from saqqara_sdk.runner.messages import JsonObject
from saqqara_sdk.runner.player import MatchLine, Player, RunReport
from saqqara_sdk.runner.signals import until_signalled
from saqqara_sdk.runner.socket import Socket
from saqqara_sdk.wire.errors import (
    APIError,
    ConnectionFailed,
    Forbidden,
    NotFound,
    SaqqaraError,
    Unauthenticated,
    UnknownAnswer,
)
from saqqara_sdk.wire.models import Challenge, LadderNotice, Result, WireTurn

T = TypeVar("T")

REMEMBERED = 1000
LINES_REMEMBERED = 10
PEOPLE = ("imh_user_", "imh_admin_", "imh_guest_")
"""The prefixes of people's tokens."""

_log = logging.getLogger(__name__)


def run(
    bot: Callable[[], AnyBot],
    *,
    server: str | None = None,
    token: str | None = None,
    max_matches: int | None = None,
) -> RunReport:
    """Play until SIGINT or SIGTERM, or until `max_matches` matches have ended.

    `bot` is the bot's class, or a callable that returns an instance for each match. The address and
    the token default to SAQQARA_SERVER and SAQQARA_TOKEN. If the bot cannot play, the program ends
    with a sentence (`SystemExit`) instead of a traceback; `run_async` raises the error.
    """
    try:
        access = find_access(server, token)
    except ValueError as error:
        raise SystemExit(str(error)) from None
    if access.token is None:
        raise SystemExit(
            "A bot needs its token. Set SAQQARA_TOKEN, or run the file with"
            " `saqqara bot run FILE.py --as NAME`, which uses the token stored for NAME."
        )
    try:
        return asyncio.run(until_signalled(Runner(bot, access, max_matches=max_matches)))
    except SaqqaraError as error:
        raise SystemExit(f"The bot cannot play on {access.server}: {error}") from None


async def run_async(
    bot: Callable[[], AnyBot],
    *,
    server: str | None = None,
    token: str | None = None,
    max_matches: int | None = None,
) -> RunReport:
    """Do what `run` does within a running event loop; to stop early, use `Runner.stop`.

    Raises `Unauthenticated` or `Forbidden` if the service refuses the token, and `ConnectionFailed`
    if it was never reached.
    """
    return await Runner(bot, find_access(server, token), max_matches=max_matches).run()


class Runner:
    """A bot that plays online; call `run` once."""

    def __init__(
        self,
        bot: Callable[[], AnyBot],
        access: Access,
        *,
        max_matches: int | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self.report = RunReport()
        self._bot = bot
        self._token = access.token or ""
        self._timeouts = timeouts or Timeouts()
        self._connection = Connection(access, self._timeouts, lambda: bool(self._players))
        self._max_matches = max_matches
        self._answerer = Answerer(bot, self._connection, self.report)
        self._players: dict[str, Player] = {}
        self._ended: dict[Attempt, None] = {}
        self._ended_before: set[Attempt] = set()
        self._begun_ms: int | None = None
        self._found_running: set[str] = set()
        self._answered: dict[str, None] = {}
        self._answering: set[str] = set()
        self._dropped: dict[str, None] = {}
        self._last_lines: deque[MatchLine] = deque(maxlen=LINES_REMEMBERED)
        self._stop = asyncio.Event()
        self._tasks = asyncio.TaskGroup()
        self._running: set[asyncio.Task[None]] = set()
        self._playing: set[asyncio.Task[None]] = set()

    @property
    def lines(self) -> list[MatchLine]:
        """Return the state of current and recent matches; safe to call from any thread."""
        return [player.line for player in tuple(self._players.values())] + list(self._last_lines)

    @property
    def is_connected(self) -> bool:
        """Whether the runner has a connection to the service now."""
        return self._connection.is_open

    def renew(self, access: Access) -> None:
        """Use another token of the same bot from the next connection on."""
        self._token = access.token or ""
        self._connection.renew(access)

    def stop(self) -> None:
        """Finish the current decisions, begin no others, then end the run."""
        self._stop.set()

    async def run(self) -> RunReport:
        """Play until stopped; raises errors that no retry can repair."""
        if self._token.startswith(PEOPLE):
            raise Forbidden(
                "A bot needs its own token, but this token belongs to a person. Create a bot"
                " (`saqqara bot create NAME`) and use its token.",
                code="forbidden",
            )
        try:
            async with self._tasks:
                self._begin(self._connection.keep(self._follow))
                await self._stop.wait()
                await self._drain()
                for task in self._running:
                    task.cancel()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        return self.report

    async def _follow(self, socket: Socket) -> Never:
        """Process the items of the feed until the socket closes."""
        self.report.reconnects = self._connection.opened - 1
        _log.info("connected" if self._connection.opened == 1 else "connected anew")
        self._ended_before = set(self._ended)
        self._answered = dict.fromkeys(self._answering)  # the store may have lost the others
        for player in self._players.values():
            player.reconnected()
            self._begin(self._look_up(player))
        feed = socket.follow(FEED, {}, silent_s=self._silent_s)
        async with aclosing(feed) as items:
            async for data in items:
                self._connection.prove()
                if not self._stop.is_set():
                    self._hear(data)
        raise ConnectionFailed("The service ended the feed.")

    def _silent_s(self) -> float:
        return self._timeouts.silent_s if self._players else self._timeouts.idle_s

    def _hear(self, data: JsonObject) -> None:
        try:
            item = read_item(data)
        except UnknownAnswer as error:
            self._drop(data, error)
        else:
            if item is not None:
                self._take(item)

    def _drop(self, data: JsonObject, error: UnknownAnswer) -> None:
        """Handle an unreadable item: decline a challenge, end a match that is over."""
        subject = subject_of(data)
        is_new = _is_new(str(subject), self._dropped)
        if is_new:
            _log.error(
                "feed: dropped an item that this SDK cannot read; the service may be newer: %s",
                error,
            )
        if subject.kind == "ended" and subject.id:
            self._end(Attempt(subject.id, subject.commitment), None)
        elif subject.kind == "challenge" and subject.id and subject.is_asked and is_new:
            self._begin(self._answerer.decline_unread(subject.id))

    def _take(self, item: FeedItem) -> None:
        if item.kind == "heartbeat" and item.heartbeat is not None:
            self._tick(item.heartbeat)
        elif item.kind == "turn" and item.turn is not None:
            self._connection.clock.heard(item.turn.now_ms)
            if item.turn.game not in GAMES:
                self._give_up(item.turn)
            elif self._is_running(attempt_of(item.turn)):
                self._player(item.turn).offer(item.turn)
        elif item.kind == "challenge" and item.challenge is not None:
            if item.needs_answer and _is_new(item.challenge.id, self._answered):
                self._begin(self._answer(item.challenge))
        elif item.kind == "ladder" and item.ladder is not None:
            _log_notice(item.ladder)
        elif item.kind == "ended" and item.match_id is not None:
            self._end(Attempt(item.match_id, item.commitment), item.result)

    async def _answer(self, challenge: Challenge) -> None:
        self._answering.add(challenge.id)
        try:
            await self._answerer.answer(challenge)
        finally:
            self._answering.discard(challenge.id)

    def _is_running(self, attempt: Attempt) -> bool:
        """Return whether a turn of this match has to be answered.

        On a new connection an ended match may be running again: a failover can lose its end.
        """
        if attempt in self._ended_before and attempt in self._ended:
            _log.warning("match %s: the service has lost its end; continuing", attempt.match_id)
            del self._ended[attempt]
            self.report.matches -= 1
        return attempt not in self._ended

    def _player(self, turn: WireTurn) -> Player:
        player = self._players.get(turn.match_id)
        if player is not None and player.attempt != attempt_of(turn):
            self._lose(player)
            player = None
        if player is None:
            player = Player(turn, self._bot, self._connection, self.report)
            self._players[turn.match_id] = player
            _log.info("match %s: seat %d of a game of %s", turn.match_id, turn.seat, turn.game)
            task = self._begin(player.play())
            self._playing.add(task)
            task.add_done_callback(self._playing.discard)
        return player

    def _give_up(self, turn: WireTurn) -> None:
        """Resign a match that this SDK cannot play, so that the other seats need not wait."""
        if _is_new(f"game {attempt_of(turn)}", self._dropped):
            self.report.errors += 1
            why = (
                "match %s: resigned, since this SDK does not know the game %.50r; install a"
                " newer one"
            )
            _log.error(why, turn.match_id, turn.game)
            self._begin(self._resign(turn.match_id))

    async def _resign(self, match_id: str) -> None:
        try:
            await self._connection.call(resign(match_id))
        except (Unauthenticated, Forbidden):
            raise
        except (APIError, UnknownAnswer) as refusal:
            _log.warning("match %s: not resigned, %s", match_id, refusal.message)

    def _tick(self, beat: Beat) -> None:
        self._connection.clock.heard(beat.now_ms)
        if self._begun_ms is None:
            self._begun_ms = beat.now_ms
            self._found_running = {running.match_id for running in beat.clocks}

    def _end(self, attempt: Attempt, result: Result | None) -> None:
        player = self._players.get(attempt.match_id)
        if not _is_new(attempt, self._ended):
            return
        if player is not None and player.attempt != attempt:
            self._lose(player)
            player = None
        if player is None:
            self._begin(self._count_unasked(attempt.match_id))
            return
        del self._players[attempt.match_id]
        self._last_lines.append(player.line)
        player.end(result)
        self._count()

    def _lose(self, player: Player) -> None:
        """Drop a match that the service no longer has; another match may get its id."""
        match_id = player.attempt.match_id
        _log.warning("match %s: the service has lost actions of the bot", match_id)
        del self._players[match_id]
        player.lose()

    def _count(self) -> None:
        self.report.matches += 1
        if self.report.matches == self._max_matches:
            self.stop()

    async def _count_unasked(self, match_id: str) -> None:
        """Count a match that ended before the bot's first turn, unless it ended before this run."""
        with suppress(NotFound, UnknownAnswer):
            made_ms = (await self._connection.call(standing(match_id))).created_ms
            is_later = self._begun_ms is not None and made_ms >= self._begun_ms
            if is_later or match_id in self._found_running:
                self._count()

    async def _look_up(self, player: Player) -> None:
        attempt, found = player.attempt, None
        try:
            found = await self._connection.call(standing(attempt.match_id))
        except NotFound:
            pass
        except UnknownAnswer as error:
            _log.warning("match %s: its state cannot be read: %s", attempt.match_id, error)
            return
        if self._players.get(attempt.match_id) is not player:
            return  # the feed was faster
        if found is None or found.commitment != attempt.commitment:
            self._lose(player)
        elif found.status.is_over or found.result is not None:
            self._end(attempt, found.result)

    async def _drain(self) -> None:
        for player in self._players.values():
            player.stop()
        if self._playing:
            _done, left = await asyncio.wait(self._playing, timeout=self._timeouts.drain_s)
            if left:
                _log.warning("stopped without finishing %d decisions", len(left))

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = self._tasks.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


def _log_notice(notice: LadderNotice) -> None:
    """Log a notice about the bot's place in a ladder, and what its owner can do."""
    name = f"{notice.ladder_name!r} ({notice.ladder_id})"
    if notice.status == "benched":
        _log.warning(
            "ladder %s: benched: its last %d matches count against the bot, and it was"
            " absent from %d in the season; its owner can readmit it:"
            " client.ladders.readmit",
            name,
            notice.faults,
            notice.missed,
        )
    else:
        _log.info("ladder %s: %s", name, notice.status)


def _is_new(name: T, remembered: dict[T, None]) -> bool:
    """Remember a name, in place of the oldest if there is no room; return whether it was new."""
    if name in remembered:
        return False
    remembered[name] = None
    if len(remembered) > REMEMBERED:
        del remembered[next(iter(remembered))]
    return True
