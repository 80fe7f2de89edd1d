"""The Pharaoh's Favors that take cards and place stones: the first, the second and the fifth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import ClassVar

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.actions import members, remembered
from saqqara_engine.imhotep.cards.card_kinds import CARDS, KINDS, RED
from saqqara_engine.imhotep.cards.piles import gain
from saqqara_engine.imhotep.expansions.favor_card import FAVOR_CARD
from saqqara_engine.imhotep.figures import FAVOR_FIVE_STONES, FAVOR_ONE_CARDS, MARKET_SLOTS
from saqqara_engine.imhotep.harbour import load_stone, take_stones
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.sites.market import Refill, market
from saqqara_engine.imhotep.state import Action, Shape, State, Step
from saqqara_engine.imhotep.texts.domains import BERTH_WORDS, SLOT_WORDS, chosen
from saqqara_engine.imhotep.texts.notation import (
    berth_word,
    expect,
    read_berth,
    read_number,
    read_seat,
)
from saqqara_engine.imhotep.texts.phrases import a_number_of_stones, berth_phrase, card_title
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say, with_and


class FavorOfCards(Action):
    """Take face-up cards; red ones work in the order of the slots, then the slots are refilled."""

    slots: tuple[int, ...]
    """The slots of the cards, from 0, in the order in which the cards are taken."""
    kind: ClassVar[str] = "favor1"
    number: ClassVar[int] = 17
    shape: ClassVar[Shape] = {"slots": tuple[int, ...]}

    def __init__(self, slots: tuple[int, ...]) -> None:
        self.slots = slots

    def __str__(self) -> str:
        return " ".join((self.kind, *(str(slot + 1) for slot in self.slots)))

    @classmethod
    def from_words(cls, words: Sequence[str]) -> FavorOfCards:
        """Parse `favor1 2 4`."""
        slots = tuple(read_number(word, MARKET_SLOTS, "A slot of the market") for word in words)
        if not 1 <= len(slots) <= FAVOR_ONE_CARDS or len(set(slots)) < len(slots):
            raise MalformedAction("The first favor needs one or two slots.")
        return cls(slots)

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Return every slot, and every two in both orders."""
        return (*SLOT_WORDS, *map(" ".join, permutations(SLOT_WORDS, FAVOR_ONE_CARDS)))

    def perform(self, state: State, seat: int) -> None:
        """Take all cards before red ones take effect."""
        FAVOR_CARD.mark(state, seat, 1)
        cards = [market(state).pick_up(state, seat, slot) for slot in self.slots]
        state.steps.append(Refill(tuple(sorted(self.slots))))
        for card in reversed(cards):
            if card in RED:
                state.steps.append(GainCard(seat, card))
            else:
                gain(state, seat, card)

    def label(self, view: TableView) -> Message:
        """Name the cards."""
        cards = with_and([_card_phrase(view.market[slot], slot) for slot in self.slots])
        return say("Favor 1: take {cards}", cards=cards)


class FavorOfSupply(Action):
    """Place a stone or none, then fill the sled from the quarry."""

    berth: tuple[int, int] | None
    """Ship and space of the stone, both from 0; null if none is placed."""
    kind: ClassVar[str] = "favor2"
    number: ClassVar[int] = 18
    shape: ClassVar[Shape] = {"berth": tuple[int, int] | None}

    def __init__(self, berth: tuple[int, int] | None) -> None:
        self.berth = berth

    def __str__(self) -> str:
        return self.kind if self.berth is None else f"{self.kind} {berth_word(*self.berth)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> FavorOfSupply:
        """Parse `favor2 2.3`, or `favor2` without a placement."""
        if not words:
            return cls(None)
        expect(words, 1, "favor2 SHIP.SPACE")
        return cls(read_berth(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """No space, and every one."""
        return ("", *BERTH_WORDS)

    def perform(self, state: State, seat: int) -> None:
        """Load the stone, if any, then fill the sled."""
        FAVOR_CARD.mark(state, seat, 2)
        if self.berth is not None:
            load_stone(state, seat, *self.berth)
        take_stones(state, seat, state.room(seat))

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the space."""
        if self.berth is None:
            return say("Favor 2: fill the sled")
        place = berth_phrase(self.berth)
        return say("Favor 2: place a stone on {place}, then fill the sled", place=place)


class FavorOfPlaces(Action):
    """Place up to three stones on any ships."""

    berths: tuple[tuple[int, int], ...]
    """Ship and space of each stone, both from 0."""
    kind: ClassVar[str] = "favor5"
    number: ClassVar[int] = 21
    shape: ClassVar[Shape] = {"berths": tuple[tuple[int, int], ...]}

    def __init__(self, berths: tuple[tuple[int, int], ...]) -> None:
        self.berths = berths

    def __str__(self) -> str:
        return " ".join((self.kind, *(berth_word(*berth) for berth in self.berths)))

    @classmethod
    def from_words(cls, words: Sequence[str]) -> FavorOfPlaces:
        """Parse `favor5 1.1 2.3 3.2`, the spaces in ascending order."""
        berths = tuple(map(read_berth, words))
        if not 1 <= len(berths) <= FAVOR_FIVE_STONES or list(berths) != sorted(set(berths)):
            raise MalformedAction("The fifth favor needs one to three spaces, in ascending order.")
        return cls(berths)

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """One to three spaces."""
        return chosen(BERTH_WORDS, range(1, FAVOR_FIVE_STONES + 1))

    def perform(self, state: State, seat: int) -> None:
        """Load the stones."""
        FAVOR_CARD.mark(state, seat, 5)
        for berth in self.berths:
            load_stone(state, seat, *berth)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the spaces."""
        stones = a_number_of_stones(len(self.berths))
        places = with_and([*map(berth_phrase, self.berths)])
        return say("Favor 5: place {stones} on {places}", stones=stones, places=places)


def _card_phrase(card: str | None, slot: int) -> Message:
    if card is None:
        return say("the card in slot {slot}", slot=slot + 1)
    return say("the {card}", card=card_title(card))


def card_favors(state: State, seat: int) -> tuple[Action, ...]:
    """Return the selections of cards; two in both orders only if these are different red cards."""
    paid = state.copy()
    paid.quarry[seat] -= 1
    cards = market(state).face_up(state)
    takeable = [slot for slot in members(market(state).takeable(paid, seat)) if slot < len(cards)]
    single = tuple(FavorOfCards((slot,)) for slot in takeable)
    if len(takeable) < FAVOR_ONE_CARDS:
        return single
    pairs = tuple(
        FavorOfCards(slots)
        for slots in permutations(takeable, FAVOR_ONE_CARDS)
        if slots[0] < slots[1] or _order_matters(cards[slots[0]], cards[slots[1]])
    )
    return pairs if state.table.options.favor_one_exactly_two else single + pairs


def _order_matters(first: int, second: int) -> bool:
    return first != second and first in RED and second in RED


def supply_favors(state: State, seat: int) -> tuple[Action, ...]:
    """Return the second favor with and without a placement."""
    return _supply_favors(state.free if state.sled[seat] else 0)


def place_favors(state: State, seat: int) -> tuple[Action, ...]:
    """Return every placement of one to three stones of the sled."""
    return _place_favors(state.free, min(state.sled[seat], FAVOR_FIVE_STONES))


@remembered
def _supply_favors(free: int) -> tuple[Action, ...]:
    return (FavorOfSupply(None), *(FavorOfSupply(divmod(space, 4)) for space in members(free)))


@remembered
def _place_favors(free: int, stones: int) -> tuple[Action, ...]:
    return tuple(
        _place_favor(spaces)
        for number in range(1, stones + 1)
        for spaces in combinations(members(free), number)
    )


@cache
def _place_favor(spaces: tuple[int, ...]) -> Action:
    return FavorOfPlaces(tuple(divmod(space, 4) for space in spaces))


class GainCard(Step):
    """A card that a seat has taken takes effect."""

    gainer: int
    card: int
    kind: ClassVar[str] = "gain"
    number: ClassVar[int] = 7

    def __init__(self, gainer: int, card: int) -> None:
        self.gainer = gainer
        self.card = card

    def __str__(self) -> str:
        return f"{self.kind} {self.gainer} {CARDS[self.card].word}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> GainCard:
        """Parse `gain 2 entrance`."""
        expect(words, 2, "gain SEAT CARD")
        if words[1] not in KINDS:
            raise MalformedAction(
                f"A card must be one of {', '.join(KINDS)}, not {quote(words[1])}."
            )
        return cls(read_seat(words[0]), KINDS[words[1]])

    def run(self, state: State) -> None:
        """Give the card."""
        state.steps.pop()
        gain(state, self.gainer, self.card)
