"""Options of a game as words of the host's command line."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import JsonValue

_SIDES = "sides."


def asked_options(
    players: int | None, preset: str | None, pairs: Sequence[str]
) -> dict[str, JsonValue]:
    """What `--players`, `--preset` and each `--option NAME=VALUE` ask for; raises `ValueError`.

    A value is JSON or a word; the side of a site is an option such as `sides.market=B`.
    """
    asked: dict[str, JsonValue] = {} if preset is None else {"preset": preset}
    sides: dict[str, JsonValue] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise ValueError(f"Write an option as NAME=VALUE, such as wrath=true, not {pair!r}.")
        if name.startswith(_SIDES):
            sides[name.removeprefix(_SIDES)] = text
        else:
            asked[name] = _value(text)
    if players is not None:
        if "players" in asked:
            raise ValueError("--players and players=NUMBER are the same. Omit one of them.")
        asked["players"] = players
    return asked | {"sides": sides} if sides else asked


def _value(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        return text
    return value
