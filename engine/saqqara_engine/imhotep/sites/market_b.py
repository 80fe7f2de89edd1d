"""Side B of the Market: three cards face up, and two face down of which one stone buys one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from saqqara_engine.imhotep.cards import ONE, deal, gain, gather
from saqqara_engine.imhotep.figures import MARKET_B_PAIR, MARKET_B_SLOTS, MAX_PLAYERS
from saqqara_engine.imhotep.notation import expect, read_number, read_seat
from saqqara_engine.imhotep.sites.market import Market, Slots, deal_slots, market
from saqqara_engine.imhotep.state import NONE, Action, Keeper, State, Step

PAIR = MARKET_B_SLOTS
"""The number of the slot with the face-down cards."""


@dataclass(frozen=True, slots=True)
class Stall:
    """The face-up cards, and those of the pair that lie face down."""

    face_up: Slots
    pair: bytes


class MarketB(Keeper[Stall], Market):
    """Four things to buy, the last of which is a choice between two unseen cards."""

    def face_up(self, state: State) -> Slots:
        """The first slots."""
        return self.read(state).face_up

    def lay_out(self, state: State, cards: Slots) -> None:
        """Leaves the pair where it is."""
        self.write(state, Stall(cards, self.read(state).pair))

    def face_down(self, state: State) -> bytes:
        """The pair."""
        return self.read(state).pair

    def lay_down(self, state: State, cards: bytes) -> None:
        """Leaves the other cards where they are."""
        self.write(state, Stall(self.read(state).face_up, cards))

    def seen_by(self, state: State, seat: int | None) -> bytes:
        """The pair, for the seat that is choosing from it."""
        top = state.steps[-1] if state.steps else None
        return self.face_down(state) if isinstance(top, KeepOne) and top.seat == seat else b""

    def game_started(self, state: State) -> None:
        """No card lies there."""
        self.write(state, EMPTY)

    def round_started(self, state: State) -> None:
        """Fills the face-up slots first (H-36)."""
        cards = deal_slots(state, MARKET_B_SLOTS)
        self.write(state, Stall(cards, bytes(deal(state, MARKET_B_PAIR))))

    def filled(self, state: State) -> tuple[int, ...]:
        """The pair counts as one slot."""
        return super().filled(state) + ((PAIR,) if self.face_down(state) else ())

    def refill(self, state: State, slots: Sequence[int]) -> None:
        """A bought pair is replaced by two cards."""
        super().refill(state, [slot for slot in slots if slot != PAIR])
        if PAIR in slots and not self.face_down(state):
            self.lay_down(state, bytes(deal(state, MARKET_B_PAIR)))

    def takeable(self, state: State, seat: int) -> tuple[bool, ...]:
        """The pair comes last."""
        return (*super().takeable(state, seat), bool(self.face_down(state)))

    def take(self, state: State, seat: int, slot: int) -> None:
        """Lets the buyer of the pair choose; a single card is bought unseen (H-36)."""
        if slot != PAIR:
            super().take(state, seat, slot)
        elif len(pair := self.face_down(state)) > 1:
            state.steps.append(KEEP_ONE[seat])
        else:
            self.lay_down(state, b"")
            gain(state, seat, pair[0])

    def keep(self, state: State, seat: int, place: int) -> None:
        """Discards the other card, then gives the one that is kept (H-49)."""
        pair = self.face_down(state)
        self.lay_down(state, b"")
        state.discard += ONE[pair[1 - place]]
        gain(state, seat, pair[place])

    def round_cleared(self, state: State) -> None:
        """Discards what nobody bought, face up."""
        stall = self.read(state)
        state.discard += gather([card for card in stall.face_up if card != NONE])
        state.discard += gather(stall.pair)
        self.write(state, EMPTY)


EMPTY = Stall((NONE,) * MARKET_B_SLOTS, b"")


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep the first or second of the cards that were bought face down, and now are looked at."""

    place: int
    """Which of the cards that are looked at, from 0."""
    kind: ClassVar[str] = "keep"

    def __str__(self) -> str:
        return f"{self.kind} {self.place + 1}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Keep:
        """Reads `keep 2`."""
        expect(words, 1, "keep PLACE")
        return cls(read_number(words[0], MARKET_B_PAIR, "A place in the pair"))

    def perform(self, state: State, seat: int) -> None:
        """Keeps it."""
        cast("MarketB", market(state)).keep(state, seat, self.place)


@dataclass(frozen=True, slots=True)
class KeepOne(Step):
    """The buyer of the face-down cards looks at both and keeps one."""

    seat: int
    kind: ClassVar[str] = "keep-one"

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> KeepOne:
        """Reads `keep-one 2`."""
        expect(words, 1, "keep-one SEAT")
        return KEEP_ONE[read_seat(words[0])]

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Either card."""
        return _KEEP

    def resolve(self, state: State, action: Action) -> None:
        """Keeps it."""
        action.perform(state, self.seat)


_KEEP: tuple[Action, ...] = tuple(Keep(place) for place in range(MARKET_B_PAIR))
KEEP_ONE = tuple(KeepOne(seat) for seat in range(MAX_PLAYERS))
