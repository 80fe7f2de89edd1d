"""The clock formula: a table of matches on a fake clock, then what holds for all numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saqqara_contest.clocks import (
    LAG_CAP_MS,
    LAG_GAIN_MS,
    LAG_START_MS,
    Charge,
    Credit,
    Delays,
    Ruling,
    allowance_ms,
    charge,
    credit,
)
from saqqara_contest.time_controls import (
    DAY_MS,
    LONGEST_MS,
    UNBOUND_MS,
    Asking,
    ClockTerms,
    Correspondence,
    Delay,
    Fischer,
    PerMove,
    TimeControl,
    Untimed,
)

FLAG, DEFAULT = Ruling.FLAG, Ruling.DEFAULT
times = st.integers(min_value=0, max_value=10**9)
bounds = times | st.just(UNBOUND_MS)
factors = st.integers(min_value=1, max_value=100)
terms = st.builds(
    ClockTerms,
    increment_ms=times,
    cap_ms=times,
    free_ms=times,
    bound_ms=bounds,
    wall_factor=factors,
)
delays = st.builds(Delays, own_ms=times, rtt_ms=st.none() | times)


@dataclass(frozen=True)
class Thought:
    """A decision on a fake clock: whose, how long it took, in whose turn, and what is left then."""

    seat: int
    took: int
    left: int | None
    ruling: Ruling = Ruling.IN_TIME
    turn: int | None = None
    """Whose turn it is, if not the seat's own."""


@dataclass(frozen=True)
class Match:
    """A time control, the odds of its seats, and decisions in their order."""

    control: TimeControl
    thoughts: tuple[Thought, ...]
    odds: tuple[float, ...] = (1, 1, 1, 1)


MATCHES = {
    "fischer adds after each decision": Match(
        Fischer(1000, 100), (Thought(0, 300, 800), Thought(1, 0, 1100), Thought(0, 800, 100))
    ),
    "the exact boundary is in time": Match(
        Fischer(1000), (Thought(0, 1000, 0), Thought(0, 0, 0), Thought(1, 999, 1))
    ),
    "a millisecond more is not": Match(
        Fischer(1000, 50), (Thought(0, 1001, 0, FLAG), Thought(1, 400, 650))
    ),
    "nothing left, nothing to spend": Match(
        Fischer(1000), (Thought(0, 1000, 0), Thought(0, 1, 0, FLAG))
    ),
    "a delay is free and is not kept": Match(
        Delay(1000, 200), (Thought(0, 50, 1000), Thought(0, 200, 1000), Thought(0, 500, 700))
    ),
    "a delay saves an empty clock": Match(
        Delay(1000, 200), (Thought(0, 1200, 0), Thought(0, 200, 0), Thought(0, 201, 0, FLAG))
    ),
    "time for a move comes first, then the bank": Match(
        PerMove(500, 300), (Thought(0, 500, 300), Thought(0, 700, 100), Thought(0, 601, 0, FLAG))
    ),
    "without a bank a move has its time": Match(
        PerMove(500), (Thought(0, 500, 0), Thought(0, 500, 0), Thought(1, 501, 0, FLAG))
    ),
    "correspondence is full after each decision": Match(
        Correspondence(2),
        (
            Thought(0, DAY_MS, 2 * DAY_MS),
            Thought(1, 2 * DAY_MS, 2 * DAY_MS),
            Thought(0, 2 * DAY_MS + 1, 0, FLAG),
        ),
    ),
    "untimed seats have no clock": Match(Untimed(), (Thought(0, 10**9, None), Thought(1, 0, None))),
    "the first decision of each of four seats has more time": Match(
        Fischer(1000, first_move_ms=500),
        (
            *(Thought(seat, 700, 800) for seat in range(4)),
            Thought(0, 700, 100),
            Thought(3, 801, 0, FLAG),
        ),
    ),
    "the allowance goes with other free time": Match(
        PerMove(500, 100, first_move_ms=1000), (Thought(2, 1600, 0), Thought(2, 501, 0, FLAG))
    ),
    "a decision in another's turn is bound": Match(
        Fischer(1000, 100, response_ms=200),
        (
            Thought(0, 500, 600),
            Thought(1, 200, 900, turn=0),
            Thought(2, 201, 800, DEFAULT, turn=0),
            Thought(2, 300, 600),
        ),
    ),
    "whoever is away is charged no more than the bound": Match(
        Fischer(1000, response_ms=200),
        (Thought(1, 10**8, 800, DEFAULT, turn=0), Thought(1, 801, 0, FLAG)),
    ),
    "a clock that is shorter than the bound runs out": Match(
        Fischer(1000, response_ms=200),
        (Thought(1, 900, 100), Thought(1, 101, 0, FLAG, turn=0)),
    ),
    "a clock that lasts as long as the bound is emptied": Match(
        Fischer(1000, response_ms=200),
        (Thought(1, 800, 200), Thought(1, 201, 0, DEFAULT, turn=0), Thought(1, 1, 0, FLAG)),
    ),
    "between two turns everybody is bound": Match(
        Fischer(1000, response_ms=200), (Thought(0, 201, 800, DEFAULT, turn=-1),)
    ),
    "the bound holds for the time of a move too": Match(
        PerMove(500, 300, response_ms=200), (Thought(1, 201, 300, DEFAULT, turn=0),)
    ),
    "a first decision in another's turn has both": Match(
        Fischer(1000, first_move_ms=500, response_ms=200),
        (Thought(1, 700, 800, turn=0), Thought(1, 201, 600, DEFAULT, turn=0)),
    ),
    "a bound alone refills no correspondence clock": Match(
        Correspondence(1, response_ms=1000),
        (Thought(1, 2000, DAY_MS - 1000, DEFAULT, turn=0), Thought(1, 5000, DAY_MS)),
    ),
    "a handicap multiplies what a seat begins with": Match(
        Fischer(1000, 100),
        (Thought(0, 100, 500), Thought(1, 100, 1000), Thought(2, 100, 2000)),
        odds=(0.5, 1, 2, 1),
    ),
    "a handicap multiplies the time of a move and its bank": Match(
        PerMove(500, 100), (Thought(0, 300, 0), Thought(1, 300, 100)), odds=(0.5, 1, 1, 1)
    ),
    "a handicap multiplies days": Match(
        Correspondence(1), (Thought(0, DAY_MS // 2 + 1, 0, FLAG),), odds=(0.5, 1, 1, 1)
    ),
    "no clock holds more than an integer": Match(
        Correspondence(14), (Thought(0, 5, LONGEST_MS),), odds=(10, 1, 1, 1)
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_matches_on_a_fake_clock(name: str) -> None:
    """Every decision leaves what the table says, and is ruled on as it says."""
    match = MATCHES[name]
    clocks = [match.control.with_odds(factor) for factor in match.odds]
    left = [clock.start_ms for clock in clocks]
    decided: set[int] = set()
    for thought in match.thoughts:
        seat = thought.seat
        asking = Asking(seat not in decided, thought.turn not in {None, seat})
        asked, held = clocks[seat].terms(asking), left[seat]
        decided.add(seat)
        if asked is None or held is None:
            assert thought.left is None
            continue
        ruled = charge(thought.took, asked, held)
        assert (ruled.left_ms, ruled.ruling) == (thought.left, thought.ruling)
        left[seat] = ruled.left_ms


def test_credit_is_not_charged() -> None:
    """Time that the service spent itself comes off before anything is charged."""
    asked = ClockTerms(increment_ms=50)
    assert charge(1100, asked, 1000, credit_ms=100) == Charge(1000, 50)
    assert charge(1101, asked, 1000, credit_ms=100) == Charge(1000, 0, FLAG)
    bound = ClockTerms(bound_ms=200)
    assert charge(300, bound, 1000, credit_ms=100) == Charge(200, 800)
    assert charge(301, bound, 1000, credit_ms=100) == Charge(200, 800, DEFAULT)


def test_processor_time_is_charged_where_it_is_counted() -> None:
    """What a program used; never more than has passed, and never less than a share of that."""
    asked = ClockTerms(increment_ms=50, wall_factor=4)
    assert charge(1000, asked, 1000, cpu_ms=600) == Charge(600, 450)
    assert charge(4000, asked, 1000, cpu_ms=0) == Charge(1000, 50)
    assert charge(4001, asked, 1000, cpu_ms=0) == Charge(1000, 0, FLAG)
    assert charge(1000, asked, 1000, cpu_ms=5000) == Charge(1000, 50), "several processors at once"
    assert charge(1100, asked, 1000) == Charge(1000, 0, FLAG), "nobody has measured it"
    assert charge(1000, ClockTerms(), 1000, cpu_ms=0) == Charge(1000, 0), "clocks of the wall"
    assert allowance_ms(asked, 1000) == 4000


CREDITS = {
    "the lag as long as the bank lasts": (500, Delays(0, 80), 300, Credit(80, 320)),
    "no more than the bank": (500, Delays(0, 400), 300, Credit(300, 100)),
    "nothing where it cannot be measured": (500, Delays(0, None), 300, Credit(0, 400)),
    "our own time is not from the bank": (500, Delays(200, 80), 300, Credit(280, 320)),
    "no more than what would be charged": (50, Delays(30, 80), 300, Credit(50, 380)),
    "nothing for an answer at once": (0, Delays(30, 80), 300, Credit(0, 400)),
    "the bank has a most": (500, Delays(0, 0), 650, Credit(0, LAG_CAP_MS)),
}


@pytest.mark.parametrize("name", CREDITS)
def test_lag_is_credited_from_a_bank(name: str) -> None:
    """A bounded bank pays for lag; what is not needed is kept."""
    elapsed, came, bank, expected = CREDITS[name]
    assert credit(elapsed, ClockTerms(), came, bank) == expected


def test_free_time_is_not_credited_too() -> None:
    """Who answers within the delay needs no credit, unless the bound of a response is shorter."""
    assert credit(200, ClockTerms(free_ms=300), Delays(0, 80), 300) == Credit(0, 400)
    bound = ClockTerms(free_ms=300, bound_ms=150)
    assert credit(200, bound, Delays(0, 80), 300) == Credit(50, 350)


@given(came=st.lists(delays, max_size=30), elapsed=times)
def test_lag_credit_is_bounded_over_a_match(came: list[Delays], elapsed: int) -> None:
    """Whatever is measured, in the long run a decision gains no more than its share."""
    bank, lag = LAG_START_MS, 0
    for each in came:
        gained = credit(elapsed, ClockTerms(), Delays(0, each.rtt_ms), bank)
        bank, lag = gained.bank_ms, lag + gained.credit_ms
        assert 0 <= bank <= LAG_CAP_MS
    assert lag <= LAG_START_MS + LAG_GAIN_MS * len(came)


@given(elapsed=times, clock=terms, left=times)
def test_a_deadline_says_what_the_charge_does(elapsed: int, clock: ClockTerms, left: int) -> None:
    """A decision is in time exactly when it took no longer than the allowance.

    That is so for one that has used no processor time, where that is counted.
    """
    is_in_time = charge(elapsed, clock, left, cpu_ms=0).ruling is Ruling.IN_TIME
    assert is_in_time == (elapsed <= allowance_ms(clock, left))


@given(elapsed=times, clock=terms, left=times)
def test_no_clock_is_negative_or_over_its_cap(elapsed: int, clock: ClockTerms, left: int) -> None:
    """What is left is between 0 and the cap; a seat never pays more than it had."""
    ruling = charge(elapsed, clock, left)
    assert 0 <= ruling.left_ms <= clock.cap_ms
    assert 0 <= ruling.charged_ms <= min(elapsed, left)


@given(elapsed=times, more=times, clock=terms, left=times, credited=times)
def test_slower_is_never_better(
    elapsed: int, more: int, clock: ClockTerms, left: int, credited: int
) -> None:
    """Taking longer never leaves more time and never undoes a ruling."""
    fast = charge(elapsed, clock, left, credited)
    slow = charge(elapsed + more, clock, left, credited)
    assert slow.left_ms <= fast.left_ms
    assert slow.charged_ms >= fast.charged_ms
    assert fast.ruling in {Ruling.IN_TIME, slow.ruling}


@pytest.mark.parametrize(
    "make",
    [
        lambda: Fischer(0),
        lambda: Fischer(1000, -1),
        lambda: Delay(0, 5),
        lambda: PerMove(0, 5),
        lambda: PerMove(5, -1),
        lambda: Correspondence(0),
        lambda: Fischer(1000, response_ms=0),
        lambda: Fischer(1000, first_move_ms=-1),
    ],
)
def test_impossible_time_controls_are_refused(make: Callable[[], TimeControl]) -> None:
    """A time control needs time to begin with and cannot take any away."""
    with pytest.raises(ValueError, match="in a time control"):
        make()
