"""What lies on the table of Imhotep, and what stones and cards do by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from tests.referee.figures import (
    FRAMED,
    MINIMUM_LOAD,
    PYRAMID_A,
    PYRAMID_B,
    PYRAMIDS,
    RED,
    SECOND_COLOUR,
    SITES,
    SLED,
    STARTING_SLED,
    STONES,
    TEMPLE_B,
    TILES,
    TOWERS,
)

Task: TypeAlias = tuple[Any, ...]
"""What is waited for: a word of `NOTATION.md` for a step, then its words."""


@dataclass
class Ship:
    """A ship of the round; `site` once it has sailed."""

    spaces: list[int | None]
    site: str | None = None

    @property
    def stones(self) -> list[int]:
        """The owners from the bow backwards."""
        return [owner for owner in self.spaces if owner is not None]

    @property
    def minimum(self) -> int:
        """With how many stones it may sail."""
        return MINIMUM_LOAD[len(self.spaces)]


class Table:
    """The pieces of a game and the tasks that wait, the next one last."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.options: dict[str, Any] = record["options"]
        self.sides: dict[str, str] = self.options["sides"]
        self.players: int = self.options["players"]
        self.seats = range(self.players)
        first = {draw["what"]: draw["items"] for draw in record["chance"] if not draw["round"]}
        self.reshuffles = [draw for draw in record["chance"] if draw["round"]]
        self.deck: list[str] = list(first["deck"])
        self.discard: list[str] = []
        self.round_cards: list[str] = first["round cards"]
        self.gods: list[str] = first.get("prophecies", [])[:3]
        self.crypt = [int(tile) for tile in first.get("crypt tiles", [])]
        self._seats()
        self._sites()
        self._expansions()
        self.round = self.start = self.passes = 0
        self.sailor: int | None = None
        self.ships: list[Ship] = []
        self.tasks: list[Task] = [("next-round",)]

    def _seats(self) -> None:
        stones = STONES + (SECOND_COLOUR if self.options["secondColour"] else 0)
        self.sled = list(STARTING_SLED[: self.players])
        self.quarry = [stones - sled for sled in self.sled]
        self.capacity = [SLED] * self.players
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.points = {
            site: [0] * self.players for site in (*SITES, "stone-quarries")
        }  # what is scored before the end

    def _sites(self) -> None:
        self.stones: dict[str, list[int]] = {site: [] for site in SITES}
        self.market: list[str | None] = [None] * (3 if self.sides["market"] in "BD" else 4)
        self.pair: list[str] = []
        self.coins_left, self.coins = 8, [0] * 4
        self.coins_taken = [0] * self.players
        self.pyramids: dict[str, list[int]] = {name: [] for name in PYRAMIDS}
        self.chariots = [0] * self.players
        self.imhotep = 0
        self.towers: list[int] = []
        self.tiles = list(TILES)

    def _expansions(self) -> None:
        self.private_sailed = [False] * self.players
        self.private_sites: set[str] = set()
        self.bets: dict[tuple[str, str], int] = {}
        self.favors: list[int | None] = [None] * 5
        self.scarabs: list[tuple[int, str, int]] = []
        self.reds = [0] * self.players

    @property
    def open_sites(self) -> list[str]:
        """Where no ship of the round has come."""
        return [site for site in SITES if all(ship.site != site for ship in self.ships)]

    @property
    def window(self) -> int:
        """The window of two rounds, from 0."""
        return (self.round - 1) // 2

    @property
    def keeps_red(self) -> bool:
        """Whether red cards stay with their owner."""
        asked: bool | None = self.options["keepRedCards"]
        if asked is not None:
            return asked
        parts = self.options["newDynastyCards"] or self.options["prophecies"]
        return bool(parts or {"C", "D"} & set(self.sides.values()))

    def room(self, seat: int) -> int:
        """How many more stones a sled carries."""
        return self.capacity[seat] - self.sled[seat]

    def take_stones(self, seat: int, most: int) -> None:
        """From the quarry to the sled."""
        taken = min(most, self.room(seat), self.quarry[seat])
        self.quarry[seat] -= taken
        self.sled[seat] += taken

    def place(self, seat: int, ship: int, space: int) -> None:
        """From the sled onto a ship."""
        assert self.ships[ship].spaces[space] is None
        self.sled[seat] -= 1
        self.ships[ship].spaces[space] = seat

    def sail(self, seat: int, ship: int, site: str, order: list[int]) -> None:
        """The stones arrive in this order."""
        self.ships[ship] = Ship([None] * len(self.ships[ship].spaces), site)
        self.sailor = seat
        self.tasks += [("unload", site, owner) for owner in reversed(order)]

    def can_draw(self) -> bool:
        """Whether a pile has a card."""
        return bool(self.deck or self.discard)

    def draw(self, place: int) -> str | None:
        """A card from the front (0) or the back (-1) of the draw pile, if there is any."""
        if not self.deck and self.discard:
            reshuffle = self.reshuffles.pop(0)
            assert (reshuffle["what"], reshuffle["round"]) == ("reshuffle", self.round)
            assert sorted(reshuffle["items"]) == sorted(self.discard)
            self.deck, self.discard = list(reshuffle["items"]), []
        return self.deck.pop(place) if self.deck else None

    def gain_top(self, seat: int) -> None:
        """The top card of the draw pile, which comes from the back."""
        card = self.draw(-1)
        if card:
            self.gain(seat, card)

    def gain(self, seat: int, card: str) -> None:
        """A red card works at once, and is then discarded or kept."""
        if card in RED and not self.keeps_red:
            self.tasks.append(("discard", card))
        else:
            self.hands[seat].append(card)
        if card in RED:
            self.reds[seat] += 1
            site = RED[card]
            if site and self.quarry[seat]:
                self.quarry[seat] -= 1
                self.tasks.append(("unload", site, seat))
        if card == "stone-quarry":
            self.points["stone-quarries"][seat] += 1
            self.take_stones(seat, 3)
        if card == "cargo-sled":
            self.capacity[seat] += 2

    def arrive(self, site: str, owner: int) -> None:
        """A stone is unloaded at a monument."""
        side = self.sides[site]
        if site == "pyramids" and side == "B":
            if any(len(built) < len(PYRAMID_B) for built in self.pyramids.values()):
                self.tasks.append(("build", owner))
                return
            self.points[site][owner] += 1
        self.stones[site].append(owner)
        number = len(self.stones[site])
        if site == "pyramids" and side in "AC":
            self.points[site][owner] += PYRAMID_A[number - 1] if number <= len(PYRAMID_A) else 1
            self.points[site][owner] += 2 * (side == "C" and number in FRAMED)
        if site == "obelisks":
            self._raise_obelisk(owner, self.stones[site].count(owner))

    def _raise_obelisk(self, owner: int, height: int) -> None:
        if self.sides["obelisks"] == "B" and height % 3 == 0:
            if self.options["obeliskBPoints"] == "immediate":
                self.points["obelisks"][owner] += tower(len(self.towers))
            self.towers.append(owner)
        if self.sides["obelisks"] == "D" and height % 2 == 0:
            self.points["obelisks"][owner] += self.tiles.pop(0) if self.tiles else 2

    def visible(self) -> list[tuple[int, int]]:
        """The stones of the Temple that are seen from above, as space and owner."""
        width = 4 if self.players == 2 else 5
        stones = list(enumerate(self.stones["temple"]))[-width:]
        return sorted((number % width, owner) for number, owner in stones)

    def score_temple(self) -> None:
        """What visible stones give at the end of a round."""
        side, points = self.sides["temple"], self.points["temple"]
        if side == "B":
            spaces = [("temple-space", TEMPLE_B[space], owner) for space, owner in self.visible()]
            self.tasks += reversed(spaces)
            return
        for space, owner in self.visible():
            if side == "C":
                self.chariots[owner] += 1
                points[owner] += 2 * (self.chariots[owner] % 3 == 0)
            else:
                points[owner] += 3 if side == "D" and space == self.imhotep else 1
        self.imhotep = (self.imhotep + 1) % (4 if self.players == 2 else 5)


def tower(number: int) -> int:
    """The points of a tower by how many were built before."""
    return TOWERS[min(number, len(TOWERS) - 1)]
