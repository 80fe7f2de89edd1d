"""What can be played here."""

from __future__ import annotations

from saqqara_engine.games import GAMES
from saqqara_service.models import GameInfo


def known() -> list[GameInfo]:
    """The games of this service, by name."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            rules_version=game.rules_version,
            players=list(game.players),
        )
        for _, game in sorted(GAMES.items())
    ]
