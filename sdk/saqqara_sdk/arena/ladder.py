"""A ladder in one process tree: bots are paired by ratings, which are the fold of all results.

Pairing, ratings and what has a bot benched are those of the service (`saqqara_contest`). Blocks are
paired in rounds of a fixed size and results are folded in the order of the blocks' numbers, so that
the ladder follows from its seed whatever the number of jobs, and a longer one begins like a shorter
one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from saqqara_contest.blocks import rotations
from saqqara_contest.changes import Change, explain
from saqqara_contest.faults import BENCHED_AFTER, COUNTS_AGAINST, Conduct
from saqqara_contest.pairing import Paired, next_blocks
from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_contest.results import Result
from saqqara_sdk.arena.blocks import Task
from saqqara_sdk.arena.played import Block, SeatPlayed

ROUND = 16
"""So many blocks are paired by the ratings that stand when the round begins."""


class LocalLadder:
    """The bots' ratings and results so far, and who meets next; a pairing for each block."""

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
        """Rounds up to so many blocks; the blocks of one must be counted before the next.

        There are fewer when too few bots are left that are not benched.
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
        """Folds the results of the next block into the ratings, match by match."""
        for played in block:
            bots, places = zip(*((seat.bot, seat.place) for seat in played.seats), strict=True)
            rated = rate([self.ratings[bot] for bot in bots], places)
            self.ratings.update(zip(bots, rated, strict=True))
            self.games.update(bots)
            self.results.append(Result(bots, places, self._counted))
            for seat in played.seats:
                self._judge(seat)
        self._counted += 1

    def changes(self) -> Iterator[list[Change]]:
        """What each block made of the ratings of its bots, and what was expected."""
        ratings: dict[str, Rating] = {}
        for first in range(0, len(self.results), self.players):
            changes = explain(ratings, self.results[first : first + self.players])
            ratings.update((change.bot, change.after) for change in changes)
            yield changes

    def _judge(self, seat: SeatPlayed) -> None:
        """So many matches in a row that count against a bot bench it."""
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
    """How the bot behaved at the seat; one whose seat was put out has lost it like its time."""
    if not seat.kept_time:
        return Conduct.LOST_TIME
    return Conduct.FAILED if seat.errors or seat.illegal else Conduct.PLAYED
