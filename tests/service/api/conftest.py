"""The process's own schema, for tests that build another one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saqqara_service.graphql.schema import schema


@pytest.fixture
def other_schema() -> Iterator[None]:
    """Build the own schema again after the test: the other one has redefined its types."""
    yield
    schema.cache_clear()
