"""OpenSpiel games: `pip install '.[spiel]'`::

    import pyspiel

    import saqqara_sdk.gym.spiel

    game = pyspiel.load_game("python_saqqara_imhotep(players=3,preset=minis)")

A player is a seat and an action is a code of `saqqara_engine.learning`. All randomness comes first:
four chance nodes draw one byte each, which form the seed. The tensor holds the features of the
player's view.
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
    raise ImportError(
        "The games need OpenSpiel. Run pip install '.[spiel]' in a checkout."
    ) from error

CHANCE_NODES: Final = 4
BYTES: Final = 256
LONGEST: Final = 2000
"""An upper bound of the number of decisions in a game."""


def short_name(game: str) -> str:
    """Return a game's name in OpenSpiel."""
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
    """A game with its options; the reward is by places, from -1 to 1."""

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
        """Return the state before the first chance node."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: object = None, params: Mapping[str, object] | None = None
    ) -> SpielObserver:
        """Return the observer, the same for every kind of observation."""
        if params:
            raise ValueError(f"An observer takes no parameters. Remove {', '.join(params)}.")
        return SpielObserver(self, iig_obs_type)


class SpielState(pyspiel.State):
    """A game in progress; `apply_action` changes it in place."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.options = game.options
        self.codes = game.codes
        self.drawn = b""
        """The bytes drawn by chance nodes so far."""
        self.state: State | None = None
        """The engine's state, from the last chance node on."""

    def __deepcopy__(self, memo: dict[int, object]) -> SpielState:
        """Return an independent copy, for OpenSpiel's `clone`."""
        twin = type(self)(self.get_game())
        twin.drawn = self.drawn
        twin.state = None if self.state is None else self.rules.copy(self.state)
        return twin

    def current_player(self) -> int:
        """Return the seat to act, or the chance player."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.rules.to_act(self.state)
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all bytes with equal probability."""
        return [(byte, 1 / BYTES) for byte in range(BYTES)]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state is not None and self.rules.is_over(self.state)

    def returns(self) -> list[float]:
        """Return the rewards by places; zeros before the end."""
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
    """Observes a state for a player as a row of features and as text."""

    def __init__(self, game: SpielGame, kind: object) -> None:
        self._observer = observer(game.game, game.options)
        self._kind = kind
        self.tensor = np.zeros(self._observer.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the player's features; zeros before the last chance node."""
        if state.state is None:
            self.tensor.fill(0)
        else:
            self._observer.write(state.state, player, self.tensor.data)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the player's view as text."""
        if state.state is None:
            return str(state)
        text: str = state.rules.draw(state.rules.view(state.state, player))
        return text


def _register(game: str) -> None:
    made = type(f"Spiel{game.capitalize()}", (SpielGame,), {"game": game})
    pyspiel.register_game(_type_of(find_game(game)), made)


for _name in GAMES:
    _register(_name)
