"""The first difference between a record and its replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from saqqara_engine.choices import camel
from saqqara_engine.errors import RecordError, quote


def demand_equal(place: str, told: object, true: object) -> None:
    """Raise `RecordError` for the first difference, at the deepest place that both values have."""
    if told == true:
        return
    for name, one, other in _inside(told, true):
        demand_equal(f"{place}{name}", one, other)
    raise RecordError(f"{place}: the record has {quote(told)}, but the replay gives {quote(true)}.")


def _inside(told: object, true: object) -> Iterator[tuple[str, object, object]]:
    """Yield the place and both parts for each part of two values of the same shape."""
    if isinstance(told, tuple) and isinstance(true, tuple) and len(told) == len(true):
        for number, (one, other) in enumerate(zip(told, true, strict=True)):
            yield f"[{number}]", one, other
    elif isinstance(told, Mapping) and isinstance(true, Mapping) and told.keys() == true.keys():
        for name in told:
            yield f".{name}", told[name], true[name]
    elif is_dataclass(told) and type(told) is type(true):
        for field in fields(told):
            yield f".{camel(field.name)}", getattr(told, field.name), getattr(true, field.name)
