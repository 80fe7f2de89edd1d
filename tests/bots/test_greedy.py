"""The greedy bot: what it prefers, and that it pays."""

from __future__ import annotations

import pytest

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Fischer
from saqqara_engine.games import find_game
from saqqara_sdk import Bot
from saqqara_sdk.arena import Entrant, MatchSetting, play_blocks, tally

HOUR = Fischer(3_600_000)


def win_share(bot: type[Bot], *others: type[Bot], blocks: int, game: str = "imhotep") -> float:
    rules = find_game(game)
    setting = MatchSetting(rules, rules.parse_options({"players": 1 + len(others)}), HOUR)
    bots = [Entrant(f"{kind.name}-{seat}", kind) for seat, kind in enumerate((bot, *others))]
    rows = tally(list(play_blocks(setting, bots, blocks, seed=2024)), [bots[0].label])
    return rows[0].total.wins / rows[0].total.games


def test_greedy_beats_random() -> None:
    """Over 40 blocks of two games, greedy wins at least 80 % against random."""
    assert win_share(GreedyBot, RandomBot, blocks=40) >= 0.80


@pytest.mark.parametrize("players", [3, 4])
def test_greedy_leads_a_larger_table(players: int) -> None:
    """Against several random bots, greedy wins more than half of the games."""
    assert win_share(GreedyBot, *[RandomBot] * (players - 1), blocks=8) > 0.5


def test_equals_win_equally() -> None:
    """Against itself a bot wins about half: neither the arena nor the tally favours an entry."""
    assert 0.35 < win_share(RandomBot, RandomBot, blocks=100) < 0.65


def test_greedy_beats_random_in_the_duel() -> None:
    """The same bot file plays the Duel, and wins there too."""
    assert win_share(GreedyBot, RandomBot, blocks=20, game="duel") >= 0.80
