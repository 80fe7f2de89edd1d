"""What can be played, under which options."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_service.models.values import JsonObject, Model


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    """The value of the option that uses these figures."""
    figures: list[str]
    """The register numbers of the figures, such as `H-10`."""


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
