"""A referee of Imhotep for every option, written from the documents in `engine/` alone.

It knows who is asked and what is legal, goes on by itself, and counts the points at the end.
"""

from __future__ import annotations

from typing import Any

from tests.referee.actions import Actions
from tests.referee.figures import ROUNDS
from tests.referee.legal import legal, offers
from tests.referee.scores import house_values, scores
from tests.referee.table import Ship

ASKED = {"turn", "pick", "keep-one", "build", "bonus", "point-or-stones"}


class Referee(Actions):
    """A game that goes on by itself until somebody is asked."""

    def __init__(self, record: dict[str, Any]) -> None:
        super().__init__(record)
        self.go_on()

    @property
    def to_act(self) -> int | None:
        """The seat that is asked, None at the end."""
        return self.tasks[-1][1] if self.tasks else None

    def legal(self) -> list[str]:
        """What it may do."""
        return legal(self, self.tasks[-1]) if self.tasks else []

    def scores(self) -> list[dict[str, Any]]:
        """The points of a game that is over, as a record has them."""
        assert not self.reshuffles
        return scores(self)

    def house_values(self) -> list[str]:
        """The register numbers that the options bring into play."""
        return house_values(self.options)

    def play(self, action: str) -> None:
        """Performs a legal action, and all that follows from it without a choice."""
        kind, seat, *_ = self.tasks.pop()
        word, *words = action.split(" ")
        if kind == "turn":
            self.tasks.append(("end-turn", seat))
            self.passes = self.passes + 1 if word == "pass" else 0
        getattr(self, f"do_{word}")(seat, *words)
        self.go_on()

    def go_on(self) -> None:
        """Does what needs no choice."""
        while self.tasks and self.tasks[-1][0] not in ASKED:
            kind, *words = self.tasks.pop()
            getattr(self, f"run_{kind.replace('-', '_')}")(*words)

    def run_unload(self, site: str, owner: int) -> None:
        """At the Market the owner chooses a card; before the ship came it is then replaced."""
        if site != "market":
            self.arrive(site, owner)
            return
        if "market" in self.open_sites:
            slots = [slot for slot, card in enumerate(self.market) if card]
            self.tasks.append(("refill", [*slots, 3] if self.pair else slots))
        self.tasks.append(("return", owner))
        if offers(self, owner):
            self.tasks.append(("pick", owner))

    def run_return(self, owner: int) -> None:
        """The stone goes back."""
        self.quarry[owner] += 1

    def run_refill(self, slots: list[int]) -> None:
        """Of these slots those that have been emptied get new cards."""
        for slot in slots:
            if slot < len(self.market) and not self.market[slot]:
                self.market[slot] = self.draw(0)
        if self.sides["market"] == "B" and 3 in slots and not self.pair:
            self.pair = [card for card in (self.draw(0), self.draw(0)) if card]

    def run_discard(self, card: str) -> None:
        """The effect of a card is over."""
        self.discard.append(card)

    def run_gain(self, seat: int, card: str) -> None:
        """A red card of the first favor works."""
        self.gain(seat, card)

    def run_temple_space(self, kind: str, owner: int) -> None:
        """A space of Temple B."""
        if kind == "card":
            self.gain_top(owner)
        elif kind == "choice" and self.room(owner) and self.quarry[owner]:
            self.tasks.append(("point-or-stones", owner))
        else:
            self.points["temple"][owner] += 2 if kind == "points" else 1

    def run_end_turn(self, seat: int) -> None:
        """The next turn, or the end of the round."""
        waiting = [ship for ship in self.ships if ship.site is None]
        if waiting and self.passes < self.players:
            self.tasks.append(("turn", (seat + 1) % self.players))
            return
        for stone in (stone for ship in waiting for stone in ship.stones):
            self.quarry[stone] += 1
        self.ships = [ship for ship in self.ships if ship.site]
        self.tasks += [("next-round",), ("clear-round",), ("score-round",)]

    def run_score_round(self) -> None:
        """The Temple scores."""
        self.score_temple()

    def run_clear_round(self) -> None:
        """The Market and the harbour are cleared."""
        self.ships, self.private_sites = [], set()
        if self.sides["market"] != "C":
            self.discard += [card for card in (*self.market, *self.pair) if card]
            self.market, self.pair = [None] * len(self.market), []
            return
        for slot, card in enumerate(self.market):
            if card and self.coins_left and self.round < ROUNDS:
                self.coins[slot] += 1
                self.coins_left -= 1

    def run_next_round(self) -> None:
        """Ships, cards, and the seat left of whoever sailed last."""
        if self.round == ROUNDS:
            return
        if self.round:
            last = self.start if self.sailor is None else self.sailor
            self.start = (last + 1) % self.players
        self.round += 1
        self.sailor, self.passes = None, 0
        self.ships = [Ship([None] * int(size)) for size in self.round_cards[self.round - 1]]
        self.run_refill(list(range(4)))
        self.tasks.append(("turn", self.start))
