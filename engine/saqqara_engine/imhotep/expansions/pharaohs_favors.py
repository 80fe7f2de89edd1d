"""The Pharaoh's Favors: five uncommon actions, each once in the game."""

from __future__ import annotations

from typing import ClassVar, Final

from saqqara_engine.imhotep.expansions.favor_actions import (
    FavorOfCards,
    FavorOfPlaces,
    FavorOfSupply,
    GainCard,
    card_favors,
    place_favors,
    supply_favors,
)
from saqqara_engine.imhotep.expansions.favor_card import FavorCard
from saqqara_engine.imhotep.expansions.favor_voyages import (
    FavorOfLoad,
    FavorOfOrder,
    load_favors,
    order_favors,
)
from saqqara_engine.imhotep.state import Action, State, Step

FAVORS: Final = (card_favors, supply_favors, order_favors, load_favors, place_favors)
"""The legal actions of each favor, in the order of the card."""


class PharaohsFavors(FavorCard):
    """The expansion: each seat may use one favor that no seat has used."""

    actions: ClassVar[tuple[type[Action], ...]] = (
        FavorOfCards,
        FavorOfSupply,
        FavorOfOrder,
        FavorOfLoad,
        FavorOfPlaces,
    )
    steps: ClassVar[tuple[type[Step], ...]] = (GainCard,)

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return all actions of all unused favors."""
        if not self.is_open_to(state, seat):
            return ()
        legal: tuple[Action, ...] = ()
        for actions_of, used_by in zip(FAVORS, self.read(state).used_by, strict=True):
            if used_by is None:
                legal += actions_of(state, seat)
        return legal
