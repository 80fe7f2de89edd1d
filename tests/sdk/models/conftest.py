"""Retries of models do not wait."""

import pytest

from saqqara_sdk.models import endpoint


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries do not wait."""
    monkeypatch.setattr(endpoint, "FIRST_PAUSE_S", 0.001)
    monkeypatch.setattr(endpoint, "LONGEST_PAUSE_S", 0.001)
