"""A turn: everything a bot is given to choose by, the same offline and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from pydantic import JsonValue, ValidationError

from saqqara_engine.errors import EngineError
from saqqara_engine.game import SeatScore
from saqqara_engine.games import find_game
from saqqara_engine.wire import view_from_json
from saqqara_sdk.bots.offers import (
    Action,
    Clock,
    KnownContext,
    LegalAction,
    Offers,
    Rules,
    State,
    TurnContext,
    View,
)
from saqqara_sdk.wire.errors import UnreadableAnswer
from saqqara_sdk.wire.models import Receipt, WireTurn

__all__ = [
    "Action",
    "Clock",
    "LegalAction",
    "Offers",
    "Rules",
    "Simulator",
    "State",
    "Turn",
    "TurnContext",
    "View",
]


@dataclass(frozen=True, slots=True)
class Simulator:
    """Plays states on for a search, such as those that `turn.sample` gives; knows no true state."""

    rules: Rules = field(repr=False)

    def to_act(self, state: State) -> int | None:
        """The seat that is asked, or None when the game is over."""
        seat: int | None = self.rules.to_act(state)
        return seat

    def legal_actions(self, state: State) -> Sequence[Action]:
        """What that seat may do; empty when the game is over."""
        legal: Sequence[Action] = self.rules.legal_actions(state)
        return legal

    def advance(self, state: State, action: Action) -> None:
        """Edits the state; the action must be legal, which is not checked."""
        self.rules.advance(state, action)

    def copy(self, state: State) -> State:
        """A state that shares nothing that changes."""
        twin: State = self.rules.copy(state)
        return twin

    def after(self, state: State, action: Action) -> State:
        """The state after the action; the one that is given stays as it is."""
        twin = self.copy(state)
        self.rules.advance(twin, action)
        return twin

    def projected(self, state: State) -> tuple[SeatScore, ...]:
        """Everybody's score by source if the game ended now; the final ones if it is over."""
        scores: tuple[SeatScore, ...] = self.rules.projected(state)
        return scores

    def points(self, state: State) -> list[int]:
        """Everybody's points if the game ended now."""
        return [score.total for score in self.projected(state)]

    def play_on(self, state: State, chance: Random, most: int) -> None:
        """Edits the state by at most so many actions, each with equal chance of the legal ones."""
        to_act, advance, draw = self.rules.to_act, self.rules.advance, chance.random
        for _ in range(most):
            if to_act(state) is None:
                return
            legal = self.rules.legal_actions(state)
            advance(state, legal[int(draw() * len(legal))])


class Turn:
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
        actions: Sequence[Action],
        *,
        context: TurnContext,
        chance: Random,
    ) -> None:
        self.match_id = match_id
        self.rules = rules
        self.seat = seat
        self.version = version
        self.legal_actions = Offers(rules, context, actions)
        self.random = chance
        self._context = context

    def __repr__(self) -> str:
        return f"Turn({self.match_id!r}, {self.game}, seat {self.seat}, version {self.version})"

    @property
    def view(self) -> View:
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
    def simulator(self) -> Simulator:
        """What plays sampled states on."""
        return Simulator(self.rules)

    def sample(self, seed: int | None = None) -> State:
        """A full state drawn at random from those that fit the view.

        With a seed it is the same one again; without, every call draws anew from `random`.
        """
        chance = self.random if seed is None else Random(seed)
        state: State = self.rules.sample(self.view, chance.randbytes(32))
        return state

    @classmethod
    def from_state(
        cls,
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
        context = KnownContext(rules.view(state, seat), clock, last)
        actions = rules.legal_actions(state)
        return cls(match_id, rules, seat, version, actions, context=context, chance=chance)

    @classmethod
    def from_wire(cls, json: WireTurn | Mapping[str, JsonValue], now_ms: int | None = None) -> Turn:
        """The turn as the service sent it (online); raises `UnreadableAnswer`.

        Actions of a kind that this version does not know are not offered, if there are others.
        `now_ms` is the service's time now, where that is known: some may have passed since then.
        """
        try:
            wire = WireTurn.model_validate(json)
            rules: Rules = find_game(wire.game)
            view = view_from_json(rules, wire.view)
            actions = _known(rules, wire.actions)
        except (ValidationError, EngineError) as error:
            raise UnreadableAnswer(
                f"a turn does not fit this engine, so its version is not the service's: {error}"
            ) from error
        deadline = wire.deadline_ms
        now_ms = max(wire.now_ms, now_ms or 0)
        mine = None if deadline is None else max(0, deadline - now_ms)
        context = KnownContext(view, Clock(wire.left_ms, mine, deadline), wire.last)
        return cls(
            wire.match_id, rules, wire.seat, wire.version, actions, context=context, chance=Random()
        )


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
