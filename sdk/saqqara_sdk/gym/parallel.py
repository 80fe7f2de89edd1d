"""Both games as PettingZoo environments in which all agents are stepped together.

    from saqqara_sdk.gym.parallel import parallel_env

Every agent observes at every step, but only one is asked: the one whose mask is not zero. What the
others send is not looked at; code 0 will do.
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
        "the environments need PettingZoo: pip install '.[gym]' in a checkout"
    ) from error

Observations = dict[str, dict[str, NDArray[np.generic]]]


class ParallelGameEnv(ParallelEnv):
    """One game after the other; an illegal code of the agent that is asked raises `ValueError`."""

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
        """The game, seat after seat; `clone` and `set_state` are there."""
        self.metadata = self.table.metadata
        self.render_mode = render_mode
        self.possible_agents = self.table.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space:
        """The features and the mask of an agent."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> Space:
        """All codes, legal or not."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observations, dict[str, dict[str, object]]]:
        """A new game; with a seed it and those after it are the same ones again."""
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
        """The agent that is asked acts by its code."""
        table = self.table
        table.step(actions[table.agent_selection])
        told = dict(table.rewards), dict(table.terminations), dict(table.truncations)
        if all(table.terminations.values()):
            self.agents = []
        return self._observations(), *told, table.infos

    def render(self) -> str | None:
        """The table as everybody sees it, as text; None without a render mode."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""

    def _observations(self) -> Observations:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}


parallel_env = ParallelGameEnv
