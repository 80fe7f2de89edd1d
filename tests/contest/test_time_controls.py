"""Clocks as people type them."""

from __future__ import annotations

import pytest

from saqqara_contest.time_controls import (
    Correspondence,
    Delay,
    Fischer,
    PerMove,
    TimeControl,
    Untimed,
    parse_time_control,
    time_control_words,
)

CLOCKS = {
    "fischer baseMs=60000": Fischer(60_000),
    "fischer baseMs=60000 firstMoveMs=9 responseMs=7 incrementMs=5": Fischer(
        60_000, 5, first_move_ms=9, response_ms=7
    ),
    "delay baseMs=5 delayMs=0": Delay(5, 0),
    "per_move moveMs=5 bankMs=6": PerMove(5, 6),
    "correspondence days=3": Correspondence(3),
    "untimed": Untimed(),
}


@pytest.mark.parametrize(("words", "control"), CLOCKS.items())
def test_words_read_back(words: str, control: TimeControl) -> None:
    """What is typed and what is told are the same words."""
    assert parse_time_control(words) == control
    assert time_control_words(control) == words


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("", "There is no time control ''. Write KIND:SECONDS, such as fischer"),
        ("60+1", r"no time control '60\+1'\. Write fischer:60\+1, in seconds"),
        ("0.5", r"no time control '0\.5'\. Write fischer:0\.5, in seconds"),
        ("sundial baseMs=5", "no time control 'sundial'"),
        ("fischer", "fischer needs baseMs"),
        (
            "fischer base=5",
            "Write NAME=NUMBER with one of firstMoveMs, responseMs, wallFactor, baseMs",
        ),
        ("fischer baseMs=soon", "'baseMs=soon' is not a time of fischer"),
        ("untimed baseMs=5", "nothing: it has no times"),
        ("per_move moveMs=0", "move_ms cannot be 0 in a time control."),
    ],
)
def test_other_words_are_refused(words: str, fault: str) -> None:
    """A refusal says what could be typed."""
    with pytest.raises(ValueError, match=fault):
        parse_time_control(words)


@pytest.mark.parametrize(
    ("short", "words"),
    [
        ("fischer:60+0.5", "fischer baseMs=60000 incrementMs=500"),
        ("fischer:60", "fischer baseMs=60000"),
        ("delay:60+2 responseMs=10000", "delay baseMs=60000 delayMs=2000 responseMs=10000"),
        ("per_move:0.2", "per_move moveMs=200"),
        ("correspondence:3", "correspondence days=3"),
    ],
)
def test_a_clock_can_be_said_in_short(short: str, words: str) -> None:
    """The kind's own times follow it in seconds, the others by their names."""
    assert parse_time_control(short) == parse_time_control(words)
