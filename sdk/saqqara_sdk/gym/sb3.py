"""The games of `single.SingleVectorEnv` as a `VecEnv` of stable-baselines3::

    games = SingleVecEnv(SingleVectorEnv("duel", opponents=[GreedyBot]))
    MaskablePPO("MlpPolicy", games).learn(100_000)

`MaskablePPO` of sb3-contrib calls for the masks by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from saqqara_sdk.gym.infos import final_info
from saqqara_sdk.gym.single import Rows, SingleVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError(
        "This environment needs stable-baselines3. Run pip install sb3-contrib."
    ) from error

Places = int | Sequence[int] | None


class SingleVecEnv(VecEnv):
    """All games in one process, stepped together."""

    def __init__(self, games: SingleVectorEnv) -> None:
        self.games = games
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Rows:
        """Start new games, reproducible after `seed`."""
        seen, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: NDArray[np.integer]) -> None:
        """Remember the codes for `step_wait`."""
        self._codes = actions

    def step_wait(
        self,
    ) -> tuple[Rows, NDArray[np.float32], NDArray[np.bool_], list[dict[str, object]]]:
        """Play the codes; the infos of finished games hold points, place and last observation."""
        seen, rewards, over, _, infos = self.games.step(self._codes)
        ends: list[dict[str, object]] = [{} for _ in over]
        for place in np.flatnonzero(over).tolist():
            last = infos["final_obs"][place]
            ends[place] = {**final_info(infos, place), "terminal_observation": last}
        return seen, rewards.astype(np.float32), over, ends

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""

    def get_attr(self, attr_name: str, indices: Places = None) -> list[object]:
        """Return an attribute of the games, once for each."""
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: Places = None) -> None:  # noqa: ARG002
        """Set an attribute of all games."""
        setattr(self.games, attr_name, value)

    def env_method(
        self, method_name: str, *args: object, indices: Places = None, **settings: object
    ) -> list[object]:
        """Return one row per game of what a method returns, such as `action_masks`."""
        rows = getattr(self.games, method_name)(*args, **settings)
        return [rows[place] for place in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Places = None) -> list[bool]:  # noqa: ARG002
        """Return that no game is wrapped."""
        return [False for _ in self._get_indices(indices)]
