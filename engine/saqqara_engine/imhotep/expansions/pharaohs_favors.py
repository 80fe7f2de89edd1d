"""The Pharaoh's Favors: five uncommon actions, each once in the game."""

from __future__ import annotations

from collections.abc import Iterator
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
from saqqara_engine.imhotep.figures import (
    FAVOR_FIVE_STONES,
    FAVOR_FOUR_STONES,
    FAVOR_ONE_CARDS,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.state import Action, State, Step
from saqqara_engine.layout import PieceLayout
from saqqara_engine.messages import say

FAVORS: Final = (card_favors, supply_favors, order_favors, load_favors, place_favors)
"""The legal actions of each favor, in the order of the card."""

EFFECTS: Final = (
    say("Take {cards} face-up market cards.", cards=FAVOR_ONE_CARDS),
    say("Place a stone on any ship, if you like, then fill your sled from your quarry."),
    say("Place a stone on a ship, if you like, rearrange all its stones, and sail it."),
    say("Place up to {stones} stones on a ship, and sail it.", stones=FAVOR_FOUR_STONES),
    say("Place up to {stones} stones on any ships.", stones=FAVOR_FIVE_STONES),
)
"""The effect of each favor, in the order of the card."""

ONE_OR_MORE_CARDS: Final = say("Take up to {cards} face-up market cards.", cards=FAVOR_ONE_CARDS)


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

    def pieces(self, options: Options) -> Iterator[PieceLayout]:
        """Yield the favors."""
        for number, effect in enumerate(EFFECTS, 1):
            title = say("Favor {number}", number=number)
            if number == 1 and not options.favor_one_exactly_two:
                effect = ONE_OR_MORE_CARDS  # noqa: PLW2901
            yield PieceLayout(f"favor{number}", title, None, 1, effect, None)

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return all actions of all unused favors."""
        if not self.is_open_to(state, seat):
            return ()
        legal: tuple[Action, ...] = ()
        for actions_of, used_by in zip(FAVORS, self.read(state).used_by, strict=True):
            if used_by is None:
                legal += actions_of(state, seat)
        return legal
