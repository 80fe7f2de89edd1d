"""The tests that pages name as their proof are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, name_of

EXPLANATION = ROOT / "docs" / "explanation"
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
PROOFS = [EXPLANATION / "security.md", EXPLANATION / "guarantees.md"]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_test_that_is_named_exists(page: Path) -> None:
    """Whoever renames or drops a test that proves something changes the page too."""
    for path, name in NAMED.findall(page.read_text()):
        assert (ROOT / path).exists(), path
        assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE), name


@pytest.mark.parametrize("page", PROOFS, ids=name_of)
def test_every_row_that_says_by_what_it_is_shown_names_a_test(page: Path) -> None:
    """In a table with the column `shown by` no row is without a test."""
    for table in re.findall(
        r"^\|.*\| shown by \|\n\|[-|]+\|\n((?:\|.*\n)+)", page.read_text(), re.MULTILINE
    ):
        for row in table.splitlines():
            assert NAMED.search(row.rpartition(" | ")[2]), row
