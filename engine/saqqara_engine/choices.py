"""The options of a game as a table.

Parsing, error messages, listings and the house rules in records all use this table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

from saqqara_engine.errors import UnknownOption, quote
from saqqara_engine.game import Choice, Json, Preset


def camel(name: str) -> str:
    """Return the name of a field or option in JSON.

    >>> camel("draw_pile")
    'drawPile'
    """
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


Chosen = dict[str, str | int | bool | None]
"""The value of every option by its name; sides are named `sides.<site>`."""


@dataclass(frozen=True, slots=True)
class ChosenOptions:
    """Base class of a game's options; its fields have the names of the rows `choices`."""

    choices: ClassVar[tuple[Choice, ...]]

    def to_json(self) -> dict[str, Json]:
        """Return the options as JSON, defaults included; `choose` reads it."""
        return {camel(name): value for name, value in asdict(self).items()}


def choose(
    title: str,
    choices: Sequence[Choice],
    presets: Mapping[str, Preset],
    asked: Mapping[str, Json],
) -> Chosen:
    """Return the value of every option: the requested one, the preset's, or the default."""
    flat = _flat(title, choices, asked)
    preset = flat.pop("preset", None)
    base = _flat(title, choices, _preset(title, presets, preset))
    chosen: Chosen = {choice.name: choice.default for choice in choices}
    table = {choice.name: choice for choice in choices}
    for name, value in (*base.items(), *flat.items()):
        chosen[name] = _allowed(table[name], value)
    return chosen


def _preset(title: str, presets: Mapping[str, Preset], name: Json) -> Mapping[str, Json]:
    if name is None:
        return {}
    if not isinstance(name, str) or name not in presets:
        raise UnknownOption(
            f"{title} has no preset {quote(name)}. Use one of {', '.join(presets)}."
        )
    return presets[name].options


def _flat(title: str, choices: Sequence[Choice], asked: Mapping[str, Json]) -> dict[str, Json]:
    """Return the requested options with a name for each side."""
    names = {choice.name for choice in choices}
    flat: dict[str, Json] = {}
    for name, value in asked.items():
        if name == "sides":
            flat |= _sides(choices, value)
        elif name == "preset" or (name in names and "." not in name):
            flat[name] = value
        else:
            known = ["preset", "sides", *(name for name in names if "." not in name)]
            raise UnknownOption(
                f"{title} has no option {quote(name)}. Use one of {', '.join(sorted(known))}."
            )
    return flat


def _sides(choices: Sequence[Choice], value: Json) -> dict[str, Json]:
    sites = {choice.site: choice.name for choice in choices if choice.site}
    if not isinstance(value, Mapping):
        raise UnknownOption(f"The option sides must map sites to sides, not {quote(value)}.")
    for site in value:
        if site not in sites:
            raise UnknownOption(
                f"There is no site {quote(site)}. Use one of {', '.join(map(str, sites))}."
            )
    return {sites[site]: side for site, side in value.items()}


def _allowed(choice: Choice, value: Json) -> str | int | bool | None:
    for allowed in choice.values:
        if type(allowed) is type(value) and allowed == value:
            return allowed
    words = ", ".join(map(_word, choice.values))
    what = f"The site {choice.site}" if choice.site else f"The option {choice.name}"
    raise UnknownOption(f"{what} must be one of {words}, not {quote(value)}.")


def _word(value: str | int | bool | None) -> str:  # noqa: FBT001 - the values of JSON
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case _:
            return str(value)
