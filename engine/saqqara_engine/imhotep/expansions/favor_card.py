"""The card of the Pharaoh's Favors: who has used which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from saqqara_engine.imhotep.figures import FAVORS
from saqqara_engine.imhotep.state import Keeper, State


@dataclass(frozen=True, slots=True)
class Favors:
    """For each favor the seat that used it."""

    used_by: tuple[int | None, ...]
    """The seat that used each favor; null while none has."""


class FavorCard(Keeper[Favors]):
    """A space for a stone of the quarry beside each favor; those stones count for no site."""

    name: ClassVar[str] = "favors"
    slot: ClassVar[int] = 8

    def game_started(self, state: State) -> None:
        """Nobody has used a favor."""
        self.write(state, Favors((None,) * FAVORS))

    def is_open_to(self, state: State, seat: int) -> bool:
        """Whether the seat may still use a favor: one in the game, for a stone of the quarry."""
        return state.quarry[seat] > 0 and seat not in self.read(state).used_by

    def mark(self, state: State, seat: int, favor: int) -> None:
        """Puts a stone of the quarry on the space of a favor, counted from 1."""
        used_by = self.read(state).used_by
        state.quarry[seat] -= 1
        self.write(state, Favors((*used_by[: favor - 1], seat, *used_by[favor:])))


FAVOR_CARD = FavorCard()
