"""A ladder in one process tree: bots are paired by ratings, which are the fold of all results.

Pairing and ratings are those of the service (`saqqara_contest`). Blocks are paired in rounds of a
fixed size and results are folded in the order of the blocks' numbers, so that the ladder follows
from its seed whatever the number of jobs, and a longer one begins like a shorter one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.changes import Change, explain
from saqqara_contest.pairing import Paired, next_blocks
from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_contest.results import Result
from saqqara_sdk.arena.blocks import Task
from saqqara_sdk.arena.played import Block

ROUND = 16
"""So many blocks are paired by the ratings that stand when the round begins."""


class LocalLadder:
    """The bots' ratings and results so far, and who meets next; a pairing for each block."""

    def __init__(self, bots: Sequence[str], players: int, seed: int) -> None:
        self.ratings: dict[str, Rating] = dict.fromkeys(bots, INITIAL)
        self.games = Counter(dict.fromkeys(bots, 0))
        self.pairings: list[Paired] = []
        self.results: list[Result] = []
        self._numbers = {bot: number for number, bot in enumerate(bots)}
        self.players = players
        self._seed = seed

    def rounds(self, blocks: int) -> Iterator[list[Task]]:
        """Rounds up to so many blocks; the blocks of one must be counted before the next."""
        while (before := len(self.pairings)) < blocks:
            self.pairings += self._round(before)[: blocks - before]
            yield [
                (number, tuple(rotations([self._numbers[bot] for bot in paired.bots])))
                for number, paired in enumerate(self.pairings[before:], start=before + 1)
            ]

    def count(self, block: Block) -> None:
        """Folds the results of the next block into the ratings, match by match."""
        for played in block:
            bots, places = zip(*((seat.bot, seat.place) for seat in played.seats), strict=True)
            rated = rate([self.ratings[bot] for bot in bots], places)
            self.ratings.update(zip(bots, rated, strict=True))
            self.games.update(bots)
            self.results.append(Result(bots, places))

    def changes(self) -> Iterator[list[Change]]:
        """What each block made of the ratings of its bots, and what was expected."""
        ratings: dict[str, Rating] = {}
        for first in range(0, len(self.results), self.players):
            changes = explain(ratings, self.results[first : first + self.players])
            ratings.update((change.bot, change.after) for change in changes)
            yield changes

    def _round(self, before: int) -> list[Paired]:
        seed = f"offline-{self._seed}|{before}".encode()
        return next_blocks(self._numbers, self.ratings, self.games, self.players, ROUND, seed=seed)
