"""Turns: what a bot receives to choose an action, the same offline and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import Final, Generic, TypeAlias, cast

from pydantic import JsonValue, ValidationError

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.duel.actions import Written as DuelActionWritten
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json, SeatScore
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.state import Action as ImhotepAction
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_engine.imhotep.views.view import View as ImhotepView
from saqqara_engine.wire import view_from_json
from saqqara_sdk.bots.offers import (
    A,
    Action,
    Clock,
    LazyContext,
    LegalAction,
    Offers,
    Rules,
    S,
    State,
    TurnContext,
    V,
    View,
)
from saqqara_sdk.wire.errors import UnreadableAnswer
from saqqara_sdk.wire.models import Receipt, WireTurn

__all__ = [
    "Action",
    "Clock",
    "DuelTurn",
    "ImhotepTurn",
    "LegalAction",
    "Offers",
    "Rules",
    "Simulator",
    "State",
    "Turn",
    "View",
]

REMEMBERED: Final = 4096
"""The number of texts of actions whose meaning is remembered, since matches repeat them."""
_ACTIONS: Final[Mapping[str, type]] = {"imhotep": ImhotepAction, "duel": DuelActionWritten}


@dataclass(frozen=True, slots=True)
class Simulator(Generic[S, A]):
    """Applies the rules to states, for a search. It works on samples and has no true state."""

    rules: Rules = field(repr=False)

    def to_act(self, state: S) -> int | None:
        """Return the seat to act, or None when the game is over."""
        seat: int | None = self.rules.to_act(state)
        return seat

    def legal_actions(self, state: S) -> Sequence[A]:
        """Return the legal actions of the seat to act; empty when the game is over."""
        legal: Sequence[A] = self.rules.legal_actions(state)
        return legal

    def advance(self, state: S, action: A | LegalAction[A]) -> None:
        """Apply an action to the state in place. The action must be legal; this is not checked."""
        meant = action.action if type(action) is LegalAction else action
        if not isinstance(meant, _ACTIONS[self.rules.name]):
            why = (
                f"{meant!r:.80} is no action of {self.rules.name}:"
                " give one of turn.legal_actions, or its .action"
            )
            raise TypeError(why)
        self.rules.advance(state, meant)

    def copy(self, state: S) -> S:
        """Return an independent copy of the state."""
        twin: S = self.rules.copy(state)
        return twin

    def after(self, state: S, action: A | LegalAction[A]) -> S:
        """Return the state after the action; `state` does not change."""
        twin = self.copy(state)
        self.advance(twin, action)
        return twin

    def projected(self, state: S) -> list[int]:
        """Return each seat's points if the game ended now; the final points if it is over."""
        points: list[int] = self.rules.projected(state)
        return points

    def projected_scores(self, state: S) -> tuple[SeatScore, ...]:
        """Return each seat's projected points by source; slower than `projected`."""
        scores: tuple[SeatScore, ...] = self.rules.projected_scores(state)
        return scores

    def play_on(self, state: S, chance: Random, most: int) -> None:
        """Apply up to `most` random actions in place, chosen uniformly from the legal ones."""
        self.rules.play_on(state, chance.random, most)

    def play_out(self, state: S, chance: Random, games: int = 1) -> list[list[int]]:
        """Play `games` random games to the end and return each seat's points, per game.

        `state` does not change. This is the fastest way to estimate a position.
        """
        ends: list[list[int]] = self.rules.play_out(state, chance.random, games)
        return ends


class Turn(Generic[V, S, A]):
    """One decision of one seat. `choose` returns one of `legal_actions`.

    `turn.sample()` returns a full state that fits the view, and `turn.simulator` plays it on. Both
    work offline and online, because they start from the view.
    """

    __slots__ = ("_context", "legal_actions", "match_id", "random", "rules", "seat", "version")

    def __init__(
        self,
        match_id: str,
        rules: Rules,
        seat: int,
        version: int,
        actions: Sequence[A],
        *,
        context: TurnContext[V],
        chance: Random,
    ) -> None:
        self.match_id = match_id
        """The match's id."""
        self.rules = rules
        """The engine's game, see `saqqara_engine.game.Game`."""
        self.seat = seat
        """The seat to act, from 0."""
        self.version = version
        """The number of events of the match so far."""
        self.legal_actions: Offers[A] = Offers(rules, context, actions)
        """The legal actions of the seat, in the engine's order."""
        self.random = chance
        """The seat's random numbers. The arena seeds them, so a bot that uses no others can be
        replayed."""
        self._context = context

    def __repr__(self) -> str:
        return f"Turn({self.match_id!r}, {self.game}, seat {self.seat}, version {self.version})"

    @property
    def view(self) -> V:
        """The position as the seat sees it."""
        return self._context.view()

    @property
    def clock(self) -> Clock:
        """The remaining time of all seats."""
        return self._context.clock()

    @property
    def last(self) -> Receipt | None:
        """The receipt of the seat's previous decision: the action played, and the time it took."""
        return self._context.last()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.clock.left_ms)

    @property
    def simulator(self) -> Simulator[S, A]:
        """The simulator for sampled states."""
        return Simulator(self.rules)

    def sample(self, seed: int | None = None) -> S:
        """Return a random full state among those that fit the view.

        The same seed returns the same state. Without one, each call draws from `random`.
        """
        chance = self.random if seed is None else Random(seed)
        state: S = self.rules.sample(self.view, chance.randbytes(32))
        return state

    @staticmethod
    def from_state(
        rules: Rules,
        state: State,
        seat: int,
        *,
        match_id: str,
        version: int,
        clock: Clock,
        chance: Random,
        last: Receipt | None = None,
    ) -> Turn:
        """Return the turn of a seat in a known state."""
        seen: View = rules.view(state, seat)  # now: a turn that kept the state would give it away
        context = LazyContext[View](partial(_known_view, seen), clock, last, seen)
        actions: Sequence[Action] = rules.legal_actions(state)
        return Turn(match_id, rules, seat, version, actions, context=context, chance=chance)

    @staticmethod
    def from_wire(json: WireTurn | Mapping[str, JsonValue], now_ms: int | None = None) -> Turn:
        """Parse a turn that the service sent; raises `UnreadableAnswer`, as may its `view`.

        Actions that this version of the engine cannot read are left out if it can read others.
        `now_ms` is the service's current time, if known: the remaining time is reduced by the delay
        since the turn was sent.
        """
        try:
            wire = WireTurn.model_validate(json)
            rules: Rules = find_game(wire.game)
            actions = _known(wire.game, wire.actions)
        except (ValidationError, EngineError) as error:
            raise _unreadable(error) from error
        deadline = wire.deadline_ms
        now_ms = max(wire.now_ms, now_ms or 0)
        mine = None if deadline is None else max(0, deadline - now_ms)
        clock = Clock(wire.left_ms, mine, deadline)
        context = LazyContext(partial(read_view, rules, wire.view), clock, wire.last)
        return Turn(
            wire.match_id, rules, wire.seat, wire.version, actions, context=context, chance=Random()
        )


ImhotepTurn: TypeAlias = Turn[ImhotepView, ImhotepState, ImhotepAction]
DuelTurn: TypeAlias = Turn[DuelView, DuelState, DuelAction]


def _known_view(view: View) -> View:
    return view


@lru_cache(REMEMBERED)
def parse_action(game: str, text: str) -> Action:
    """Return the action of a game with this notation; raises `EngineError`."""
    return cast("Action", find_game(game).parse_action(text))


def read_view(rules: Rules, json: Json) -> View:
    """Parse a view; raises `UnreadableAnswer`."""
    try:
        view: View = view_from_json(rules, json)
    except EngineError as error:
        raise _unreadable(error) from error
    return view


def _unreadable(error: Exception) -> UnreadableAnswer:
    return UnreadableAnswer(
        f"The turn does not fit this engine, whose version differs from the service's: {error}"
    )


def _known(game: str, texts: Sequence[str]) -> list[Action]:
    """Return the readable actions; if there is none, raise the error of the last one."""
    known: list[Action] = []
    unknown: EngineError | None = None
    for text in texts:
        try:
            known.append(parse_action(game, text))
        except EngineError as error:
            unknown = error
    if unknown is not None and not known:
        raise unknown
    return known
