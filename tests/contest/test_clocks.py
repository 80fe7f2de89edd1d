"""The clock formula: examples by hand, then what holds for all numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saqqara_contest.clocks import (
    UNCAPPED_MS,
    Charge,
    ClockTerms,
    Fischer,
    allowance_ms,
    charge,
)

times = st.integers(min_value=0, max_value=10**9)
terms = st.builds(ClockTerms, increment_ms=times, cap_ms=times, free_ms=times, credit_ms=times)


@pytest.mark.parametrize(
    ("elapsed", "clock", "left", "ruling"),
    [
        (300, ClockTerms(0, UNCAPPED_MS, 0, 0), 1000, Charge(300, 700, flagged=False)),
        (300, ClockTerms(50, UNCAPPED_MS, 0, 0), 1000, Charge(300, 750, flagged=False)),
        (300, ClockTerms(50, UNCAPPED_MS, 100, 40), 1000, Charge(160, 890, flagged=False)),
        (90, ClockTerms(50, UNCAPPED_MS, 100, 0), 1000, Charge(0, 1050, flagged=False)),
        (90, ClockTerms(500, 1200, 0, 0), 1000, Charge(90, 1200, flagged=False)),
        (1000, ClockTerms(50, UNCAPPED_MS, 0, 0), 1000, Charge(1000, 50, flagged=False)),
        (1001, ClockTerms(50, UNCAPPED_MS, 0, 0), 1000, Charge(1000, 0, flagged=True)),
        (1101, ClockTerms(50, UNCAPPED_MS, 100, 0), 1000, Charge(1000, 0, flagged=True)),
    ],
)
def test_charge(elapsed: int, clock: ClockTerms, left: int, ruling: Charge) -> None:
    """Free time and credit come off first; the increment is for those in time; the cap is last."""
    assert charge(elapsed, clock, left) == ruling


@given(elapsed=times, clock=terms, left=times)
def test_flagged_means_beyond_the_allowance(elapsed: int, clock: ClockTerms, left: int) -> None:
    """A seat is flagged exactly when it took longer than the allowance, so deadlines agree."""
    assert charge(elapsed, clock, left).flagged == (elapsed > allowance_ms(clock, left))


@given(elapsed=times, clock=terms, left=times)
def test_no_clock_is_negative_or_over_its_cap(elapsed: int, clock: ClockTerms, left: int) -> None:
    """What is left is between 0 and the cap; a seat never pays more than it had."""
    ruling = charge(elapsed, clock, left)
    assert 0 <= ruling.left_ms <= clock.cap_ms
    assert 0 <= ruling.charged_ms <= min(elapsed, left)


@given(elapsed=times, more=times, clock=terms, left=times)
def test_slower_is_never_better(elapsed: int, more: int, clock: ClockTerms, left: int) -> None:
    """Taking longer never leaves more time and never undoes a flag."""
    fast, slow = charge(elapsed, clock, left), charge(elapsed + more, clock, left)
    assert slow.left_ms <= fast.left_ms
    assert slow.charged_ms >= fast.charged_ms
    assert slow.flagged >= fast.flagged


@given(base=st.integers(1, 10**9), spent=st.lists(times, max_size=20), increment=times)
def test_fischer_keeps_the_books(base: int, spent: list[int], increment: int) -> None:
    """Under Fischer the time left is the base, plus the increments, minus what was charged."""
    clock = Fischer(base, increment)
    left, charged = clock.base_ms, 0
    for count, elapsed in enumerate(spent, start=1):
        ruling = charge(elapsed, clock.terms(), left)
        if ruling.flagged:
            assert ruling.left_ms == 0
            return
        left, charged = ruling.left_ms, charged + ruling.charged_ms
        assert left == base + count * increment - charged


def test_credit_is_part_of_the_terms() -> None:
    """Time that the service spent itself is not charged."""
    assert charge(500, Fischer(1000).terms(credit_ms=100), 1000) == Charge(400, 600, flagged=False)


@pytest.mark.parametrize(("base", "increment"), [(0, 0), (-5, 0), (1000, -1)])
def test_impossible_clocks_are_refused(base: int, increment: int) -> None:
    """A clock needs time to begin with and cannot take time away as an increment."""
    with pytest.raises(ValueError, match="_ms is"):
        Fischer(base, increment)
