"""The options of the Duel: the sides of the boards, and one disputed figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, cast

from saqqara_engine.choices import ChosenOptions, camel, choose
from saqqara_engine.game import Choice, Json, Preset
from saqqara_engine.sides import Side

RULES_VERSIONS = ("1",)
"""A version is added if the same seed and actions could lead to another state or other points."""

SITES = ("obelisks", "temple", "pyramids", "tombs")

SIDES: Final = ("A", "B")

CHOICES: tuple[Choice, ...] = (
    Choice("players", (2,), 2, "number of seats"),
    *(
        Choice(f"sides.{site}", SIDES, "A", f"side of both seats' {site} boards", site)
        for site in SITES
    ),
    Choice(
        "duelPyramidBFour",
        (18, 15),
        18,
        "points of a smaller pyramid of four on side B: 18 in German, 15 in English",
    ),
    Choice("rulesVersion", RULES_VERSIONS, RULES_VERSIONS[-1], "the version of these rules"),
)
"""Every option of the Duel."""

PRESETS: dict[str, Preset] = {
    "a": Preset("Basic game", "Side A of all boards: the game to begin with.", {}),
    "b": Preset(
        "The other sides",
        "Side B of all boards: the same actions, but points for other things.",
        {"sides": dict.fromkeys(SITES, "B")},
    ),
}
"""Named sets of options; options in a request override those of its preset."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The side of each site's boards, the same for both seats."""

    obelisks: Side = "A"
    """The side of the Obelisks: A or B."""
    temple: Side = "A"
    """The side of the Temple: A or B."""
    pyramids: Side = "A"
    """The side of the Pyramids: A or B."""
    tombs: Side = "A"
    """The side of the Burial Chamber: A or B."""


@dataclass(frozen=True, slots=True)
class Options(ChosenOptions):
    """The options of a game, which fix everything except chance."""

    players: int = 2
    sides: Sides = Sides()
    """The side of each monument."""
    duel_pyramid_b_four: int = 18
    rules_version: str = RULES_VERSIONS[-1]
    """The version of the rules to which these options belong."""

    choices: ClassVar[tuple[Choice, ...]] = CHOICES


_FIELDS = {camel(field): field for field in Options.__dataclass_fields__}


def parse_options(asked: Mapping[str, Json]) -> Options:
    """Parse and check options from JSON."""
    chosen = choose("The Duel", CHOICES, PRESETS, asked)
    sides = Sides(*(cast("str", chosen.pop(f"sides.{site}")) for site in SITES))
    fields = {_FIELDS[name]: value for name, value in chosen.items()}
    return Options(sides=sides, **fields)  # type: ignore[arg-type]  # checked by the table
