"""Blobs that nothing names go on a Redis Cluster as they go on one Redis."""

from __future__ import annotations

from tests.service.application.operations.test_orphans import (
    settings,
    test_who_was_about_to_name_it_does_so,
)

__all__ = ["settings", "test_who_was_about_to_name_it_does_so"]
