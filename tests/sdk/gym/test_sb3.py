"""The Duel learned with stable-baselines3, as the page does it; `make learn` fetches it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk.gym.single import SingleEnv, SingleVectorEnv
from tests.docs.pages import ROOT, blocks_of
from tests.prerequisites import lacks

FETCHED = [str(path) for path in (ROOT / ".tools/learn").glob("lib/python3.*/site-packages")]
PAGE = ROOT / "docs/howto/learning.md"


@pytest.fixture(scope="module")
def sb3() -> Iterator[ModuleType]:
    """Our `VecEnv`, on the library that `make learn` installs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, *FETCHED])
        try:
            import_module("sb3_contrib")
        except ModuleNotFoundError:
            lacks("stable-baselines3 is not here: make learn")
        yield import_module("saqqara_sdk.gym.sb3")


@pytest.mark.parametrize("game", ["imhotep", "duel"])
def test_the_librarys_own_check_passes(sb3: ModuleType, game: str) -> None:
    """Of the environment of one game, which it would put into a `VecEnv` itself."""
    checker = import_module("stable_baselines3.common.env_checker")
    checker.check_env(SingleEnv(game, opponents=[RandomBot]))


def test_a_vec_env_plays_the_games_of_its_vector(sb3: ModuleType) -> None:
    """The same observations, rewards and masks; finished games tell their last observation."""
    vectors = [SingleVectorEnv("duel", num_envs=3) for _ in "12"]
    games, alike = sb3.SingleVecEnv(vectors[0]), vectors[1]
    monitor = import_module("stable_baselines3.common.vec_env").VecMonitor(games)
    games.seed(4)
    assert np.array_equal(monitor.reset(), alike.reset(seed=4)[0])
    ended = 0
    while ended < 4:
        masks = np.stack(monitor.env_method("action_masks"))
        assert np.array_equal(masks, alike.action_masks())
        seen, rewards, over, infos = monitor.step(masks.argmax(axis=1))
        expected = alike.step(masks.argmax(axis=1))
        assert np.array_equal(seen, expected[0])
        assert rewards.tolist() == expected[1].tolist()
        for place in np.flatnonzero(over):
            last = infos[place]["terminal_observation"]
            assert np.array_equal(last, expected[4]["final_obs"][place])
            assert infos[place]["episode"]["r"] == rewards[place]
            ended += 1
    with pytest.raises(AttributeError):
        games.get_attr("speed")


@pytest.mark.timeout(3600)  # seconds, on a machine that has much else to do
def test_ppo_of_the_page_beats_greedy(sb3: ModuleType, tmp_path: Path) -> None:
    """The page's commands learn a bot that wins more games than chance explains."""
    blocks = blocks_of(PAGE)
    saved = {block.saved_as: block.text for block in blocks if block.saved_as}
    for name in ("learn.py", "ppo.py"):
        (tmp_path / name).write_text(saved[name])
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    plays = {**os.environ, "PATH": path}
    learns = {**plays, "PYTHONPATH": FETCHED[0], "OMP_NUM_THREADS": "1"}
    (learn,) = (one for block in blocks for one in block.commands if one == "python learn.py")
    subprocess.run(learn.split(), cwd=tmp_path, env=learns, check=True)
    (play,) = (one for block in blocks for one in block.commands if " play ppo.py" in one)
    words = [*play.split(), "--seed", "1", "--json"]
    done = subprocess.run(words, cwd=tmp_path, env=plays, check=True, capture_output=True)
    (ppo,) = (bot for bot in json.loads(done.stdout)["bots"] if bot["bot"] == "Ppo")
    assert ppo["total"]["win"]["interval"]["low"] > 0.5, ppo["total"]["win"]
