"""Bots that raise, exit or cheat in the arena's own process."""

from __future__ import annotations

import sys

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.imhotep.actions import PASS
from saqqara_engine.records import record as records
from saqqara_sdk import Bot, LegalAction, Turn
from saqqara_sdk.arena import FaultKind, OnFault, play_match
from tests.sdk.arena_tables import entrants, setting


class Raising(RandomBot):
    """Raises at its third decision."""

    name = "raising"

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, turn: Turn) -> LegalAction:
        self.decisions += 1
        if self.decisions == 3:
            raise RuntimeError("no idea")
        return super().choose(turn)


class Leaving(RandomBot):
    """Tries to end the program."""

    def choose(self, turn: Turn) -> LegalAction:
        if turn.version > 9:
            sys.exit()
        return super().choose(turn)


class Cheating(Bot):
    """Answers with an action of its own making."""

    def choose(self, turn: Turn) -> LegalAction:
        return LegalAction(PASS, turn.rules, turn.legal_actions[0].context)


@pytest.mark.parametrize(
    ("bot", "kind", "why"),
    [
        (Raising, FaultKind.ERROR, "it raised RuntimeError: no idea"),
        (Leaving, FaultKind.ERROR, "it raised SystemExit"),
        (Cheating, FaultKind.ILLEGAL, "not one of the"),
    ],
)
def test_a_faulty_bot_is_named_and_the_policy_decides(
    bot: type[Bot], kind: FaultKind, why: str
) -> None:
    """A bot that raises, exits or answers what was not offered is named with match and ply."""
    bots = entrants(RandomBot, bot)
    match = play_match(setting(2), bots, "offline-fault")
    fault = match.faults[0]
    assert (fault.kind, fault.bot, fault.seat) == (kind, bots[1].label, 1)
    assert str(fault).startswith(f"{bots[1].label} failed in match offline-fault at ply")
    assert why in fault.why
    ply = match.record.plies[fault.ply - 1]
    assert (ply.seat, ply.auto) == (1, True)
    assert match.seats[1].kept_time
    assert match.seats[1].errors + match.seats[1].illegal >= 1
    records.verify(match.record)


def test_a_fault_may_forfeit() -> None:
    """Where faults forfeit, the match is over as soon as one seat is left, which has won."""
    how = setting(2, Untimed(), OnFault.FORFEIT)
    match = play_match(how, entrants(Raising, RandomBot), "offline-forfeit")
    assert [seat.place for seat in match.seats] == [2, 1]
    assert (match.record.ending, match.record.flagged) == ("flag", (0,))
    assert not any(ply.auto for ply in match.record.plies)
    records.verify(match.record)


def test_among_three_a_forfeited_seat_is_played_on() -> None:
    """As long as two others are left the policy plays for the seat, which ranks last."""
    how = setting(3, Untimed(), OnFault.FORFEIT)
    match = play_match(how, entrants(RandomBot, Raising, RandomBot), "offline-forfeit")
    assert (match.seats[1].place, match.record.ending) == (3, "played")
    assert {ply.seat for ply in match.record.plies if ply.auto} == {1}
