"""What can be played here."""

from __future__ import annotations

from functools import cache

from saqqara_engine.game import Choice
from saqqara_engine.games import GAMES
from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_engine.messages import Words
from saqqara_service import questions
from saqqara_service.application.service import Service
from saqqara_service.languages import SOURCE, words_of
from saqqara_service.models import GameInfo, HouseRule, HouseValue, OptionInfo, Preset


async def known(_svc: Service, _caller: None, question: questions.GameQuestion) -> list[GameInfo]:
    """The games that can be played here, each with its options and presets."""
    words_of(question.language)  # refuses one that is not told before it is kept
    return _known((question.language or SOURCE).lower())


@cache
def _known(language: str) -> list[GameInfo]:
    words = words_of(language)
    return [
        GameInfo(
            name=game.name,
            title=words.gettext(game.title),
            rules_version=game.rules_version,
            players=list(game.players),
            options=[_option_info(choice, words) for choice in game.choices],
            presets=[
                Preset.model_validate(
                    {
                        "name": name,
                        "title": words.gettext(preset.title),
                        "text": words.gettext(preset.text),
                        "options": preset.options,
                    }
                )
                for name, preset in game.presets.items()
            ],
        )
        for _, game in sorted(GAMES.items())
    ]


def _option_info(choice: Choice, words: Words) -> OptionInfo:
    return OptionInfo(
        name=choice.name,
        values=list(choice.values),
        default=choice.default,
        text=words.gettext(choice.text),
        house_rules=[
            HouseRule(value=value, figures=[_house_value(number, words) for number in numbers])
            for value, numbers in choice.house
        ],
    )


def _house_value(number: str, words: Words) -> HouseValue:
    return HouseValue(number=number, text=words.gettext(HOUSE_VALUES[number]))
