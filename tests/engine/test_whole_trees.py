"""The published trees, counted again to their last level."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from saqqara_engine.game import Json
from saqqara_engine.trees import TREES, Tree, rows_of
from tests.engine.test_trees import BEGINNINGS, demand_all_counted, published


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_a_tree_is_as_published(tree: Tree) -> None:
    """All of its levels."""
    assert list(rows_of(tree)) == published(tree)


@pytest.mark.parametrize(("name", "asked", "actions", "depth"), [*BEGINNINGS[:2], BEGINNINGS[3]])
def test_a_deeper_tree_is_counted_as_one_by_one(
    name: str, asked: Mapping[str, Json], actions: int, depth: int
) -> None:
    """One level more than in make test."""
    demand_all_counted(name, asked, actions, depth + 1)
