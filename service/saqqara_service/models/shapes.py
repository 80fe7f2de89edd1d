"""The shapes of views and actions: the engine's own classes, read once for both transports.

A transport turns them into its own kind of type; what a field is called and what it means is
written in the engine alone, the meaning as a docstring below the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import get_args

from saqqara_engine.choices import camel
from saqqara_engine.duel import actions as duel
from saqqara_engine.games import GAMES
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.terms import Vocabulary
from saqqara_engine.wire import shape_of
from saqqara_service.models.texts import member_texts

VIEWS: tuple[type, ...] = tuple(game.view_type for game in GAMES.values())
ACTIONS: tuple[type, ...] = (*CATALOGUE.actions.values(), *get_args(duel.Action))


def shape_name(shape: type) -> str:
    """What a shape is called on the wire, its game first: `ImhotepShip`, `DuelPlaceAction`."""
    room = shape.__module__.split(".")[1]
    game = room.capitalize() if room in GAMES else ""
    if shape in VIEWS:
        return f"{game}View"
    return game + shape.__name__.removesuffix("View") + ("Action" if shape in ACTIONS else "")


def is_shape(kind: type) -> bool:
    """Whether it has fields that are told."""
    return is_dataclass(kind) or kind in ACTIONS


@cache
def field_types(shape: type) -> Mapping[str, object]:
    """The fields of a shape in their order, each with its type."""
    return shape_of(shape, include_extras=True)


@cache
def field_texts(shape: type) -> dict[str, str]:
    """What each field means, from the docstring below it, or from the game's table of options."""
    options = {choice.name: choice.text for choice in getattr(shape, "choices", ())}
    found = {name: options[camel(name)] for name in field_types(shape) if camel(name) in options}
    for kind in filter(is_shape, reversed(shape.__mro__)):
        found |= member_texts(kind)
    return found


def vocabulary_of(kind: object) -> Vocabulary | None:
    """The vocabulary of a field's type, if its texts are words of one."""
    found = (one for one in getattr(kind, "__metadata__", ()) if isinstance(one, Vocabulary))
    return next(found, None)


def vocabularies() -> Iterator[Vocabulary]:
    """Every vocabulary of views and actions, each once."""
    found: dict[Vocabulary, None] = {}

    def visit(kind: object) -> None:
        if vocabulary := vocabulary_of(kind):
            found[vocabulary] = None
        for part in get_args(kind):
            visit(part)

    for shape in shapes_within(*VIEWS, *ACTIONS):
        for kind in field_types(shape).values():
            visit(kind)
    yield from found


def shapes_within(*kinds: object) -> Iterator[type]:
    """Every shape among the kinds and below them, each once, the inner ones first."""
    found: dict[type, None] = {}

    def visit(kind: object) -> None:
        for part in get_args(kind):
            visit(part)
        if isinstance(kind, type) and is_shape(kind) and kind not in found:
            for below in field_types(kind).values():
                visit(below)
            found[kind] = None

    for kind in kinds:
        visit(kind)
    yield from found
