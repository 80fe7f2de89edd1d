"""A pairwise covering array: few rows of options in which any two values meet at least once.

Most mistakes come from one option or from two together; all mixtures would be millions of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias, cast

from saqqara_engine import find_game
from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Choice, Json, Options
from saqqara_engine.games import AnyGame

Value: TypeAlias = "str | int | bool | None"
Setting: TypeAlias = tuple[str, Value]
"""The name of a choice with one of its values."""

Row: TypeAlias = dict[str, Value]


@cache
def rows(name: str) -> tuple[Options, ...]:
    """Options of a game that together hold every two values that can be combined."""
    game = find_game(name)
    return tuple(game.parse_options(spelled_out(row)) for row in _covering(game))


def settings_of(game: AnyGame, options: Options) -> Row:
    """The value of every choice under these options."""
    values = dict(options.to_json())
    sides = cast("dict[str, Value]", values.pop("sides"))
    named = {choice.name: sides[choice.site] for choice in game.choices if choice.site}
    return cast("Row", values) | named


def spelled_out(settings: Mapping[str, Json]) -> dict[str, Json]:
    """The settings as a client asks for them, with the sides as an object."""
    sides = {name.partition(".")[2]: value for name, value in settings.items() if "." in name}
    plain = {name: value for name, value in settings.items() if "." not in name}
    return {"sides": sides, **plain}


def pairs_of(row: Row) -> set[frozenset[Setting]]:
    """The pairs of settings that a row brings together."""
    return set(map(frozenset, combinations(row.items(), 2)))


@cache
def possible_pairs(name: str) -> frozenset[frozenset[Setting]]:
    """Every two values that a game lets meet, the other options being at their defaults."""
    game = find_game(name)
    every = (
        frozenset(((one.name, value), (other.name, another)))
        for one, other in combinations(game.choices, 2)
        for value in one.values
        for another in other.values
    )
    return frozenset(pair for pair in every if _is_allowed(game, dict(pair)))


def _is_allowed(game: AnyGame, settings: Row) -> bool:
    asked = {choice.name: choice.default for choice in game.choices} | settings
    try:
        game.parse_options(spelled_out(asked))
    except UnknownOption:
        return False
    return True


def _covering(game: AnyGame) -> list[Row]:
    """Begins each row with a pair that no row has, then adds what meets most new values."""
    possible = possible_pairs(game.name)
    missing = set(possible)
    found: list[Row] = []
    while missing:
        row: Row = dict(sorted(min(missing, key=_order)))
        for choice in _others(game.choices, row):
            values = _rotated(choice.values, len(found))
            row[choice.name] = _best(choice.name, values, row, missing, possible)
        missing -= pairs_of(row)
        found.append(row)
    return found


def _order(pair: Iterable[Setting]) -> list[tuple[str, str]]:
    return sorted((name, repr(value)) for name, value in pair)


def _others(choices: Sequence[Choice], row: Row) -> list[Choice]:
    """Those with many values first, since they are hardest to cover."""
    others = [choice for choice in choices if choice.name not in row]
    return sorted(others, key=lambda choice: -len(choice.values))


def _rotated(values: Sequence[Value], by: int) -> Sequence[Value]:
    """Which value comes first decides between equals, so each has its turn."""
    start = by % len(values)
    return (*values[start:], *values[:start])


def _best(
    name: str,
    values: Sequence[Value],
    row: Row,
    missing: set[frozenset[Setting]],
    possible: frozenset[frozenset[Setting]],
) -> Value:
    def gain(value: Value) -> int:
        pairs = [frozenset((setting, (name, value))) for setting in row.items()]
        if not possible.issuperset(pairs):
            return -1
        return sum(pair in missing for pair in pairs)

    return max(values, key=gain)
