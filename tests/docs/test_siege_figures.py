"""The guarantees' page says what the committed report of the siege says, and nothing else."""

from __future__ import annotations

import pytest

from tests.docs.generated_blocks import with_block
from tests.docs.siege_figures import BLOCK, NONE_YET, PAGE, REPORT, figures, report_in

RECOVERY = {"Redis is killed": {"count": 4, "median_s": 0.9, "most_s": 2.5}}
EXAMPLE = {
    "format": 1,
    "cores": 2,
    "volume": {
        "seed": 7,
        "took_s": 600,
        "acknowledged": 51_234,
        "reconnects": 1_001,
        "faults": {"Redis is killed": 4, "an answer is dropped": 9},
        "recovery": RECOVERY,
        "violations": [],
    },
    "ladders": {
        "seed": 8,
        "took_s": 300,
        "matches": 200,
        "counted": 200,
        "kills": 100,
        "faults": {"Redis is killed": 4},
        "recovery": RECOVERY,
        "counting": RECOVERY,
        "violations": ["C6 a match counted twice"],
    },
    "sabotage": {
        "no action id": {"noticed_by": ["C1"], "after_s": 3.2, "example": "", "seed": 1},
        "a limit removed": {"noticed_by": [], "after_s": 30, "example": "", "seed": 1},
    },
}


def test_the_page_says_what_the_report_says() -> None:
    """`make guarantees` writes both; a figure changed by hand is noticed."""
    page = PAGE.read_text()
    assert page == with_block(page, BLOCK, figures(report_in(REPORT))), "run `make guarantees`"


def test_what_a_report_says_is_told() -> None:
    """Counts, seeds, recoveries, broken promises and protections that nobody missed."""
    text = figures(EXAMPLE)
    assert "| actions acknowledged | 51,234 |" in text
    assert "(seed 7, 600 s)" in text
    assert "| Redis is killed | 4 | 0.9 s | 2.5 s |" in text
    assert "| an answer is dropped | 9 |  |  |" in text
    assert text.count("| **broken promises found by the checker** | **0** |") == 1
    assert text.count("| **broken promises found by the checker** | **1** |") == 1
    assert "| a limit removed | **nobody** | 30 s |" in text


def test_without_a_report_there_are_no_figures() -> None:
    """And the page says so."""
    assert figures(None) == NONE_YET


def test_a_report_of_another_form_is_refused() -> None:
    """Rather than read wrongly."""
    with pytest.raises(ValueError, match="form 1"):
        figures({"format": 2})


def test_a_part_of_a_siege_is_no_siege() -> None:
    """A run that was stopped, or of one test alone, does not replace the figures of a whole one."""
    with pytest.raises(ValueError, match="lacks sabotage"):
        figures({name: part for name, part in EXAMPLE.items() if name != "sabotage"})
