"""Where to look for what games at random hardly ever show: options, a will, and a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from saqqara_engine.game import Json

FULL_HANDS: Final[dict[str, Json]] = {
    "privateShips": True,
    "favors": True,
    "players": 4,
    "keepRedCards": True,
}
SMALL: Final[dict[str, Json]] = {"privateShips": True, "wager": True, "favors": True}
MUCH: Final[dict[str, Json]] = {**SMALL, "newDynastyCards": True}


@dataclass(frozen=True, slots=True)
class Hunt:
    """Games with these options are played by a policy until one shows the case."""

    case: str
    policy: str
    asked: Mapping[str, Json]
    game: str = "imhotep"


def sides(**letters: str) -> dict[str, Json]:
    """Some sites with other sides."""
    return {"sides": dict(letters)}


HUNTS: Final = (
    *(
        Hunt(
            f"over 24 stones at the Burial Chamber, side {side}",
            "to the Burial Chamber",
            {**MUCH, "players": 4, **sides(burial=side)},
        )
        for side in "ABCD"
    ),
    Hunt(
        "H-05 more than 7 towers", "to the Obelisks", {**MUCH, "players": 4, **sides(obelisks="B")}
    ),
    Hunt(
        "H-19 all tiles are taken", "to the Obelisks", {**MUCH, "players": 4, **sides(obelisks="D")}
    ),
    Hunt(
        "H-19 a pair without a tile",
        "to the Obelisks",
        {**MUCH, "players": 4, **sides(obelisks="D")},
    ),
    Hunt(
        "H-32 everybody passes before round 6, with Market C",
        "using up",
        {
            **SMALL,
            "players": 2,
            "keepRedCards": False,
            **sides(market="C", pyramids="B", temple="B"),
        },
    ),
    Hunt("H-32 everybody passes", "using up", {**MUCH, "players": 2}),
    Hunt("H-32 stones on waiting ships go home", "using up", {**SMALL, "players": 2}),
    Hunt(
        "H-32 the Temple asks after everybody has passed",
        "using up",
        {**SMALL, "players": 2, **sides(temple="B")},
    ),
    Hunt(
        "H-32 a scarab breaks a row of passes",
        "using up",
        {**MUCH, "players": 2, "prophecies": True},
    ),
    Hunt(
        "H-31 a scarab may be laid or passed",
        "using up",
        {**MUCH, "players": 2, "prophecies": True},
    ),
    Hunt("H-33 H-47 a red card is taken with an empty quarry", "using up", {**SMALL, "players": 2}),
    Hunt(
        "H-33 a red card that would do nothing is not offered",
        "using up",
        {**SMALL, "players": 2, "redWithEmptyQuarryFizzles": False},
    ),
    Hunt(
        "H-36 a single face-down card is bought unseen",
        "at the Market",
        {**FULL_HANDS, **sides(market="B", pyramids="B", temple="B")},
    ),
    Hunt(
        "H-36 the Market is not filled",
        "at the Market",
        {**FULL_HANDS, **sides(market="A", pyramids="B", temple="B")},
    ),
    Hunt(
        "H-36 both piles are empty",
        "at the Market",
        {**FULL_HANDS, **sides(market="A", pyramids="B", temple="B")},
    ),
    Hunt(
        "H-36 face down: 0",
        "at the Market",
        {**FULL_HANDS, **sides(market="B", pyramids="B", temple="B")},
    ),
    Hunt(
        "H-36 face down: 1",
        "at the Market",
        {**FULL_HANDS, **sides(market="B", pyramids="B", temple="B")},
    ),
    Hunt("H-38 a Hammer with an empty quarry", "using up", {"players": 2}),
    Hunt("H-42 the last ship is sailed by favor3", "playing cards", {**SMALL, "players": 2}),
    Hunt("H-42 the last ship is sailed by favor4", "playing cards", {**SMALL, "players": 2}),
    Hunt(
        "H-49 a card works within another",
        "to the Pyramids",
        {"players": 3, **sides(pyramids="B")},
    ),
    Hunt(
        "a Loading Plank may not go to a Market without a card",
        "at the Market",
        {"players": 4, "newDynastyCards": True, **sides(market="B")},
    ),
    Hunt(
        "a Loading Plank where no card lies at Market D may be played",
        "at the Market",
        {"players": 4, "newDynastyCards": True, **sides(market="D")},
    ),
    Hunt(
        "two reshuffles in one round",
        "at the Market",
        {**FULL_HANDS, **sides(market="A", pyramids="B", temple="B")},
    ),
    Hunt(
        "reshuffles in two rounds",
        "at the Market",
        {**FULL_HANDS, **sides(market="B", pyramids="B", temple="B")},
    ),
    *(
        Hunt(
            f"{favor} leaves another ship where it is",
            "any kind",
            {**SMALL, "players": 2, "favorsMustSail": False},
        )
        for favor in ("favor3", "favor4")
    ),
    Hunt("favor 1 with two red cards and one stone", "using up", {**SMALL, "players": 2}),
    Hunt("favor 1 with a red card and no stone", "using up", {**SMALL, "players": 2}),
    Hunt("favor 1 in the other order", "playing cards", {**SMALL, "players": 3}),
    Hunt("favor 2 does nothing", "any kind", {**SMALL, "players": 2}),
    Hunt(
        "H-46 a red card of the Temple asks at the Pyramids",
        "mixed",
        {"players": 3, **sides(temple="B", pyramids="B")},
    ),
    Hunt("H-44 4 tied at the Obelisks, 4 players", "mixed", {"players": 4}),
    Hunt("H-44 3 tied at the Obelisks, 4 players", "mixed", {"players": 4}),
    Hunt("H-44 tied in the chariot race, 3 players", "mixed", {"players": 3, **sides(temple="C")}),
    Hunt("a fourth rank at the Obelisks", "mixed", {"players": 4}),
    Hunt("a fourth rank in a row", "to the Burial Chamber", {"players": 4, **sides(burial="B")}),
    Hunt("a fourth rank on a level", "mixed", {"players": 4, **sides(pyramids="D")}),
    Hunt("a fourth rank in the chariot race", "mixed", {"players": 4, **sides(temple="C")}),
    Hunt("a sled with two Cargo Sleds", "at the Market", {"players": 2, "newDynastyCards": True}),
    Hunt("seats share a place", "mixed", {"players": 4}),
    Hunt("the sled breaks a tie", "mixed", {"players": 4}),
    *(
        Hunt(
            f"cards are replaced at the Market, side {side}, after {how}",
            policy,
            {**SMALL, "players": 4, "newDynastyCards": True, **sides(market=side)},
        )
        for side in "ABCD"
        for how, policy in (("take", "at the Market"),)
    ),
    Hunt(
        "cards are replaced at the Market, side B, after keep",
        "at the Market",
        {**MUCH, "players": 4, **sides(market="B")},
    ),
    Hunt("H-54 no meeple to place before unloading", "any action", {}, "duel"),
    Hunt(
        "H-57 the first unloading ends the game, though a second were possible",
        "any kind",
        {},
        "duel",
    ),
    Hunt("H-58 two equal tokens are swapped", "any kind", {}, "duel"),
    Hunt("H-59 H-61 a seat must pass", "any action", {}, "duel"),
    Hunt(
        "H-62 one is first to five obelisks: both have five",
        "any kind",
        sides(obelisks="B"),
        "duel",
    ),
    Hunt(
        "H-62 one is first to five obelisks: the other gets one, too",
        "any kind",
        sides(obelisks="B"),
        "duel",
    ),
    Hunt(
        "H-38 a Hammer without any stone may not be played",
        "keeping cards",
        {**SMALL, "players": 2},
    ),
    Hunt("H-62 seat 0 has five obelisks after the other", "any kind", sides(obelisks="B"), "duel"),
    Hunt("H-62 seat 1 has five obelisks after the other", "any kind", sides(obelisks="B"), "duel"),
    *(
        Hunt(
            f"Pyramids B: the smaller pyramid has {height}",
            "all for the Pyramids",
            {**sides(pyramids="B"), "duelPyramidBFour": four},
            "duel",
        )
        for height, four in (("4, worth 15", 15), ("4, worth 18", 18), ("5", 18), ("6", 18))
    ),
    *(
        Hunt(f"Pyramids A: a pyramid has {height}", "all for the Pyramids", sides(), "duel")
        for height in (5, 6)
    ),
    *(
        Hunt(f"Tombs A: {length} in a row", "all for the Tombs", sides(), "duel")
        for length in (4, 5, 6, 7)
    ),
    Hunt("ten obelisks", "any kind", sides(obelisks="B"), "duel"),
    Hunt("a tie goes to the seat that did not begin", "any kind", {}, "duel"),
)
