"""PettingZoo environments in which all agents step together.

    from saqqara_sdk.gym.parallel import parallel_env

Every agent observes at every step, but only one acts: the one whose mask is not zero. The codes of
the others are ignored; send 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json
from saqqara_sdk.gym.aec import GameEnv

try:
    from gymnasium.spaces import Space
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError(
        "The environments need PettingZoo. Run pip install '.[gym]' in a checkout."
    ) from error

Observations = dict[str, dict[str, NDArray[np.generic]]]


class ParallelGameEnv(ParallelEnv):
    """The environment; an illegal code of the agent that acts ends the game with -1 for it."""

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        rewards: str = "places",
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = GameEnv(game, options, rewards=rewards, seed=seed, render_mode=render_mode)
        """The underlying environment, with `clone` and `set_state`."""
        self.metadata = self.table.metadata
        self.render_mode = render_mode
        self.possible_agents = self.table.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space:
        """Return the space of an agent's features and mask."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Space:
        """Return the space of all codes, legal or not."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observations, dict[str, dict[str, object]]]:
        """Start a game. A seed makes it and all later games reproducible."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), self.table.infos

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        Observations,
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, object]],
    ]:
        """Play the code of the agent that acts."""
        table = self.table
        table.step(actions[table.agent_selection])
        outcome = dict(table.rewards), dict(table.terminations), dict(table.truncations)
        if all(table.terminations.values()):
            self.agents = []
        return self._observations(), *outcome, table.infos

    def render(self) -> str | None:
        """Return the public view of the game as text; None without a render mode."""
        return self.table.render()

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""

    def _observations(self) -> Observations:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}


parallel_env = ParallelGameEnv
