"""Plays the games of a suite against a program, and hears whether it knows the same rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import Final

from saqqara_engine.game import Json
from saqqara_engine.record import Record, to_json
from saqqara_sdk.conformance.answers import NoAnswer, read, shown
from saqqara_sdk.conformance.comparing import at_end, at_position
from saqqara_sdk.conformance.differing import Difference, Seen
from saqqara_sdk.conformance.suite import Case
from saqqara_sdk.lines.ending import whole
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, BotProcess
from saqqara_sdk.lines.protocol import Said, line

STARTED: Final = ("game", "rulesVersion", "options", "seed", "chance", "resamplings")
ENDED: Final = ("ending", "flagged", "resigned")

OUTPUT_BYTES: Final = 8 << 20
MEMORY_MB: Final = 1 << 20
"""Memory is not what is checked: some run times reserve far more than they use."""

LISTENING_MS: Final = 200
"""After a difference: a program that says two things at once has not answered what it was asked."""


class Referee:
    """A program that says what the rules are; its process begins when it is asked first."""

    def __init__(self, command: Sequence[str], answer_s: float) -> None:
        self._command = command
        self._answer_s = answer_s
        self._process: BotProcess | None = None

    def ask(self, message: Mapping[str, Json]) -> Said:
        """Tells a line and hears the one that answers it; raises `Misstep`, and begins anew."""
        try:
            return self._asked(line(message))
        except Misstep:
            self._process = None
            raise

    def listen(self, wait_ms: int = 0) -> None:
        """Raises `Misstep` if it says more than it was asked."""
        try:
            if self._process is not None:
                _demand_silence(self._process, wait_ms)
        except Misstep:
            self._process = None
            raise

    def close(self) -> None:
        """Lets the process end, for a second."""
        if self._process is not None:
            self._process.stop()
            self._process = None

    def _asked(self, told: bytes) -> Said:
        process = self._process
        if process is None:
            limits = Limits(memory_mb=MEMORY_MB, answer_s=self._answer_s, output_bytes=OUTPUT_BYTES)
            with whole():
                process = self._process = BotProcess(self._command, limits)
        _demand_silence(process)
        deadline = perf_counter_ns() + round(self._answer_s * NS_PER_S)
        process.tell(told, deadline)
        text = process.hear(deadline)
        if text is None:
            begun = ": its line has begun and does not end" if process.has_more() else ""
            raise process.hung(f"it did not answer within {self._answer_s:g} s{begun}")
        try:
            return read(text)
        except NoAnswer as error:
            beginning = shown(text[:1000].decode(errors="replace"))
            raise process.garbage(f"its answer {error}: {beginning}") from None


def _demand_silence(process: BotProcess, wait_ms: int = 0) -> None:
    if process.has_more(wait_ms):
        raise process.garbage("it wrote too much: each line needs exactly one line as answer")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where a game could not go on as it should: what differs, or what the program did wrong."""

    suite: str
    case: Case
    ply: int
    """After so many actions."""
    is_end: bool
    """Whether the end was told already."""
    differences: tuple[Difference, ...] = ()
    misstep: Misstep | None = None


@dataclass(slots=True)
class Tally:
    """What was checked."""

    seen: Seen
    games: int = 0
    positions: int = 0


def check(suite: str, case: Case, referee: Referee, tally: Tally) -> Trouble | None:
    """Plays a game as far as the program agrees; what is the first trouble, if there is any."""
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
    """After the last game: whether the program says more than it was asked."""
    try:
        listen(referee)
    except Misstep as misstep:
        return Trouble(suite, case, len(case.record.plies), is_end=True, misstep=misstep)
    return None


def listen(referee: Referee, wait_ms: int = 0) -> None:
    """Whoever says too much may have answered well, but another line; raises `Misstep`."""
    try:
        referee.listen(wait_ms)
    except Misstep as misstep:
        if misstep.kind is not FaultKind.CRASH:  # it has answered all that it was asked
            raise


def messages(told: Record) -> Iterator[Mapping[str, Json]]:
    """The lines that a program is told of a game."""
    whole_record = to_json(told)
    yield {"start": {key: whole_record[key] for key in STARTED}}
    for ply in told.plies:
        yield {"action": ply.action}
    yield {"end": {key: whole_record[key] for key in ENDED}}
