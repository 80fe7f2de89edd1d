"""What can be played, under which options."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_service.models.values import JsonObject, Model


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    """The value of the option with which the figures come into play."""
    figures: list[str]
    """The register numbers of the figures, such as `H-10`."""


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    """What the option is called in `options`."""
    values: list[JsonValue | None]
    """Everything that it can be."""
    default: JsonValue | None
    """What it is if nothing is said."""
    text: str
    """What it decides, in words."""
    house_rules: list[HouseRule]
    """Its values that are house rules."""


class Preset(Model):
    """Options by a name; asking for `{"preset": name}` asks for them."""

    name: str
    """What `preset` in `options` is set to."""
    options: JsonObject
    """All that it asks for."""


class GameInfo(Model):
    """A game that can be played here, by how many, by which version of its rules and options."""

    name: str
    """The word by which matches ask for it."""
    title: str
    """What people call it."""
    rules_version: str
    """The version of its rules that is played here."""
    players: list[int]
    """The numbers of seats that it can have."""
    options: list[OptionInfo]
    """All that can be chosen."""
    presets: list[Preset]
    """Choices that are known by a name."""
