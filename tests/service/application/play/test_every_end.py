"""How matches end: every way, its reason, whose fault it was, and who comes where."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.play import deadlines, endings
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    EndReason,
    Fault,
    FlagRule,
    Match,
    MatchStatus,
    TokenKind,
    VoidReason,
)
from tests.service.application.play.test_timekeeping import run_out_of_time
from tests.service.lookups import match_of, record_json
from tests.service.matches import (
    Seated,
    a_match,
    act_at_random,
    play_out,
)

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="host")
RNG = random.Random(7)


@pytest.fixture(autouse=True)
def _own_chance() -> None:
    """No test depends on which ran before it."""
    RNG.seed(7)


@dataclass(frozen=True)
class Case:
    """What happens in a match, and what it comes to.

    `act 5`: five actions. `resign 1`, `abort 0`: by that seat. `flag`: the seat to act loses its
    time. `play`: to the end. `void`, `outage`: an operator ends it. Places are those of the seats
    that are gone, `?` where points decide.
    """

    players: int
    steps: str
    reason: EndReason
    fault: Fault
    places: str
    on_flag: FlagRule = FlagRule.AUTOPLAY


E, F = EndReason, Fault
CASES = [
    Case(2, "play", E.PLAYED, F.NONE, "??"),
    Case(3, "play", E.PLAYED, F.NONE, "???"),
    Case(2, "resign 0", E.RESIGNED, F.NONE, "21"),
    Case(2, "resign 1", E.RESIGNED, F.NONE, "12"),
    Case(2, "act 9, resign 0, resign 0", E.RESIGNED, F.NONE, "21"),
    Case(2, "act 30, resign 1", E.RESIGNED, F.NONE, "12"),
    Case(3, "act 4, resign 2, play", E.PLAYED, F.NONE, "??3"),
    Case(3, "resign 0, play", E.PLAYED, F.NONE, "3??"),
    Case(3, "act 7, resign 1, act 5, resign 0", E.RESIGNED, F.NONE, "??1"),
    Case(4, "resign 3, act 9, resign 2, act 1, resign 1", E.RESIGNED, F.NONE, "1???"),
    Case(4, "act 2, resign 3, act 9, resign 0, play", E.PLAYED, F.NONE, "????"),
    Case(2, "flag", E.FLAG, F.BOT, "21", FlagRule.FORFEIT),
    Case(2, "act 1, flag", E.FLAG, F.BOT, "12", FlagRule.FORFEIT),
    Case(2, "flag, play", E.PLAYED, F.BOT, "21"),
    Case(3, "flag, play", E.PLAYED, F.BOT, "3??"),
    Case(2, "flag, resign 1", E.RESIGNED, F.BOT, "??"),
    Case(2, "flag, resign 0", E.RESIGNED, F.BOT, "21"),
    Case(3, "flag, resign 1", E.RESIGNED, F.BOT, "??1"),
    Case(3, "resign 1, flag", E.FLAG, F.BOT, "??1"),
    Case(4, "resign 1, flag, play", E.PLAYED, F.BOT, "????"),
    Case(2, "abort 0, abort 1", E.ABORTED, F.NONE, ""),
    Case(3, "abort 2, abort 0, abort 2, abort 1", E.ABORTED, F.NONE, ""),
    Case(2, "abort 0, act 3, resign 1", E.RESIGNED, F.NONE, "12"),
    Case(3, "resign 2, abort 0, abort 1", E.ABORTED, F.NONE, ""),
    Case(2, "void", E.VOIDED, F.OPERATOR, ""),
    Case(3, "act 20, void, void", E.VOIDED, F.OPERATOR, ""),
    Case(2, "flag, void", E.VOIDED, F.OPERATOR, ""),
    Case(3, "resign 0, outage", E.OUTAGE, F.SERVICE, ""),
    Case(4, "act 3, outage", E.OUTAGE, F.SERVICE, ""),
    Case(4, "play", E.PLAYED, F.NONE, "????"),
    Case(4, "act 6, resign 2, play", E.PLAYED, F.NONE, "??4?"),
    Case(2, "act 12, flag", E.FLAG, F.BOT, "??", FlagRule.FORFEIT),
    Case(3, "flag, flag, play", E.PLAYED, F.BOT, "???"),
    Case(4, "flag, act 5, flag, play", E.PLAYED, F.BOT, "????"),
    Case(3, "abort 0, flag, play", E.PLAYED, F.BOT, "???"),
    Case(4, "abort 0, abort 1, abort 2, abort 3", E.ABORTED, F.NONE, ""),
    Case(2, "abort 1, void", E.VOIDED, F.OPERATOR, ""),
    Case(4, "act 10, resign 0, void", E.VOIDED, F.OPERATOR, ""),
    Case(2, "outage", E.OUTAGE, F.SERVICE, ""),
    Case(2, "flag, outage", E.OUTAGE, F.SERVICE, ""),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.players}: {case.steps}")
async def test_every_end(svc: Service, other_svc: Service, redis_url: str, case: Case) -> None:
    """Each comes to its reason, fault and places, reveals the seed and leaves a record."""
    seated = await a_match(svc, case.players, on_flag=case.on_flag)
    for number, step in enumerate(case.steps.split(", ")):
        await take(step, (svc, other_svc)[number % 2], seated, redis_url)
    match = await match_of(svc, seated.id)
    result = match.result
    assert result is not None
    assert (result.reason, result.fault) == (case.reason, case.fault)
    assert match.status is (MatchStatus.FINISHED if case.places else MatchStatus.VOID)
    assert len(result.seats) == (case.players if case.places else 0)
    demand_places(match, case)
    table, _now = await other_svc.tables.fresh(seated.id)
    assert match.seed == table.seed.hex()
    assert table.match == match
    record = from_json(await record_json(svc, seated.id))
    verify(record)
    assert record.ending == case.reason
    assert list(record.placements) == [row.place for row in result.seats]
    last = (await svc.matches.log(seated.id, 0, None))[-1]
    assert (last.version, last.status, last.to_act) == (match.version, match.status, None)


def demand_places(match: Match, case: Case) -> None:
    """Those that are known, and who is gone below all that stayed."""
    assert match.result is not None
    for row, place in zip(match.result.seats, case.places, strict=True):
        seat = match.seats[row.seat]
        assert (row.kept_time, row.resigned) == (not seat.flagged, seat.resigned)
        assert place in {"?", str(row.place)}
        assert sum(line.points for line in row.lines) == row.total
    gone = {seat.seat for seat in match.seats if seat.is_gone}
    stayed = [row.place for row in match.result.seats if row.seat not in gone]
    left = [row.place for row in match.result.seats if row.seat in gone]
    assert max(stayed, default=0) < min(left, default=9)


async def take(step: str, svc: Service, seated: Seated, redis_url: str) -> None:
    """One thing that happens."""
    what, _, number = step.partition(" ")
    match what:
        case "act":
            for _ in range(int(number)):
                await act_at_random(svc, seated, RNG)
        case "play":
            await play_out(svc, seated, RNG)
        case "resign":
            await endings.resign(
                svc, seated.callers[int(number)], questions.ResignMatch(match_id=seated.id)
            )
        case "abort":
            await endings.abort(
                svc, seated.callers[int(number)], questions.AbortMatch(match_id=seated.id)
            )
        case "flag":
            run_out_of_time(redis_url, seated.id)
            await deadlines.sweep(svc)
        case "void":
            await endings.void(
                svc, None, questions.VoidMatch(match_id=seated.id, note="the rules were misprinted")
            )
        case "outage":
            await endings.void(
                svc,
                None,
                questions.VoidMatch(
                    match_id=seated.id, note="a disk broke", reason=VoidReason.OUTAGE
                ),
            )
        case _:
            raise AssertionError(step)
