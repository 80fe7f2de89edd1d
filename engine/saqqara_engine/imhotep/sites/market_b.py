"""Side B of the Market: three face-up cards, and a face-down pair, from which a seat keeps one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, cast

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards.card_kinds import KINDS, ONE
from saqqara_engine.imhotep.cards.piles import card_words, deal, gain, gather
from saqqara_engine.imhotep.figures import MARKET_B_PAIR, MARKET_B_SLOTS, MAX_PLAYERS
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.pieces import Slots, Stall
from saqqara_engine.imhotep.sites.market import MARKET_STEPS, Market, Take, deal_slots, market
from saqqara_engine.imhotep.state import NONE, Action, Question, Shape, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_number
from saqqara_engine.imhotep.texts.phrases import card_title
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say

PAIR: Final = MARKET_B_SLOTS
"""The number of the slot with the face-down cards."""


class Keep(Action):
    """Keep the first or the second of the two cards that were bought face down."""

    place: int
    """The index of the card among those that the seat looks at, from 0."""
    kind: ClassVar[str] = "keep"
    number: ClassVar[int] = 9
    shape: ClassVar[Shape] = {"place": int}

    def __init__(self, place: int) -> None:
        self.place = place

    def __str__(self) -> str:
        return f"{self.kind} {self.place + 1}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Keep:
        """Parse `keep 2`."""
        expect(words, 1, "keep PLACE")
        return cls(read_number(words[0], MARKET_B_PAIR, "A place in the pair"))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Either card."""
        return ("1", "2")

    def perform(self, state: State, seat: int) -> None:
        """Keep the card."""
        cast("MarketB", market(state)).keep(state, seat, self.place)

    def label(self, view: TableView) -> Message:
        """Name the card if the viewer may see it."""
        if view.market_looked_at:
            return say("Keep the {card}", card=card_title(view.market_looked_at[self.place]))
        return say("Keep card {place} of the pair", place=self.place + 1)


class KeepOne(Question):
    """The buyer of the face-down cards looks at both and keeps one."""

    kind: ClassVar[str] = "keep-one"
    number: ClassVar[int] = 4
    meaning: ClassVar[str] = "The seat chooses which of two cards to keep."
    purpose: ClassVar[str] = "to keep a card"

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Either card."""
        return _KEEP


_KEEP: Final[tuple[Action, ...]] = tuple(Keep(place) for place in range(MARKET_B_PAIR))
KEEP_ONE: Final = tuple(KeepOne(seat) for seat in range(MAX_PLAYERS))


EMPTY: Final = Stall((NONE,) * MARKET_B_SLOTS, b"")


class MarketB(Market[Stall]):
    """Three face-up cards, and a choice between two unseen cards."""

    actions: ClassVar[tuple[type[Action], ...]] = (Take, Keep)
    steps: ClassVar[tuple[type[Step], ...]] = (*MARKET_STEPS, KeepOne)

    def face_up(self, state: State) -> Slots:
        """The first slots."""
        return self.read(state).face_up

    def lay_out(self, state: State, cards: Slots) -> None:
        """Replace the face-up cards, but not the pair."""
        self.write(state, Stall(cards, self.read(state).pair))

    def face_down(self, state: State) -> bytes:
        """The pair."""
        return self.read(state).pair

    def lay_down(self, state: State, cards: bytes) -> None:
        """Replace the pair, but not the other cards."""
        self.write(state, Stall(self.read(state).face_up, cards))

    def seen_by(self, state: State, seat: int | None) -> bytes:
        """Return the pair for the seat that chooses, nothing for others."""
        top = state.steps[-1] if state.steps else None
        return self.face_down(state) if isinstance(top, KeepOne) and top.seat == seat else b""

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Restore the pair that the seat is looking at, or draw it from the unseen cards."""
        cards, number = bytes(KINDS[card] for card in view.market_looked_at), view.market_face_down
        drawn: tuple[ChanceOutcome, ...] = ()
        if number and not cards:
            cards, state.deck = state.deck[:number], state.deck[number:]
            drawn = (ChanceOutcome("face-down pair", view.round, card_words(cards)),)
        self.write(state, Stall(EMPTY.face_up, cards))
        return (*super().sampled(state, view), *drawn)

    def game_started(self, state: State) -> None:
        """Start without cards."""
        self.write(state, EMPTY)

    def round_started(self, state: State) -> None:
        """Fill the slots, the face-up ones first (H-36)."""
        cards = deal_slots(state, MARKET_B_SLOTS)
        self.write(state, Stall(cards, deal(state, MARKET_B_PAIR)))

    def filled(self, state: State) -> tuple[int, ...]:
        """Return the filled slots; the pair counts as one."""
        return super().filled(state) + ((PAIR,) if self.face_down(state) else ())

    def refill(self, state: State, slots: Sequence[int]) -> None:
        """Refill the slots; two cards replace a bought pair."""
        super().refill(state, [slot for slot in slots if slot != PAIR])
        if PAIR in slots and not self.face_down(state):
            self.lay_down(state, deal(state, MARKET_B_PAIR))

    def takeable(self, state: State, seat: int) -> int:
        """Return the mask of the slots to take from; the pair is the last."""
        face_up = super().takeable(state, seat)
        return face_up | 1 << PAIR if self.face_down(state) else face_up

    def take(self, state: State, seat: int, slot: int) -> None:
        """Let the buyer of the pair choose; a single card is bought unseen (H-36)."""
        if slot != PAIR:
            super().take(state, seat, slot)
        elif len(pair := self.face_down(state)) > 1:
            state.steps.append(KEEP_ONE[seat])
        else:
            self.lay_down(state, b"")
            gain(state, seat, pair[0])

    def keep(self, state: State, seat: int, place: int) -> None:
        """Discard the other card, then give the seat the one that it keeps (H-49)."""
        pair = self.face_down(state)
        self.lay_down(state, b"")
        state.discard += ONE[pair[1 - place]]
        gain(state, seat, pair[place])

    def round_cleared(self, state: State) -> None:
        """Discard the remaining cards, face up."""
        stall = self.read(state)
        state.discard += gather([card for card in stall.face_up if card != NONE])
        state.discard += gather(stall.pair)
        self.write(state, EMPTY)
