"""The market cards and their piles.

A hand, or a pile without an order, is an int with four bits for each kind of card. The draw pile is
a sequence of kinds, the next card first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from saqqara_engine.chance import permutation
from saqqara_engine.errors import MalformedAction
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards.card_kinds import ALL, BITS, CARDS, KINDS, ONE, RED, WORDS
from saqqara_engine.imhotep.harbour import UNLOAD
from saqqara_engine.imhotep.state import NONE, State, Step
from saqqara_engine.imhotep.texts.notation import expect


def count(pile: int, kind: int) -> int:
    """Return the number of cards of a kind in a pile."""
    return pile >> BITS * kind & ALL


@lru_cache(1024)
def spread(pile: int) -> bytes:
    """Return the cards of a pile by number, in the order before a reshuffle."""
    return bytes(kind for kind in range(len(CARDS)) for _ in range(count(pile, kind)))


def gather(cards: Sequence[int]) -> int:
    """Return the pile of some cards."""
    return sum(ONE[kind] for kind in cards)


def card_words(cards: Sequence[int]) -> tuple[str, ...]:
    """Return the words of some cards, in their order."""
    words = WORDS
    return tuple([words[kind] for kind in cards])


def deal(state: State, wanted: int) -> bytes:
    """Draw cards from the front, fewer if both piles run out (H-36)."""
    dealt = state.deck[:wanted]
    state.deck = state.deck[wanted:]
    missing = wanted - len(dealt)
    if missing:
        _reshuffle(state)
        dealt += state.deck[:missing]
        state.deck = state.deck[missing:]
    return dealt


def can_draw(state: State) -> bool:
    """Return whether a card is left to draw."""
    return bool(state.deck or state.discard)


def draw_top(state: State) -> int:
    """Draw a card for a bonus from the back of the deck; `NONE` if both piles are empty (H-36)."""
    if not state.deck:
        _reshuffle(state)
    if not state.deck:
        return NONE
    card = state.deck[-1]
    state.deck = state.deck[:-1]
    return card


def gain(state: State, seat: int, card: int) -> None:
    """Give a seat a card from any source; a red one takes effect at once (H-46)."""
    if card not in RED:
        state.hands[seat] += ONE[card]
    else:
        if state.table.keeps_red_cards:
            state.hands[seat] += ONE[card]
        else:
            # Pushed before the delivery, so the card is discarded after its effect.
            state.steps.append(DISCARD[card])
        _deliver_from_quarry(state, seat, CARDS[card].site)
    for part in state.table.watching:
        part.card_gained(state, seat, card)


def gain_top(state: State, seat: int) -> None:
    """Give a seat the top card of the draw pile, if there is one."""
    card = draw_top(state)
    if card != NONE:
        gain(state, seat, card)


def fizzles(state: State, seat: int, card: int) -> bool:
    """Return whether a red card would find no stone in the seat's quarry."""
    return card in RED and CARDS[card].site is not None and not state.quarry[seat]


def _deliver_from_quarry(state: State, seat: int, site: int | None) -> None:
    """Send a stone from the quarry to the card's site, if there is one (H-33)."""
    if site is not None and state.quarry[seat]:
        state.quarry[seat] -= 1
        state.steps.append(UNLOAD[site][seat])


def _reshuffle(state: State) -> None:
    if not state.discard:
        return
    earlier = sum(
        outcome.what == "reshuffle" and outcome.round == state.round for outcome in state.outcomes
    )
    # A round can reshuffle twice; the number keeps their draws independent.
    purpose = f"reshuffle {earlier + 1}"
    state.deck = permutation(state.seed, purpose, state.round, spread(state.discard))
    state.discard = 0
    outcome = ChanceOutcome("reshuffle", state.round, card_words(state.deck))
    state.outcomes = (*state.outcomes, outcome)


class DiscardCard(Step):
    """A card whose effect is over goes to the discard pile."""

    card: int
    kind: ClassVar[str] = "discard"
    number: ClassVar[int] = 8

    def __init__(self, card: int) -> None:
        self.card = card

    def __str__(self) -> str:
        return f"{self.kind} {CARDS[self.card].word}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> DiscardCard:
        """Parse `discard lever`."""
        expect(words, 1, "discard CARD")
        if words[0] not in KINDS:
            raise MalformedAction(f"A card must be one of {', '.join(KINDS)}, not {words[0]}.")
        return DISCARD[KINDS[words[0]]]

    def run(self, state: State) -> None:
        """Put the card on the discard pile."""
        state.steps.pop()
        state.discard += ONE[self.card]


DISCARD: Final = tuple(DiscardCard(kind) for kind in range(len(CARDS)))
