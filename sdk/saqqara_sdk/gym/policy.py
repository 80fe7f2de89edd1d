"""Bots as policies of agents in the environments."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from saqqara_sdk.bots.answers import awaited, chosen_action
from saqqara_sdk.bots.bot import AnyBot, MatchInfo, begin, observes
from saqqara_sdk.gym.aec import GameEnv


def bot_policy(bot: type[AnyBot], seed: int = 0) -> Callable[[GameEnv], int | None]:
    """Return a function that maps an environment to the bot's code for the selected agent.

    One policy can play several agents; each seat of each game gets a new instance of the bot. When
    the game is over, the function passes the result to the bot and returns None.
    """
    playing: dict[tuple[int, str], _Playing] = {}

    def choose(table: GameEnv) -> int | None:
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

    def __init__(self, bot: type[AnyBot], game: GameEnv, chance: Random) -> None:
        self._bot = bot()
        self._chance = chance
        self._heard = 0
        turn = game.turn(chance)
        begin(self._bot, MatchInfo(turn.match_id, turn.game, turn.seat, turn.players))

    def choose(self, game: GameEnv) -> int:
        """Return the code of the bot's choice."""
        self._observe(game)
        turn = game.turn(self._chance)
        chosen = self._bot.choose(turn)
        if isinstance(chosen, Awaitable):
            chosen = asyncio.run(awaited(chosen))
        return game.codes.code(chosen_action(chosen, turn.legal_actions))

    def end(self, game: GameEnv) -> None:
        """Pass the result to the bot."""
        self._observe(game)
        self._bot.match_ended(game.result())

    def _observe(self, game: GameEnv) -> None:
        if observes(type(self._bot)):
            for event in game.plies[self._heard :]:
                heard = self._bot.observe(event)
                if heard is not None:
                    asyncio.run(awaited(heard))
            self._heard = len(game.plies)
