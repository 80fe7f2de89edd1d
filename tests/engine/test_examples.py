"""The examples in docstrings."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from saqqara_engine import choices
from saqqara_engine.imhotep import figures, scoring


@pytest.mark.parametrize("module", [choices, figures, scoring], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module: ModuleType) -> None:
    """What a docstring shows is what happens."""
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
