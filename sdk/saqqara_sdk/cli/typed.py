"""Commands whose words are put together at run time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, field, make_dataclass
from inspect import Parameter
from typing import Any, TypeAlias

Given: TypeAlias = dict[str, Any]
"""What was given for the parameters of a command, or the arguments of its call, by their names."""


def command(
    name: str, text: str, parameters: Iterable[Parameter], run: Callable[[Given], object]
) -> type:
    """The class of what may be typed, of which typer makes a value: one that runs at once."""
    fields = [
        (
            one.name,
            one.annotation,
            field(default=MISSING if one.default is one.empty else one.default),
        )
        for one in parameters
    ]
    members = {"__doc__": text, "__post_init__": lambda typed: run(dict(vars(typed)))}
    return make_dataclass(name, fields, namespace=members, kw_only=True)
