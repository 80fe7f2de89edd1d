"""A Gymnasium environment for one seat; bots play the others.

    from saqqara_sdk.gym.single import SingleEnv

    games = SingleEnv("duel", opponents=[GreedyBot])

An observation has `observation`, the features of the seat's view, and `action_mask`. A step ends
at the seat's next decision, or when the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.bots.turn import State
from saqqara_sdk.gym.aec import GameEnv
from saqqara_sdk.gym.policy import bot_policy

try:
    from gymnasium import Env
except ImportError as error:
    raise ImportError(
        "The environment needs Gymnasium. Run pip install '.[gym]' in a checkout."
    ) from error

Observation = dict[str, NDArray[np.generic]]


class SingleEnv(Env):
    """A series of games against `opponents`, which take the other seats in order.

    If there are more seats than opponents, opponents are used again. Without `seat` each game draws
    one at random. An illegal code ends the game with `illegal_reward`.
    """

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        opponents: Sequence[type[AnyBot]],
        seat: int | None = None,
        rewards: str = "places",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        if not opponents:
            raise ValueError("The other seats need players. Name a bot in `opponents`.")
        self.table = GameEnv(game, options, rewards=rewards, render_mode=render_mode)
        """The underlying environment; it has hidden information too."""
        agents = self.table.possible_agents
        if seat is not None and not 0 <= seat < len(agents):
            raise ValueError(f"A seat must be a number from 0 to {len(agents) - 1}, not {seat}.")
        self.metadata = self.table.metadata
        self.render_mode = render_mode
        self.observation_space = self.table.observation_space(agents[0])
        self.action_space = self.table.action_space(agents[0])
        self.agent = agents[seat or 0]
        """The agent of the learner's seat."""
        self._seat = seat
        self._opponents = opponents
        self._illegal_reward = illegal_reward

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """Start a game and play the opponents up to the seat's first decision."""
        super().reset(seed=seed, options=options)
        chance = Random(int(self.np_random.integers(1 << 62)))
        agents = self.table.possible_agents
        self.agent = agents[chance.randrange(len(agents)) if self._seat is None else self._seat]
        self._policies = [bot_policy(bot, chance.getrandbits(62)) for bot in self._opponents]
        self.table.matches = 0  # what bots draw follows from the number of the match
        self.table.reset(seed=chance.getrandbits(62))
        self._play_others()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Play a code, then the opponents up to the seat's next decision."""
        if not self.action_masks()[action]:
            return self._observation(), self._illegal_reward, True, False, self._info()
        table = self.table
        table.step(action)
        reward = table.rewards[self.agent] + self._play_others()
        return self._observation(), reward, table.terminations[self.agent], False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal codes; sb3-contrib calls this method."""
        return self.table.observe(self.agent)["action_mask"].astype(np.bool_)

    def render(self) -> str | None:
        """Return the public view of the game as text; None without a render mode."""
        return self.table.render()

    def clone(self) -> State:
        """Return a copy of the state, hidden information included."""
        return self.table.clone()

    def set_state(self, state: State) -> None:
        """Continue from a state; the opponents play up to the seat's next decision."""
        self.table.set_state(state)
        self._play_others()

    def _play_others(self) -> float:
        """Play the opponents and return the seat's reward."""
        table, got = self.table, 0.0
        while table.agent_selection != self.agent and not table.terminations[self.agent]:
            number = table.possible_agents.index(table.agent_selection)
            table.step(self._policies[number % len(self._policies)](table))
            got += table.rewards[self.agent]
        return got

    def _observation(self) -> Observation:
        return self.table.observe(self.agent)

    def _info(self) -> dict[str, object]:
        return deepcopy(self.table.infos[self.agent])
