"""The options of Imhotep: players, sides, expansions, and ruling flags.

Each row of `CHOICES` is one option. The ruling flags answer questions that the rulebooks leave
open; values with register numbers are house rules, because we do not know the printed figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from saqqara_engine.choices import ChosenOptions, camel, choose
from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Choice, Json, Preset
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.sides import Side

RULES_VERSIONS = ("2",)
"""A version is added if the same seed and actions could lead to another state or other points."""


def _flag(name: str, text: str, *, default: bool = False, house: tuple[str, ...] = ()) -> Choice:
    marks = ((True, house),) if house else ()
    return Choice(name, (False, True), default, text, house=marks)


CHOICES = (
    Choice("players", (2, 3, 4), 2, "number of seats", house=((3, ("H-06",)),)),
    _flag("wrath", "lose 5 points, once, unless every monument has a stone of your own"),
    _flag("privateShips", "each seat has a ship of its own for one stone, once"),
    _flag("wager", "bet a stone on the sites that will hold most stones"),
    _flag("favors", "five favors of the Pharaoh, each once in the game"),
    _flag("newDynastyCards", "14 more market cards", house=("H-22",)),
    _flag("prophecies", "three gods' prophecies to bet on", house=("H-20", "H-21")),
    _flag("secondColour", "two players with two colours each"),
    _flag("hiddenMarketCards", "taken cards lie face down until they are used or count"),
    _flag("marketTakeForced", "a delivered stone must take a card if there is one", default=True),
    _flag("hammerNeedsQuarryAndSpace", "a Hammer needs a stone to take and room for it"),
    _flag("chiselNeedsTwo", "a Chisel needs two stones and two spaces", default=True),
    _flag(
        "redWithEmptyQuarryFizzles",
        "a red card may be taken with an empty quarry, and does nothing",
        default=True,
    ),
    Choice(
        "obeliskBPoints",
        ("immediate", "end"),
        "immediate",
        "when the towers of Obelisks B score",
    ),
    Choice(
        "keepRedCards",
        (None, False, True),
        None,
        "red cards stay with their taker; null: with any part of A New Dynasty",
    ),
    _flag("favorOneExactlyTwo", "the first favor takes two cards if it can", default=True),
    _flag("favorsMustSail", "the favors that sail need a ship that can", default=True),
    Choice("rulesVersion", RULES_VERSIONS, RULES_VERSIONS[-1], "the version of these rules"),
)
"""Every option but the sides, which a catalogue adds after the first one."""

_MINIS = {"privateShips": True, "wager": True, "favors": True}
_NEW_DYNASTY = {"newDynastyCards": True, "prophecies": True}

PRESETS: dict[str, Preset] = {
    "base": Preset(
        "Basic game", "Side A of every site and no expansion: the game to begin with.", {}
    ),
    "b-sides": Preset(
        "The other sides",
        "Side B of every site: the same actions, but points for other things.",
        {"sides": dict.fromkeys(SITES, "B")},
    ),
    "minis": Preset(
        "Small expansions",
        "Side A with a private ship for each seat, a wager and the Pharaoh's favors.",
        {**_MINIS},
    ),
    "new-dynasty": Preset(
        "A New Dynasty",
        "Side C of every site, more market cards, and gods' prophecies to bet on.",
        {**_NEW_DYNASTY, "sides": dict.fromkeys(SITES, "C")},
    ),
    "everything": Preset(
        "Everything",
        "Every expansion at once, on a mixture of sides: for those who know the rest.",
        {
            **_MINIS,
            **_NEW_DYNASTY,
            "wrath": True,
            "sides": dict(zip(SITES, "DBCDB", strict=True)),
        },
    ),
}
"""Named sets of options; options in a request override those of its preset."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The side of each site."""

    market: Side = "A"
    """The side of the Market: A to D."""
    pyramids: Side = "A"
    """The side of the Pyramids: A to D."""
    temple: Side = "A"
    """The side of the Temple: A to D."""
    burial: Side = "A"
    """The side of the Burial Chamber: A to D."""
    obelisks: Side = "A"
    """The side of the Obelisks: A to D."""

    def in_order(self) -> tuple[str, ...]:
        """The sides in the order of `SITES`."""
        return (self.market, self.pyramids, self.temple, self.burial, self.obelisks)


@dataclass(frozen=True, slots=True)
class Options(ChosenOptions):
    """The options of a game, which fix everything except chance."""

    players: int = 2
    sides: Sides = Sides()
    """The side of each site."""
    wrath: bool = False
    private_ships: bool = False
    wager: bool = False
    favors: bool = False
    new_dynasty_cards: bool = False
    prophecies: bool = False
    second_colour: bool = False
    hidden_market_cards: bool = False
    market_take_forced: bool = True
    hammer_needs_quarry_and_space: bool = False
    chisel_needs_two: bool = True
    red_with_empty_quarry_fizzles: bool = True
    obelisk_b_points: str = "immediate"
    keep_red_cards: bool | None = None
    favor_one_exactly_two: bool = True
    favors_must_sail: bool = True
    rules_version: str = RULES_VERSIONS[-1]
    """The version of the rules to which these options belong."""

    choices: ClassVar[tuple[Choice, ...]] = CHOICES


_FIELDS = {camel(field): field for field in Options.__dataclass_fields__}


def parse_options(choices: Sequence[Choice], asked: Mapping[str, Json]) -> Options:
    """Parse options from JSON; checks each value and their combination."""
    chosen = choose("Imhotep", choices, PRESETS, asked)
    if chosen["secondColour"] and chosen["players"] != 2:  # noqa: PLR2004
        raise UnknownOption("The option secondColour is only for 2 players.")
    sides = Sides(*(cast("str", chosen.pop(f"sides.{site}")) for site in SITES))
    fields = {_FIELDS[name]: value for name, value in chosen.items()}
    return Options(sides=sides, **fields)  # type: ignore[arg-type]  # checked by the table
