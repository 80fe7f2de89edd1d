"""Both games as PettingZoo environments: `pip install 'saqqara[gym]'`::

    from saqqara_sdk.gym import bot_policy, env

An agent `player_N` is the seat N; whoever is asked is selected, also in another seat's turn. An
action is a code of `saqqara_engine.learning`. An agent observes the features of its own view and a
mask that is zero unless it is asked. Rewards come at the end only and add up to zero:

- `places`: seats behind minus seats ahead, by the number of opponents: 1 for a win over all
- `margin`: own points minus the mean of the opponents'
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.endings import EndReason
from saqqara_engine.game import Json, SeatScore, placements
from saqqara_engine.games import find_game
from saqqara_engine.learning import action_codes, layout, observe
from saqqara_sdk.arena.played import result_of
from saqqara_sdk.bots.bot import Bot, Event, MatchInfo, observes
from saqqara_sdk.bots.turn import Action, Clock, LegalAction, Turn
from saqqara_sdk.wire.models import Result

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("the environments need PettingZoo: pip install 'saqqara[gym]'") from error

T = TypeVar("T")

__all__ = ["REWARDS", "GameEnv", "bot_policy", "env", "raw_env"]


def _by_places(scores: tuple[SeatScore, ...]) -> list[float]:
    places = placements(scores)
    return [
        sum((other > place) - (other < place) for other in places) / (len(places) - 1)
        for place in places
    ]


def _by_margin(scores: tuple[SeatScore, ...]) -> list[float]:
    everybody = sum(score.total for score in scores)
    return [score.total - (everybody - score.total) / (len(scores) - 1) for score in scores]


REWARDS: dict[str, Callable[[tuple[SeatScore, ...]], list[float]]] = {
    "places": _by_places,
    "margin": _by_margin,
}


class GameEnv(AECEnv):
    """One game after the other, with nothing around it: an illegal code raises `ValueError`."""

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        rewards: str = "places",
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if rewards not in REWARDS:
            raise ValueError(f"there are no rewards {rewards!r}; there are {', '.join(REWARDS)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}; there is ansi")
        self.metadata = {
            "name": f"saqqara_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.rules = find_game(game)
        self.options = self.rules.parse_options(options or {})
        self.codes = action_codes(game, self.options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.options.players)]
        self.matches = 0
        self._reward = REWARDS[rewards]
        self._chance = Random(seed)
        self._make_spaces(sum(feature.length for feature in layout(game, self.options)))

    def _make_spaces(self, width: int) -> None:
        self.action_spaces = {one: Discrete(self.codes.size) for one in self.possible_agents}
        self.observation_spaces = {
            one: Dict(
                {
                    "observation": Box(-np.inf, np.inf, (width,), np.float32),
                    "action_mask": Box(0, 1, (self.codes.size,), np.int8),
                }
            )
            for one in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space:
        """The features and the mask of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """All codes, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:  # noqa: ARG002
        """A new game; with a seed it and those after it are the same ones again."""
        if seed is not None:
            self._chance = Random(seed)
        self.matches += 1
        self.plies: list[Event] = []
        self.game_state = self.rules.new_game(self.options, self._chance.randbytes(32))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: int | None) -> None:
        """The selected agent acts by a code; None once the game is over."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if int(action) not in self._legal:
            raise ValueError(f"code {action} is not legal here; see the action mask")
        seat, chosen = self.possible_agents.index(agent), self._legal[int(action)]
        self.rules.advance(self.game_state, chosen)
        self.plies.append(Event(self.match_id, len(self.plies) + 2, "action", seat, chosen))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        """Select the seat that is asked and tell it its actions, or end the game."""
        self._legal: dict[int, Action] = {}
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        seat = self.rules.to_act(self.game_state)
        if seat is None:
            self._finish()
            return
        legal = self.rules.legal_actions(self.game_state)
        self._legal = {self.codes.code(action): action for action in legal}
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection]["notation"] = {
            code: str(action) for code, action in self._legal.items()
        }

    def _finish(self) -> None:
        scores = self.rules.scores(self.game_state)
        places, rewards = placements(scores), self._reward(scores)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(rewards[seat])
            self.infos[agent] = {"points": scores[seat].total, "place": places[seat]}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[np.generic]]:
        """What the agent's seat may know, and what it may do now."""
        view = self.rules.view(self.game_state, self.possible_agents.index(agent))
        mask = np.zeros(self.codes.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        return {
            "observation": np.array(observe(self.rules, view), np.float32),
            "action_mask": mask,
        }

    def label(self, code: int) -> str:
        """A legal code in words, as the selected agent may read them."""
        seat = self.possible_agents.index(self.agent_selection)
        return self.rules.label(self.rules.view(self.game_state, seat), self._legal[code])

    def render(self) -> str | None:
        """The table as everybody sees it, as text; None without a render mode."""
        if self.render_mode is None:
            return None
        return self.rules.draw(self.rules.view(self.game_state, None))

    def close(self) -> None:
        """Nothing is held open."""

    @property
    def match_id(self) -> str:
        """What the game at hand is called."""
        return f"match {self.matches}"

    def turn(self, chance: Random) -> Turn:
        """The selected agent's decision as a bot is given it; nobody has a clock."""
        return Turn.from_state(
            self.rules,
            self.game_state,
            self.possible_agents.index(self.agent_selection),
            match_id=self.match_id,
            version=len(self.plies) + 1,
            clock=Clock((None,) * len(self.possible_agents), None),
            chance=chance,
        )

    def result(self) -> Result:
        """How the game ended, as a bot is told it."""
        scores = self.rules.scores(self.game_state)
        return result_of(scores, placements(scores), (), EndReason.PLAYED)


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
    """The environment in PettingZoo's wrappers: who acts illegally ends the game and loses.

    `options` are the game's, such as `{"players": 3, "preset": "minis"}`.
    """
    bare = raw_env(game, options, rewards=rewards, seed=seed, render_mode=render_mode)
    kept = wrappers.TerminateIllegalWrapper(bare, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(kept))


def bot_policy(bot: type[Bot], seed: int = 0) -> Callable[[AECEnv], int | None]:
    """A function of the environment that gives the code which a bot chooses for the selected agent.

    It plays as many agents as it is asked for, each match by new instances of the bot. When the
    game is over it tells the bot so, and gives the None that PettingZoo asks of agents then.
    """
    playing: dict[tuple[int, str], _Playing] = {}

    def choose(table: AECEnv) -> int | None:
        game: GameEnv = table.unwrapped
        agent = game.agent_selection
        key = (game.matches, agent)
        if game.terminations[agent] or game.truncations[agent]:
            if key in playing and game.rules.is_over(game.game_state):
                playing.pop(key).end(game)
            return None
        if key not in playing:
            playing[key] = _Playing(bot, game, Random(f"{seed} {key}"))
        return playing[key].choose(game)

    return choose


class _Playing:
    """A bot at one seat of one match."""

    def __init__(self, bot: type[Bot], game: GameEnv, chance: Random) -> None:
        self._bot = bot()
        self._chance = chance
        self._heard = 0
        turn = game.turn(chance)
        self._bot.match_started(MatchInfo(turn.match_id, turn.game, turn.seat, turn.players))

    def choose(self, game: GameEnv) -> int:
        """The code of what the bot chooses."""
        self._tell(game)
        chosen = self._bot.choose(game.turn(self._chance))
        if not isinstance(chosen, LegalAction):
            chosen = asyncio.run(_wait(chosen))
        return game.codes.code(chosen.action)

    def end(self, game: GameEnv) -> None:
        """Tells the bot how the game ended."""
        self._tell(game)
        self._bot.match_ended(game.result())

    def _tell(self, game: GameEnv) -> None:
        if observes(type(self._bot)):
            for event in game.plies[self._heard :]:
                heard = self._bot.observe(event)
                if heard is not None:
                    asyncio.run(_wait(heard))
            self._heard = len(game.plies)


async def _wait(answer: Awaitable[T]) -> T:
    return await answer
