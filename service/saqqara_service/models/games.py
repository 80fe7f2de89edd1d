"""What can be played, under which options."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_service.models.values import JsonObject, Model


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    figures: list[str]


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    values: list[JsonValue]
    default: JsonValue
    text: str
    house_rules: list[HouseRule]


class Preset(Model):
    """Options by a name; asking for `{"preset": name}` asks for them."""

    name: str
    options: JsonObject


class GameInfo(Model):
    """A game that can be played here, by how many, by which version of its rules and options."""

    name: str
    title: str
    rules_version: str
    players: list[int]
    options: list[OptionInfo]
    presets: list[Preset]
