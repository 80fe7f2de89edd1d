"""A ladder in one process tree: bots are paired by ratings, which are the fold of all results.

Pairing and ratings are those of the service (`saqqara_contest`). Blocks are paired in rounds of a
fixed size and results are folded in the order of the blocks' numbers, so that the ladder follows
from its seed whatever the number of jobs, and a longer one begins like a shorter one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.pairing import Paired, next_blocks
from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_sdk.arena.blocks import Task
from saqqara_sdk.arena.played import Block

ROUND = 16
"""So many blocks are paired by the ratings that stand when the round begins."""


class Ladder:
    """The bots' ratings so far, and who meets next; `pairings` has a row for each block."""

    def __init__(self, bots: Sequence[str], players: int, seed: int) -> None:
        self.ratings: dict[str, Rating] = dict.fromkeys(bots, INITIAL)
        self.games = Counter(dict.fromkeys(bots, 0))
        self.pairings: list[Paired] = []
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
            bots = [seat.bot for seat in played.seats]
            places = [seat.place for seat in played.seats]
            rated = rate([self.ratings[bot] for bot in bots], places)
            self.ratings.update(zip(bots, rated, strict=True))
            self.games.update(bots)

    def _round(self, before: int) -> list[Paired]:
        seed = f"offline-{self._seed}|{before}".encode()
        return next_blocks(self._numbers, self.ratings, self.games, self.players, ROUND, seed=seed)
