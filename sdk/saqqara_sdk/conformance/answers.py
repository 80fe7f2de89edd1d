"""Strict parsing of a checked program's answers: one JSON object per line."""

from __future__ import annotations

import json
from math import isfinite
from typing import Final, NoReturn

from saqqara_engine.game import Json
from saqqara_sdk.lines.protocol import Said

LONGEST: Final = 120
"""The maximum number of shown characters of a value."""

_JSON: Final = '{["-0123456789tfn'
"""The characters with which JSON can begin."""


class MalformedAnswer(Exception):
    """A line is not an answer; the message gives the reason."""


def read(line: bytes) -> Said:
    """Parse the object in a line; raises `MalformedAnswer`."""
    try:
        said = json.loads(
            line.decode(),
            object_pairs_hook=_once,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise MalformedAnswer("is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MalformedAnswer(f"is not JSON ({error})") from None
    except ValueError:  # what `int` says of very many digits
        raise MalformedAnswer("has a number with too many digits") from None
    except RecursionError:
        raise MalformedAnswer("is nested too deep") from None
    if not isinstance(said, dict):
        raise MalformedAnswer("is not a JSON object")
    return said


def shown(value: object) -> str:
    """Return a value as ASCII JSON, truncated if it is long."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something that is nested too deep to show"
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def plain(text: object) -> str:
    """Return a short printable text as it is, anything else as JSON."""
    is_plain = isinstance(text, str) and text.isprintable() and 0 < len(text) <= LONGEST
    return str(text) if is_plain else shown(text)


def truncated(value: Json) -> Json:
    """Return a value for a report; long values are truncated."""
    text = shown(value)
    return value if len(text) <= LONGEST and text[0] in _JSON else text


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in members if names.count(name) > 1)
        raise MalformedAnswer(f"has the key {shown(twice)} twice in one object")
    return members


def _number(text: str) -> int | float:
    """Parse a number; whole ones become integers, since 5.0 is 5 in JSON."""
    value = float(text)
    if not isfinite(value):
        raise MalformedAnswer(f"has the number {plain(text)}, which is too large")
    return int(value) if value.is_integer() else value


def _no_number(word: str) -> NoReturn:
    raise MalformedAnswer(f"has {word}, which is not JSON")
