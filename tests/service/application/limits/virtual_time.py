"""A loop whose time passes when there is nothing else to do: waits are exact and take no time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _Leaping(selectors.SelectSelector):
    """Where the loop would sleep, its clock leaps."""

    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready now."""
        self.now_s += timeout or 0.0
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        """How much was slept so far."""
        return self._leaping.now_s


def in_virtual_time(steps: Coroutine[Any, Any, None]) -> None:
    """Run it to its end on a loop of its own."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        runner.run(steps)
