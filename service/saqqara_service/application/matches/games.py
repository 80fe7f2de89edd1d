"""What can be played here."""

from __future__ import annotations

from functools import cache

from saqqara_engine.choices import Choice
from saqqara_engine.games import GAMES
from saqqara_service.models import GameInfo, HouseRule, OptionInfo, Preset


@cache
def known() -> list[GameInfo]:
    """The games of this service, by name."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            rules_version=game.rules_version,
            players=list(game.players),
            options=[_told(choice) for choice in game.choices],
            presets=[
                Preset.model_validate({"name": name, "options": options})
                for name, options in game.presets.items()
            ],
        )
        for _, game in sorted(GAMES.items())
    ]


def _told(choice: Choice) -> OptionInfo:
    return OptionInfo(
        name=choice.name,
        values=list(choice.values),
        default=choice.default,
        text=choice.text,
        house_rules=[
            HouseRule(value=value, figures=list(figures)) for value, figures in choice.house
        ],
    )
