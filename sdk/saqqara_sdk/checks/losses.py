"""Lost matches of a bot, and the decisions in them that a house bot would have taken otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saqqara_engine.records.record import Record
from saqqara_sdk.bots.loader import load_bot
from saqqara_sdk.checks.explanations import Explained, explain
from saqqara_sdk.records import files

EVALUATOR: Final = "greedy"
"""The house bot that values the actions, one action ahead."""

SHOWN: Final = 3
"""The number of decisions per match that a report has."""


@dataclass(frozen=True, slots=True)
class CostlyPly:
    """A decision, and the difference in value to the best action."""

    ply: int
    action: str
    best: str
    cost: float


@dataclass(frozen=True, slots=True)
class LostMatch:
    """A match that the bot did not win, with its costliest decisions, the worst first."""

    file: str
    game: str
    players: int
    seat: int
    place: int
    points: tuple[int, ...]
    plies: tuple[CostlyPly, ...]


def lost_seat(record: Record, bot: str) -> int | None:
    """Return the worst-placed seat of a bot that did not win; None if it won or did not play.

    Copies of a bot have names such as `Digger#2`.
    """
    seats = [seat for seat, name in enumerate(record.seats) if name.partition("#")[0] == bot]
    if not seats or not record.placements:
        return None
    worst = max(seats, key=lambda seat: record.placements[seat])
    return worst if record.placements[worst] > 1 else None


def losses(paths: Iterable[Path], bot: str) -> Iterator[LostMatch]:
    """Yield the lost matches among records; raises `EngineError` and `Unexplained`."""
    kind = load_bot(EVALUATOR)
    for path in paths:
        record = files.load(path)
        seat = lost_seat(record, bot)
        if seat is None:
            continue
        plies = [number for number, one in enumerate(record.plies, 1) if one.seat == seat]
        costs = [_cost(one) for one in explain(kind, record, plies, seed=0)]
        found = sorted(filter(None, costs), key=lambda one: -one.cost)[:SHOWN]
        yield LostMatch(
            file=str(path),
            game=record.game,
            players=len(record.seats),
            seat=seat,
            place=record.placements[seat],
            points=tuple(score.total for score in record.scores),
            plies=tuple(found),
        )


def _cost(one: Explained) -> CostlyPly | None:
    """The cost of a decision; None if it was the best one, or has no value."""
    played = next((each.worth for each in one.worths if str(each.action) == one.played), None)
    best = one.worths[0]
    if played is None or played >= best.worth:
        return None
    return CostlyPly(one.ply, one.played, str(best.action), round(best.worth - played, 3))
