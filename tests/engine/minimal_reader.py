"""A reader of records that shares no code with the engine: `RECORD.md` and the rulebook suffice.

It replays games of Imhotep on A sides without expansions from `chance` and `plies` alone, without
the seed, and scores Pyramids, Temple, Obelisks and statues. Six rounds deal 24 of the 34 cards, so
nothing is ever reshuffled there.
"""

from __future__ import annotations

from typing import Any

SITES = ("market", "pyramids", "temple", "burial", "obelisks")
RED = {"entrance": "pyramids", "sarcophagus": "burial", "paved-path": "obelisks"}
PYRAMID_POINTS = (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
OBELISK_POINTS = {2: (10, 1), 3: (12, 6, 1), 4: (15, 10, 5, 1)}
STATUE_POINTS = (0, 1, 3, 6, 10, 15, 17, 19, 21, 23, 25)


class Table:
    """What lies on the table, as far as these points need it."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.players: int = record["options"]["players"]
        chance = {outcome["what"]: list(outcome["items"]) for outcome in record["chance"]}
        self.deck, self.round_cards = chance["deck"], chance["round cards"]
        self.sled = [2, 3, 4, 5][: self.players]
        self.quarry = [29 - stones for stones in self.sled]
        self.sites: dict[str, list[int]] = {site: [] for site in SITES}
        self.statues = [0] * self.players
        self.points = {"pyramids": [0] * self.players, "temple": [0] * self.players}
        self.round = 0
        self.begin_round()

    def begin_round(self) -> None:
        """Four ships as on the round card, four cards as they lie in the draw pile."""
        self.round += 1
        self.ships: list[list[int | None]] = [
            [None] * int(capacity) for capacity in self.round_cards[self.round - 1]
        ]
        self.sailed = self.passes = 0
        self.delivered: list[int] = []
        self.market: list[str | None] = [self.deck.pop(0) for _ in range(4)]

    def play(self, seat: int, action: str) -> None:
        """One ply, and whatever follows without a choice."""
        kind, *words = action.split(" ")
        self.passes = self.passes + 1 if kind == "pass" else 0
        if kind == "take":
            self.take(seat, int(words[0]) - 1)
        if kind in {"get", "hammer"}:
            taken = min(3, 5 - self.sled[seat], self.quarry[seat])
            self.sled[seat] += taken
            self.quarry[seat] -= taken
        for word in words:
            if "." in word:
                ship, space = map(int, word.split("."))
                assert self.ships[ship - 1][space - 1] is None
                self.ships[ship - 1][space - 1] = seat
                self.sled[seat] -= 1
        if kind in {"sail", "sailcard", "lever"}:
            self.sail(int(words[0][0]) - 1, words)
        while self.delivered and not any(self.market):
            self.quarry[self.delivered.pop(0)] += 1
        if not self.delivered and (self.sailed == 4 or self.passes == self.players):
            self.end_round()

    def sail(self, ship: int, words: list[str]) -> None:
        """Unloads from the bow backwards, or as a Lever says."""
        site = words[1]
        stones = [stone for stone in self.ships[ship] if stone is not None]
        if len(words) == 3:
            stones = [int(seat) for seat in words[2]]
        self.ships[ship] = []
        self.sailed += 1
        for stone in stones:
            self.arrive(stone, site)

    def arrive(self, owner: int, site: str) -> None:
        """A stone at the Market waits for its owner's choice; the others stay where they are."""
        if site == "market":
            self.delivered.append(owner)
            return
        if site == "pyramids":
            built = len(self.sites[site])
            self.points[site][owner] += PYRAMID_POINTS[built] if built < 14 else 1
        self.sites[site].append(owner)

    def take(self, seat: int, slot: int) -> None:
        """A red card works at once, before the delivered stone goes home."""
        assert self.delivered.pop(0) == seat
        card, self.market[slot] = self.market[slot], None
        assert card is not None
        self.statues[seat] += card == "statue"
        if card in RED and self.quarry[seat]:
            self.quarry[seat] -= 1
            self.arrive(seat, RED[card])
        self.quarry[seat] += 1

    def end_round(self) -> None:
        """The Temple scores its visible stones; ships that stayed are unloaded to the quarries."""
        for owner in self.sites["temple"][-(4 if self.players == 2 else 5) :]:
            self.points["temple"][owner] += 1
        for stone in (stone for ship in self.ships for stone in ship):
            if stone is not None:
                self.quarry[stone] += 1
        if self.round < 6:
            self.begin_round()

    def obelisks(self, seat: int) -> int:
        """The seat's share of the places that its height takes up."""
        heights = [self.sites["obelisks"].count(each) for each in range(self.players)]
        above = sum(height > heights[seat] for height in heights)
        tied = heights.count(heights[seat])
        shared = sum(OBELISK_POINTS[self.players][above : above + tied])
        return shared // tied if heights[seat] else 0


def read(record: dict[str, Any]) -> list[dict[str, int]]:
    """The points by seat and source."""
    table = Table(record)
    for ply in record["plies"]:
        table.play(ply["seat"], ply["action"])
    return [
        {
            "pyramids": table.points["pyramids"][seat],
            "temple": table.points["temple"][seat],
            "obelisks": table.obelisks(seat),
            "statues": STATUE_POINTS[table.statues[seat]],
        }
        for seat in range(table.players)
    ]
