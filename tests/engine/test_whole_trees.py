"""The published trees, counted again to their last level."""

from __future__ import annotations

import pytest

from saqqara_engine.trees import TREES, Tree, rows_of
from tests.engine.test_trees import published


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_a_tree_is_as_published(tree: Tree) -> None:
    """All of its levels."""
    assert list(rows_of(tree)) == published(tree)
