"""The card of the Pharaoh's Favors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.imhotep.figures import FAVORS
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.pieces import Favors
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.texts.phrases import owner_word
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.one_hot import owners


class FavorCard(Part[Favors]):
    """The card, with a space beside each favor for a quarry stone, which counts for no site."""

    name: ClassVar[str] = "favors"
    slot: ClassVar[int] = 8
    edition: ClassVar[Edition] = Edition.MINI
    shown_as: ClassVar[str] = "favors"

    def game_started(self, state: State) -> None:
        """Start without used favors."""
        self.write(state, Favors((None,) * FAVORS))

    def is_open_to(self, state: State, seat: int) -> bool:
        """Return whether the seat may still use a favor: one per game, for a quarry stone."""
        return state.quarry[seat] > 0 and seat not in self.read(state).used_by

    def mark(self, state: State, seat: int, favor: int) -> None:
        """Put a stone of the quarry on the space of a favor, counted from 1."""
        used_by = self.read(state).used_by
        state.quarry[seat] -= 1
        self.write(state, Favors((*used_by[: favor - 1], seat, *used_by[favor:])))

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the seat that used each favor."""
        used_by = self.read(state).used_by
        yield "favors used", owners(used_by, FAVORS, me, state.players)

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the seat that used each favor."""
        yield f"Favors          {' '.join(map(owner_word, self.seen(view).used_by))}"


FAVOR_CARD: Final = FavorCard()
