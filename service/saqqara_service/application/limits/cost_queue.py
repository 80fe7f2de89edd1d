"""The lane for costly work: all of it together takes at most a share of this process's time.

Whoever is costly waits for a turn before an operation begins, and between the items of a long
answer: at points where nobody waits for what it holds. What a match is played by never comes here.
Turns are given by fair queueing, to the address and the account that had least.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from saqqara_service.application.limits.fair_queue import FairQueue, QueuePlace
from saqqara_service.application.limits.meter import CostMeter, meter
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics

SHARE: Final = 0.25
"""Of a process's time for all costly work; matches and cheap calls have the rest."""
COSTLY_S: Final = 0.010
"""Who has taken the processor for longer than this, or will, without a turn, waits for one."""
STREAM_S: Final = 0.100
"""No turn of a stream costs more: what it told while a match went on was nothing costly."""
LONGEST_S: Final = 10.0
"""So long a turn is waited for, but by streams, which hold nothing that others want."""
RETRY_S: Final = (1.0, 60.0)
"""The least and the most that is told to who is refused."""
OF_ADDRESS: Final = 32
"""So many requests of one address wait at once."""
OF_ALL: Final = 256
"""So many requests wait at once; by HTTP each holds a place among the operations."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of an operation among those before it."""
LEAST_S: Final = 1e-6
"""No operation is known to cost less."""
REMEMBERED: Final = 512


@dataclass(slots=True, eq=False)
class QueueTurn(QueuePlace):
    """A place in the queue until it is answered: by a turn, or by a refusal."""

    one: CostMeter
    is_refused: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class CostQueue:
    """Turns for costly operations, by what such operations cost of late."""

    def __init__(self, share: float, metrics: Metrics) -> None:
        self._share = share
        self._loop = asyncio.get_running_loop()
        self._free_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._queue = FairQueue[QueueTurn]()
        self._requests: dict[QueueTurn, None] = {}
        self._usual_s: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._shed = metrics.shed.labels("costly")
        self._waited = metrics.cost_queue_seconds

    async def enter(self, operation: tuple[str, str]) -> None:
        """Before an operation: wait for a turn if it, or what asks for it, is costly."""
        one = meter()
        if one is not None:
            await self._pay(one, self._usual_s.get(operation, 0.0))
            one.operations.append(operation)

    async def yield_turn(self) -> None:
        """Between two items of a long answer: let others go first, and wait if it is costly."""
        one = meter()
        if one is None or one.unpaid_s <= COSTLY_S:
            await asyncio.sleep(0)
        else:
            await self._pay(one, 0.0)

    def settle(self, one: CostMeter) -> None:
        """When it is over: remember what its operations cost, and take or give back the rest.

        What had no turn takes none from others, however much of it somebody makes: only who asked
        has had it.
        """
        if one.is_stream or not (one.operations or one.reserved_s):
            return
        unpaid_s = one.spent_s - one.reserved_s
        if one.reserved_s:
            self._occupy(unpaid_s)
        if one.reserved_s or unpaid_s > COSTLY_S:
            self._queue.serve(one.keys, unpaid_s)
        if one.operations:
            self._note(one)
        self._grant()

    def _note(self, one: CostMeter) -> None:
        """Of what several operations cost together each is held to its part of what was usual."""
        usual_s = [max(LEAST_S, self._usual_s.get(each, COSTLY_S)) for each in one.operations]
        factor = one.spent_s / sum(usual_s)
        for operation, before_s in dict(zip(one.operations, usual_s, strict=True)).items():
            weight = NEWEST if operation in self._usual_s else 1.0
            self._usual_s[operation] = before_s * (1 + weight * (factor - 1))
            self._usual_s.move_to_end(operation)
            if len(self._usual_s) > REMEMBERED:
                self._usual_s.popitem(last=False)

    async def _pay(self, one: CostMeter, known_s: float) -> None:
        """Wait for a turn, if so much that is known of it leaves it unpaid; raises `Busy`.

        A document waits in one place for all its fields.
        """
        if not one.place.locked() and one.unpaid_s + known_s <= COSTLY_S:
            one.known_s += known_s
            return
        try:
            async with asyncio.timeout(None if one.is_stream else LONGEST_S), one.place:
                one.known_s += known_s
                if one.unpaid_s > COSTLY_S:
                    await self._turn(one)
        except TimeoutError:
            raise self._refusal(one) from None

    async def _turn(self, one: CostMeter) -> None:
        """Wait for those who have had less."""
        came_at = self._loop.time()
        turn = self._joined(one)
        self._grant()
        try:
            await turn.answered.wait()
        finally:
            self._requests.pop(turn, None)
            if not turn.answered.is_set():
                self._queue.leave(turn)
        if turn.is_refused:
            raise self._refusal(one)
        self._waited.observe(self._loop.time() - came_at)

    def _joined(self, one: CostMeter) -> QueueTurn:
        if not self._queue and self._loop.time() >= self._free_at:
            self._queue.forget()
        cost_s = one.unpaid_s
        if one.is_stream:
            cost_s = min(cost_s, STREAM_S)
            one.reserved_s += one.unpaid_s - cost_s
        turn = QueueTurn(one.keys, cost_s, one)
        if not one.is_stream:
            self._admit(turn)
        self._queue.join(turn)
        return turn

    def _admit(self, turn: QueueTurn) -> None:
        """Let a request wait if it may; of too many, one that has had most is refused."""
        (address, *_), start_s = turn.keys, self._queue.start_s
        crowd = sum(each.keys[0] == address for each in self._requests)
        if crowd >= OF_ADDRESS or self._wait_s(turn.one) > LONGEST_S:
            raise self._refusal(turn.one)
        if len(self._requests) >= OF_ALL:
            worst = max(self._requests, key=lambda each: start_s(each.keys))
            if start_s(worst.keys) <= start_s(turn.keys):
                raise self._refusal(turn.one)
            self._queue.leave(worst)
            del self._requests[worst]
            worst.is_refused = True
            worst.answered.set()
        self._requests[turn] = None

    def _grant(self) -> None:
        """Give turns while the lane is free; then wait until it is free again."""
        while self._loop.time() >= self._free_at and (turn := self._queue.next()) is not None:
            turn.one.reserved_s += turn.cost_s
            self._occupy(turn.cost_s)
            turn.answered.set()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._free_at, self._grant) if self._queue else None

    def _occupy(self, cost_s: float) -> None:
        """Take so much of the lane's time, or give it back."""
        self._free_at = max(self._loop.time(), self._free_at) + cost_s / self._share

    def _wait_s(self, one: CostMeter) -> float:
        """How long one more of the same keys would wait if nobody else came."""
        busy_s = max(0.0, self._free_at - self._loop.time())
        return busy_s + self._queue.before_s(one.keys) / self._share

    def _refusal(self, one: CostMeter) -> Busy:
        """The refusal of a request, counted, with the time when its turn would be."""
        self._shed.inc()
        least_s, most_s = RETRY_S
        return Busy(
            "Too many costly requests are waiting, from you or from others. Try again later.",
            retry_after_ms=ceil(1000 * min(max(self._wait_s(one), least_s), most_s)),
        )
