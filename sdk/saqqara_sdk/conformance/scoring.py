"""Comparison of the final points, by seat and source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from saqqara_engine.game import Json, SeatScore
from saqqara_sdk.conformance.answers import plain, shown
from saqqara_sdk.conformance.differences import MOST, ComparedPlaces, Difference, same

NEEDED: Final = ("total", "tieBreak")
KEYS: Final = ("seat", "total", "tieBreak", "lines")
LINES: Final = "scores[].lines"


def compared_scores(
    scores: Sequence[SeatScore], expected: Json, yours: Json, seen: ComparedPlaces
) -> list[Difference]:
    """Return the differences of the points; `expected` are the scores as JSON."""
    seen.compared.add("scores")
    if not isinstance(yours, list) or len(yours) != len(scores):
        words = f"scores: expected a list of {len(scores)}, but your answer has {shown(yours)}"
        return [Difference("scores", "scores", expected, yours, words)]
    return [
        difference
        for score, other in zip(scores, yours, strict=True)
        for difference in _seat(score, other, seen)
    ]


def _seat(score: SeatScore, yours: Json, seen: ComparedPlaces) -> Iterator[Difference]:
    path = f"scores[{score.seat}]"
    if not isinstance(yours, Mapping):
        words = (
            f"score of seat {score.seat}: expected an object, but your answer has {shown(yours)}"
        )
        yield Difference("scores", path, None, yours, words)
        return
    yield from _keys(score, yours, path)
    otherwise = _lines(score, yours, seen)
    if "total" in yours and not same(score.total, yours["total"]):
        given, why = yours["total"], f" ({otherwise})" if otherwise else ""
        words = (
            f"score of seat {score.seat}: expected {score.total}, but your answer has"
            f" {shown(given)}{why}"
        )
        yield Difference("scores", f"{path}.total", score.total, given, words)
    elif otherwise:
        words = f"score of seat {score.seat}: {otherwise}"
        given = yours["lines"]
        lines: Json = [{"source": one.source, "points": one.points} for one in score.lines]
        yield Difference("scores", f"{path}.lines", lines, given, words)
    for key, value in (("seat", score.seat), ("tieBreak", score.tie_break)):
        if key in yours and not same(value, yours[key]):
            given = yours[key]
            words = (
                f"{key} of seat {score.seat}: expected {value}, but your answer has {shown(given)}"
            )
            yield Difference("scores", f"{path}.{key}", value, given, words)


def _keys(score: SeatScore, yours: Mapping[str, Json], path: str) -> Iterator[Difference]:
    for key in NEEDED:
        if key not in yours:
            words = f"score of seat {score.seat}: the required key {key} is missing"
            yield Difference("scores", f"{path}.{key}", None, None, words)
    for key in sorted(yours.keys() - set(KEYS))[:MOST]:
        words = f"score of seat {score.seat}: records have no key {shown(key)}"
        yield Difference("scores", f"{path}.{plain(key)}", None, yours[key], words)


def _lines(score: SeatScore, yours: Mapping[str, Json], seen: ComparedPlaces) -> str:
    """Return the differences in the points of sources as text; empty if there are none."""
    if "lines" not in yours:
        seen.left_out.add(LINES)
        return ""
    seen.compared.add(LINES)
    lines = yours["lines"]
    points = _points(lines)
    if points is None:
        return f"expected lines with source and points, but your answer has {shown(lines)}"
    parts = [
        f"expected {line.points} for {line.source}, but your answer has {points[line.source]}"
        if line.source in points
        else f"{line.source} is missing in your answer"
        for line in score.lines
        if points.get(line.source) != line.points
    ]
    known = {line.source for line in score.lines}
    parts += [f"{plain(source)} does not exist here" for source in points if source not in known][
        :MOST
    ]
    if not parts and list(points) != [line.source for line in score.lines]:
        return "the order of the sources differs"
    return "; ".join(parts)


def _points(lines: Json) -> dict[str, int] | None:
    """Return the points of each source; None if the lines are malformed."""
    if not isinstance(lines, list):
        return None
    by_line: dict[str, int] = {}
    for line in lines:
        if not isinstance(line, Mapping) or line.keys() != {"source", "points"}:
            return None
        source, points = line["source"], line["points"]
        if not isinstance(source, str) or type(points) is not int or source in by_line:
            return None
        by_line[source] = points
    return by_line
