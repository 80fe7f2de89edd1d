"""Conversion of views and records to JSON and back, derived from their types.

JSON names fields in camelCase and writes tuples and bytes as arrays. A type can be read if its
fields are int, str, bool, None, tuples, JSON mappings, and frozen dataclasses of these.

A record must have exactly the known fields. A view may come from a newer service, so unknown
fields are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType, NoneType, UnionType
from typing import Final, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from saqqara_engine.choices import camel
from saqqara_engine.errors import MalformedJson, quote
from saqqara_engine.game import A, Game, Json, Op, S, V
from saqqara_engine.messages import ENGLISH, Message, Words

T = TypeVar("T")
Place: TypeAlias = "str | tuple[Place, str | int]"
"""The root's name, or a place and a field or index in it; written out only for errors."""
Reader: TypeAlias = Callable[[object, Place], object]
"""Converts JSON to a value; the second argument is its place."""
Writer: TypeAlias = Callable[[object], dict[str, Json]]

APART: Final[Mapping[str, object]] = MappingProxyType({"apart": True})
"""The metadata of a field that its module reads and writes by itself; it has a default."""
_NAMES: dict[type, tuple[tuple[str, str], ...]] = {}
_PLAIN: Final = frozenset({int, str, bool, float, NoneType})
_WRITERS: dict[type, Writer] = {}
_EXACT: Final[dict[object, Reader]] = {}
_TOLERANT: Final[dict[object, Reader]] = {}


def view_json(view: object) -> dict[str, Json]:
    """Return a view, an action, or any other frozen dataclass of plain fields as JSON."""
    kind = type(view)
    write = _WRITERS.get(kind)
    if write is None:
        write = _WRITERS[kind] = _new_writer(kind)
    return write(view)


def canonical(data: Json) -> str:
    """Return canonical JSON (RFC 8785): sorted names, no white space.

    Numbers are integers, or have at most four decimals as those of notes.
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def layout_json(
    game: Game[Op, S, A, V], options: Op, language: str = "en", words: Words = ENGLISH
) -> dict[str, Json]:
    """Return the layout of a game's table as JSON, with texts in a language."""
    layout = game.layout(options)
    written = {
        camel(one.name): _to_json(getattr(layout, one.name), words) for one in fields(layout)
    }
    return {**written, "game": game.name, "language": language, "options": options.to_json()}


def view_from_json(game: Game[Op, S, A, V], data: Json) -> V:
    """Parse a view that `view_json` of this or a newer release has written."""
    kind = game.view_type
    return cast("V", _reader(kind, _TOLERANT)(data, kind.__name__))


def shape_of(kind: type, *, include_extras: bool = False) -> Mapping[str, object]:
    """Return the fields of a type with their types: of a dataclass, or its `shape`.

    `include_extras` keeps vocabularies in the annotations, as in `get_type_hints`.
    """
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=include_extras)
        return {one.name: hints[one.name] for one in fields(kind) if "apart" not in one.metadata}
    return cast("Mapping[str, object]", kind.shape)  # type: ignore[attr-defined]  # an action's


def from_json(kind: type[T], data: Json) -> T:
    """Parse a value of this type; raises `MalformedJson` with the place of the error."""
    return cast("T", _reader(kind, _EXACT)(data, kind.__name__))


def _to_json(value: object, words: Words) -> Json:
    """Return a part of a layout as JSON."""
    if isinstance(value, Message):
        return value.translate(words)
    if isinstance(value, tuple):
        return [_to_json(item, words) for item in value]
    if is_dataclass(value):
        return {camel(one.name): _to_json(getattr(value, one.name), words) for one in fields(value)}
    return cast("Json", value)  # a number, a word or nothing


def _json(value: object) -> Json:
    kind = type(value)
    if kind in _PLAIN:
        return cast("Json", value)
    if (write := _WRITERS.get(kind)) is not None:
        return write(value)
    if isinstance(value, tuple | list | bytes):
        return [cast("Json", item) if type(item) in _PLAIN else _json(item) for item in value]
    if isinstance(value, str):  # a word of a fixed set
        return value
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    return view_json(value)


def _new_writer(kind: type) -> Writer:
    """Generate a function that writes the fields of a type, as dataclasses generate `__init__`."""
    hints, known = shape_of(kind), dict[str, object](_json=_json)
    parts = [
        f"{wire!r}: {_expression(name, hints[name], known)}" for name, wire in _wire_names(kind)
    ]
    written: Writer = eval(f"lambda value: {{{', '.join(parts)}}}", known)  # noqa: S307
    return written


def _expression(name: str, hint: object, known: dict[str, object]) -> str:
    """Return the expression that writes a field; adds the functions that it calls to `known`."""
    if _is_scalar(hint):
        return f"value.{name}"
    item = get_args(hint)[0] if get_origin(hint) is tuple else None
    if item is not None and _is_scalar(item):
        return f"[*value.{name}]"
    if isinstance(item, type) and is_dataclass(item):
        known[f"_{name}"] = _WRITERS.setdefault(item, _new_writer(item))
        return f"[_{name}(item) for item in value.{name}]"
    return f"_json(value.{name})"


def _is_scalar(hint: object) -> bool:
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return all(kind in _PLAIN for kind in kinds)


def _wire_names(kind: type) -> tuple[tuple[str, str], ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple((name, camel(name)) for name in shape_of(kind))
    return _NAMES[kind]


def _reader(kind: object, readers: dict[object, Reader]) -> Reader:
    if kind not in readers:
        readers[kind] = _new_reader(kind, readers)
    return readers[kind]


def _new_reader(kind: object, readers: dict[object, Reader]) -> Reader:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _optional(_reader(next(one for one in args if one is not NoneType), readers))
    if origin is tuple:
        return _array(_reader(args[0], readers))
    if origin is Mapping:
        return _mapping
    if isinstance(kind, type) and is_dataclass(kind):
        return _object(kind, readers)
    if kind in (int, str, bool):
        return _scalar(cast("type", kind))
    raise TypeError(f"{kind} has no form on the wire")


def _scalar(kind: type) -> Reader:
    def read(data: object, place: Place) -> object:
        if type(data) is not kind:
            raise MalformedJson(
                f"{_name(place)} must be of type {kind.__name__}, not {quote(data)}."
            )
        return data

    return read


def _name(place: Place) -> str:
    if isinstance(place, str):
        return place
    above, inner = place
    return f"{_name(above)}[{inner}]" if isinstance(inner, int) else f"{_name(above)}.{inner}"


def _optional(inner: Reader) -> Reader:
    def read(data: object, place: Place) -> object:
        return None if data is None else inner(data, place)

    return read


def _array(inner: Reader) -> Reader:
    def read(data: object, place: Place) -> object:
        if not isinstance(data, list | tuple):
            raise MalformedJson(f"{_name(place)} must be an array, not {quote(data)}.")
        return tuple([inner(value, (place, index)) for index, value in enumerate(data)])

    return read


def _mapping(data: object, place: Place) -> object:
    if not isinstance(data, Mapping):
        raise MalformedJson(f"{_name(place)} must be an object, not {quote(data)}.")
    return data


def _object(kind: type, readers: dict[object, Reader]) -> Reader:
    known = {wire for _, wire in _wire_names(kind)}
    is_exact, make = readers is _EXACT, _new_maker(kind, readers)

    def read(data: object, place: Place) -> object:
        if type(data) is dict or isinstance(data, Mapping):
            has_more = is_exact and len(data) > len(known)
            if not has_more and known <= data.keys():
                return make(data, place)
        found = ", ".join(map(str, data)) if isinstance(data, Mapping) else quote(data)
        expected = f"{'exactly' if is_exact else 'at least'} {', '.join(sorted(known))}"
        raise MalformedJson(f"{_name(place)} must have {expected}: {found}.")

    return read


def _new_maker(kind: type, readers: dict[object, Reader]) -> Reader:
    """Generate a function that reads the fields of a type; see `_new_writer`."""
    hints, known = get_type_hints(kind), dict[str, object](kind=kind)
    parts = []
    for name, wire in _wire_names(kind):
        hint = hints[name]
        known[f"_{name}"] = _reader(hint, readers)
        read = f"_{name}(data[{wire!r}], (place, {wire!r}))"
        if hint in (int, str, bool):
            known[f"{name}_type"] = hint
            read = f"value if type(value := data[{wire!r}]) is {name}_type else {read}"
        parts.append(f"{name}=({read})")
    made: Reader = eval(f"lambda data, place: kind({', '.join(parts)})", known)  # noqa: S307
    return made
