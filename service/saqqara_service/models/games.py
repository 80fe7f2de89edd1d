"""What can be played, under which options."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_service.models.values import JsonObject, Model


class HouseValue(Model):
    """A figure that no printed source shows, so that it is one of this project's own."""

    number: str
    """Its number in the register, such as `H-10`, by which records name it."""
    text: str
    """What it is the figure of."""


class HouseRule(Model):
    """A value of an option that uses figures which no printed source shows."""

    value: JsonValue
    """The value of the option."""
    figures: list[HouseValue]
    """The figures that it uses."""


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    """The option's name in `options`."""
    values: list[JsonValue | None]
    """All its possible values."""
    default: JsonValue | None
    """Its default value."""
    text: str
    """What it decides, in words."""
    house_rules: list[HouseRule]
    """Those of its values that are house rules."""


class Preset(Model):
    """Options by a name; asking for `{"preset": name}` asks for them."""

    name: str
    """What `preset` in `options` is set to."""
    options: JsonObject
    """All that it asks for."""


class GameInfo(Model):
    """A game of this service: its numbers of seats, its rules version and its options."""

    name: str
    """The game's word in requests."""
    title: str
    """What people call it."""
    rules_version: str
    """The version of its rules that is played here."""
    players: list[int]
    """The possible numbers of seats."""
    options: list[OptionInfo]
    """Everything that can be chosen for a match."""
    presets: list[Preset]
    """Sets of options that have a name."""
