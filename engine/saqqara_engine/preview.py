"""Previews of the changes of points by an action, and gains of all, as far as a seat can know.

Actions are tried in several states sampled from the seat's view. The true state is not used, so
nothing hidden is revealed. Equal views give equal previews and gains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.game import Action, Score
from saqqara_engine.games import AnyGame

WORLDS: Final = 8
"""The number of states in which an action is tried."""

TRIES: Final = 400
"""The number of actions tried for one decision: about 20 ms without compiled rules."""


@dataclass(frozen=True, slots=True)
class ChangeRange:
    """The least and the greatest change of points over the sampled states."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SourceChange:
    """The change of the points of one source if the game ended after the action."""

    source: str
    change: ChangeRange


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The changes of the points of one seat by an action."""

    scored: ChangeRange
    projected: ChangeRange
    lines: tuple[SourceChange, ...]
    """The sources of the projected points that change in any of the states."""


def preview(game: AnyGame, view: object, seat: int, action: Action) -> tuple[SeatChange, ...]:
    """Return the changes for each seat; the action must be legal in states with this view."""
    before = game.seat_points(view)
    after = [game.seat_points(one) for one in _afterwards(game, view, seat, action)]
    return tuple(
        _seat_change(total, [one[number] for one in after]) for number, total in enumerate(before)
    )


def average_gains(game: AnyGame, view: object, seat: int, legal: Sequence[Action]) -> list[float]:
    """Return the average gain of each legal action for the seat of the view."""
    worlds = max(1, min(WORLDS, TRIES // len(legal)))
    totals = [0] * len(legal)
    for world in range(1, worlds + 1):
        state = game.sample(view, world.to_bytes(SEED_BYTES, "big"))
        totals = [
            total + gain
            for total, gain in zip(totals, gains(game, state, seat, legal), strict=True)
        ]
    return [total / worlds for total in totals]


def gains(game: AnyGame, state: object, seat: int, legal: Sequence[Action]) -> Iterator[int]:
    """Yield the gain of each action: own projected points minus the most for any opponent."""
    before = game.projected(state)
    for action in legal:
        after = game.copy(state)
        game.advance(after, action)
        changes = [now - was for now, was in zip(game.projected(after), before, strict=True)]
        mine = changes.pop(seat)
        yield mine - max(changes)


def _afterwards(game: AnyGame, view: object, seat: int, action: Action) -> Iterator[object]:
    """Yield the seat's view after the action in each sampled state."""
    for world in range(1, WORLDS + 1):
        state = game.sample(view, world.to_bytes(SEED_BYTES, "big"))
        game.advance(state, action)
        yield game.view(state, seat)


def _seat_change(before: tuple[Score, Score], after: Sequence[tuple[Score, Score]]) -> SeatChange:
    scored, projected = before
    return SeatChange(
        scored=_change(scored.total, [one.total for one, _ in after]),
        projected=_change(projected.total, [one.total for _, one in after]),
        lines=tuple(_changed_lines(projected, [one for _, one in after])),
    )


def _changed_lines(before: Score, after: Sequence[Score]) -> Iterator[SourceChange]:
    for place, line in enumerate(before.lines):
        change = _change(line.points, [score.lines[place].points for score in after])
        if change != ChangeRange(0, 0):
            yield SourceChange(line.source, change)


def _change(before: int, after: Sequence[int]) -> ChangeRange:
    return ChangeRange(min(after) - before, max(after) - before)
