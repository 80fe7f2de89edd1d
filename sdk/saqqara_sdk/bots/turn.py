"""A turn: everything a bot is given to choose by, the same offline and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Generic, TypeAlias

from pydantic import JsonValue, ValidationError

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.duel.actions import Written as DuelActionWritten
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.errors import EngineError
from saqqara_engine.game import SeatScore
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.state import Action as ImhotepAction
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_engine.imhotep.view import View as ImhotepView
from saqqara_engine.wire import view_from_json
from saqqara_sdk.bots.offers import (
    A,
    Action,
    Clock,
    KnownContext,
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
    "TurnContext",
    "View",
]

_ACTIONS: Final[Mapping[str, type]] = {"imhotep": ImhotepAction, "duel": DuelActionWritten}


@dataclass(frozen=True, slots=True)
class Simulator(Generic[S, A]):
    """Plays states on for a search, such as those that `turn.sample` gives; knows no true state."""

    rules: Rules = field(repr=False)

    def to_act(self, state: S) -> int | None:
        """The seat that is asked, or None when the game is over."""
        seat: int | None = self.rules.to_act(state)
        return seat

    def legal_actions(self, state: S) -> Sequence[A]:
        """What that seat may do; empty when the game is over."""
        legal: Sequence[A] = self.rules.legal_actions(state)
        return legal

    def advance(self, state: S, action: A | LegalAction[A]) -> None:
        """Edits the state; the action must be legal, which is not checked."""
        meant = action.action if type(action) is LegalAction else action
        if not isinstance(meant, _ACTIONS[self.rules.name]):
            why = (
                f"{meant!r:.80} is no action of {self.rules.name}:"
                " give one of turn.legal_actions, or its .action"
            )
            raise TypeError(why)
        self.rules.advance(state, meant)

    def copy(self, state: S) -> S:
        """A state that shares nothing that changes."""
        twin: S = self.rules.copy(state)
        return twin

    def after(self, state: S, action: A | LegalAction[A]) -> S:
        """The state after the action; the one that is given stays as it is."""
        twin = self.copy(state)
        self.advance(twin, action)
        return twin

    def projected(self, state: S) -> list[int]:
        """Everybody's points if the game ended now; the final ones if it is over."""
        points: list[int] = self.rules.projected(state)
        return points

    def projected_scores(self, state: S) -> tuple[SeatScore, ...]:
        """The same by source, which takes longer."""
        scores: tuple[SeatScore, ...] = self.rules.projected_scores(state)
        return scores

    def play_on(self, state: S, chance: Random, most: int) -> None:
        """Edits the state by at most so many actions, each with equal chance of the legal ones."""
        self.rules.play_on(state, chance.random, most)

    def play_out(self, state: S, chance: Random, games: int = 1) -> list[list[int]]:
        """Everybody's points at the end of so many games that random actions go on with.

        The state stays as it is. This is the fastest way to try what may come of it.
        """
        ends: list[list[int]] = self.rules.play_out(state, chance.random, games)
        return ends


class Turn(Generic[V, S, A]):
    """One decision of one seat. `choose` answers with one of `legal_actions`.

    `turn.sample()` gives a full state that fits what the seat knows, `turn.simulator` plays it on;
    both are alike offline and online, since they start from the view. `rules` is the engine's game,
    `random` the seat's own source of chance; the arena seeds it for every match, so that bots which
    draw only from it can be replayed.
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
        """Which match this is."""
        self.rules = rules
        """The engine's game, see `saqqara_engine.game.Game`."""
        self.seat = seat
        """The seat that decides, from 0."""
        self.version = version
        """How many events the match has had."""
        self.legal_actions: Offers[A] = Offers(rules, context, actions)
        """All that it may do, in the engine's order."""
        self.random = chance
        """The seat's own source of chance."""
        self._context = context

    def __repr__(self) -> str:
        return f"Turn({self.match_id!r}, {self.game}, seat {self.seat}, version {self.version})"

    @property
    def view(self) -> V:
        """All that the seat may know."""
        return self._context.view()

    @property
    def clock(self) -> Clock:
        """The time left."""
        return self._context.clock()

    @property
    def last(self) -> Receipt | None:
        """What became of the seat's decision before: was it late, what was played, its cost."""
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
        """What plays sampled states on."""
        return Simulator(self.rules)

    def sample(self, seed: int | None = None) -> S:
        """A full state drawn at random from those that fit the view.

        With a seed it is the same one again; without, every call draws anew from `random`.
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
        """The turn of the seat to act in a state that is at hand."""
        seen: View = rules.view(state, seat)
        context = KnownContext(seen, clock, last)
        actions: Sequence[Action] = rules.legal_actions(state)
        return Turn(match_id, rules, seat, version, actions, context=context, chance=chance)

    @staticmethod
    def from_wire(json: WireTurn | Mapping[str, JsonValue], now_ms: int | None = None) -> Turn:
        """The turn as the service sent it (online); raises `UnreadableAnswer`.

        Actions of a kind that this version does not know are not offered, if there are others.
        `now_ms` is the service's time now, where that is known: some may have passed since then.
        """
        try:
            wire = WireTurn.model_validate(json)
            rules: Rules = find_game(wire.game)
            view: View = view_from_json(rules, wire.view)
            actions = _known(rules, wire.actions)
        except (ValidationError, EngineError) as error:
            raise UnreadableAnswer(
                f"a turn does not fit this engine, so its version is not the service's: {error}"
            ) from error
        deadline = wire.deadline_ms
        now_ms = max(wire.now_ms, now_ms or 0)
        mine = None if deadline is None else max(0, deadline - now_ms)
        context = KnownContext(view, Clock(wire.left_ms, mine, deadline), wire.last)
        return Turn(
            wire.match_id, rules, wire.seat, wire.version, actions, context=context, chance=Random()
        )


ImhotepTurn: TypeAlias = Turn[ImhotepView, ImhotepState, ImhotepAction]
DuelTurn: TypeAlias = Turn[DuelView, DuelState, DuelAction]


def _known(rules: Rules, texts: Sequence[str]) -> list[Action]:
    """The actions that can be read; raises why the last one cannot if none can."""
    known: list[Action] = []
    unknown: EngineError | None = None
    for text in texts:
        try:
            known.append(rules.parse_action(text))
        except EngineError as error:
            unknown = error
    if unknown is not None and not known:
        raise unknown
    return known
