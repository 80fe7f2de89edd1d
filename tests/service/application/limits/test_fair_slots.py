"""Slots that callers share: nobody's crowd keeps others waiting, and no slot is lost."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_service.application.limits.fair_slots import FairSlots
from saqqara_service.application.limits.meter import CostMeter
from saqqara_service.errors import Busy

CROWD = ("192.0.2.1", "aCrowd")
NEIGHBOUR = ("192.0.2.1", "aNeighbour")
SINGLE = ("192.0.2.2", "aSingle")


class Work:
    """Holders of slots, in the order in which they got them."""

    def __init__(self, slots: FairSlots) -> None:
        self._slots = slots
        self.order: list[tuple[str, ...]] = []
        self.go_on = asyncio.Semaphore(0)

    async def hold(self, *keys: str) -> None:
        """Hold a slot until the test lets somebody go on."""
        with CostMeter(keys):
            async with self._slots.slot():
                self.order.append(keys)
                await self.go_on.acquire()


async def test_who_had_fewest_is_next() -> None:
    """One who comes last, behind a crowd of another owner, has the next slot."""
    work = Work(FairSlots(2, 100))
    async with asyncio.TaskGroup() as tasks:
        for _ in range(12):
            tasks.create_task(work.hold(*CROWD))
        await asyncio.sleep(0)
        tasks.create_task(work.hold(*SINGLE))
        await asyncio.sleep(0)
        assert work.order == [CROWD, CROWD]
        work.go_on.release()
        while len(work.order) < 3:
            await asyncio.sleep(0)
        assert work.order[2] == SINGLE
        for _ in range(12):
            work.go_on.release()
    assert len(work.order) == 13


async def test_a_crowd_does_not_fill_the_places_to_wait_in() -> None:
    """Beyond its share it is refused; others still wait."""
    work = Work(FairSlots(1, 4))
    async with asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(work.hold(*CROWD))
            tasks.create_task(work.hold(*NEIGHBOUR))
        await asyncio.sleep(0)
        for keys in (CROWD, NEIGHBOUR):
            with pytest.raises(Busy):
                await work.hold(*keys)
        tasks.create_task(work.hold(*SINGLE))
        for _ in range(5):
            work.go_on.release()
    assert len(work.order) == 5


async def test_who_goes_away_leaves_the_slot() -> None:
    """Whether it waited, was just granted the slot, or held it."""
    slots = FairSlots(1, 100)
    work = Work(slots)
    tasks = [asyncio.create_task(work.hold(*CROWD)) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[2].cancel()
    await asyncio.sleep(0)
    work.go_on.release()  # the first leaves, and the second is granted the slot
    while not tasks[0].done():
        await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(5), slots.slot():
        pass


async def test_work_that_has_begun_keeps_its_slot() -> None:
    """Though its caller has gone: a thread cannot be broken off. What waits goes with it."""
    slots, go_on = FairSlots(1, 100), asyncio.Event()
    begun: list[int] = []

    async def work() -> None:
        begun.append(len(begun))
        await go_on.wait()

    async with asyncio.timeout(5):
        callers = [asyncio.create_task(slots.run(work)) for _ in range(3)]
        while not begun:
            await asyncio.sleep(0)
        for caller in callers[:2]:
            caller.cancel()
        await asyncio.gather(*callers[:2], return_exceptions=True)
        assert begun == [0]
        go_on.set()
        await callers[2]
    assert begun == [0, 1]
