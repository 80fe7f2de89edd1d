"""The lane for costly work: all of it together takes at most a share of this process's time.

Whoever is costly waits for a turn before an operation begins, and between the items of a long
answer: at points where nobody waits for what it holds. Actions never come here.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from saqqara_service.application.limits.metering import Meter, meter
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics

COSTLY_S: Final = 0.010
"""What takes the processor longer than this is costly."""
LONGEST_S: Final = 10.0
"""So long a queue is waited in; who comes later is told to come again."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of an operation among those before it."""
REMEMBERED: Final = 512
PLAY: Final = frozenset({"act", "play_act", "turns", "following_turns", "feed"})
"""What a match is played by never waits here."""


class Lane:
    """Turns for costly operations, by what such operations cost of late."""

    def __init__(self, share: float, metrics: Metrics) -> None:
        self._share = share
        self._clock = asyncio.get_running_loop().time
        self._free_at = 0.0
        self._usual_s: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._shed = metrics.shed.labels("costly")
        self._waited = metrics.lane_seconds

    async def enter(self, operation: tuple[str, str]) -> None:
        """Before an operation: wait for a turn if it, or what asks for it, is costly."""
        one = meter()
        if one is not None and operation[1] not in PLAY:
            usual_s = self._usual_s.get(operation, 0.0)
            if max(usual_s, one.spent_s) > COSTLY_S:
                await self._turn(max(usual_s, COSTLY_S))

    async def go_on(self) -> None:
        """Between two items of a long answer: let others go first, and wait if it is costly."""
        one = meter()
        if one is not None and one.spent_s > COSTLY_S:
            await self._turn(one.since_turn_s())
        else:
            await asyncio.sleep(0)

    def note(self, one: Meter) -> None:
        """Remember what an operation cost."""
        before = self._usual_s.get(one.operation, one.spent_s)
        self._usual_s[one.operation] = before + NEWEST * (one.spent_s - before)
        self._usual_s.move_to_end(one.operation)
        if len(self._usual_s) > REMEMBERED:
            self._usual_s.popitem(last=False)

    async def _turn(self, cost_s: float) -> None:
        """Wait until those before have had their share of the time."""
        now = self._clock()
        begin_at = max(now, self._free_at)
        if begin_at - now > LONGEST_S:
            self._shed.inc()
            raise Busy(
                "this process has too much costly work now; try again later",
                retry_after_ms=int(LONGEST_S * 1000),
            )
        self._free_at = begin_at + cost_s / self._share
        self._waited.observe(begin_at - now)
        await asyncio.sleep(begin_at - now)
