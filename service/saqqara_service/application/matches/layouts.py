"""Layouts of tables, with their texts in a language."""

from __future__ import annotations

from saqqara_engine.wire import layout_json
from saqqara_service import questions
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.languages import SOURCE, words_of
from saqqara_service.models import JsonObject, Layout


async def request(_svc: Service, _caller: None, question: questions.LayoutQuestion) -> Layout:
    """The static layout of a game under its options, sufficient to draw it."""
    return layout(question.game, question.asked_options, question.language)


def layout(game: str, asked: JsonObject, language: str | None) -> Layout:
    """The table of a game under its options; raises what refuses them."""
    words, rules = words_of(language), find_game(game)
    options = parse_options(rules, asked)
    described = layout_json(rules, options, (language or SOURCE).lower(), words)
    return Layout.model_validate(described)
