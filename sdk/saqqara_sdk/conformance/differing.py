"""Where two JSON values differ, place by place; what is left out is noted, and no difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from saqqara_engine.game import Json
from saqqara_sdk.conformance.answers import LONGEST, plain, shown

MOST: Final = 20
"""So many differences of one answer are told."""

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
"""What there is to compare."""


Way: TypeAlias = "tuple[Way, str | int] | None"
"""How a place is reached: from where, and by which key or number; None where it begins."""

_SCALARS: Final = frozenset({int, str, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Difference:
    """What a program says otherwise.

    Of `legal` and `houseValues`, `expected` is what the program lacks and `yours` what it has too
    much; else they are the values at the place.
    """

    what: str
    """The part of the answer."""
    path: str
    """The place in the answer, such as `views[1].sites[2].points[0]`."""
    expected: Json
    yours: Json
    words: str
    """The difference in words."""


class Seen:
    """Which places were compared, and which a program left out; places of lists have no numbers."""

    def __init__(self) -> None:
        self.told: set[str] = set()
        self.left_out: set[str] = set()
        self._within: dict[str, dict[str, str]] = {}

    def within(self, place: str) -> dict[str, str]:
        """The places within an object that were compared, by their keys."""
        return self._within.setdefault(place, {})

    def tell(self, place: str, key: str) -> str:
        """A place within an object is compared; what it is called."""
        name = self.within(place)[key] = f"{place}.{key}"
        self.told.add(name)
        return name

    @property
    def never(self) -> list[str]:
        """What was never compared."""
        parts = [part for part in PARTS if part not in self.told]
        return [*parts, *sorted(self.left_out - self.told - set(PARTS))]

    @property
    def partly(self) -> list[str]:
        """What was told here and left out there."""
        return sorted(self.left_out & self.told)


@dataclass(frozen=True, slots=True)
class Root:
    """A value that is compared place by place: its path in the answer, and how people call it."""

    path: str
    title: str

    def path_to(self, way: Way) -> str:
        """The path of a place within it."""
        return f"{self.path}{_written(way)}"

    def name_of(self, way: Way) -> str:
        """The same for people."""
        inner = _written(way).removeprefix(".")
        return f"{self.title}, {inner}" if inner else self.title


class Comparison:
    """Goes through the values of one part side by side."""

    def __init__(self, what: str, seen: Seen) -> None:
        self.found: list[Difference] = []
        self._what = what
        self._seen = seen
        self._root = Root(what, what)

    def compare(self, expected: Json, yours: Json, root: Root) -> None:
        """Notes every difference of two values."""
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
            name = names.get(key) or self._seen.tell(place, key)
            if not _is_same_scalar(value, yours[key]):
                self._compare(value, yours[key], name, (way, key))

    def _note(self, path: str, name: str, expected: Json, yours: Json, words: str) -> None:
        self.found.append(Difference(self._what, path, expected, yours, f"{name}: {words}"))


def _written(way: Way) -> str:
    """A way as it stands in a path, such as `.sites[2].points[0]`."""
    steps: list[str] = []
    while way is not None:
        way, step = way
        steps.append(f"[{step}]" if isinstance(step, int) else f".{step}")
    return "".join(reversed(steps))


def meant(key: str, known: Iterable[str]) -> str:
    """What a key was likely meant to be, as the end of a sentence; empty if nobody can tell."""
    near = get_close_matches(key[:LONGEST], known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def same(expected: Json, yours: Json) -> bool:
    """Whether two values are equal; true and 1 are not, as in JSON."""
    if isinstance(expected, list) and isinstance(yours, list):
        return _as_long(expected, yours) and all(map(same, expected, yours))
    return type(expected) is type(yours) and expected == yours


def _is_same_scalar(expected: Json, yours: Json) -> bool:
    """A short way for most of what there is: nothing below it could be left out."""
    return type(expected) in _SCALARS and type(yours) is type(expected) and expected == yours


def _as_long(expected: Sequence[Json], yours: Sequence[Json]) -> bool:
    return len(expected) == len(yours)
