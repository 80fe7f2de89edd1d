"""The market cards and their piles.

A hand or pile whose order does not matter is one int with four bits for each kind of card; the
draw pile is a row of kinds, first card first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from saqqara_engine.chance import permutation
from saqqara_engine.errors import MalformedAction
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.figures import BURIAL, OBELISKS, PYRAMIDS, TEMPLE
from saqqara_engine.imhotep.harbour import UNLOAD
from saqqara_engine.imhotep.notation import expect
from saqqara_engine.imhotep.state import NONE, State, Step


class Colour(StrEnum):
    """When a card works: red at once, green and purple at the end, blue as an action."""

    RED = "red"
    GREEN = "green"
    PURPLE = "purple"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: its word, title and colour, how many there are, which site it speaks of.

    `more` of them come with the cards of A New Dynasty.
    """

    word: str
    title: str
    colour: Colour
    count: int
    site: int | None = None
    more: int = 0


CARDS = (
    Card("entrance", "Entrance", Colour.RED, 2, PYRAMIDS),
    Card("sarcophagus", "Sarcophagus", Colour.RED, 2, BURIAL),
    Card("paved-path", "Paved Path", Colour.RED, 2, OBELISKS),
    Card("pyramid-decoration", "Pyramid Decoration", Colour.GREEN, 2, PYRAMIDS),
    Card("temple-decoration", "Temple Decoration", Colour.GREEN, 2, TEMPLE),
    Card("burial-decoration", "Burial Chamber Decoration", Colour.GREEN, 2, BURIAL),
    Card("obelisk-decoration", "Obelisk Decoration", Colour.GREEN, 2, OBELISKS),
    Card("statue", "Statue", Colour.PURPLE, 10, more=4),
    Card("lever", "Lever", Colour.BLUE, 2),
    Card("hammer", "Hammer", Colour.BLUE, 2),
    Card("sail", "Sail", Colour.BLUE, 3),
    Card("chisel", "Chisel", Colour.BLUE, 3),
    Card("cargo-sled", "Cargo Sled", Colour.GREEN, 0, more=2),  # H-22
    Card("stone-quarry", "Private Stone Quarry", Colour.RED, 0, more=2),
    Card("stone-ornament", "Stone Ornament", Colour.GREEN, 0, more=2),  # H-22
    Card("raft", "Raft", Colour.BLUE, 0, more=2),
    Card("loading-plank", "Loading Plank", Colour.BLUE, 0, more=2),
)
"""All kinds of card; a card's number is its place here."""

KINDS = {card.word: kind for kind, card in enumerate(CARDS)}
STATUE, LEVER, HAMMER, SAIL_CARD, CHISEL = (
    KINDS[word] for word in ("statue", "lever", "hammer", "sail", "chisel")
)
CARGO_SLED, STONE_QUARRY, STONE_ORNAMENT, RAFT, LOADING_PLANK = (
    KINDS[word]
    for word in ("cargo-sled", "stone-quarry", "stone-ornament", "raft", "loading-plank")
)
RED = frozenset(kind for kind, card in enumerate(CARDS) if card.colour is Colour.RED)

_BITS = 4
_ALL = (1 << _BITS) - 1

ONE = tuple(1 << _BITS * kind for kind in range(len(CARDS)))
"""For each kind, the pile of one such card."""

BLUE_CARDS = sum(_ALL * ONE[kind] for kind, card in enumerate(CARDS) if card.colour is Colour.BLUE)
"""Mask of the blue cards in a pile."""

NEVER_HIDDEN = sum(_ALL * ONE[kind] for kind in (*sorted(RED), CARGO_SLED))
"""Mask of the cards that never lie face down before a seat."""

NEW_DECK = bytes(kind for kind, card in enumerate(CARDS) for _ in range(card.count))
"""The whole deck by number, the order that the first shuffle starts from."""

NEW_DYNASTY_DECK = bytes(
    kind for kind, card in enumerate(CARDS) for _ in range(card.count + card.more)
)
"""The same with the cards of A New Dynasty."""


def count(pile: int, kind: int) -> int:
    """How many cards of a kind are in a pile."""
    return pile >> _BITS * kind & _ALL


@lru_cache(1024)
def spread(pile: int) -> bytes:
    """The cards of a pile by number, the order that a reshuffle starts from."""
    return bytes(kind for kind in range(len(CARDS)) for _ in range(count(pile, kind)))


def gather(cards: Sequence[int]) -> int:
    """The pile of some cards."""
    return sum(ONE[kind] for kind in cards)


def card_words(cards: Sequence[int]) -> tuple[str, ...]:
    """The words of some cards, in their order."""
    return tuple(CARDS[kind].word for kind in cards)


def deal(state: State, wanted: int) -> Iterator[int]:
    """Draws cards one by one from the front, fewer if both piles run out (H-36)."""
    for _ in range(wanted):
        if not state.deck:
            _reshuffle(state)
        if not state.deck:
            return
        card = state.deck[0]
        state.deck = state.deck[1:]
        yield card


def can_draw(state: State) -> bool:
    """Whether a card is left to draw."""
    return bool(state.deck or state.discard)


def draw_top(state: State) -> int:
    """Draws a card for a bonus, from the back of the row; `NONE` if both piles are empty (H-36)."""
    if not state.deck:
        _reshuffle(state)
    if not state.deck:
        return NONE
    card = state.deck[-1]
    state.deck = state.deck[:-1]
    return card


def gain(state: State, seat: int, card: int) -> None:
    """Gives a seat a card, wherever it comes from; a red one works at once (H-46)."""
    if card not in RED:
        state.hands[seat] += ONE[card]
    else:
        if state.table.keeps_red_cards:
            state.hands[seat] += ONE[card]
        else:
            state.steps.append(DISCARD[card])
        _deliver_from_quarry(state, seat, CARDS[card].site)
    for part in state.table.watching:
        part.card_gained(state, seat, card)


def gain_top(state: State, seat: int) -> None:
    """Gives a seat the top card of the draw pile, if there is one."""
    card = draw_top(state)
    if card != NONE:
        gain(state, seat, card)


def fizzles(state: State, seat: int, card: int) -> bool:
    """Whether a red card would find no stone in the seat's quarry."""
    return card in RED and CARDS[card].site is not None and not state.quarry[seat]


def _deliver_from_quarry(state: State, seat: int, site: int | None) -> None:
    """Sends a stone from the quarry to the card's site, if there is one (H-33)."""
    if site is not None and state.quarry[seat]:
        state.quarry[seat] -= 1
        state.steps.append(UNLOAD[site][seat])


def _reshuffle(state: State) -> None:
    if not state.discard:
        return
    earlier = sum(
        outcome.what == "reshuffle" and outcome.round == state.round for outcome in state.outcomes
    )
    purpose = f"reshuffle {earlier + 1}"
    state.deck = permutation(state.seed, purpose, state.round, spread(state.discard))
    state.discard = 0
    outcome = ChanceOutcome("reshuffle", state.round, card_words(state.deck))
    state.outcomes = (*state.outcomes, outcome)


@dataclass(frozen=True, slots=True)
class DiscardCard(Step):
    """A card whose effect is over goes to the discard pile."""

    card: int
    kind: ClassVar[str] = "discard"
    number: ClassVar[int] = 8
    seat: None = field(default=None, init=False)

    def __str__(self) -> str:
        return f"{self.kind} {CARDS[self.card].word}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> DiscardCard:
        """Reads `discard lever`."""
        expect(words, 1, "discard CARD")
        if words[0] not in KINDS:
            raise MalformedAction(f"A card is one of {', '.join(KINDS)}, not {words[0]}.")
        return DISCARD[KINDS[words[0]]]

    def run(self, state: State) -> None:
        """Puts the card on the pile."""
        state.discard += ONE[self.card]


DISCARD = tuple(DiscardCard(kind) for kind in range(len(CARDS)))
