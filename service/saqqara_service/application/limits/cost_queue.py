"""The cost queue: costly operations together take at most a share of this process's time.

A costly operation waits for a turn before it begins, and between the items of a long answer, where
it holds nothing that others need. Operations that play matches never wait. Fair queueing gives the
next turn to the address and account that had least.
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
"""Operations that take or have taken more processor time than this wait for a turn."""
STREAM_S: Final = 0.100
"""The maximum cost of a turn of a stream: most of its time went into live events, not replays."""
LONGEST_S: Final = 10.0
"""The maximum wait of a request; streams may wait longer, since they hold no slot."""
RETRY_S: Final = (1.0, 60.0)
"""The minimum and maximum of `Retry-After`."""
OF_ADDRESS: Final = 32
"""The maximum number of waiting requests of one address."""
OF_ALL: Final = 256
"""The maximum number of waiting requests; over HTTP each holds a slot of the process."""
NEWEST: Final = 0.2
"""The weight of the newest measurement of an operation among those before it."""
LEAST_S: Final = 1e-6
"""The minimum cost of an operation, so that shares can be divided by it."""
REMEMBERED: Final = 512


@dataclass(slots=True, eq=False)
class QueueTurn(QueuePlace):
    """A waiting operation, until it gets its turn or is refused."""

    one: CostMeter
    is_refused: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)


class CostQueue:
    """Turns for costly operations, by the recent cost of their kind."""

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
        """Wait for a turn before an operation, if it or its request is costly."""
        one = meter()
        if one is not None:
            await self._pay(one, self._usual_s.get(operation, 0.0))
            one.operations.append(operation)

    async def yield_turn(self) -> None:
        """Let other tasks run between two items of a long answer; wait if it is costly."""
        one = meter()
        if one is None or one.unpaid_s <= COSTLY_S:
            await asyncio.sleep(0)
        else:
            await self._pay(one, 0.0)

    def settle(self, one: CostMeter) -> None:
        """Record what its operations cost, and charge or refund the difference to its turns.

        Work without a turn takes none from others; it only counts against its client.
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
        """Divide the cost of a request among its operations, by what each usually costs."""
        usual_s = [max(LEAST_S, self._usual_s.get(each, COSTLY_S)) for each in one.operations]
        factor = one.spent_s / sum(usual_s)
        for operation, before_s in dict(zip(one.operations, usual_s, strict=True)).items():
            weight = NEWEST if operation in self._usual_s else 1.0
            self._usual_s[operation] = before_s * (1 + weight * (factor - 1))
            self._usual_s.move_to_end(operation)
            if len(self._usual_s) > REMEMBERED:
                self._usual_s.popitem(last=False)

    async def _pay(self, one: CostMeter, known_s: float) -> None:
        """Wait for a turn if the known cost is not covered yet; raises `Busy`.

        The fields of a document wait one after the other.
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
        """Wait until the queue reaches it; raises `Busy` if it is displaced."""
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
        """Admit a request to the queue, if need be instead of the one that has had most."""
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
        """Give turns while the share allows it, then set a timer."""
        while self._loop.time() >= self._free_at and (turn := self._queue.next()) is not None:
            turn.one.reserved_s += turn.cost_s
            self._occupy(turn.cost_s)
            turn.answered.set()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(self._free_at, self._grant) if self._queue else None

    def _occupy(self, cost_s: float) -> None:
        """Use time of the share, or return it."""
        self._free_at = max(self._loop.time(), self._free_at) + cost_s / self._share

    def _wait_s(self, one: CostMeter) -> float:
        """Return the wait of one more request with the same keys."""
        busy_s = max(0.0, self._free_at - self._loop.time())
        return busy_s + self._queue.before_s(one.keys) / self._share

    def _refusal(self, one: CostMeter) -> Busy:
        """Count a refusal, and return it with the time until its turn would come."""
        self._shed.inc()
        least_s, most_s = RETRY_S
        return Busy(
            "Too many costly requests are waiting, from you or from others. Try again later.",
            retry_after_ms=ceil(1000 * min(max(self._wait_s(one), least_s), most_s)),
        )
