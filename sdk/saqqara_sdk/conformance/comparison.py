"""Comparison of a program's answers with the suite, at a position and at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.records.record import Record, to_json
from saqqara_sdk.conformance.answers import plain, shown
from saqqara_sdk.conformance.differences import (
    MOST,
    ComparedPlaces,
    Comparison,
    Difference,
    Root,
    meant,
    same,
)
from saqqara_sdk.conformance.scoring import compared_scores
from saqqara_sdk.conformance.suite import Position
from saqqara_sdk.lines.protocol import Said

NAMED: Final = 8
"""The maximum number of actions named in a sentence."""

POSITION: Final = {"seat": True, "legal": True, "question": False, "views": False}
END: Final = {"scores": True, "placements": True, "houseValues": False}
"""The keys of an answer, and whether they are required."""


def at_position(expected: Position, said: Said, seen: ComparedPlaces) -> list[Difference]:
    """Return the differences of an answer about a position."""
    if "error" in said or not _has_keys(said, POSITION):
        return _unreadable(said, POSITION)
    found: list[Difference] = []
    for key in ("seat", "question"):
        found += _value(key, expected[key], said, seen)
    found += _set("legal", expected["legal"], said, seen)
    if "views" in said:
        seen.compared.add("views")
        found += _views(expected["views"], said["views"], seen)
    else:
        seen.left_out.add("views")
    return found


def at_end(record: Record, said: Said, seen: ComparedPlaces) -> list[Difference]:
    """Return the differences of an answer about the end of a game."""
    if "error" in said or not _has_keys(said, END):
        return _unreadable(said, END)
    expected = to_json(record)
    return [
        *compared_scores(record.scores, expected["scores"], said["scores"], seen),
        *_value("placements", expected["placements"], said, seen),
        *_set("houseValues", expected["houseValues"], said, seen),
    ]


def _has_keys(said: Said, keys: Mapping[str, bool]) -> bool:
    needed = {key for key, is_needed in keys.items() if is_needed}
    return needed <= said.keys() <= keys.keys()


def _unreadable(said: Said, keys: Mapping[str, bool]) -> list[Difference]:
    """Return the differences of an answer that reports an error or has the wrong keys."""
    if "error" in said:
        error = said["error"]
        words = f"your program reports that it cannot answer: {plain(error)}"
        return [Difference("error", "error", None, error, words)]
    found = []
    for key in sorted(said.keys() - keys.keys())[:MOST]:
        error = meant(key, keys) or f"; use {', '.join(keys)}"
        words = f"your answer has a key {shown(key)}, which is not in the protocol{error}"
        found.append(Difference("answer", plain(key), None, said[key], words))
    for key, is_needed in keys.items():
        if is_needed and key not in said:
            words = f"your answer lacks the required key {key}"
            found.append(Difference("answer", key, None, None, words))
    return found


def _value(key: str, expected: Json, said: Said, seen: ComparedPlaces) -> list[Difference]:
    """Compare a whole value, if the answer has it."""
    if key not in said:
        seen.left_out.add(key)
        return []
    seen.compared.add(key)
    yours = said[key]
    if same(expected, yours):
        return []
    words = f"{key}: expected {shown(expected)}, but your answer has {shown(yours)}"
    return [Difference(key, key, expected, yours, words)]


def _set(key: str, expected: Json, said: Said, seen: ComparedPlaces) -> list[Difference]:
    """Compare a list of texts in any order, if the answer has it."""
    if key not in said:
        seen.left_out.add(key)
        return []
    seen.compared.add(key)
    yours = said[key]
    if not isinstance(yours, list) or not all(isinstance(one, str) for one in yours):
        words = f"{key}: expected a list of texts, but your answer has {shown(yours)}"
        return [Difference(key, key, expected, yours, words)]
    assert isinstance(expected, Sequence)  # noqa: S101 - of a suite
    wanted, counted = set(map(str, expected)), Counter(yours)
    lacks = sorted(wanted - counted.keys())
    extra = sorted(counted.keys() - wanted)
    twice = sorted(one for one, times in counted.items() if times > 1)
    parts = (
        f"lacks {_named(lacks)}" if lacks else "",
        f"has an extra {_named(extra)}" if extra else "",
        f"has {_named(twice)} more than once" if twice else "",
    )
    if not any(parts):
        return []
    words = f"{key}: your program {'; it '.join(part for part in parts if part)}"
    return [Difference(key, key, list(lacks), list({*extra, *twice}), words)]


def _named(texts: Sequence[str]) -> str:
    """Return the first texts as a list in a sentence."""
    names = list(map(plain, texts[:NAMED]))
    if len(texts) > NAMED:
        names.append(f"{len(texts) - NAMED} more")
    return _listed(names)


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _views(expected: Json, yours: Json, seen: ComparedPlaces) -> list[Difference]:
    """Compare each view; the public one is last."""
    assert isinstance(expected, Sequence)  # noqa: S101 - of a suite
    if not isinstance(yours, list) or len(yours) != len(expected):
        expectation = (
            f"expected a list of {len(expected)}, one for each seat and the public one last"
        )
        has = f"{len(yours)} of them" if isinstance(yours, list) else shown(yours)
        words = f"views: {expectation}, but your answer has {has}"
        return [Difference("views", "views", None, yours, words)]
    comparison = Comparison("views", seen)
    for seat, (one, other) in enumerate(zip(expected, yours, strict=True)):
        title = "public view" if seat == len(expected) - 1 else f"view of seat {seat}"
        if isinstance(other, Mapping):
            comparison.compare(one, other, Root(f"views[{seat}]", title))
        else:
            words = f"{title}: expected an object, but your answer has {shown(other)}"
            comparison.found.append(Difference("views", f"views[{seat}]", None, other, words))
    return comparison.found
