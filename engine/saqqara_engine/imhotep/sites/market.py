"""The Market: a card for every stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, TypeAlias, cast

from saqqara_engine.imhotep.cards import CARDS, DISCARD, ONE, RED, deal
from saqqara_engine.imhotep.figures import MARKET, MARKET_SLOTS, MAX_PLAYERS
from saqqara_engine.imhotep.harbour import UNLOAD
from saqqara_engine.imhotep.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.state import NONE, Action, Keeper, Part, State, Step

Slots: TypeAlias = tuple[int, ...]
"""The face-up card of each slot, `NONE` where none lies."""


class Market(Part):
    """What every side of the Market has: slots with face-up cards, and cards that are taken."""

    name: ClassVar[str] = "market"
    slot: ClassVar[int] = MARKET

    def face_up(self, state: State) -> Slots:
        """The cards in the slots."""
        raise NotImplementedError

    def lay_out(self, state: State, cards: Slots) -> None:
        """Puts these cards into the slots."""
        raise NotImplementedError

    def take(self, state: State, seat: int, slot: int) -> None:
        """Gives the card of a slot to a seat; a red one works at once and is discarded."""
        cards = self.face_up(state)
        card = cards[slot]
        self.lay_out(state, (*cards[:slot], NONE, *cards[slot + 1 :]))
        if card in RED:
            state.steps.append(DISCARD[card])
            _deliver_from_quarry(state, seat, CARDS[card].site)
        else:
            state.hands[seat] += ONE[card]


class MarketA(Keeper[Slots], Market):
    """Four cards face up; the stone's owner takes one and gets the stone back."""

    def face_up(self, state: State) -> Slots:
        """Its data."""
        return self.read(state)

    def lay_out(self, state: State, cards: Slots) -> None:
        """Its data."""
        self.write(state, cards)

    def round_started(self, state: State) -> None:
        """Fills the slots as far as the piles allow."""
        dealt = tuple(deal(state, MARKET_SLOTS))
        self.write(state, dealt + (NONE,) * (MARKET_SLOTS - len(dealt)))

    def unload(self, state: State, seat: int) -> None:
        """Asks the owner for a card; without cards the stone just goes back (H-34)."""
        state.steps.append(RETURN[seat])
        if self.read(state).count(NONE) < MARKET_SLOTS:
            state.steps.append(PICK[seat])

    def round_cleared(self, state: State) -> None:
        """Discards the cards that nobody took."""
        state.discard += sum(ONE[card] for card in self.read(state) if card != NONE)
        self.write(state, EMPTY)


EMPTY = (NONE,) * MARKET_SLOTS


def market(state: State) -> Market:
    """The side of the Market in play."""
    return cast("Market", state.table.parts[MARKET])


def _deliver_from_quarry(state: State, seat: int, site: int | None) -> None:
    """Sends a stone from the quarry to the card's site, if there is one (H-33)."""
    if site is not None and state.quarry[seat]:
        state.quarry[seat] -= 1
        state.steps.append(UNLOAD[site][seat])


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take a face-up card of the market."""

    slot: int
    kind: ClassVar[str] = "take"

    def __str__(self) -> str:
        return f"{self.kind} {self.slot + 1}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Take:
        """Reads `take 3`."""
        expect(words, 1, "take SLOT")
        return cls(read_number(words[0], MARKET_SLOTS, "A slot of the market"))

    def perform(self, state: State, seat: int) -> None:
        """Takes the card."""
        market(state).take(state, seat, self.slot)


@cache
def take_actions(filled: tuple[bool, ...]) -> tuple[Action, ...]:
    """Every slot with a card."""
    return tuple(Take(slot) for slot, has_card in enumerate(filled) if has_card)


@dataclass(frozen=True, slots=True)
class PickCard(Step):
    """The owner of a delivered stone must take a card (H-35)."""

    seat: int
    kind: ClassVar[str] = "pick"

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> PickCard:
        """Reads `pick 2`."""
        expect(words, 1, "pick SEAT")
        return PICK[read_seat(words[0])]

    def choices(self, state: State) -> tuple[Action, ...]:
        """Any face-up card."""
        return take_actions(tuple(card != NONE for card in market(state).face_up(state)))

    def resolve(self, state: State, action: Action) -> None:
        """Takes it."""
        action.perform(state, self.seat)


@dataclass(frozen=True, slots=True)
class ReturnStone(Step):
    """A stone goes back to its owner's quarry after its card is fully resolved (H-47)."""

    owner: int
    kind: ClassVar[str] = "return"
    seat: None = field(default=None, init=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> ReturnStone:
        """Reads `return 2`."""
        expect(words, 1, "return SEAT")
        return RETURN[read_seat(words[0])]

    def run(self, state: State) -> None:
        """Puts the stone into the quarry."""
        state.quarry[self.owner] += 1


PICK = tuple(PickCard(seat) for seat in range(MAX_PLAYERS))
RETURN = tuple(ReturnStone(seat) for seat in range(MAX_PLAYERS))
