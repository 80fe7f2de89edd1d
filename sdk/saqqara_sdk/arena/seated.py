"""Bots at seats of the arena: the interface, and a bot in this process."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter_ns
from typing import NoReturn, Protocol

from saqqara_engine.records.notes import Note
from saqqara_sdk.bots.answers import IllegalChoice, awaited, chosen_action
from saqqara_sdk.bots.bot import AnyBot, Bot, Event, MatchInfo, begin, observes, take_note
from saqqara_sdk.bots.notes import NoteReader
from saqqara_sdk.bots.turn import Action, LegalAction, Turn
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.wire.models import Result


class Seated(Protocol):
    """A bot that plays one seat, match after match; every call may raise `Misstep`.

    If `observes` is true after the start, calls pass all events since the last ones.
    """

    @property
    def observes(self) -> bool:
        """Whether the bot receives events."""
        ...

    @property
    def note(self) -> Note | None:
        """The note with the last answer."""
        ...

    def started(self, match: MatchInfo, terms: Announced, seed: bytes) -> None:
        """Start a match; `seed` is that of the bot's `turn.random`."""
        ...

    def answer(
        self, turn: Turn, limit_ms: int | None, events: Sequence[Event]
    ) -> tuple[Action, int]:
        """Return a legal action and its time in ns; any action if the time exceeds the limit."""
        ...

    def flagged(self) -> None:
        """Handle that the bot's time has run out."""
        ...

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """End the match."""
        ...

    def leave(self) -> None:
        """Take the bot out of the current match."""
        ...

    def close(self) -> None:
        """Stop the bot; no other match follows."""
        ...

    def kill(self) -> None:
        """Stop the bot at once."""
        ...


class Absent:
    """The seat of a bot that takes part in no more matches of the run."""

    observes = False
    note = None

    def started(self, match: MatchInfo, terms: Announced, seed: bytes) -> NoReturn:  # noqa: ARG002
        """Put the seat out of the match."""
        why = "it hung before, so it forfeits the rest of the run; --hangs 0 lets it play on"
        raise Misstep(FaultKind.HANG, why, is_gone=True)

    def answer(
        self, turn: Turn, limit_ms: int | None, events: Sequence[Event]
    ) -> tuple[Action, int]:
        """Never called: the seat is out."""
        raise NotImplementedError

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """Do nothing."""

    def flagged(self) -> None:
        """Do nothing."""

    leave = close = kill = flagged


class InProcess:
    """A bot in this process, an instance for each match; it cannot be interrupted."""

    def __init__(self, bot: type[AnyBot], runner: asyncio.Runner) -> None:
        self.observes = observes(bot)
        self.note: Note | None = None
        self._notes = NoteReader()
        self._class = bot
        self._runner = runner
        self._bot: AnyBot | None = None

    def started(self, match: MatchInfo, terms: Announced, seed: bytes) -> None:  # noqa: ARG002
        """Create an instance for the match."""
        try:
            self._bot = self._class()
            begin(self._bot, match)
        except BaseException as error:  # noqa: BLE001 - any error is the bot's fault
            _blame(error, is_gone=True)

    def answer(
        self,
        turn: Turn,
        limit_ms: int | None,  # noqa: ARG002
        events: Sequence[Event],
    ) -> tuple[Action, int]:
        """Return the bot's choice and its time, without a limit."""
        began = perf_counter_ns()
        try:
            if events:
                self._observe(events)
            chosen = self._bot.choose(turn)  # type: ignore[union-attr] # it was started
            if not isinstance(chosen, LegalAction) and isinstance(chosen, Awaitable):
                chosen = self._runner.run(awaited(chosen))
            thought = perf_counter_ns() - began
            return chosen_action(chosen, turn.legal_actions), thought
        except IllegalChoice as error:
            raise Misstep(FaultKind.ILLEGAL, str(error)) from None
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
            _blame(error)
        finally:
            pending = None if self._bot is None else take_note(self._bot)
            self.note = self._notes.take(turn.match_id, pending)

    def flagged(self) -> None:
        """Do nothing: the bot has answered already."""

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """Pass the remaining events and the result to the bot."""
        if self._bot is None:
            return
        try:
            self._observe(events)
            if self._class.match_ended is not Bot.match_ended:
                self._bot.match_ended(result())
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
            _blame(error)

    def _observe(self, events: Sequence[Event]) -> None:
        for event in events:
            heard = self._bot.observe(event)  # type: ignore[union-attr] # it was started
            if heard is not None:
                self._runner.run(awaited(heard))

    def leave(self) -> None:
        """Drop the instance."""
        self._bot = None

    def close(self) -> None:
        """Drop the instance."""
        self._bot = None

    kill = close


def _blame(error: BaseException, *, is_gone: bool = False) -> NoReturn:
    """Raise `Misstep` for any error of a bot, even `SystemExit`, but not for Ctrl-C."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    detail = "".join(traceback.format_exception(error))
    why = f"it raised {type(error).__name__}: {error}"
    raise Misstep(FaultKind.ERROR, why, detail=detail, is_gone=is_gone) from error
