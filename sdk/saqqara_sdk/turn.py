"""A turn: everything a bot is given to choose by, the same offline and online."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError
from pydantic.alias_generators import to_camel

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.duel.state import State as DuelState
from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.errors import EngineError
from saqqara_engine.game import SeatScore
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.imhotep.state import Action as ImhotepAction
from saqqara_engine.imhotep.state import State as ImhotepState
from saqqara_engine.imhotep.view import View as ImhotepView
from saqqara_engine.wire import view_from_json
from saqqara_sdk.errors import UnreadableAnswer
from saqqara_sdk.models import Receipt

Rules: TypeAlias = AnyGame
Action: TypeAlias = ImhotepAction | DuelAction
State: TypeAlias = ImhotepState | DuelState
View: TypeAlias = ImhotepView | DuelView


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left: of every seat, of the one that chooses, and the instant when it ends.

    `mine_ms` is what was left when the bot was asked. `deadline_ms` is an instant of the
    service's clock, None where nobody sweeps deadlines (offline). Without a clock all are None.
    """

    left_ms: tuple[int | None, ...]
    mine_ms: int | None
    deadline_ms: int | None = None


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


@dataclass(frozen=True, slots=True)
class LegalAction:
    """One action on offer; equal to any other offer of the same engine action."""

    action: Action
    rules: Rules = field(repr=False, compare=False)
    view: View = field(repr=False, compare=False)

    @property
    def notation(self) -> str:
        """The canonical text, such as `sail 2 temple`."""
        return str(self.action)

    @property
    def kind(self) -> str:
        """The action's kind, the first word of the notation."""
        return self.action.kind

    @property
    def label(self) -> str:
        """The action in words, for people; made when asked for."""
        return self.rules.label(self.view, self.action)


class WireTurn(BaseModel):
    """A turn on the wire: `Turn.from_wire` turns its texts into the engine's types."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)

    match_id: str
    game: str
    version: int
    seat: int
    view: JsonValue
    actions: tuple[str, ...]
    left_ms: tuple[int | None, ...]
    deadline_ms: int | None
    now_ms: int
    last: Receipt | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One decision of one seat. `choose` answers with one of `legal_actions`.

    `turn.sample()` gives a full state that fits what the seat knows, `turn.simulator` plays it on;
    both are alike offline and online, since they start from the view. `rules` is the engine's game,
    `random` is the decision's own source of chance; a run of the arena seeds it, so that bots which
    draw from it can be replayed. `last` tells what became of the
    seat's previous decision: whether it was late, what was played and what it cost.
    """

    match_id: str
    rules: Rules = field(repr=False)
    seat: int
    version: int
    view: View
    legal_actions: tuple[LegalAction, ...]
    clock: Clock
    random: Random = field(default_factory=Random, repr=False, compare=False)
    last: Receipt | None = None

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
        """The turn of the seat to act in a state that is at hand (offline)."""
        view = rules.view(state, seat)
        offered = _offered(rules, view, rules.legal_actions(state))
        return cls(match_id, rules, seat, version, view, offered, clock, chance, last)

    @classmethod
    def from_wire(cls, json: WireTurn | Mapping[str, JsonValue], now_ms: int | None = None) -> Turn:
        """The turn as the service sent it (online); raises `UnreadableAnswer`.

        `now_ms` is the service's time now, where that is known: some may have passed since then.
        """
        try:
            wire = WireTurn.model_validate(json)
            rules: Rules = find_game(wire.game)
            view = view_from_json(rules, wire.view)
            actions = [rules.parse_action(text) for text in wire.actions]
        except (ValidationError, EngineError) as error:
            raise UnreadableAnswer(
                f"a turn does not fit this engine, so its version is not the service's: {error}"
            ) from error
        deadline = wire.deadline_ms
        now_ms = max(wire.now_ms, now_ms or 0)
        mine = None if deadline is None else max(0, deadline - now_ms)
        clock = Clock(wire.left_ms, mine, deadline)
        offered = _offered(rules, view, actions)
        return cls(
            wire.match_id, rules, wire.seat, wire.version, view, offered, clock, last=wire.last
        )


def _offered(rules: Rules, view: View, actions: Sequence[Action]) -> tuple[LegalAction, ...]:
    return tuple(LegalAction(action, rules, view) for action in actions)
