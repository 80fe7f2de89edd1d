"""The market deck as a part of the game: blue cards are actions, the others count at the end."""

from __future__ import annotations

from typing import ClassVar

from saqqara_engine.imhotep.actions import members
from saqqara_engine.imhotep.blue_cards import (
    chisel_actions,
    hammer_actions,
    lever_actions,
    sail_card_actions,
)
from saqqara_engine.imhotep.cards import (
    BLUE_CARDS,
    CARDS,
    CHISEL,
    HAMMER,
    LEVER,
    SAIL_CARD,
    STATUE,
    Colour,
    count,
    spread,
)
from saqqara_engine.imhotep.figures import (
    STONES_PER_DECORATION_POINT,
    STONES_PER_TAKE,
    UNUSED_CARD_POINTS,
    set_points,
)
from saqqara_engine.imhotep.harbour import aboard, almost_ready, free_spaces
from saqqara_engine.imhotep.state import Action, Part, State


class Deck(Part):
    """The 34 market cards."""

    name: ClassVar[str] = "deck"
    slot: ClassVar[int] = 5
    sources: ClassVar[tuple[str, ...]] = ("statues", "decorations", "unused-cards")

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """A play of each blue card that the seat holds and can carry out."""
        hand = state.hands[seat] & BLUE_CARDS
        if not hand:
            return ()
        legal: tuple[Action, ...] = ()
        if count(hand, LEVER):
            legal += _levers(state)
        if count(hand, HAMMER) and _stones_after_hammer(state, seat):
            legal += hammer_actions(state.free)
        if count(hand, SAIL_CARD) and state.sled[seat]:
            legal += _sail_cards(state)
        if count(hand, CHISEL) and state.sled[seat] > 1:
            legal += chisel_actions(state.free)
        return legal

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Statues as a set, decorations by their sites, unused blue cards one each."""
        seats = range(state.players)
        return (
            tuple(set_points(count(state.hands[seat], STATUE)) for seat in seats),
            tuple(_decorations(state, seat) for seat in seats),
            tuple(
                UNUSED_CARD_POINTS * len(spread(state.hands[seat] & BLUE_CARDS)) for seat in seats
            ),
        )


def _levers(state: State) -> tuple[Action, ...]:
    legal: tuple[Action, ...] = ()
    for ship in members(state.ready):
        stones = bytes(sorted(aboard(state, ship)))
        legal += lever_actions(ship, stones, state.sites_open)
    return legal


def _stones_after_hammer(state: State, seat: int) -> int:
    taken = min(STONES_PER_TAKE, state.room(seat), state.quarry[seat])
    return state.sled[seat] + taken


def _sail_cards(state: State) -> tuple[Action, ...]:
    legal: tuple[Action, ...] = ()
    for ship in members(almost_ready(state)):
        legal += sail_card_actions(ship, free_spaces(state, ship), state.sites_open)
    return legal


def _decorations(state: State, seat: int) -> int:
    points = 0
    for kind, card in enumerate(CARDS):
        if card.colour is Colour.GREEN and card.site is not None:
            stones = len(state.stones[card.site])
            points += count(state.hands[seat], kind) * (stones // STONES_PER_DECORATION_POINT)
    return points
