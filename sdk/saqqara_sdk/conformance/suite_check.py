"""Checks a program's answers about the games of a suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.records.record import Record, to_json
from saqqara_sdk.conformance.answers import MalformedAnswer, read, shown
from saqqara_sdk.conformance.comparison import at_end, at_position
from saqqara_sdk.conformance.differences import ComparedPlaces, Difference
from saqqara_sdk.conformance.suite import Case
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, BotProcess
from saqqara_sdk.lines.protocol import Said, line

STARTED: Final = ("game", "rulesVersion", "options", "seed", "chance", "resamplings")
ENDED: Final = ("ending", "flagged", "resigned")

OUTPUT_BYTES: Final = 8 << 20
MEMORY_MB: Final = 1 << 20
"""Memory is practically unlimited, because some runtimes reserve far more than they use."""

LISTENING_MS: Final = 200
"""The time to wait after a difference for further output, which would make the answer invalid."""


class Referee(BotProcess):
    """A program that implements the rules; its process starts with the first message."""

    def __init__(self, command: Sequence[str], answer_s: float) -> None:
        self._answer_s = answer_s
        super().__init__(command, Limits(memory_mb=MEMORY_MB, output_bytes=OUTPUT_BYTES))

    def ask(self, message: Mapping[str, Json]) -> Said:
        """Send a message and return the answer; after a `Misstep` the next call restarts it."""
        if self.pid is None:
            self.start()
        self.listen()
        deadline = perf_counter_ns() + round(self._answer_s * NS_PER_S)
        self.write(line(message), deadline)
        text = self.hear(deadline)
        if text is None:
            begun = ": its line has begun and does not end" if self.has_more() else ""
            raise self.hung(f"it did not answer within {self._answer_s:g} s{begun}")
        try:
            return read(text)
        except MalformedAnswer as error:
            beginning = shown(text[:1000].decode(errors="replace"))
            raise self.garbage(f"its answer {error}: {beginning}") from None

    def listen(self, wait_ms: int = 0) -> None:
        """Raise `Misstep` if the program has written unrequested output."""
        if self.pid is not None and self.has_more(wait_ms):
            raise self.garbage("it wrote too much: each line needs exactly one line as answer")


@dataclass(frozen=True, slots=True)
class Trouble:
    """The place where a check stopped: the differences, or the program's fault."""

    suite: str
    case: Case
    ply: int
    """The number of actions before it."""
    is_end: bool
    """Whether the end of the game had been sent."""
    differences: tuple[Difference, ...] = ()
    misstep: Misstep | None = None


@dataclass(slots=True)
class SuiteTally:
    """The extent of a check."""

    seen: ComparedPlaces
    games: int = 0
    positions: int = 0


def check(suite: str, case: Case, referee: Referee, tally: SuiteTally) -> Trouble | None:
    """Check a game up to the first difference; return it, or None."""
    tally.games += 1
    ply = 0
    is_end = False
    try:
        for ply, message in enumerate(messages(case.record)):
            is_end = ply == len(case.positions)
            said = referee.ask(message)
            if is_end:
                found = at_end(case.record, said, tally.seen)
            else:
                found = at_position(case.positions[ply], said, tally.seen)
                tally.positions += 1
            if found:
                listen(referee, LISTENING_MS)
                return Trouble(suite, case, ply - is_end, is_end, tuple(found))
    except Misstep as misstep:
        return Trouble(suite, case, ply - is_end, is_end, misstep=misstep)
    return None


def finished(suite: str, case: Case, referee: Referee) -> Trouble | None:
    """Check for unrequested output after the last game."""
    try:
        listen(referee)
    except Misstep as misstep:
        return Trouble(suite, case, len(case.record.plies), is_end=True, misstep=misstep)
    return None


def listen(referee: Referee, wait_ms: int = 0) -> None:
    """Raise `Misstep` for unrequested output, since answers may belong to other lines then."""
    try:
        referee.listen(wait_ms)
    except Misstep as misstep:
        if misstep.kind is not FaultKind.CRASH:  # a crash after all answers is no fault
            raise


def messages(record: Record) -> Iterator[Mapping[str, Json]]:
    """Yield the messages of a game."""
    whole_record = to_json(record)
    yield {"start": {key: whole_record[key] for key in STARTED}}
    for ply in record.plies:
        yield {"action": ply.action}
    yield {"end": {key: whole_record[key] for key in ENDED}}
