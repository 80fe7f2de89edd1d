"""engine/CONFORMANCE.md shows a game of the suites as it is, and counts them right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.records.record import to_json
from saqqara_sdk.conformance.descriptions import SHOWN, counted
from saqqara_sdk.conformance.suite import Case, outlines, published, read
from saqqara_sdk.conformance.suite_check import messages

PAGE: Final = (Path(__file__).parents[2] / "engine" / "CONFORMANCE.md").read_text(encoding="utf-8")
SHORT: Final = "…"
"""What is left out stands under this, or as the last of a list."""


def block(language: str) -> str:
    """The one block of code in a language."""
    _, after = PAGE.split(f"```{language}\n")
    return after.split("```")[0]


def outlines_of(name: str) -> list[Case]:
    """The games of a suite, without their positions."""
    with published()[name].open("rb") as file:
        return list(outlines(file))


def shows(part: Json, whole: Json) -> bool:
    """Whether this is told of the whole, where something may be left out."""
    if isinstance(part, dict) and isinstance(whole, dict):
        seen = {key: value for key, value in part.items() if key != SHORT}
        is_short = SHORT in part
        return (is_short or seen.keys() == whole.keys()) and all(
            key in whole and shows(value, whole[key]) for key, value in seen.items()
        )
    if isinstance(part, list) and isinstance(whole, list):
        is_short = part[-1:] == [SHORT]
        seen_items = part[:-1] if is_short else part
        pairs = zip(seen_items, whole, strict=False)
        return (is_short or len(part) == len(whole)) and all(shows(*pair) for pair in pairs)
    return part == whole


def test_the_example_is_a_game_of_the_suite() -> None:
    """Its first position, its first action and what follows, and its end."""
    lines = [json.loads(line) for line in block("json").splitlines()]
    start, first, action, second, end, result = lines
    seed = start["start"]["seed"]
    (name,) = [one.name for one in outlines_of("duel-1") if one.record.seed == seed]
    with published()["duel-1"].open("rb") as file:
        (case,) = read(file, {name})
    asked = json.loads(json.dumps(list(messages(case.record))))
    assert shows(start, asked[0])
    assert [action, end] == [asked[1], asked[-1]]
    positions = json.loads(json.dumps(list(case.positions[:2])))
    assert [shows(first, positions[0]), shows(second, positions[1])] == [True, True]
    whole = json.loads(json.dumps(to_json(case.record)))
    for key, value in result.items():
        assert value == whole[key], key


def test_the_difference_is_told_of_a_game_that_is_there() -> None:
    """Its number, its players, and what it shows."""
    first = block("text").splitlines()[0]
    name = first.split("game ")[1].split()[0]
    (case,) = [one for one in outlines_of("imhotep-2") if one.name == name]
    parts = [counted(len(case.record.seats), "player"), *case.shows[:SHOWN]]
    assert f"({'; '.join(parts)} and {len(case.shows) - SHOWN} more)" in first


def test_the_games_and_positions_are_counted() -> None:
    """A position before any action, and one after each."""
    plies = [len(one.record.plies) for name in published() for one in outlines_of(name)]
    assert f"| games, positions | {len(plies)}, {sum(plies) + len(plies):,} |" in PAGE
