"""Matches are deleted from a Redis Cluster as they are from one Redis."""

from __future__ import annotations

from typing import Final

from tests.service.application.operations import test_retention
from tests.service.application.operations.test_retention import settings, short_days

__all__ = ["settings", "short_days"]

HELD: Final = (
    test_retention.test_each_rule_is_of_its_own_matches,
    test_retention.test_ladders_stand,
    test_retention.test_two_processes_at_once_delete_once,
    test_retention.test_what_is_not_over_stays,
)
globals().update({test.__name__: test for test in HELD})
pytestmark = test_retention.pytestmark
