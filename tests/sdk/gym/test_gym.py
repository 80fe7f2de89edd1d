"""Both games as PettingZoo environments."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo import AECEnv
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_engine.game import Json, placements
from saqqara_sdk import Bot, LegalAction, MatchInfo, Turn
from saqqara_sdk.gym.aec import GameEnv, env
from saqqara_sdk.gym.parallel import ParallelGameEnv
from saqqara_sdk.gym.policy import bot_policy
from saqqara_sdk.wire.models import Result

HIDDEN: dict[str, Json] = {"players": 4, "hiddenMarketCards": True, "sides": {"market": "B"}}
TABLES: list[tuple[str, dict[str, Json]]] = [
    ("imhotep", {"players": 2}),
    ("imhotep", {"players": 3, "preset": "minis"}),
    ("imhotep", HIDDEN),
    ("duel", {}),
]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_the_librarys_own_tests_pass(game: str, options: dict[str, Json]) -> None:
    """PettingZoo finds its API kept, and equal games for equal seeds, whatever agents send."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against masks, as for its own board games
        api_test(env(game, options), num_cycles=60)
        seed_test(lambda: env(game, options), num_cycles=10)
        parallel_api_test(ParallelGameEnv(game, options), num_cycles=120)
        parallel_seed_test(lambda: ParallelGameEnv(game, options), num_cycles=10)


@pytest.mark.parametrize(("game", "options"), TABLES)
@pytest.mark.parametrize("rewards", ["places", "margin"])
def test_bots_play_to_the_engines_scores(game: str, options: dict[str, Json], rewards: str) -> None:
    """Bots play a whole game; whoever is asked is selected; points are those of the engine."""
    table, policy = (
        GameEnv(game, options, rewards=rewards, render_mode="ansi"),
        bot_policy(RandomBot),
    )
    table.reset(seed=3)
    asked_out_of_turn, got, infos = 0, {}, {}
    for agent in table.agent_iter():
        observation, got[agent], is_over, _, infos[agent] = table.last()
        if not is_over:
            seat = table.possible_agents.index(agent)
            assert seat == table.rules.to_act(table.game_state)
            asked_out_of_turn += table.rules.turn_seat(table.game_state) not in (seat, None)
            codes = np.flatnonzero(observation["action_mask"]).tolist()
            legal = table.rules.legal_actions(table.game_state)
            assert codes == sorted(table.codes.codes(legal))
            assert table.label(codes[0])
        table.step(policy(table))
    scores = table.rules.scores(table.game_state)
    assert [info["points"] for info in infos.values()] == [score.total for score in scores]
    assert tuple(info["place"] for info in infos.values()) == placements(scores)
    assert sum(got.values()) == pytest.approx(0)
    assert max(got, key=lambda one: got[one]) in [a for a, i in infos.items() if i["place"] == 1]
    assert asked_out_of_turn or game == "duel"
    assert table.render()


@pytest.mark.parametrize("options", [HIDDEN, {"players": 3, "preset": "everything"}])
def test_no_observation_tells_what_is_hidden(options: dict[str, Json]) -> None:
    """States that are equal for a seat give it equal observations."""
    table, policy = GameEnv("imhotep", options), bot_policy(RandomBot)
    table.reset(seed=5)
    for ply in range(60):
        if ply % 6 == 0:
            agent, state = table.agent_selection, table.game_state
            here = table.observe(agent)
            view = table.rules.view(state, table.possible_agents.index(agent))
            table.game_state = table.rules.sample(view, bytes([ply]) * 32)
            there = table.observe(agent)
            table.game_state = state
            assert all(np.array_equal(here[key], there[key]) for key in here)
        table.step(policy(table))


@pytest.mark.parametrize("table", [env("duel", illegal_reward=-9), GameEnv("duel")])
def test_an_illegal_code_ends_the_game(table: AECEnv) -> None:
    """With the illegal reward for its agent, as in PettingZoo's own games."""
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0]))
    assert all(table.terminations.values())
    got, policy = {}, bot_policy(RandomBot)
    for other in table.agent_iter():
        got[other] = table.last()[1]
        table.step(policy(table))
    assert got.pop(agent) == (-1 if table is table.unwrapped else -9)
    assert set(got.values()) == {0}


class Slow(Bot):
    """Chooses the first action when it is awaited, and remembers what it was told."""

    calls: list[MatchInfo | Result] = []  # noqa: RUF012 - of all instances

    async def choose(self, turn: Turn) -> LegalAction:
        """The first."""
        return turn.legal_actions[0]

    def match_started(self, match: MatchInfo) -> None:
        """Remembered."""
        self.calls.append(match)

    def match_ended(self, result: Result) -> None:
        """Remembered."""
        self.calls.append(result)


def test_awaited_bots_and_hooks() -> None:
    """An `async` bot plays too; each seat's instance hears of beginning and end once."""
    table, policies = env("duel"), [bot_policy(Slow), bot_policy(GreedyBot)]
    table.reset(seed=1)
    for agent in table.agent_iter():
        table.step(policies[table.possible_agents.index(agent)](table))
    started, ended = Slow.calls
    assert isinstance(started, MatchInfo)
    assert isinstance(ended, Result)


def test_without_the_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lacks PettingZoo is told what to install."""
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for name in ("aec", "parallel", "policy", "single"):
        monkeypatch.delitem(sys.modules, f"saqqara_sdk.gym.{name}", raising=False)
        with pytest.raises(ImportError, match=r"\[gym\]"):
            __import__(f"saqqara_sdk.gym.{name}")
    __import__("saqqara_sdk.gym.vector")


def test_unknown_settings_are_named() -> None:
    """Rewards and render modes that there are not are refused with those that there are."""
    with pytest.raises(ValueError, match="places, margin"):
        GameEnv(rewards="elo")
    with pytest.raises(ValueError, match="ansi"):
        GameEnv(render_mode="human")


def test_dense_rewards_add_up_to_the_margin_and_states_can_be_set() -> None:
    """What each step changed adds up; a cloned state goes on in another environment."""
    table, policy = GameEnv("imhotep", rewards="dense"), bot_policy(RandomBot)
    table.reset(seed=4)
    got, kept = dict.fromkeys(table.possible_agents, 0.0), table.clone()
    while not table.terminations[table.agent_selection]:
        table.step(policy(table))
        for agent in got:
            got[agent] += table.rewards[agent]
        if len(table.events) == 30:
            kept = table.clone()
    first, second = (score.total for score in table.rules.scores(table.game_state))
    assert list(got.values()) == [first - second, second - first]

    other = GameEnv("imhotep")
    other.reset(seed=1)
    other.set_state(kept)
    assert other.rules.view(other.game_state, 0) == table.rules.view(kept, 0)
    with pytest.raises(ValueError, match="over"):
        other.set_state(table.game_state)
