"""Blocks of matches: their seatings, their seeds, and an arena that plays them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from saqqara_contest.blocks import rotations
from saqqara_sdk.arena.entrants import Entrant, Home, Roster
from saqqara_sdk.arena.match import play_seated
from saqqara_sdk.arena.match_setting import MatchSetting
from saqqara_sdk.arena.played import Block, Played
from saqqara_sdk.arena.seated import Absent
from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.records import files

Seating: TypeAlias = tuple[int, ...]
"""The numbers of the bots of a match, by seat."""

Field: TypeAlias = tuple[Seating, ...]
"""The seatings of one block."""

Task: TypeAlias = tuple[int, Field]
"""A block to play: its number, from 1, and its seatings."""


def one_field(bots: int) -> list[Field]:
    """Return one field with all bots, each once in every seat."""
    return [tuple(rotations(range(bots)))]


def round_robin(bots: int, players: int) -> list[Field]:
    """Return a field for every group of `players` bots."""
    return [tuple(rotations(group)) for group in combinations(range(bots), players)]


def gauntlet(bots: int, players: int) -> list[Field]:
    """Return a field for bot 0 with every group of the others."""
    groups = combinations(range(1, bots), players - 1)
    return [tuple(rotations((0, *group))) for group in groups]


def paired_field(players: int) -> list[Field]:
    """Return a field of bot 0 in every seat among copies of 1, and the reverse for three or more.

    So each bot is alone against copies equally often.
    """
    lone = rotations((0,) + (1,) * (players - 1))
    among = rotations((1,) + (0,) * (players - 1)) if players > len((0, 1)) else []
    return [(*lone, *among)]


@dataclass(frozen=True, slots=True)
class BlockTerms:
    """The terms of blocks: their seed, the fields that take turns, and the folders for records.

    The folder `faulty` gets the record of each bot's first match with a fault, if `records` is
    None.
    """

    seed: int
    fields: Sequence[Field]
    shares_chance: bool = False
    records: Path | None = None
    faulty: Path | None = None

    def task(self, number: int) -> Task:
        """Return the block with this number; the fields take turns."""
        return number, self.fields[(number - 1) % len(self.fields)]


class Arena:
    """Plays blocks; a block's chance depends only on the seed, its number and its seatings."""

    def __init__(
        self,
        setting: MatchSetting,
        entrants: Sequence[Entrant],
        terms: BlockTerms,
        home: Home = Home.HERE,
        limits: Limits = USUAL,
    ) -> None:
        self._setting = setting
        self._labels = [entrant.label for entrant in entrants]
        self._programs = [entrant.program for entrant in entrants]
        self._terms = terms
        self._roster = Roster(entrants, home, limits)
        self._at_fault: set[str] = set()
        self.absent = frozenset[str]()
        """The labels of the bots that forfeit."""

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
        """Play the block with this number; return its matches."""
        return self.play(self._terms.task(number))

    def play(self, task: Task) -> Block:
        """Play a block; return its matches."""
        number, seatings = task
        return tuple(self._match(number, game, one) for game, one in enumerate(seatings, start=1))

    def kill(self) -> None:
        """Kill the bots' processes."""
        self._roster.kill()

    def _match(self, number: int, game: int, seating: Seating) -> Played:
        block_id = f"offline-{self._terms.seed}-{number}"
        labels = [self._labels[bot] for bot in seating]
        seats = zip(labels, self._roster.seat(seating), strict=True)
        played = play_seated(
            self._setting,
            labels,
            [Absent() if label in self.absent else one for label, one in seats],
            f"{block_id}.{game}",
            block_id if self._terms.shares_chance else None,
            programs=[self._programs[bot] for bot in seating],
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


def play_match(setting: MatchSetting, entrants: Sequence[Entrant], match_id: str) -> Played:
    """Play one match in this process; its id is the seed of its chance."""
    with closing(Roster(entrants, Home.HERE, USUAL)) as roster:
        seats = roster.seat(range(len(entrants)))
        return play_seated(setting, [entrant.label for entrant in entrants], seats, match_id)


def play_blocks(
    setting: MatchSetting, entrants: Sequence[Entrant], blocks: int, seed: int
) -> Iterator[Block]:
    """Play blocks in this process; yield the matches of each."""
    with Arena(setting, entrants, BlockTerms(seed, one_field(len(entrants)))) as arena:
        for number in range(1, blocks + 1):
            yield arena.block(number)
