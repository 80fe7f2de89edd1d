"""A referee of the Duel for every option, written from the documents in `engine/` alone."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

BOATS = ("r1", "r2", "r3", "c1", "c2", "c3")
CELLS = tuple(f"{row}.{column}" for row in "123" for column in "123")
LINES = {
    **{f"r{row}": [f"{row}.{column}" for column in "321"] for row in "123"},
    **{f"c{column}": [f"{row}.{column}" for row in "321"] for column in "123"},
}
"""The cells of each boat's line, the nearest first."""

LAST_BOATS = 1
SETS = (0, 1, 4, 9, 16, 25)
PYRAMIDS_A = (0, 1, 3, 6, 10, 15, 21)
PYRAMIDS_B = (-6, 0, 4, 10, 18, 30, 45)


class Duel:
    """A game of the Duel."""

    def __init__(self, record: dict[str, Any]) -> None:
        (drawn,) = record["chance"]
        tokens: list[str] = drawn["items"]
        self.options: dict[str, Any] = record["options"]
        self.boats = {boat: tokens[3 * n : 3 * n + 3] for n, boat in enumerate(BOATS)}
        self.reserve, self.supply = tokens[18:21], tokens[21:]
        self.cells: dict[str, int] = {}
        self.tokens: list[list[str]] = [[], []]
        self.first_with_five: int | None = None
        self.seat = 0

    @property
    def is_over(self) -> bool:
        """Whether the fifth boat has left."""
        return len(self.boats) <= LAST_BOATS

    @property
    def to_act(self) -> int | None:
        """The seat that is asked, None at the end."""
        return None if self.is_over else self.seat

    def in_hand(self) -> int:
        """The meeples that the seat can place."""
        return 4 - list(self.cells.values()).count(self.seat)

    def empty(self) -> list[str]:
        """The cells without a meeple."""
        return [cell for cell in CELLS if cell not in self.cells]

    def unloadable(self) -> list[str]:
        """The boats whose lines hold two meeples."""
        return [boat for boat in self.boats if sum(c in self.cells for c in LINES[boat]) >= 2]

    def legal(self) -> list[str]:
        """What the seat may do."""
        if self.is_over:
            return []
        texts = [f"place {cell}" for cell in self.empty() if self.in_hand()]
        texts += [f"unload {boat}" for boat in self.unloadable()]
        held = self.tokens[self.seat]
        if "action-take" in held:
            texts += self._takes()
        if "action-place" in held:
            for number in range(2, min(3, self.in_hand()) + 1):
                texts += [" ".join(("places", *c)) for c in combinations(self.empty(), number)]
        if "action-unload" in held and self.in_hand():
            texts += self._place_unloads()
        if "action-swap" in held:
            swaps = [f"{boat}.{a} {b}" for boat in self.boats for a, b in ("12", "13", "23")]
            texts += [f"swap {swap} {boat}" for swap in swaps for boat in self.unloadable()]
        return texts or ["pass"]

    def _takes(self) -> Iterator[str]:
        for boat, tokens in self.boats.items():
            for space, token in enumerate(tokens, start=1):
                if not token.startswith("action-"):
                    yield f"take {boat}.{space}"

    def _place_unloads(self) -> Iterator[str]:
        for cell in self.empty():
            placed = deepcopy(self)
            placed.cells[cell] = self.seat
            for boat in placed.unloadable():
                yield f"place-unload {cell} {boat}"
                unloaded = deepcopy(placed)
                unloaded.unload(boat)
                for second in () if unloaded.is_over else unloaded.unloadable():
                    yield f"place-unload {cell} {boat} {second}"

    def gain(self, seat: int, token: str) -> None:
        """A token is won; on side B of the Obelisks the first five count."""
        self.tokens[seat].append(token)
        if self.first_with_five is None and self.tokens[seat].count("obelisk") == 5:
            self.first_with_five = seat

    def unload(self, boat: str) -> None:
        """The nearest meeple gets the token farthest out."""
        seats = [self.cells.pop(cell) for cell in LINES[boat] if cell in self.cells]
        for seat, token in zip(seats, reversed(self.boats[boat]), strict=False):
            self.gain(seat, token)
        if self.supply:
            self.boats[boat], self.supply = self.supply[:3], self.supply[3:]
        else:
            del self.boats[boat]

    def play(self, action: str) -> None:
        """Performs a legal action."""
        kind, *words = action.split(" ")
        used = {"take": "take", "places": "place", "place-unload": "unload", "swap": "swap"}
        if kind in used:
            self.tokens[self.seat].remove(f"action-{used[kind]}")
        match kind:
            case "take":
                boat, space = words[0].split(".")
                self.gain(self.seat, self.boats[boat][int(space) - 1])
                self.boats[boat][int(space) - 1] = self.reserve.pop(0)
            case "swap":
                boat, one = words[0].split(".")
                a, b, tokens = int(one) - 1, int(words[1]) - 1, self.boats[boat]
                tokens[a], tokens[b] = tokens[b], tokens[a]
        for word in words:
            if kind in {"place", "places", "place-unload"} and "." in word:
                self.cells[word] = self.seat
            if kind in {"unload", "place-unload", "swap"} and word in BOATS:
                self.unload(word)
        self.seat = 1 - self.seat

    def scores(self) -> list[dict[str, Any]]:
        """The points of a game that is over, as a record has them."""
        return [self._score(seat) for seat in (0, 1)]

    def house_values(self) -> list[str]:
        """The Duel has none."""
        return []

    def _score(self, seat: int) -> dict[str, Any]:
        sides, held = self.options["sides"], self.tokens[seat]
        numbers = {kind: _numbers(held, kind) for kind in ("temple", "tomb")}
        points = {
            "obelisks": self._obelisks(seat),
            "temple": _sets(numbers["temple"])
            if sides["temple"] == "B"
            else sum(numbers["temple"]),
            "pyramids": self._pyramids(seat),
            "tombs": sum(
                4 if sides["tombs"] == "B" else SETS[min(r, 5)] for r in _runs(numbers["tomb"])
            ),
            "action-tokens": sum(token.startswith("action-") for token in held),
            "meeples": list(self.cells.values()).count(seat),
        }
        lines = [{"source": source, "points": points[source]} for source in points]
        return {"seat": seat, "total": sum(points.values()), "tieBreak": seat, "lines": lines}

    def _obelisks(self, seat: int) -> int:
        own, others = (self.tokens[each].count("obelisk") for each in (seat, 1 - seat))
        if self.options["sides"]["obelisks"] == "A":
            return own + 6 * (own > others)
        if own >= 10:
            return 18
        return 0 if own < 5 else 12 if self.first_with_five == seat else 6

    def _pyramids(self, seat: int) -> int:
        light, dark = (self.tokens[seat].count(f"pyramid-{each}") for each in ("light", "dark"))
        if self.options["sides"]["pyramids"] == "A":
            return PYRAMIDS_A[light] + PYRAMIDS_A[dark]
        smaller = min(light, dark)
        return self.options["duelPyramidBFour"] if smaller == 4 else PYRAMIDS_B[smaller]


def _numbers(tokens: list[str], kind: str) -> list[int]:
    """The numbers on tokens of a kind, ascending."""
    return sorted(int(token.split("-")[1]) for token in tokens if token.startswith(f"{kind}-"))


def _sets(numbers: list[int]) -> int:
    """Sets of different numbers, each as large as can be."""
    points, left = 0, list(numbers)
    while left:
        one = set(left)
        points += SETS[len(one)]
        for number in one:
            left.remove(number)
    return points


def _runs(numbers: list[int]) -> list[int]:
    """The lengths of runs of consecutive numbers."""
    runs: list[int] = []
    for number in numbers:
        if number - 1 in numbers:
            runs[-1] += 1
        else:
            runs.append(1)
    return runs
