"""Values that nobody means to send, as the texts that are sent, and where to put them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

IS_LONG: Final = os.environ.get("SIEGE_LONG") == "1"
DEEP: Final = 5_000
Path: TypeAlias = tuple[str | int, ...]

NUMBERS: Final = (
    "2147483648",
    "9007199254740993",
    "18446744073709551616",
    "-9223372036854775809",
    "9" * 4_000,
    "9" * 20_000,
    "1e400",
    "-1e400",
    "1e308",
    "1e-300",
    "1.0",
    "0.5",
    "-0",
    "NaN",
    "-Infinity",
)
TEXTS: Final = (
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\u202e\\u05d0\\u05d1"',
    '"\U0001f9f1\u0300\u0301"',
    '"\u0669\uff19\u00d7"',
    '"\\u0007 \\u001b[2J"',
    '"9007199254740993"',
    '"NaN"',
    '""',
    '"  "',
    json.dumps("x" * 30_000),
    json.dumps("\u00b2" * 10_000, ensure_ascii=False),
)
SHAPES: Final = (
    "null",
    "true",
    "[]",
    "{}",
    "[null]",
    '[{"a": 18446744073709551616}]',
    '{"a": [1e400, "\\u0000"]}',
    '{"": {"__proto__": null}}',
    "[" * 150 + "]" * 150,
    '{"a":' * 150 + "1" + "}" * 150,
    "[" * DEEP + "]" * DEEP,
)
ODD: Final = (*NUMBERS, *TEXTS, *SHAPES)
_HOLE: Final = "here stands what is odd"


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Every place within a JSON value, itself first."""
    yield path
    match value:
        case dict():
            for name, inner in value.items():
                yield from places(inner, (*path, name))
        case list():
            for number, inner in enumerate(value):
                yield from places(inner, (*path, number))


def placed(value: Any, path: Path, text: str) -> str:
    """The value as JSON with a text at a place of it, which may be new."""
    copied = json.loads(json.dumps(value))
    if not path:
        return text
    *above, last = path
    within = copied
    for step in above:
        within = within[step]
    within[last] = _HOLE
    return json.dumps(copied).replace(f'"{_HOLE}"', text)


def some(values: Sequence[str], count: int, rng: random.Random) -> Sequence[str]:
    """So many of the values, or in the long form all."""
    return values if IS_LONG or count >= len(values) else rng.sample(values, count)
