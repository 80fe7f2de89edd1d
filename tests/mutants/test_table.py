"""The table of mutations still speaks of the code as it is."""

from __future__ import annotations

from tests.mutants.run import ROOT
from tests.mutants.table import MUTANTS


def test_every_mutant_can_be_made() -> None:
    """Its line is there, what is changed differs, and its tests exist."""
    for mutant in MUTANTS:
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert mutant.changed(text) != text, mutant
        assert all((ROOT / test).is_file() for test in mutant.tests), mutant
