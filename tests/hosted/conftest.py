"""Bots that are handed in need a sandbox."""

from __future__ import annotations

import pytest

from tests.sandbox.needed import need_sandbox


@pytest.fixture(scope="session", autouse=True)
def sandbox() -> None:
    """Without one they are not tried."""
    need_sandbox()
