"""The Market: a card for every stone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, Final, TypeAlias, cast

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.actions import DECLINE, Decline, members
from saqqara_engine.imhotep.cards.card_kinds import KINDS, ONE
from saqqara_engine.imhotep.cards.piles import deal, fizzles, gain
from saqqara_engine.imhotep.figures import MARKET, MARKET_SLOTS, MAX_PLAYERS
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import D, Part
from saqqara_engine.imhotep.pieces import Slots
from saqqara_engine.imhotep.state import NONE, Action, Question, Shape, State, Step
from saqqara_engine.imhotep.texts.domains import SLOT_WORDS
from saqqara_engine.imhotep.texts.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.texts.phrases import card_title
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.mypyc import mypyc_attr


def market(state: State) -> AnyMarket:
    """Return the side of the Market in play."""
    return cast("AnyMarket", state.table.parts[MARKET])


class Take(Action):
    """Take a face-up card of the market."""

    slot: int
    """The slot of the card, from 0."""
    kind: ClassVar[str] = "take"
    number: ClassVar[int] = 8
    shape: ClassVar[Shape] = {"slot": int}

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def __str__(self) -> str:
        return f"{self.kind} {self.slot + 1}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Take:
        """Parse `take 3`."""
        expect(words, 1, "take SLOT")
        return cls(read_number(words[0], MARKET_SLOTS, "A slot of the market"))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every slot."""
        return SLOT_WORDS

    def perform(self, state: State, seat: int) -> None:
        """Take the card."""
        market(state).take(state, seat, self.slot)

    def label(self, view: TableView) -> Message:
        """Name the card if it lies face up."""
        if self.slot >= len(view.market):
            if view.market_face_down > 1:
                return say("Take one of the face-down cards")
            return say("Take the face-down card")
        card = view.market[self.slot]
        if card is None:
            return say("Take the card in slot {slot}", slot=self.slot + 1)
        return say("Take the {card}", card=card_title(card))


_TAKES: Final = tuple([Take(slot) for slot in range(MARKET_SLOTS)])


@cache
def take_actions(slots: int) -> tuple[Action, ...]:
    """Return actions for the slots of the mask."""
    return tuple([_TAKES[slot] for slot in members(slots)])


class PickCard(Question):
    """The owner of a delivered stone must take a card (H-35)."""

    kind: ClassVar[str] = "pick"
    number: ClassVar[int] = 3
    meaning: ClassVar[str] = "The seat chooses a card from the Market."
    purpose: ClassVar[str] = "to take a card"

    def choices(self, state: State) -> tuple[Action, ...]:
        """Return the cards that the seat may take."""
        offers = market(state).offers(state, self.seat)
        return offers if state.table.options.market_take_forced else (*offers, DECLINE)


class ReturnStone(Step):
    """A stone goes back to its owner's quarry after its card is fully resolved (H-47)."""

    owner: int
    kind: ClassVar[str] = "return"
    number: ClassVar[int] = 5

    def __init__(self, owner: int) -> None:
        self.owner = owner

    def __str__(self) -> str:
        return f"{self.kind} {self.owner}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> ReturnStone:
        """Parse `return 2`."""
        expect(words, 1, "return SEAT")
        return RETURN[read_seat(words[0])]

    def run(self, state: State) -> None:
        """Put the stone into the quarry."""
        state.steps.pop()
        state.quarry[self.owner] += 1


class Refill(Step):
    """Slots from which cards were taken get new ones (H-49)."""

    slots: tuple[int, ...]
    kind: ClassVar[str] = "refill"
    number: ClassVar[int] = 6

    def __init__(self, slots: tuple[int, ...]) -> None:
        self.slots = slots

    def __str__(self) -> str:
        return " ".join((self.kind, *(str(slot + 1) for slot in self.slots)))

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Refill:
        """Parse `refill 1 2 4`."""
        return cls(tuple(read_number(word, MARKET_SLOTS, "A slot of the market") for word in words))

    def run(self, state: State) -> None:
        """Refill the slots."""
        state.steps.pop()
        market(state).refill(state, self.slots)


PICK: Final = tuple(PickCard(seat) for seat in range(MAX_PLAYERS))
RETURN: Final = tuple(ReturnStone(seat) for seat in range(MAX_PLAYERS))
MARKET_STEPS: Final[tuple[type[Step], ...]] = (PickCard, ReturnStone, Refill)


@mypyc_attr(allow_interpreted_subclasses=True)
class Market(Part[D]):
    """The base class of the sides of the Market: slots with cards, which seats take.

    A slot keeps its number when others become empty. Face-down cards have a slot of their own.
    """

    name: ClassVar[str] = "market"
    slot: ClassVar[int] = MARKET
    actions: ClassVar[tuple[type[Action], ...]] = (Take,)
    steps: ClassVar[tuple[type[Step], ...]] = MARKET_STEPS

    def coded_actions(self, options: Options) -> tuple[type[Action], ...]:
        """Return the actions, with `Decline` if the options allow it."""
        return self.actions if options.market_take_forced else (*self.actions, Decline)

    def face_up(self, state: State) -> Slots:
        """The face-up cards."""
        raise NotImplementedError

    def lay_out(self, state: State, cards: Slots) -> None:
        """Replace the face-up cards."""
        raise NotImplementedError

    def face_down(self, state: State) -> bytes:  # noqa: ARG002
        """The cards that lie face down."""
        return b""

    def lay_down(self, state: State, cards: bytes) -> None:
        """Replace the face-down cards, on a side that has them."""

    def seen_by(self, state: State, seat: int | None) -> bytes:  # noqa: ARG002
        """The face-down cards that the seat is looking at."""
        return b""

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Restore the face-up cards."""
        self.lay_out(state, tuple(NONE if card is None else KINDS[card] for card in view.market))
        return ()

    def has_card(self, state: State) -> bool:
        """Return whether there is a card to take."""
        return any(card != NONE for card in self.face_up(state)) or bool(self.face_down(state))

    def filled(self, state: State) -> tuple[int, ...]:
        """The slots that hold cards."""
        return tuple([slot for slot, card in enumerate(self.face_up(state)) if card != NONE])

    def refill(self, state: State, slots: Sequence[int]) -> None:
        """Deal a card to each empty slot of these."""
        for slot in slots:
            cards = self.face_up(state)
            if cards[slot] == NONE:
                for card in deal(state, 1):
                    self.lay_out(state, (*cards[:slot], card, *cards[slot + 1 :]))

    def pick_up(self, state: State, seat: int, slot: int) -> int:  # noqa: ARG002
        """Remove and return the face-up card that the seat takes from a slot."""
        cards = self.face_up(state)
        left = list(cards)
        left[slot] = NONE
        self.lay_out(state, tuple(left))
        return cards[slot]

    def take(self, state: State, seat: int, slot: int) -> None:
        """Give the card of a slot to a seat."""
        gain(state, seat, self.pick_up(state, seat, slot))

    def offers(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the actions that take a card for a stone."""
        return take_actions(self.takeable(state, seat))

    def takeable(self, state: State, seat: int) -> int:
        """Return the mask of the slots from which the seat may take."""
        may_fizzle = state.quarry[seat] or state.table.options.red_with_empty_quarry_fizzles
        slots = 0
        for slot, card in enumerate(self.face_up(state)):
            if card != NONE and (may_fizzle or not fizzles(state, seat, card)):
                slots |= 1 << slot
        return slots

    def unload(self, state: State, seat: int) -> None:
        """Ask the owner for a card; without cards the stone just goes back (H-34).

        Until the normal ship of the round has come, taken cards are replaced.
        """
        if state.sites_open >> MARKET & 1:
            state.steps.append(Refill(self.filled(state)))
        state.steps.append(RETURN[seat])
        if self.offers(state, seat):
            state.steps.append(PICK[seat])


AnyMarket: TypeAlias = Market[Any]
"""Any side of the Market."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MarketA(Market[Slots]):
    """Four cards face up; the stone's owner takes one and gets the stone back."""

    def face_up(self, state: State) -> Slots:
        """Return the cards, which are its only data."""
        return self.read(state)

    def lay_out(self, state: State, cards: Slots) -> None:
        """Replace the face-up cards."""
        self.write(state, cards)

    def round_started(self, state: State) -> None:
        """Fill the slots as far as the piles allow."""
        self.write(state, deal_slots(state, MARKET_SLOTS))

    def round_cleared(self, state: State) -> None:
        """Discard the remaining cards."""
        state.discard += sum(ONE[card] for card in self.read(state) if card != NONE)
        self.write(state, EMPTY)


EMPTY: Final = (NONE,) * MARKET_SLOTS


def deal_slots(state: State, slots: int) -> Slots:
    """Draw cards for a number of slots; the last ones stay empty if the piles run out."""
    dealt = tuple(deal(state, slots))
    return dealt if len(dealt) == slots else dealt + (NONE,) * (slots - len(dealt))
