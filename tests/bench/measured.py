"""What a benchmark tells: rows, each with its peer measured in the same run where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

ROUNDS = 5
LEAST_S = 0.3
"""Of processor time for a rate: on a shared machine shorter stretches differ by half."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure; `ratio` is the value by the peer's value from the same run.

    `error` is the standard error of a mean, `rounds` how many rounds the value is the median of,
    and `spread` the least and the greatest of them.
    """

    name: str
    value: float
    unit: str
    command: str
    peer: str | None = None
    ratio: float | None = None
    error: float | None = None
    rounds: int = 1
    spread: tuple[float, float] | None = None


def of_rounds(
    name: str,
    found: Sequence[float],
    unit: str,
    command: str,
    peer: tuple[str, Sequence[float]] | None = None,
) -> Row:
    """The median of rounds with their spread; the ratio to a peer is the median of each round's."""
    beside = None if peer is None else peer[0]
    ratio = None
    if peer is not None:
        ratio = median(one / other for one, other in zip(found, peer[1], strict=True))
    spread = (min(found), max(found))
    return Row(name, median(found), unit, command, beside, ratio, rounds=len(found), spread=spread)


def side_by_side(contestants: Mapping[str, Callable[[], int]]) -> dict[str, float]:
    """Things done per second of this process's time, the median of rounds."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, work in contestants.items():
            rates[name].append(rate(work))
    return {name: median(found) for name, found in rates.items()}


def rate(work: Callable[[], int]) -> float:
    """Things done per second of this process's time, after a warm-up."""
    work()
    began, done = process_time(), 0
    while (took := process_time() - began) < LEAST_S:
        done += work()
    return done / took


def microseconds(call: Callable[[], object], times: int = 500) -> float:
    """Microseconds of one call, the median of rounds."""

    def work() -> int:
        for _ in range(times):
            call()
        return times

    return 1e6 / side_by_side({"call": work})["call"]
