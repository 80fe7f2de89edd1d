"""The service's clock as a program reckons it."""

from __future__ import annotations

import pytest

from saqqara_sdk.runner import server_clock
from saqqara_sdk.runner.server_clock import REMEMBERED, ServerClock


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """This program's own clock, set by hand."""
    hands = [100.0]
    monkeypatch.setattr(server_clock.time, "monotonic", lambda: hands[0])  # type: ignore[attr-defined]
    return hands


def test_nothing_is_known_before_anything_was_heard() -> None:
    """There is no time to tell until the service told one."""
    assert ServerClock().now_ms() is None


def test_the_shortest_way_counts(hands: list[float]) -> None:
    """Of several hints the least delayed is believed, and time goes on between them."""
    clock = ServerClock()
    for delay_ms in (30, 5, 80):
        clock.heard(1_000_000 + int(hands[0] * 1000) - delay_ms)
        hands[0] += 1
    assert clock.now_ms() == 1_000_000 + int(hands[0] * 1000) - 5


def test_old_hints_are_forgotten(hands: list[float]) -> None:
    """When the service's clock is set back, that is believed after a while."""
    clock = ServerClock()
    clock.heard(5_000_000)
    for _ in range(REMEMBERED):
        clock.heard(1_000_000)
    assert clock.now_ms() == 1_000_000
    assert hands == [100.0]
