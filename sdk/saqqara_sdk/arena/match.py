"""One match, with the service's rules, clocks and rulings.

Everything except time is derived from the match's id, so bots that use only `turn.random` repeat
their game. A bot in this process cannot be interrupted, so its seat is flagged when it answers; a
bot in its own process is stopped when its time runs out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import takewhile
from operator import attrgetter
from random import Random

from saqqara_contest import clocks
from saqqara_contest.autoplay import choose as autoplay
from saqqara_contest.time_controls import Asking, ClockTerms
from saqqara_engine.endings import EndReason
from saqqara_engine.game import SeatScore, placements
from saqqara_engine.plies import PlyClock
from saqqara_sdk.arena.match_setting import MatchSetting, OnFault
from saqqara_sdk.arena.played import BotFault, Played, PlayedRow, SeatPlayed, Transcript, result_of
from saqqara_sdk.arena.seated import Seated
from saqqara_sdk.bots.bot import Event, MatchInfo
from saqqara_sdk.bots.turn import Action, Clock, State, Turn, View
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.wire.models import Receipt

NS_PER_MS = 1_000_000


def play_seated(
    setting: MatchSetting,
    bots: Sequence[str],
    seats: Sequence[Seated],
    match_id: str,
    chance_id: str | None = None,
    *,
    programs: Sequence[str | None] = (),
) -> Played:
    """Play one match; `chance_id`, by default `match_id`, is the seed of its chance.

    `programs` are the hashes of the bots' programs, for the record.
    """
    return _Table(setting, bots, seats, match_id, chance_id or match_id, programs=programs).play()


class _Table:
    """A match under way."""

    def __init__(
        self,
        setting: MatchSetting,
        bots: Sequence[str],
        seats: Sequence[Seated],
        match_id: str,
        chance_id: str,
        *,
        programs: Sequence[str | None],
    ) -> None:
        self.setting = setting
        self.rules = setting.rules
        self.bots = tuple(bots)
        self.programs = tuple(programs)
        self.seats = seats
        self.match_id = match_id
        self.seed = hashlib.sha256(f"saqqara|{chance_id}".encode()).digest()
        self.state: State = self.rules.new_game(setting.options, self.seed)
        self.version = 1
        self.start_ms = setting.time_control.start_ms
        self.left = [self.start_ms] * len(seats)
        self.no_clock = Clock((None,) * len(seats), None)
        self.out: list[int] = []
        self.out_from: list[tuple[int, int]] = []
        self.sent = [1] * len(seats)
        self.rows: list[PlayedRow] = []
        self.decisions = [0] * len(seats)
        self.thought_ns = [0] * len(seats)
        self.late = [0] * len(seats)
        self.faults: list[BotFault] = []

    def play(self) -> Played:
        to_act, state, out = self.rules.to_act, self.state, self.out
        self.chances = [self._start(seat) for seat in range(len(self.seats))]
        while (seat := to_act(state)) is not None and not (out and self._is_forfeited()):
            if seat in out:
                self._autoplay(seat, 0)
            else:
                self._ask(seat)
        return self._finish(EndReason.PLAYED if seat is None else EndReason.FLAG)

    def _start(self, seat: int) -> Random:
        info = MatchInfo(self.match_id, self.rules.name, seat, len(self.seats))
        own = hashlib.sha256(self.seed + f"|{self.match_id}|{seat}".encode()).digest()
        try:
            self.seats[seat].started(info, self.setting.announced, own)
        except Misstep as misstep:
            self._fault(seat, misstep)
        return Random(own)

    def _is_forfeited(self) -> bool:
        return len(self.out) >= len(self.seats) - 1 and self.setting.on_fault is OnFault.FORFEIT

    def _ask(self, seat: int) -> None:
        left = self.left[seat]
        terms = None if left is None else self._terms(seat)
        limit = None if terms is None or left is None else clocks.allowance_ms(terms, left)
        turn = Turn(
            self.match_id,
            self.rules,
            seat,
            self.version,
            self.rules.legal_actions(self.state),
            context=_LazyContext(self, len(self.rows), seat, limit),
            chance=self.chances[seat],
        )
        self.decisions[seat] += 1
        seated = self.seats[seat]
        events = self._news(seat) if seated.observes else ()
        try:
            action, thought_ns = seated.answer(turn, limit, events)
        except Misstep as misstep:
            self._fault(seat, misstep)
            if seat not in self.out:
                self._autoplay(seat, 0)
            return
        self.thought_ns[seat] += thought_ns
        if terms is None or left is None:
            self._advance(seat, action, None)
        else:
            self._rule(seat, action, clocks.charge(thought_ns // NS_PER_MS, terms, left))

    def _terms(self, seat: int) -> ClockTerms | None:
        is_response = self.rules.turn_seat(self.state) != seat
        asking = Asking(self.last_row(seat, len(self.rows)) is None, is_response)
        return self.setting.time_control.terms(asking)

    def _rule(self, seat: int, action: Action, charge: clocks.Charge) -> None:
        """Accept the answer, replace it, or flag the seat."""
        self.left[seat] = charge.left_ms
        match charge.ruling:
            case clocks.Ruling.IN_TIME:
                self._advance(seat, action, PlyClock(charge.charged_ms, charge.left_ms))
            case clocks.Ruling.DEFAULT:
                self.late[seat] += 1
                self._autoplay(seat, charge.charged_ms)
            case clocks.Ruling.FLAG:
                self.late[seat] += 1
                self._flag(seat)

    def _flag(self, seat: int) -> None:
        try:
            self.seats[seat].flagged()
        except Misstep as misstep:
            self._fault(seat, misstep)
        self._put_out(seat)

    def _fault(self, seat: int, misstep: Misstep) -> None:
        self._name(seat, misstep)
        if misstep.is_gone or self.setting.on_fault is OnFault.FORFEIT:
            self._put_out(seat)

    def _name(self, seat: int, misstep: Misstep) -> None:
        where = (self.bots[seat], seat, self.match_id, len(self.rows) + 1)
        self.faults.append(BotFault(misstep.kind, *where, misstep.why, misstep.detail))

    def _put_out(self, seat: int) -> None:
        """Let autoplay decide for a seat without time or bot; it ranks below the others."""
        if seat not in self.out:
            self.out.append(seat)
            self.version += 1
            self.out_from.append((self.version, seat))
            self.seats[seat].leave()

    def _autoplay(self, seat: int, charged_ms: int) -> None:
        legal = self.rules.legal_actions(self.state)
        action = autoplay(self.setting.autoplay, legal, self.seed, self.version)
        left = 0 if seat in self.out else self.left[seat]
        clock = None if self.start_ms is None else PlyClock(charged_ms, left or 0)
        self._advance(seat, action, clock, is_auto=True)

    def _advance(
        self, seat: int, action: Action, clock: PlyClock | None, *, is_auto: bool = False
    ) -> None:
        self.rules.advance(self.state, action)
        self.version += 1
        note = None if is_auto else self.seats[seat].note
        self.rows.append(PlayedRow(seat, action, clock, is_auto, self.version, note))

    def _news(self, seat: int) -> Sequence[Event]:
        """Return the events since the last ones that the seat received."""
        since, self.sent[seat] = self.sent[seat], self.version
        rows = takewhile(lambda row: row.version > since, reversed(self.rows))
        plies = [
            Event(self.match_id, row.version, "action", row.seat, row.action, row.auto)
            for row in rows
        ]
        flags = [
            Event(self.match_id, version, "flagged", out)
            for version, out in self.out_from
            if version > since
        ]
        return sorted(plies + flags, key=attrgetter("version"))

    def _finish(self, ending: EndReason) -> Played:
        scores = self.rules.scores(self.state)
        places = placements(scores, self.out)
        for seat, seated in enumerate(self.seats):
            events = self._news(seat) if seated.observes else ()
            try:
                seated.ended(lambda: result_of(scores, places, self.out, ending), events)
            except Misstep as misstep:
                self._name(seat, misstep)
        transcript = Transcript(
            self.setting,
            self.seed,
            self.match_id,
            self.bots,
            self.rows,
            self.out,
            ending,
            self.programs,
        )
        seats = tuple(map(self._seat_played, scores, places))
        return Played(self.match_id, seats, tuple(self.faults), transcript)

    def _seat_played(self, score: SeatScore, place: int) -> SeatPlayed:
        seat = score.seat
        kinds = [fault.kind for fault in self.faults if fault.seat == seat]
        illegal = kinds.count(FaultKind.ILLEGAL)
        return SeatPlayed(
            bot=self.bots[seat],
            seat=seat,
            place=place,
            total=score.total,
            kept_time=seat not in self.out,
            decisions=self.decisions[seat],
            thought_ns=self.thought_ns[seat],
            late=self.late[seat],
            illegal=illegal,
            errors=len(kinds) - illegal,
        )

    def state_at(self, ply: int) -> State:
        """Return the state after a number of plies."""
        if ply == len(self.rows):
            return self.state
        state: State = self.rules.new_game(self.setting.options, self.seed)
        for row in self.rows[:ply]:
            self.rules.advance(state, row.action)
        return state

    def last_row(self, seat: int, ply: int) -> PlayedRow | None:
        """Return the seat's last row among the first `ply` rows, or None."""
        for place in range(ply - 1, -1, -1):
            if self.rows[place].seat == seat:
                return self.rows[place]
        return None


class _LazyContext:
    """The context of a turn, computed on demand, even after the match has continued."""

    __slots__ = ("_mine_ms", "_ply", "_seat", "_seen", "_table")

    def __init__(self, table: _Table, ply: int, seat: int, mine_ms: int | None) -> None:
        self._mine_ms = mine_ms
        self._table = table
        self._ply = ply
        self._seat = seat
        self._seen: View | None = None

    def view(self) -> View:
        """Return the view of the seat."""
        if self._seen is None:
            self._seen = self._table.rules.view(self._table.state_at(self._ply), self._seat)
        return self._seen

    def clock(self) -> Clock:
        """Return the time left."""
        table = self._table
        if table.start_ms is None:
            return table.no_clock
        rows = [table.last_row(seat, self._ply) for seat in range(len(table.seats))]
        left = tuple(row.clock.left_ms if row and row.clock else table.start_ms for row in rows)
        return Clock(left, self._mine_ms)

    def last(self) -> Receipt | None:
        """Return the receipt of the seat's last decision, or None."""
        row = self._table.last_row(self._seat, self._ply)
        if row is None:
            return None
        return Receipt(
            version=row.version,
            action=str(row.action),
            auto=row.auto,
            late=row.auto,
            charged_ms=row.clock.charged_ms if row.clock else 0,
            credited_ms=0,
            left_ms=row.clock.left_ms if row.clock else None,
        )
