"""Opponents of a learner: bots, or policies that choose in many games at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.endings import EndReason
from saqqara_engine.game import placements
from saqqara_sdk.arena.played import result_of
from saqqara_sdk.bots.answers import awaited, chosen_action
from saqqara_sdk.bots.bot import AnyBot, Event, MatchInfo, begin, observes
from saqqara_sdk.bots.turn import Action, Clock, Rules, State, Turn

Codes: TypeAlias = Sequence[int] | NDArray[np.integer]
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], Codes]
"""Returns a legal code for each row of the observations and masks of some games."""
Opponent: TypeAlias = type[AnyBot] | Policy


class SeatedBot:
    """A bot at one seat of one match, untimed."""

    def __init__(self, bot: type[AnyBot], rules: Rules, match: MatchInfo, chance: Random) -> None:
        self._bot, self._rules, self._match, self._chance = bot(), rules, match, chance
        self._heard = 0
        begin(self._bot, match)

    def choose(self, state: State, events: Sequence[Event]) -> Action:
        """Return the bot's choice after the events of the match so far."""
        self._observe(events)
        turn = Turn.from_state(
            self._rules,
            state,
            self._match.seat,
            match_id=self._match.match_id,
            version=len(events) + 1,
            clock=Clock((None,) * self._match.players, None),
            chance=self._chance,
        )
        chosen = self._bot.choose(turn)
        if isinstance(chosen, Awaitable):
            chosen = asyncio.run(awaited(chosen))
        return chosen_action(chosen, turn.legal_actions)

    def end(self, state: State, events: Sequence[Event]) -> None:
        """Pass the result to the bot."""
        self._observe(events)
        scores = self._rules.scores(state)
        self._bot.match_ended(result_of(scores, placements(scores), (), EndReason.PLAYED))

    def _observe(self, events: Sequence[Event]) -> None:
        if observes(type(self._bot)):
            for event in events[self._heard :]:
                heard = self._bot.observe(event)
                if heard is not None:
                    asyncio.run(awaited(heard))
            self._heard = len(events)


@dataclass(slots=True)
class Match:
    """One match: its bots by seat, and its events."""

    name: str
    bots: dict[int, SeatedBot] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def record(self, seat: int, action: Action) -> None:
        """Add an action to the events."""
        version = len(self.events) + 2
        self.events.append(Event(self.name, version, "action", seat, action))
