"""PettingZoo environments in which agents act one by one: `pip install '.[gym]'`::

    from saqqara_sdk.gym.aec import env

Agent `player_N` is seat N. The selected agent is the seat to act, even in another seat's turn. An
action is a code of `saqqara_engine.learning`. An observation has the features of the agent's view
and a mask of legal codes, which is zero unless the agent is selected. `rewards.py` defines the
rewards.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json, placements
from saqqara_engine.games import find_game
from saqqara_engine.learning import action_codes, observer
from saqqara_sdk.bots.bot import Event
from saqqara_sdk.bots.turn import Action, State
from saqqara_sdk.gym.rewards import DENSE, reward_of
from saqqara_sdk.gym.vector import LIMIT

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "The environments need PettingZoo. Run pip install '.[gym]' in a checkout."
    ) from error


class GameEnv(AECEnv):
    """The environment without wrappers; an illegal code ends the game with `illegal_reward`."""

    agent_selection: str
    infos: dict[str, dict[str, object]]

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        rewards: str = "places",
        seed: int | None = None,
        render_mode: str | None = None,
        illegal_reward: float = -1.0,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"There is no render mode {render_mode!r}. Use ansi.")
        self.metadata = {
            "name": f"saqqara_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.game = game
        self.rules = find_game(game)
        self.options = self.rules.parse_options(options or {})
        self.codes = action_codes(game, self.options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.options.players)]
        self.matches = 0
        self._illegal_reward = illegal_reward
        self._reward = reward_of(rewards)
        self._is_dense = rewards == DENSE
        self._chance = Random(seed)
        self._observer = observer(game, self.options)
        self._make_spaces(self._observer.size)

    def _make_spaces(self, width: int) -> None:
        self.action_spaces = {one: Discrete(self.codes.size) for one in self.possible_agents}
        self.observation_spaces = {
            one: Dict(
                {
                    "observation": Box(-LIMIT, LIMIT, (width,), np.float32),
                    "action_mask": Box(0, 1, (self.codes.size,), np.int8),
                }
            )
            for one in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space:
        """Return the space of an agent's features and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """Return the space of all codes, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:  # noqa: ARG002
        """Start a game. A seed makes it and all later games reproducible."""
        if seed is not None:
            self._chance = Random(seed)
        self.matches += 1
        self.events: list[Event] = []
        self.game_state = self.rules.new_game(self.options, self._chance.randbytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._before = self._worth()
        self._ask()

    def step(self, action: int | None) -> None:
        """Play a code for the selected agent, or None once the game is over."""
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if int(action) in self._legal:
            self._play(self._legal[int(action)])
        else:
            self.rewards[agent] = self._illegal_reward
            self.infos = {one: {} for one in self.agents}
            self._end()
        self._accumulate_rewards()

    def _play(self, action: Action) -> None:
        seat = self.possible_agents.index(self.agent_selection)
        self.rules.advance(self.game_state, action)
        self.events.append(Event(self.match_id, len(self.events) + 2, "action", seat, action))
        if self._is_dense:
            self._report_change()
        self._ask()

    def _ask(self) -> None:
        """Select the seat to act and set its mask, or end the game."""
        self._legal: dict[int, Action] = {}
        self.infos = {agent: {} for agent in self.agents}
        seat = self.rules.to_act(self.game_state)
        if seat is None:
            self._finish()
            return
        legal = self.rules.legal_actions(self.game_state)
        self._legal = dict(zip(self.codes.codes(legal), legal, strict=True))
        self.agent_selection = self.possible_agents[seat]

    def _finish(self) -> None:
        scores = self.rules.scores(self.game_state)
        places, rewards = placements(scores), self._reward(scores)
        for seat, agent in enumerate(self.possible_agents):
            if not self._is_dense:
                self.rewards[agent] = float(rewards[seat])
            self.infos[agent] = {"points": scores[seat].total, "place": places[seat]}
        self._end()

    def _end(self) -> None:
        self._legal = {}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[np.generic]]:
        """Return the features and the mask of an agent."""
        row = self._observer.packed(self.game_state, self.possible_agents.index(agent))
        mask = np.zeros(self.codes.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {
            "observation": np.frombuffer(row, np.float32).clip(-LIMIT, LIMIT),
            "action_mask": mask,
        }

    def _worth(self) -> list[float]:
        return self._reward(self.rules.scores(self.game_state)) if self._is_dense else []

    def _report_change(self) -> None:
        before, self._before = self._before, self._worth()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = self._before[seat] - before[seat]

    def clone(self) -> State:
        """Return an independent copy of the game's state, for a search or to restore later."""
        state: State = self.rules.copy(self.game_state)
        return state

    def set_state(self, state: State) -> None:
        """Continue from a copy of a state, which needs the same options and must not be over."""
        if self.rules.is_over(state):
            raise ValueError("The game is over. Set a state in which a seat has to act.")
        self.game_state = self.rules.copy(state)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._before = self._worth()
        self._ask()

    def label(self, code: int) -> str:
        """Return a legal code in words, as the selected agent may see it."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.rules.label(self.rules.view(self.game_state, seat), self._legal[code])

    def render(self) -> str | None:
        """Return the public view of the game as text; None without a render mode."""
        if self.render_mode is None:
            return None
        return self.rules.draw(self.rules.view(self.game_state, None))

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""

    @property
    def match_id(self) -> str:
        """The id of the current game."""
        return f"match {self.matches}"


raw_env = GameEnv


def env(
    game: str = "imhotep",
    options: Mapping[str, Json] | None = None,
    *,
    rewards: str = "places",
    seed: int | None = None,
    render_mode: str | None = None,
    illegal_reward: float = -1.0,
) -> AECEnv:
    """Return the environment in PettingZoo's wrappers, which check the order of calls.

    `options` are the options of the game, such as `{"players": 3, "preset": "minis"}`.
    """
    bare = raw_env(
        game,
        options,
        rewards=rewards,
        seed=seed,
        render_mode=render_mode,
        illegal_reward=illegal_reward,
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(bare))
