"""Bots as policies of agents in PettingZoo's environments."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from saqqara_sdk.bots.bot import AnyBot, MatchInfo
from saqqara_sdk.gym.aec import GameEnv
from saqqara_sdk.gym.opponents import SeatedBot


def bot_policy(bot: type[AnyBot], seed: int = 0) -> Callable[[GameEnv], int | None]:
    """Return a function that maps an environment to the bot's code for the selected agent.

    One policy can play several agents; each seat of each game gets a new instance of the bot. When
    the game is over, the function passes the result to the bot and returns None.
    """
    playing: dict[tuple[int, str], SeatedBot] = {}

    def choose(table: GameEnv) -> int | None:
        game: GameEnv = table.unwrapped
        agent = game.agent_selection
        key = (game.matches, agent)
        if game.terminations[agent]:
            if key in playing and game.rules.is_over(game.game_state):
                playing.pop(key).end(game.game_state, game.events)
            return None
        if key not in playing:
            seat, players = game.possible_agents.index(agent), len(game.possible_agents)
            match = MatchInfo(game.match_id, game.game, seat, players)
            playing[key] = SeatedBot(bot, game.rules, match, Random(f"{seed} {key}"))
        return game.codes.code(playing[key].choose(game.game_state, game.events))

    return choose
