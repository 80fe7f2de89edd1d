"""The Temple of A New Dynasty: a race of chariots, and the figure of Imhotep (house rules)."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.imhotep.figures import (
    CHARIOT_POINTS,
    CHARIOT_STRIDE,
    CHARIOT_STRIDE_POINTS,
    IMHOTEP_POINTS,
    TEMPLE_POINTS,
    TEMPLE_WIDTH,
)
from saqqara_engine.imhotep.scoring import ranked_points
from saqqara_engine.imhotep.sites.temple import TempleA, visible_stones
from saqqara_engine.imhotep.state import Keeper, State


@dataclass(frozen=True, slots=True)
class Chariots:
    """How many steps the chariot of each seat has gone."""

    steps: tuple[int, ...]
    """How many steps each seat's chariot has gone."""


class TempleC(Keeper[Chariots], TempleA):
    """Visible stones drive their owners' chariots, which are ranked at the end (H-14)."""

    def game_started(self, state: State) -> None:
        """The chariots stand before the first step."""
        self.write(state, Chariots((0,) * state.players))

    def round_ended(self, state: State) -> None:
        """A step for every visible stone, and points for every third one."""
        visible = bytes(owner for _, owner in visible_stones(state))
        before = self.read(state).steps
        after = tuple(steps + visible.count(seat) for seat, steps in enumerate(before))
        for seat, (start, end) in enumerate(zip(before, after, strict=True)):
            strides = end // CHARIOT_STRIDE - start // CHARIOT_STRIDE
            state.score(self, seat, CHARIOT_STRIDE_POINTS * strides)
        self.write(state, Chariots(after))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Ranks the chariots that moved."""
        return (ranked_points(self.read(state).steps, CHARIOT_POINTS[state.players]),)


@dataclass(frozen=True, slots=True)
class Imhotep:
    """The space of the Temple on which the figure of Imhotep stands, the leftmost being 0."""

    space: int
    """The space where the figure stands, the leftmost being 0."""


class TempleD(Keeper[Imhotep], TempleA):
    """The stone that is visible where Imhotep stands gives more points (H-15)."""

    def game_started(self, state: State) -> None:
        """Imhotep stands on the first space."""
        self.write(state, Imhotep(0))

    def round_ended(self, state: State) -> None:
        """Scores every visible stone; then Imhotep moves one space to the right."""
        stand = self.read(state).space
        for space, owner in visible_stones(state):
            state.score(self, owner, IMHOTEP_POINTS if space == stand else TEMPLE_POINTS)
        self.write(state, Imhotep((stand + 1) % TEMPLE_WIDTH[state.players]))
