"""Views and actions as GraphQL types, made from the engine's dataclasses.

The values stay the engine's: a field is read from them when it is asked for, so that nothing is
converted for those who take the compact JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, cast, get_args, get_origin

import strawberry
from strawberry.types.field import StrawberryField

from saqqara_engine.games import find_game
from saqqara_engine.terms import Vocabulary
from saqqara_engine.wire import view_from_json
from saqqara_service.graphql.described import described_interface, enum, resolved
from saqqara_service.graphql.next_calls import next_field
from saqqara_service.models import LadderGuide, Model, NextCall, OfferedAction, SeatView, Turn
from saqqara_service.models.shapes import (
    ACTIONS,
    VIEWS,
    field_texts,
    field_types,
    shape_name,
    vocabulary_of,
)
from saqqara_service.models.texts import class_text

ACTION_NAMES: Final = {shape: shape_name(shape) for shape in ACTIONS}


def typed(model: type[Model]) -> Iterator[StrawberryField]:
    """The fields of a model that only GraphQL has, or has with a type of its own."""
    if model in (SeatView, Turn):
        views = _union("GameView", "A view of one of the games.", VIEWS)
        yield resolved("state", _state, views, "The same view, typed by game.")
    if model is Turn:
        objects = "The same actions with all their details, computed on request."
        yield resolved("legal_actions", Turn.offered, list[OfferedAction], objects)
    if model is LadderGuide:
        text = LadderGuide.model_fields["calls"].description or ""
        yield resolved("calls", _calls, list[NextCall], text)
    if model is OfferedAction:
        fields = "The action's own type, with the fields of its kind."
        yield resolved("details", _details, ActionDetails, fields)


@described_interface
class ActionDetails:
    """The details of an action; each kind of action of each game has its own type."""

    kind: str
    """The first word of the notation."""

    @classmethod
    def resolve_type(cls, action: object, *_: object) -> str:
        """The name of an action's type; the library would try one type after the other."""
        return ACTION_NAMES[type(action)]


def actions() -> tuple[type, ...]:
    """The types of all actions."""
    return tuple(map(_type, ACTIONS))


def _state(root: SeatView | Turn) -> object:
    return view_from_json(find_game(root.game), cast("Any", root.view))


def _details(root: OfferedAction) -> object:
    return root.action


def _calls(root: LadderGuide) -> list[NextCall]:
    return [found for found in map(next_field, root.calls) if found is not None]


def _union(name: str, description: str, shapes: tuple[type, ...]) -> object:
    members = tuple(map(_type, shapes))
    return Annotated[Union[members], strawberry.union(name, description=description)]  # noqa: UP007


@cache
def _type(shape: type) -> type:
    """The GraphQL type of a shape."""
    texts = field_texts(shape)
    hints = {name: _hint(kind) for name, kind in field_types(shape).items()}
    body: dict[str, object] = {
        name: strawberry.field(description=texts.get(name))
        if kind is not bytes
        else strawberry.field(resolver=_numbers(name), description=texts.get(name))
        for name, kind in field_types(shape).items()
    }

    def is_type_of(_cls: type, value: object, _info: object) -> bool:
        return isinstance(value, shape)

    body |= {"__annotations__": hints, "is_type_of": classmethod(is_type_of)}
    kind = type(shape_name(shape), (ActionDetails,) if shape in ACTIONS else (), body)
    return strawberry.type(kind, description=class_text(shape))


@cache
def _enum(vocabulary: Vocabulary) -> type[Enum]:
    """The GraphQL enum of a vocabulary; its names cannot have the hyphens that words have."""
    names = {word.replace("-", "_").upper(): word for word in vocabulary.words}
    text = vocabulary.text
    if any("-" in word for word in vocabulary.words):
        text += " Hyphens of the notation are underscores here."
    kind = cast("type[Enum]", Enum(vocabulary.name, names))
    enum(kind, text, {name: vocabulary.words[word] for name, word in names.items()})
    return kind


def _hint(kind: object) -> object:
    """The annotation that strawberry reads for a field's type."""
    if vocabulary := vocabulary_of(kind):
        return _enum(vocabulary)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (inner,) = (one for one in args if one is not NoneType)
        return _hint(inner) | None  # type: ignore[operator]
    if origin is tuple:
        return list[_hint(args[0])]  # type: ignore[misc]
    if kind is bytes:
        return list[int]
    return _type(kind) if isinstance(kind, type) and is_dataclass(kind) else kind


def _numbers(name: str) -> Callable[..., list[int]]:
    def resolve(root: object) -> list[int]:
        return list(getattr(root, name))

    return resolve
