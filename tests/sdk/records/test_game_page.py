"""The size of a page to step through a game."""

from __future__ import annotations

from typing import Final

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.game import Json
from saqqara_engine.games import GAMES
from saqqara_sdk.arena import Entrant, MatchSetting, play_match
from saqqara_sdk.records.game_page import page

SITES: Final = ("market", "pyramids", "temple", "burial", "obelisks")
PARTS: Final = ("wrath", "privateShips", "wager", "favors", "newDynastyCards", "prophecies")
LONGEST: Final[dict[str, Json]] = {
    "players": 4,
    "sides": dict.fromkeys(SITES, "B"),
    **dict.fromkeys(PARTS, True),
}
"""The options with most plies: with all parts, about 145."""
LARGEST: Final = 150_000


@pytest.mark.parametrize(
    ("name", "options", "least"),
    [
        pytest.param("duel", {}, 30, id="duel"),
        *(pytest.param("imhotep", {"players": n}, 60, id=f"imhotep-{n}") for n in (2, 3, 4)),
        pytest.param("imhotep", LONGEST, 130, id="longest"),
    ],
)
def test_a_page_is_small(name: str, options: dict[str, Json], least: int) -> None:
    """It can be sent by mail and kept in a notebook, also a game of all parts by four."""
    game = GAMES[name]
    setting = MatchSetting(game, game.parse_options(options), Untimed())
    bots = [Entrant(f"random {seat}", RandomBot) for seat in range(setting.options.players)]
    record = play_match(setting, bots, "m1").record
    assert len(record.plies) >= least
    assert len(page(record).encode()) <= LARGEST
