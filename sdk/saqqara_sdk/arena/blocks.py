"""Blocks of matches: who sits where in each, and what its chance follows from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from saqqara_contest.blocks import rotations
from saqqara_sdk.arena.entrants import Entrant, Home, Roster
from saqqara_sdk.arena.match import play_seated
from saqqara_sdk.arena.played import Block, Played
from saqqara_sdk.arena.setting import Setting
from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.records import files

Seating: TypeAlias = tuple[int, ...]
"""Who sits at a table: the numbers of bots, by seat."""

Field: TypeAlias = tuple[Seating, ...]
"""The seatings of one block."""

Task: TypeAlias = tuple[int, Field]
"""A block to be played: its number, from 1, and its seatings."""


def one_field(bots: int) -> list[Field]:
    """All bots at one table, each once in every seat."""
    return [tuple(rotations(range(bots)))]


def round_robin(bots: int, players: int) -> list[Field]:
    """Every group of so many bots, one block each in turn."""
    return [tuple(rotations(group)) for group in combinations(range(bots), players)]


def gauntlet(bots: int, players: int) -> list[Field]:
    """Bot 0 with every group of the others."""
    groups = combinations(range(1, bots), players - 1)
    return [tuple(rotations((0, *group))) for group in groups]


def paired_field(players: int) -> list[Field]:
    """Two bots: 0 once in every seat among copies of 1, and with more than two seats the reverse.

    Whatever several copies do to a lone bot, they do to both.
    """
    lone = rotations((0,) + (1,) * (players - 1))
    among = rotations((1,) + (0,) * (players - 1)) if players > len((0, 1)) else []
    return [(*lone, *among)]


@dataclass(frozen=True, slots=True)
class Terms:
    """How blocks are played: their chance, their fields in turn, and where records are kept.

    In the folder `faulty` the record of each bot's first faulty match is kept, whatever else is.
    """

    seed: int
    fields: Sequence[Field]
    shares_chance: bool = False
    records: Path | None = None
    faulty: Path | None = None

    def task(self, number: int) -> Task:
        """The block of this number, where fields take turns."""
        return number, self.fields[(number - 1) % len(self.fields)]


class Arena:
    """Plays blocks; each follows from its number and its seatings alone."""

    def __init__(
        self,
        setting: Setting,
        entrants: Sequence[Entrant],
        terms: Terms,
        home: Home = Home.HERE,
        limits: Limits = USUAL,
    ) -> None:
        self._setting = setting
        self._labels = [entrant.label for entrant in entrants]
        self._terms = terms
        self._roster = Roster(entrants, home, limits)
        self._at_fault: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._roster.close()
        else:
            self.kill()

    def block(self, number: int) -> Block:
        """The matches of the block of this number."""
        return self.play(self._terms.task(number))

    def play(self, task: Task) -> Block:
        """The matches of the block."""
        number, seatings = task
        return tuple(self._match(number, game, one) for game, one in enumerate(seatings, start=1))

    def kill(self) -> None:
        """Ends the bots' processes at once."""
        self._roster.kill()

    def _match(self, number: int, game: int, seating: Seating) -> Played:
        block_id = f"offline-{self._terms.seed}-{number}"
        played = play_seated(
            self._setting,
            [self._labels[bot] for bot in seating],
            self._roster.seat(seating),
            f"{block_id}.{game}",
            block_id if self._terms.shares_chance else None,
        )
        self._keep(played)
        return played

    def _keep(self, played: Played) -> None:
        folder = self._terms.records
        bots = {fault.bot for fault in played.faults}
        if folder is None and not bots <= self._at_fault:
            folder = self._terms.faulty
        self._at_fault |= bots
        if folder is not None:
            files.save(played.record, folder)


def play_match(setting: Setting, entrants: Sequence[Entrant], match_id: str) -> Played:
    """Plays one match in this process; its chance follows from its id."""
    with Roster(entrants, Home.HERE, USUAL) as roster:
        seats = roster.seat(range(len(entrants)))
        return play_seated(setting, [entrant.label for entrant in entrants], seats, match_id)


def play_blocks(
    setting: Setting, entrants: Sequence[Entrant], blocks: int, seed: int
) -> Iterator[Block]:
    """Plays blocks one after the other, in this process."""
    with Arena(setting, entrants, Terms(seed, one_field(len(entrants)))) as arena:
        for number in range(1, blocks + 1):
            yield arena.block(number)
