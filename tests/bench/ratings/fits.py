"""Time and memory of a season's fit: `python -m tests.bench.ratings fits [GIGABYTES] [BOTS…]`.

Every bot plays twenty blocks of two games against bots drawn at random. Each fit runs in a process
of its own that may use so much memory.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from time import perf_counter, process_time

import numpy as np

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import LOGIT

BLOCKS = 20
SPREAD = 104.0
"""The standard deviation of the strengths, in Elo."""


def main(gigabytes: float, sizes: Sequence[int]) -> None:
    """Print a line for each size as it is known."""
    for bots in sizes:
        here, there = multiprocessing.Pipe(duplex=False)
        child = multiprocessing.get_context("spawn").Process(
            target=_fit, args=(bots, gigabytes, there)
        )
        child.start()
        there.close()
        try:
            line = here.recv()
        except EOFError:
            line = "no fit: the process was killed"
        child.join()
        print(f"{bots:,} bots, {bots * BLOCKS:,} games: {line}", flush=True)


def _fit(bots: int, gigabytes: float, there: Connection) -> None:
    """Send a line with the time and the memory of a fit."""
    played = list(_season(bots))
    bound = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
    start, idle = perf_counter(), process_time()
    try:
        table = season_fit(played)
    except MemoryError:
        there.send(f"no fit: it needs more than {gigabytes:g} GB")
        return
    seconds, worked = perf_counter() - start, process_time() - idle
    assert len(table.rows) == bots
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    there.send(f"{seconds:.0f} s, {worked:.0f} s of processors, {peak:.2f} GB at most")


def _season(bots: int) -> Iterator[Result]:
    """Yield the results: in each round, bots next to each other in a random order meet twice."""
    chance = np.random.default_rng(bots)
    strength = chance.normal(0, SPREAD / LOGIT, bots)
    block = 0
    for _ in range(BLOCKS):
        order = chance.permutation(bots).tolist()
        for one, other in list(pairwise(order))[::2]:
            for seated in ((one, other), (other, one)):
                ahead = chance.random() < 1 / (
                    1 + np.exp(strength[seated[1]] - strength[seated[0]])
                )
                names = (f"b{seated[0]}", f"b{seated[1]}")
                yield Result(names, (1, 2) if ahead else (2, 1), block)
            block += 1


if __name__ == "__main__":
    main(
        float(sys.argv[1]) if len(sys.argv) > 1 else 8,
        [int(one) for one in sys.argv[2:]] or [1_000, 10_000],
    )
