"""Both games for OpenSpiel: `pip install '.[spiel]'`::

    import pyspiel

    import saqqara_sdk.gym.spiel

    game = pyspiel.load_game("python_saqqara_imhotep(players=3,preset=minis)")

A player is a seat, an action a code of `saqqara_engine.learning`. All chance of a game comes first:
four chance nodes draw a byte each, from which its seed follows. The tensor is the row of features
of the player's own view.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import numpy as np

from saqqara_engine.game import Json
from saqqara_engine.games import GAMES, AnyGame, find_game
from saqqara_engine.learning import action_codes, observer
from saqqara_sdk.bots.turn import Action, State
from saqqara_sdk.gym.rewards import by_places

try:
    import pyspiel
except ImportError as error:
    raise ImportError("the games need OpenSpiel: pip install '.[spiel]' in a checkout") from error

CHANCE_NODES: Final = 4
BYTES: Final = 256
LONGEST: Final = 2000
"""No game has so many decisions."""


def short_name(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"python_saqqara_{game}"


def _type_of(rules: AnyGame) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(rules.name),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.players),
        min_num_players=min(rules.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "preset": ""},
    )


class SpielGame(pyspiel.Game):
    """A game under its options; the reward is by places, from -1 to 1."""

    game: str

    def __init__(self, params: Mapping[str, Json] | None = None) -> None:
        asked = {name: value for name, value in (params or {}).items() if value != ""}
        self.rules = find_game(self.game)
        self.options = self.rules.parse_options(asked)
        self.codes = action_codes(self.game, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.codes.size,
            max_chance_outcomes=BYTES,
            num_players=self.options.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_type_of(self.rules), info, params or {})

    def new_initial_state(self) -> SpielState:
        """Before chance has drawn anything."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: Mapping[str, object] | None = None
    ) -> SpielObserver:
        """What tells a state to a player, whatever kind of observation is asked for."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {', '.join(params)}")
        return SpielObserver(self, iig_obs_type)


class SpielState(pyspiel.State):
    """A game that its holder may edit."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.options = game.options
        self.codes = game.codes
        self.drawn = b""
        """The bytes that chance has drawn."""
        self.state: State | None = None
        """The game of the engine, as soon as chance has drawn everything."""

    def __deepcopy__(self, memo: dict[int, object]) -> SpielState:
        """A state that shares nothing that changes; OpenSpiel clones by it."""
        twin = type(self)(self.get_game())
        twin.drawn = self.drawn
        twin.state = None if self.state is None else self.rules.copy(self.state)
        return twin

    def current_player(self) -> int:
        """The seat that is asked, or chance."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.rules.to_act(self.state)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Any byte."""
        return [(byte, 1 / BYTES) for byte in range(BYTES)]

    def is_terminal(self) -> bool:
        """Whether nobody is asked any more."""
        return self.state is not None and self.rules.is_over(self.state)

    def returns(self) -> list[float]:
        """The rewards by place; zeros before the end."""
        if self.state is None or not self.is_terminal():
            return [0.0] * self.options.players
        return by_places(self.rules.scores(self.state))

    def _legal_actions(self, player: int) -> list[int]:
        if self.state is None or player != self.current_player():
            return []
        return sorted(self.codes.codes(self.rules.legal_actions(self.state)))

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self.rules.advance(self.state, self._action_of(action))
            return
        self.drawn += bytes((action,))
        if len(self.drawn) == CHANCE_NODES:
            self.state = self.rules.new_game(self.options, sha256(self.drawn).digest())

    def _action_of(self, code: int) -> Action:
        action: Action = self.codes.action(code)  # type: ignore[assignment]  # of this game
        return action

    def _action_to_string(self, player: int, action: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE):
            return f"byte {action}"
        return str(self._action_of(action))

    def __str__(self) -> str:
        if self.state is None:
            return f"chance has drawn {len(self.drawn)} of {CHANCE_NODES} bytes"
        text: str = self.rules.draw(self.rules.view(self.state, None))
        return text


class SpielObserver:
    """Tells a state to a player as a row of features, and as text."""

    def __init__(self, game: SpielGame, kind: object) -> None:
        self._observer = observer(game.game, game.options)
        self._kind = kind
        self.tensor = np.zeros(self._observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes the player's row; zeros before chance has drawn everything."""
        if state.state is None:
            self.tensor.fill(0)
        else:
            self._observer.write(state.state, player, self.tensor.data)

    def string_from(self, state: SpielState, player: int) -> str:
        """The table as the player sees it."""
        if state.state is None:
            return str(state)
        text: str = state.rules.draw(state.rules.view(state.state, player))
        return text


def _register(game: str) -> None:
    made = type(f"Spiel{game.capitalize()}", (SpielGame,), {"game": game})
    pyspiel.register_game(_type_of(find_game(game)), made)


for _name in GAMES:
    _register(_name)
