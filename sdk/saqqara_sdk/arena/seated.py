"""Who sits at the arena's table: the contract, and a bot in this process."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter_ns
from typing import NoReturn, Protocol

from saqqara_sdk.bots.answers import IllegalChoice, awaited, chosen_action
from saqqara_sdk.bots.bot import AnyBot, Bot, Event, MatchInfo, begin, observes
from saqqara_sdk.bots.turn import Action, LegalAction, Turn
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.protocol import Announced
from saqqara_sdk.wire.models import Result


class Seated(Protocol):
    """A bot at one seat of one match after the other; every call may raise `Misstep`.

    If it `observes` once it has started, it is given all events since it was given some before.
    """

    @property
    def observes(self) -> bool:
        """Whether it wants to be told what happens."""
        ...

    def started(self, match: MatchInfo, terms: Announced, seed: bytes) -> None:
        """A match begins; the seed is that of the seat's own chance."""
        ...

    def answer(
        self, turn: Turn, limit_ms: int | None, events: Sequence[Event]
    ) -> tuple[Action, int]:
        """An offered action and the nanoseconds it took; any action where that is too many."""
        ...

    def flagged(self) -> None:
        """Its time is gone."""
        ...

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """The match is over."""
        ...

    def leave(self) -> None:
        """Nothing more is wanted of the bot in this match."""
        ...

    def close(self) -> None:
        """No other match follows."""
        ...

    def kill(self) -> None:
        """Whatever the bot is doing, it ends at once."""
        ...


class InProcess:
    """A bot in this process, an instance for each match; nobody can interrupt it."""

    def __init__(self, bot: type[AnyBot], runner: asyncio.Runner) -> None:
        self.observes = observes(bot)
        self._class = bot
        self._runner = runner
        self._bot: AnyBot | None = None

    def started(self, match: MatchInfo, terms: Announced, seed: bytes) -> None:  # noqa: ARG002
        """A new instance plays the match."""
        try:
            self._bot = self._class()
            begin(self._bot, match)
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
            _blame(error, is_gone=True)

    def answer(
        self,
        turn: Turn,
        limit_ms: int | None,  # noqa: ARG002
        events: Sequence[Event],
    ) -> tuple[Action, int]:
        """What the bot chooses, whenever it does."""
        began = perf_counter_ns()
        try:
            if events:
                self._tell(events)
            chosen = self._bot.choose(turn)  # type: ignore[union-attr] # it was started
            if not isinstance(chosen, LegalAction) and isinstance(chosen, Awaitable):
                chosen = self._runner.run(awaited(chosen))
            thought = perf_counter_ns() - began
            return chosen_action(chosen, turn.legal_actions), thought
        except IllegalChoice as error:
            raise Misstep(FaultKind.ILLEGAL, str(error)) from None
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
            _blame(error)

    def flagged(self) -> None:
        """It has answered already: nothing here can stop it before."""

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """Tells the bot, if it wants to know."""
        if self._bot is None:
            return
        try:
            self._tell(events)
            if self._class.match_ended is not Bot.match_ended:
                self._bot.match_ended(result())
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
            _blame(error)

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            heard = self._bot.observe(event)  # type: ignore[union-attr] # it was started
            if heard is not None:
                self._runner.run(awaited(heard))

    def leave(self) -> None:
        """Forgets the instance."""
        self._bot = None

    def close(self) -> None:
        """Forgets the instance."""
        self._bot = None

    kill = close


def _blame(error: BaseException, *, is_gone: bool = False) -> NoReturn:
    """Only the person at the keyboard stops a run; an `exit()` of a bot does not."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    detail = "".join(traceback.format_exception(error))
    why = f"it raised {type(error).__name__}: {error}"
    raise Misstep(FaultKind.ERROR, why, detail=detail, is_gone=is_gone) from error
