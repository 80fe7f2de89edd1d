"""The first difference between a record and its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from saqqara_engine.choices import camel
from saqqara_engine.errors import RecordError, quote


def demand_equal(place: str, given: object, true: object) -> None:
    """Raise `RecordError` for the first difference, at the deepest place that both values have."""
    if given == true:
        return
    for name, one, other in _inside(given, true):
        demand_equal(f"{place}{name}", one, other)
    raise RecordError(
        f"{place}: the record has {quote(given)}, but the replay gives {quote(true)}."
    )


def _inside(given: object, true: object) -> Iterator[tuple[str, object, object]]:
    """Yield the place and both parts for each part of two values of the same shape."""
    if isinstance(given, tuple) and isinstance(true, tuple) and len(given) == len(true):
        for number, (one, other) in enumerate(zip(given, true, strict=True)):
            yield f"[{number}]", one, other
    elif isinstance(given, Mapping) and isinstance(true, Mapping) and given.keys() == true.keys():
        for name in given:
            yield f".{name}", given[name], true[name]
    elif is_dataclass(given) and type(given) is type(true):
        for field in fields(given):
            yield f".{camel(field.name)}", getattr(given, field.name), getattr(true, field.name)
