"""The market deck as a part of the game: blue cards are actions, the others count at the end."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from saqqara_engine.imhotep.actions import members
from saqqara_engine.imhotep.cards.blue_cards import (
    Chisel,
    Hammer,
    Lever,
    SailCard,
    chisel_actions,
    hammer_actions,
    lever_actions,
    sail_card_actions,
    single_chisel_actions,
)
from saqqara_engine.imhotep.cards.card_kinds import (
    BLUE_KINDS,
    CHISEL,
    DECORATIONS,
    HAMMER,
    LEVER,
    PLAYED,
    SAIL_CARD,
    STATUE,
)
from saqqara_engine.imhotep.cards.piles import DiscardCard, count
from saqqara_engine.imhotep.figures import (
    STONES_PER_DECORATION_POINT,
    UNUSED_CARD_POINTS,
    set_points,
)
from saqqara_engine.imhotep.harbour import aboard, almost_ready, free_spaces
from saqqara_engine.imhotep.part import Part
from saqqara_engine.imhotep.scoring import KEPT
from saqqara_engine.imhotep.state import Action, State, Step


class Deck(Part[None]):
    """The 34 market cards."""

    name: ClassVar[str] = "deck"
    slot: ClassVar[int] = 5
    sources: ClassVar[tuple[str, ...]] = ("statues", "decorations", "unused-cards")
    actions: ClassVar[tuple[type[Action], ...]] = (Lever, Hammer, SailCard, Chisel)
    steps: ClassVar[tuple[type[Step], ...]] = (DiscardCard,)

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal plays of the seat's blue cards."""
        hand = state.hands[seat] & PLAYED
        if not hand:
            return ()
        legal: tuple[Action, ...] = ()
        if count(hand, LEVER):
            legal += _levers(state)
        if count(hand, HAMMER) and _can_hammer(state, seat):
            legal += hammer_actions(state.free)
        if count(hand, SAIL_CARD) and state.sled[seat]:
            legal += _sail_cards(state)
        if count(hand, CHISEL) and state.sled[seat]:
            legal += _chisels(state, seat)
        return legal

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of statues, of decorations, and of unused blue cards."""
        heights = tuple([len(stones) // STONES_PER_DECORATION_POINT for stones in state.stones])
        return tuple(zip(*[_hand_points(hand, heights) for hand in state.hands], strict=True))


def _levers(state: State) -> tuple[Action, ...]:
    legal: tuple[Action, ...] = ()
    for ship in members(state.ready):
        stones = bytes(sorted(aboard(state, ship)))
        legal += lever_actions(ship, stones, state.sites_open)
    return legal


def _can_hammer(state: State, seat: int) -> bool:
    """Return whether a Hammer can be played; the options may require a stone to take."""
    can_get = bool(state.room(seat) and state.quarry[seat])
    if state.table.options.hammer_needs_quarry_and_space:
        return can_get
    return can_get or state.sled[seat] > 0


def _chisels(state: State, seat: int) -> tuple[Action, ...]:
    """Return placements of two stones; of one if two cannot be placed and the options allow it."""
    if state.sled[seat] > 1 and state.free.bit_count() > 1:
        return chisel_actions(state.free)
    if state.table.options.chisel_needs_two:
        return ()
    return single_chisel_actions(state.free)


def _sail_cards(state: State) -> tuple[Action, ...]:
    legal: tuple[Action, ...] = ()
    for ship in members(almost_ready(state)):
        legal += sail_card_actions(ship, free_spaces(state, ship), state.sites_open)
    return legal


@lru_cache(KEPT)
def _hand_points(hand: int, heights: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the points of statues, of decorations by `heights` of sites, and of unused cards."""
    decorations = 0
    for kind, site in DECORATIONS:
        decorations += count(hand, kind) * heights[site]
    unused = 0
    for kind in BLUE_KINDS:
        unused += count(hand, kind)
    return set_points(count(hand, STATUE)), decorations, UNUSED_CARD_POINTS * unused
