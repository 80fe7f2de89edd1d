"""A local ladder: pairs bots by ratings computed from all results.

Pairing, ratings and benching are those of the service (`saqqara_contest`). Blocks are paired in
rounds of a fixed size, and results are counted in the order of the blocks' numbers. So the ladder
depends only on its seed, not on the number of jobs, and a longer one begins like a shorter one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.changes import RatingChange, explain
from saqqara_contest.faults import BENCHED_AFTER, COUNTS_AGAINST, Conduct
from saqqara_contest.pairing import Paired, next_blocks
from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_contest.results import Result
from saqqara_sdk.arena.blocks import Task
from saqqara_sdk.arena.played import Block, SeatPlayed

ROUND = 16
"""The number of blocks of a round, which are paired by the ratings at its start."""


class LocalLadder:
    """The ratings, results and pairings of the bots so far."""

    def __init__(self, bots: Sequence[str], players: int, seed: int) -> None:
        self.ratings: dict[str, Rating] = dict.fromkeys(bots, INITIAL)
        self.games = Counter(dict.fromkeys(bots, 0))
        self.pairings: list[Paired] = []
        self.results: list[Result] = []
        self._counted = 0
        self._against = Counter[str]()
        self.benched: set[str] = set()
        self._numbers = {bot: number for number, bot in enumerate(bots)}
        self.players = players
        self._seed = seed

    def rounds(self, blocks: int) -> Iterator[list[Task]]:
        """Yield rounds, up to `blocks` blocks in total; count each round's blocks before the next.

        Ends earlier if too many bots are benched.
        """
        while (before := len(self.pairings)) < blocks:
            if len(self._numbers.keys() - self.benched) < self.players:
                return
            self.pairings += self._round(before)[: blocks - before]
            yield [
                (number, tuple(rotations([self._numbers[bot] for bot in paired.bots])))
                for number, paired in enumerate(self.pairings[before:], start=before + 1)
            ]

    def count(self, block: Block) -> None:
        """Update the ratings with the results of the next block, match by match."""
        for played in block:
            bots, places = zip(*((seat.bot, seat.place) for seat in played.seats), strict=True)
            rated = rate([self.ratings[bot] for bot in bots], places)
            self.ratings.update(zip(bots, rated, strict=True))
            self.games.update(bots)
            self.results.append(Result(bots, places, self._counted))
            for seat in played.seats:
                self._judge(seat)
        self._counted += 1

    def changes(self) -> Iterator[list[RatingChange]]:
        """Yield the rating changes of each block, with the expected results."""
        ratings: dict[str, Rating] = {}
        for first in range(0, len(self.results), self.players):
            changes = explain(ratings, self.results[first : first + self.players])
            ratings.update((change.bot, change.after) for change in changes)
            yield changes

    def _judge(self, seat: SeatPlayed) -> None:
        """Bench a bot after `BENCHED_AFTER` consecutive matches that count against it."""
        if not COUNTS_AGAINST[conduct(seat)]:
            self._against[seat.bot] = 0
            return
        self._against[seat.bot] += 1
        if self._against[seat.bot] >= BENCHED_AFTER:
            self.benched.add(seat.bot)

    def _round(self, before: int) -> list[Paired]:
        seed = f"offline-{self._seed}|{before}".encode()
        return next_blocks(
            self._numbers,
            self.ratings,
            self.games,
            self.players,
            ROUND,
            seed=seed,
            available=self._numbers.keys() - self.benched,
        )


def conduct(seat: SeatPlayed) -> Conduct:
    """Return the conduct of a bot; a seat that was put out counts as lost on time."""
    if not seat.kept_time:
        return Conduct.LOST_TIME
    return Conduct.FAILED if seat.errors or seat.illegal else Conduct.PLAYED
