"""Matches leave a Redis Cluster as they leave one Redis."""

from __future__ import annotations

from typing import Final

from tests.service.application.operations import test_archive, test_deletion
from tests.service.application.operations.test_archive import settings

__all__ = ["settings"]

HELD: Final = (
    test_archive.test_an_answer_is_repeated_for_a_day,
    test_archive.test_two_processes_do_it_once,
    test_archive.test_whoever_asks_is_answered_as_before,
    test_deletion.test_nothing_that_is_kept_has_an_old_name,
)
at_once = test_deletion.at_once
globals().update({test.__name__: test for test in HELD})
