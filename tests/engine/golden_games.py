"""Which games are kept as files: one for each side of each site, module, flag and preset.

`number` picks the game of chance in which the options make a difference; a test checks that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from saqqara_engine import find_game
from saqqara_engine.game import Json, Options
from saqqara_engine.games import AnyGame


@dataclass(frozen=True)
class Golden:
    """A game to keep: its file's name, which begins with the game's, and its options.

    Kinds of action that it `favours` are chosen whenever they are legal.
    """

    name: str
    asked: Mapping[str, Json] = field(default_factory=dict)
    number: int = 0
    favours: tuple[str, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return find_game(self.name.split("-")[0])

    @property
    def options(self) -> Options:
        """The options, every one spelled out."""
        options: Options = self.game.parse_options(self.asked)
        return options


def side(
    site: str, letter: str, players: int = 2, number: int = 0, game: str = "imhotep"
) -> Golden:
    """A game in which one site shows another side."""
    asked: dict[str, Json] = {"players": players, "sides": {site: letter}}
    return Golden(f"{game}-{site}-{letter.lower()}", asked, number)


GOLDEN = (
    Golden("imhotep-2p"),
    Golden("imhotep-3p", {"players": 3}),
    Golden("imhotep-4p", {"players": 4}),
    side("market", "B", 2),
    side("market", "C", 3),
    side("market", "D", 4),
    side("pyramids", "B", 3),
    side("pyramids", "C", 4),
    side("pyramids", "D", 2),
    side("temple", "B", 4),
    side("temple", "C", 2),
    side("temple", "D", 3),
    side("burial", "B", 2),
    side("burial", "C", 3),
    side("burial", "D", 4),
    side("obelisks", "B", 3),
    side("obelisks", "C", 4),
    side("obelisks", "D", 2),
    Golden("imhotep-wrath", {"wrath": True}, 7),
    Golden("imhotep-private-ships", {"players": 3, "privateShips": True}),
    Golden("imhotep-wager", {"players": 4, "wager": True}),
    Golden("imhotep-favors", {"players": 4, "favors": True}),
    Golden("imhotep-new-dynasty-cards", {"players": 3, "newDynastyCards": True}),
    Golden("imhotep-rafts", {"players": 3, "newDynastyCards": True}, 2, favours=("raft", "get")),
    Golden("imhotep-prophecies", {"players": 3, "prophecies": True}),
    Golden("imhotep-second-colour", {"secondColour": True}),
    Golden("imhotep-hidden-market-cards", {"players": 3, "hiddenMarketCards": True}),
    Golden("imhotep-market-take-free", {"marketTakeForced": False}),
    Golden("imhotep-hammer-needs-stone", {"hammerNeedsQuarryAndSpace": True}),
    Golden("imhotep-chisel-one-stone", {"chiselNeedsTwo": False}, 9),
    Golden(
        "imhotep-red-card-needs-stone",
        {"redWithEmptyQuarryFizzles": False},
        number=5,
        favours=("get", "place"),
    ),
    Golden("imhotep-towers-at-end", {"sides": {"obelisks": "B"}, "obeliskBPoints": "end"}),
    Golden("imhotep-red-cards-kept", {"keepRedCards": True}),
    Golden("imhotep-red-cards-gone", {"newDynastyCards": True, "keepRedCards": False}),
    Golden("imhotep-favor-one-card", {"favors": True, "favorOneExactlyTwo": False}),
    Golden("imhotep-favors-may-stay", {"favors": True, "favorsMustSail": False}),
    Golden("imhotep-preset-b-sides", {"players": 4, "preset": "b-sides"}),
    Golden("imhotep-preset-minis", {"players": 4, "preset": "minis"}),
    Golden("imhotep-preset-new-dynasty", {"players": 2, "preset": "new-dynasty"}),
    Golden("imhotep-preset-everything", {"players": 3, "preset": "everything"}, 3),
    Golden("duel-preset-a"),
    Golden("duel-preset-b", {"preset": "b"}),
    side("obelisks", "B", game="duel"),
    side("temple", "B", game="duel"),
    side("pyramids", "B", game="duel"),
    side("tombs", "B", game="duel"),
    Golden("duel-pyramid-four", {"sides": {"pyramids": "B"}, "duelPyramidBFour": 15}, 47),
)
"""Every game that is kept."""
