"""What can be played, under which options."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_service.models.values import JsonObject, Model


class HouseValue(Model):
    """A figure not found in any printed source, which this project defines itself."""

    number: str
    """The figure's number in the register, such as `H-10`; records use it."""
    text: str
    """A description of the figure."""


class HouseRule(Model):
    """An option value that uses figures not found in any printed source."""

    value: JsonValue
    """The value of the option."""
    figures: list[HouseValue]
    """The figures that the value uses."""


class OptionInfo(Model):
    """One option of a game, with its possible values, default and description.

    The side of a site is named `sides.<site>` here; in options it belongs to the object
    `sides`.
    """

    name: str
    """The option's name in `options`."""
    values: list[JsonValue | None]
    """The possible values."""
    default: JsonValue | None
    """The default value."""
    text: str
    """A description of the option."""
    house_rules: list[HouseRule]
    """The values that are house rules."""


class Preset(Model):
    """A named set of options; request it with `{"preset": name}`."""

    name: str
    """The value of `preset` in `options`."""
    title: str
    """The display name."""
    text: str
    """A description of the preset, in a sentence."""
    options: JsonObject
    """The options that the preset sets."""


class GameInfo(Model):
    """A game of this service, with its numbers of seats, rules version and options."""

    name: str
    """The game's name in requests."""
    title: str
    """The display name."""
    rules_version: str
    """The version of the game's rules that the service plays."""
    players: list[int]
    """The possible numbers of seats."""
    options: list[OptionInfo]
    """The options that can be set for a match."""
    presets: list[Preset]
    """Named sets of options."""
