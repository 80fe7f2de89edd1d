"""Comparison of JSON values by place; omitted places are recorded but are no differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from saqqara_engine.game import Json
from saqqara_sdk.conformance.answers import LONGEST, plain, shown

MOST: Final = 20
"""The maximum number of reported differences per answer."""

PARTS: Final = (
    "seat",
    "legal",
    "question",
    "views",
    "scores",
    "scores[].lines",
    "placements",
    "houseValues",
)
"""The parts of answers that are compared."""


Way: TypeAlias = "tuple[Way, str | int] | None"
"""A linked path to a place: the parent's path, and a key or index; None for the root."""

_SCALARS: Final = frozenset({int, str, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between an answer and the suite.

    For `legal` and `houseValues`, `expected` are the missing items and `yours` the extra ones;
    otherwise they are the values at the place.
    """

    what: str
    """The part of the answer."""
    path: str
    """The place in the answer, such as `views[1].sites[2].points[0]`."""
    expected: Json
    yours: Json
    words: str
    """The difference in words."""


class ComparedPlaces:
    """The places that were compared, and those that a program omitted, without list indices."""

    def __init__(self) -> None:
        self.compared: set[str] = set()
        self.left_out: set[str] = set()
        self._within: dict[str, dict[str, str]] = {}

    def within(self, place: str) -> dict[str, str]:
        """Return the compared places within an object, by key."""
        return self._within.setdefault(place, {})

    def record(self, place: str, key: str) -> str:
        """Record that a place within an object is compared; return the place."""
        name = self.within(place)[key] = f"{place}.{key}"
        self.compared.add(name)
        return name

    @property
    def never(self) -> list[str]:
        """The parts that were never compared."""
        parts = [part for part in PARTS if part not in self.compared]
        return [*parts, *sorted(self.left_out - self.compared - set(PARTS))]

    @property
    def partly(self) -> list[str]:
        """The parts that some answers had and others omitted."""
        return sorted(self.left_out & self.compared)


@dataclass(frozen=True, slots=True)
class Root:
    """The root of a comparison: its path in the answer, and its title."""

    path: str
    title: str

    def path_to(self, way: Way) -> str:
        """Return the path of a place within it."""
        return f"{self.path}{_written(way)}"

    def name_of(self, way: Way) -> str:
        """Return the display name of a place within it."""
        inner = _written(way).removeprefix(".")
        return f"{self.title}, {inner}" if inner else self.title


class Comparison:
    """Compares the values of one part."""

    def __init__(self, what: str, seen: ComparedPlaces) -> None:
        self.found: list[Difference] = []
        self._what = what
        self._seen = seen
        self._root = Root(what, what)

    def compare(self, expected: Json, yours: Json, root: Root) -> None:
        """Record every difference of two values."""
        self._root = root
        self._compare(expected, yours, self._what, None)

    def _compare(self, expected: Json, yours: Json, place: str, way: Way) -> None:
        if len(self.found) >= MOST:
            return
        if isinstance(expected, dict) and isinstance(yours, dict):
            self._objects(expected, yours, place, way)
        elif isinstance(expected, list) and isinstance(yours, list) and _as_long(expected, yours):
            for number, one in enumerate(expected):
                if not _is_same_scalar(one, yours[number]):
                    self._compare(one, yours[number], f"{place}[]", (way, number))
        elif not same(expected, yours):
            words = f"expected {shown(expected)}, but your answer has {shown(yours)}"
            path, name = self._root.path_to(way), self._root.name_of(way)
            self._note(path, name, expected, yours, words)

    def _objects(
        self, expected: Mapping[str, Json], yours: Mapping[str, Json], place: str, way: Way
    ) -> None:
        if not yours.keys() <= expected.keys():
            for key in sorted(yours.keys() - expected.keys())[:MOST]:
                words = f"the contract has no key {shown(key)}{meant(key, expected)}"
                path, name = self._root.path_to((way, plain(key))), self._root.name_of(way)
                self._note(path, name, None, yours[key], words)
        names = self._seen.within(place)
        for key, value in expected.items():
            if key not in yours:
                self._seen.left_out.add(f"{place}.{key}")
                continue
            name = names.get(key) or self._seen.record(place, key)
            if not _is_same_scalar(value, yours[key]):
                self._compare(value, yours[key], name, (way, key))

    def _note(self, path: str, name: str, expected: Json, yours: Json, words: str) -> None:
        self.found.append(Difference(self._what, path, expected, yours, f"{name}: {words}"))


def _written(way: Way) -> str:
    """Return the text of a path, such as `.sites[2].points[0]`."""
    steps: list[str] = []
    while way is not None:
        way, step = way
        steps.append(f"[{step}]" if isinstance(step, int) else f".{step}")
    return "".join(reversed(steps))


def meant(key: str, known: Iterable[str]) -> str:
    """Return a suggestion for an unknown key, as the end of a sentence; empty without one."""
    near = get_close_matches(key[:LONGEST], known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def same(expected: Json, yours: Json) -> bool:
    """Return whether two values are equal; as in JSON, true and 1 are not."""
    if isinstance(expected, list) and isinstance(yours, list):
        return _as_long(expected, yours) and all(map(same, expected, yours))
    return type(expected) is type(yours) and expected == yours


def _is_same_scalar(expected: Json, yours: Json) -> bool:
    """Return whether two values are equal scalars, a fast path for most values."""
    return type(expected) in _SCALARS and type(yours) is type(expected) and expected == yours


def _as_long(expected: Sequence[Json], yours: Sequence[Json]) -> bool:
    return len(expected) == len(yours)
