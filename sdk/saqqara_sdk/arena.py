"""The arena: bots play each other in this process, with the service's rules, clocks and rulings.

Everything but the time follows from the run's seed: bots that draw only from `turn.random` play the
same games again. One thing differs from the service: a bot that thinks for too long cannot be
interrupted, so its seat is flagged when it has answered.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from time import perf_counter_ns
from typing import NoReturn

from saqqara_contest import clocks
from saqqara_contest.autoplay import choose as autoplay
from saqqara_contest.blocks import rotations
from saqqara_contest.faults import fault_of
from saqqara_engine.endings import EndReason
from saqqara_engine.game import Options
from saqqara_engine.plies import Ply, PlyClock
from saqqara_engine.record import Record, record_of
from saqqara_sdk.bot import Bot, MatchInfo
from saqqara_sdk.models import Points, Receipt, Result, SeatResult
from saqqara_sdk.turn import Action, Clock, LegalAction, Rules, Turn

NS_PER_MS = 1_000_000


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under the label that it plays by, which tells two entries of one class apart."""

    label: str
    bot: type[Bot]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the game, its options, the clock, and who decides for a seat without time."""

    rules: Rules
    options: Options
    time: clocks.Clock
    autoplay: str = "uniform"


@dataclass(frozen=True, slots=True)
class SeatPlayed:
    """What one seat did in a match, and how it ended."""

    bot: str
    result: SeatResult
    decisions: int
    thought_ns: int


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match, by seat."""

    match_id: str
    seats: tuple[SeatPlayed, ...]
    record: Record


class BotFault(Exception):
    """A bot raised, or chose what was not on offer; `record` holds the plies up to then."""

    def __init__(self, why: str, *, bot: str, record: Record) -> None:
        self.bot = bot
        self.record = record
        self.match_id = record.match_id
        self.ply = len(record.plies) + 1
        super().__init__(f"{bot} failed in match {self.match_id} at ply {self.ply}: {why}")


def play_blocks(
    setting: Setting, entrants: Sequence[Entrant], blocks: int, seed: int
) -> Iterator[Played]:
    """Plays the matches of all blocks one after the other; raises `BotFault`."""
    for block in range(1, blocks + 1):
        for rotation, seats in enumerate(rotations(entrants), start=1):
            yield play_match(setting, seats, f"offline-{seed}-{block}.{rotation}")


def play_match(setting: Setting, seats: Sequence[Entrant], match_id: str) -> Played:
    """Plays one match, whose chance follows from its id; raises `BotFault`."""
    with closing(asyncio.Runner()) as runner:
        return _Match(setting, seats, match_id, runner).play()


class _Match:
    """A match under way."""

    def __init__(
        self, setting: Setting, seats: Sequence[Entrant], match_id: str, runner: asyncio.Runner
    ) -> None:
        self.setting = setting
        self.rules = setting.rules
        self.entrants = seats
        self.match_id = match_id
        self.runner = runner
        self.seed = hashlib.sha256(f"saqqara|{match_id}".encode()).digest()
        self.state = self.rules.new_game(setting.options, self.seed)
        self.version = 1
        self.left = [clocks.start_ms(setting.time)] * len(seats)
        self.last: list[Receipt | None] = [None] * len(seats)
        self.flagged: list[int] = []
        self.plies: list[Ply] = []
        self.decisions = [0] * len(seats)
        self.thought_ns = [0] * len(seats)
        self.bots: list[Bot] = []

    def play(self) -> Played:
        for seat in range(len(self.entrants)):
            self._seat(seat)
        while (seat_asked := self.rules.to_act(self.state)) is not None:
            if seat_asked in self.flagged:
                self._autoplay(seat_asked, PlyClock(0, 0))
            else:
                self._ask(seat_asked)
        return self._finish()

    def _seat(self, seat: int) -> None:
        info = MatchInfo(self.match_id, self.rules.name, seat, len(self.entrants))
        try:
            bot = self.entrants[seat].bot()
            bot.match_started(info)
        except Exception as error:  # noqa: BLE001 - whatever a bot raises is its fault
            self._blame(seat, error)
        self.bots.append(bot)

    def _ask(self, seat: int) -> None:
        turn = self._turn(seat)
        began = perf_counter_ns()
        chosen = self._answer(seat, turn)
        thought = perf_counter_ns() - began
        self.decisions[seat] += 1
        self.thought_ns[seat] += thought
        self._rule(seat, chosen.action, thought // NS_PER_MS)

    def _rule(self, seat: int, chosen: Action, elapsed_ms: int) -> None:
        """What became of an answer that took so long."""
        is_response = self.rules.turn_seat(self.state) != seat
        asking = clocks.Asking(is_first=self.last[seat] is None, is_response=is_response)
        terms, left = clocks.clock_terms(self.setting.time, asking), self.left[seat]
        if terms is None or left is None:
            self._advance(chosen, Ply(seat, str(chosen)))
            return
        charge = clocks.charge(elapsed_ms, terms, left)
        self.left[seat] = charge.left_ms
        clock = PlyClock(charge.charged_ms, charge.left_ms)
        match charge.ruling:
            case clocks.Ruling.IN_TIME:
                self._advance(chosen, Ply(seat, str(chosen), clock))
            case clocks.Ruling.DEFAULT:
                self._autoplay(seat, clock)
            case clocks.Ruling.FLAG:
                self.flagged.append(seat)
                self.version += 1

    def _turn(self, seat: int) -> Turn:
        chance = hashlib.sha256(self.seed + f"|decision|{self.version}".encode()).digest()
        return Turn.from_state(
            self.rules,
            self.state,
            seat,
            match_id=self.match_id,
            version=self.version,
            clock=Clock(tuple(self.left), self.left[seat]),
            chance=Random(chance),
            last=self.last[seat],
        )

    def _answer(self, seat: int, turn: Turn) -> LegalAction:
        try:
            chosen = self.bots[seat].choose(turn)
            if isinstance(chosen, Awaitable):
                chosen = self.runner.run(_wait(chosen))
        except Exception as error:  # noqa: BLE001 - whatever a bot raises is its fault
            self._blame(seat, error)
        if chosen not in turn.legal_actions:
            count = len(turn.legal_actions)
            self._fault(seat, f"it chose {chosen!r}, which is none of the {count} offered actions")
        return chosen

    def _autoplay(self, seat: int, clock: PlyClock | None) -> None:
        legal = self.rules.legal_actions(self.state)
        action = autoplay(self.setting.autoplay, legal, self.seed, self.version)
        self._advance(action, Ply(seat, str(action), clock, auto=True))

    def _advance(self, action: Action, ply: Ply) -> None:
        self.rules.advance(self.state, action)
        self.plies.append(ply)
        self.version += 1
        self.last[ply.seat] = Receipt(
            version=self.version,
            action=ply.action,
            auto=ply.auto,
            late=ply.auto,
            charged_ms=ply.clock.charged_ms if ply.clock else 0,
            left_ms=self.left[ply.seat],
        )

    def _finish(self) -> Played:
        record = self._record()
        result = result_of(record)
        for seat, bot in enumerate(self.bots):
            try:
                bot.match_ended(result)
            except Exception as error:  # noqa: BLE001 - whatever a bot raises is its fault
                self._blame(seat, error)
        seats = (
            SeatPlayed(entrant.label, ended, self.decisions[seat], self.thought_ns[seat])
            for seat, (entrant, ended) in enumerate(zip(self.entrants, result.seats, strict=True))
        )
        return Played(self.match_id, tuple(seats), record)

    def _blame(self, seat: int, error: Exception) -> NoReturn:
        try:
            self._fault(seat, f"it raised {type(error).__name__}: {error}")
        except BotFault as fault:
            raise fault from error

    def _fault(self, seat: int, why: str) -> NoReturn:
        raise BotFault(why, bot=self.entrants[seat].label, record=self._record())

    def _record(self) -> Record:
        return record_of(
            self.rules,
            self.setting.options,
            seed=self.seed,
            match_id=self.match_id,
            seats=[entrant.label for entrant in self.entrants],
            plies=self.plies,
            flagged=self.flagged,
        )


async def _wait(answer: Awaitable[LegalAction]) -> LegalAction:
    return await answer


def result_of(record: Record) -> Result:
    """The result of a finished game, as the service would tell it."""
    return Result(
        reason=EndReason.PLAYED.value,
        fault=fault_of(EndReason.PLAYED, lost_time=bool(record.flagged)).value,
        seats=tuple(
            SeatResult(
                seat=score.seat,
                place=place,
                total=score.total,
                tie_break=score.tie_break,
                kept_time=score.seat not in record.flagged,
                lines=tuple(Points(source=line.source, points=line.points) for line in score.lines),
            )
            for score, place in zip(record.scores, record.placements, strict=True)
        ),
    )
