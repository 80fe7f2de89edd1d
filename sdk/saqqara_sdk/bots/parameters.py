"""Parameters: numbers of a bot that people and `saqqara tune` can set::

    class Digger(Bot):
        boldness = Parameter(0.5, least=0.0, most=2.0)
        depth = Parameter(3, least=1, most=6)

The bot reads `self.boldness` as a plain number. `FILE.py:Digger[boldness=0.7,depth=4]` names the
bot with other values, in every command that takes a bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

N = TypeVar("N", int, float)


class BadParameter(ValueError):
    """The bot has no such parameter, or the value is not allowed."""


class Parameter(Generic[N]):
    """A number of a bot's class between `least` and `most`; an integer if `usual` is one."""

    def __init__(self, usual: N, *, least: N, most: N) -> None:
        if not least <= usual <= most or least == most:
            raise BadParameter(f"{usual} is not between {least} and {most}")
        self.value: N = usual
        self.least: N = least
        self.most: N = most

    def __get__(self, bot: object | None, kind: type | None = None) -> N:
        return self.value

    @property
    def is_whole(self) -> bool:
        """Whether the parameter takes integers only."""
        return isinstance(self.value, int)

    def at(self, value: float) -> Parameter[N]:
        """Return the parameter set to the allowed value that is nearest to this one."""
        near = round(value) if self.is_whole else float(value)
        bounded = max(self.least, min(self.most, cast("N", near)))
        return Parameter(bounded, least=self.least, most=self.most)


AnyParameter = Parameter[Any]


def parameters_of(bot: type) -> dict[str, AnyParameter]:
    """Return the parameters of a bot's class by name, those of its base classes first."""
    found: dict[str, AnyParameter] = {}
    for kind in reversed(bot.__mro__):
        for name, value in vars(kind).items():
            found.pop(name, None)
            if isinstance(value, Parameter):
                found[name] = value
    return found


def demand_parameter(known: Mapping[str, object], name: str, bot: str) -> None:
    """Raise `BadParameter` unless the bot has a parameter of this name."""
    if not known:
        raise BadParameter(
            f"{bot} has no parameters. Declare a number of its class as a"
            " saqqara_sdk.Parameter to set it from outside."
        )
    if name not in known:
        raise BadParameter(f"{bot} has no parameter {name!r:.60}. Use one of {', '.join(known)}.")


def with_values(bot: type, text: str) -> dict[str, AnyParameter]:
    """Parse text such as `boldness=0.7,depth=4`; raises `BadParameter`."""
    known = parameters_of(bot)
    chosen: dict[str, AnyParameter] = {}
    for pair in text.split(","):
        name, _, number = pair.strip().partition("=")
        demand_parameter(known, name, bot.__name__)
        chosen[name] = _set(known[name], name, number)
    return chosen


def in_words(values: Mapping[str, float]) -> str:
    """Return the text that `with_values` parses."""
    return ",".join(f"{name}={value:.6g}" for name, value in values.items())


def _set(parameter: AnyParameter, name: str, number: str) -> AnyParameter:
    try:
        value = int(number) if parameter.is_whole else float(number)
    except ValueError:
        kind = "a whole number" if parameter.is_whole else "a number"
        raise BadParameter(f"{name} must be {kind}, not {number!r:.60}.") from None
    if not parameter.least <= value <= parameter.most:
        raise BadParameter(
            f"{name} must be from {parameter.least} to {parameter.most}, not {number}."
        )
    return parameter.at(value)
