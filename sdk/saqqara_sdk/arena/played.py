"""Finished matches: places, points, times and faults by seat, and records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from saqqara_contest.faults import fault_of
from saqqara_engine.endings import EndReason
from saqqara_engine.game import SeatScore
from saqqara_engine.plies import Ply, PlyClock
from saqqara_engine.records.notes import Note
from saqqara_engine.records.record import Record, record_of
from saqqara_sdk.arena.match_setting import MatchSetting
from saqqara_sdk.bots.turn import Action
from saqqara_sdk.lines.missteps import FaultKind
from saqqara_sdk.records.game_page import Replay
from saqqara_sdk.wire import enums
from saqqara_sdk.wire.models import Points, Result, SeatResult


@dataclass(frozen=True, slots=True)
class BotFault:
    """A fault of a bot at a ply; `detail` is what it printed last, and its traceback."""

    kind: FaultKind
    bot: str
    seat: int
    match_id: str
    ply: int
    why: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.bot} failed in match {self.match_id} at ply {self.ply}: {self.why}"


class SeatPlayed(NamedTuple):
    """The result of one seat in a match, with its faults by decision.

    `late` counts decisions after their time, `errors` all faults except illegal choices.
    """

    bot: str
    seat: int
    place: int
    total: int
    kept_time: bool
    decisions: int
    thought_ns: int
    late: int = 0
    illegal: int = 0
    errors: int = 0


class PlayedRow(NamedTuple):
    """A ply of the arena; `version` is the version of the match after it."""

    seat: int
    action: Action
    clock: PlyClock | None
    auto: bool
    version: int
    note: Note | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """The inputs of a match's record."""

    setting: MatchSetting
    seed: bytes
    match_id: str
    bots: tuple[str, ...]
    rows: Sequence[PlayedRow]
    flagged: Sequence[int]
    ending: EndReason
    programs: tuple[str | None, ...]

    def record(self) -> Record:
        """Return the record; the match is replayed for it."""
        return record_of(
            self.setting.rules,
            self.setting.options,
            seed=self.seed,
            match_id=self.match_id,
            seats=self.bots,
            plies=[Ply(row.seat, str(row.action), row.clock, row.auto) for row in self.rows],
            flagged=self.flagged,
            ending=self.ending.value,
            programs=self.programs,
            notes=[row.note for row in self.rows],
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match, with the result of each seat and all faults."""

    match_id: str
    seats: tuple[SeatPlayed, ...]
    faults: tuple[BotFault, ...] = ()
    transcript: Transcript | None = field(default=None, repr=False, compare=False)

    @property
    def record(self) -> Record:
        """The record, computed on demand; raises `ValueError` without a transcript."""
        if self.transcript is None:
            raise ValueError(f"Match {self.match_id} was played on a server, which has its record.")
        return self.transcript.record()

    def _repr_html_(self) -> str | None:
        """Return a frame to step through the match, for a notebook; None without a transcript."""
        return None if self.transcript is None else Replay(self.record)._repr_html_()


Block: TypeAlias = tuple[Played, ...]
"""The matches of one block, in the order of its seatings."""

BlockRows: TypeAlias = list[tuple[str, tuple[SeatPlayed, ...], tuple[BotFault, ...]]]
"""The serialised form of a block, for other processes and files."""


def to_rows(block: Block) -> BlockRows:
    """Return the serialised form of a block."""
    return [(played.match_id, played.seats, played.faults) for played in block]


def from_rows(rows: BlockRows) -> Block:
    """Return the block of a serialised form, without transcripts."""
    return tuple(Played(*one) for one in rows)


def result_of(
    scores: Sequence[SeatScore], places: Sequence[int], flagged: Sequence[int], ending: EndReason
) -> Result:
    """Return the result of a finished match, as the service would report it."""
    return Result(
        reason=enums.EndReason(ending.value),
        fault=enums.Fault(fault_of(ending, lost_time=bool(flagged)).value),
        seats=tuple(
            SeatResult(
                seat=score.seat,
                place=place,
                total=score.total,
                tie_break=score.tie_break,
                kept_time=score.seat not in flagged,
                resigned=False,
                lines=tuple(Points(source=line.source, points=line.points) for line in score.lines),
            )
            for score, place in zip(scores, places, strict=True)
        ),
    )
