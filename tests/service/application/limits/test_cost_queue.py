"""The cost_queue for costly work: who waits in it, for how long, and what is counted as whose."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from saqqara_service.application.limits.cost_queue import (
    COSTLY_S,
    LONGEST_S,
    OF_ADDRESS,
    OF_ALL,
    RETRY_S,
    STREAM_S,
    CostQueue,
)
from saqqara_service.application.limits.meter import CostMeter, Keys
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from tests.service.application.limits.virtual_time import in_virtual_time

SHARE = 0.25
GAMES = ("graphql", "service_games")
LISTS = ("graphql", "matches")
GREEDY: Keys = ("192.0.2.1",)
MODEST: Keys = ("192.0.2.2",)
TURN_S = 0.1
"""What a call of `games` costs here."""
CHEAP_S = 1.1 * COSTLY_S
DEAR_S = 1.0


async def a_cost_queue(usual_s: float = TURN_S, share: float = SHARE) -> CostQueue:
    """A cost_queue that knows what `games` costs, and is free."""
    cost_queue = CostQueue(share, Metrics())
    cost_queue.settle(over(GREEDY, usual_s, reserved_s=usual_s))
    return cost_queue


def over(
    keys: Keys, spent_s: float, *operations: tuple[str, str], reserved_s: float = 0.0
) -> CostMeter:
    """What is over and has cost that much."""
    one = CostMeter(keys)
    one.operations = [*operations] or [GAMES]
    one.reserved_s = reserved_s
    one.add(spent_s)
    return one


async def waited(call: Callable[[], Awaitable[None]], one: CostMeter) -> float:
    """How long a call waited for its turn."""
    time = asyncio.get_running_loop().time
    came_at = time()
    with one:
        await call()
    return time() - came_at


async def enters(cost_queue: CostQueue, keys: Keys, cost_s: float = TURN_S) -> float:
    """How long a request that asks for `games` waited; it cost what was expected."""
    one = CostMeter(keys)
    took_s = await waited(lambda: cost_queue.enter(GAMES), one)
    one.add(cost_s)
    cost_queue.settle(one)
    return took_s


def begun(
    cost_queue: CostQueue, keys: Keys, count: int, cost_s: float = TURN_S
) -> list[asyncio.Task[float]]:
    return [asyncio.create_task(enters(cost_queue, keys, cost_s)) for _ in range(count)]


def busy(cost_queue: CostQueue, keys: Keys, for_s: float) -> None:
    """Let these keys have had so much of the cost_queue that it is taken for so long."""
    cost_s = for_s * SHARE
    cost_queue.settle(over(keys, cost_s + CHEAP_S, LISTS, reserved_s=CHEAP_S))


async def a_moment() -> None:
    """Let all that can go on do so; no time passes."""
    for _ in range(10):
        await asyncio.sleep(0)


async def stop(*tasks: asyncio.Task[float]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_a_document_reserves_what_its_calls_cost() -> None:
    """Fifteen aliases cost fifteen calls, not fifteen times the document, time and again."""

    async def steps() -> None:
        cost_queue = CostQueue(SHARE, Metrics())
        for _ in range(20):
            one = CostMeter(GREEDY)
            with one:
                async with asyncio.timeout(None), asyncio.TaskGroup() as group:
                    for _ in range(15):
                        group.create_task(cost_queue.enter(GAMES))
            assert one.reserved_s <= 15 * TURN_S + 1e-9
            one.add(15 * TURN_S)
            cost_queue.settle(one)
            await asyncio.sleep(15 * TURN_S / SHARE)
        assert one.reserved_s == pytest.approx(15 * TURN_S)

    in_virtual_time(steps())


def test_what_is_asked_beside_what_is_dear_is_not_dear() -> None:
    """Nobody makes `games` costly for others by asking for it beside long lists."""

    async def steps() -> None:
        cost_queue = CostQueue(SHARE, Metrics())
        cost_queue.settle(over(MODEST, 0.001))
        cost_queue.settle(over(MODEST, TURN_S, LISTS))
        for _ in range(50):
            cost_queue.settle(over(GREEDY, 14 * TURN_S, GAMES, *[LISTS] * 14))
        await asyncio.sleep(60 * 14 * TURN_S / SHARE)
        one = CostMeter(MODEST)
        with one:
            await cost_queue.enter(GAMES)
        assert one.reserved_s == 0
        assert one.known_s <= COSTLY_S

    in_virtual_time(steps())


def test_a_crowd_at_one_address_delays_another_by_one_turn() -> None:
    """The turn that was given already, and one of the crowd's at most."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        greedy = begun(cost_queue, GREEDY, OF_ADDRESS)
        await a_moment()
        for _ in range(5):
            assert await enters(cost_queue, MODEST) <= 2 * TURN_S / SHARE + 1e-9
        assert sum(task.done() for task in greedy) <= 12
        await stop(*greedy)

    in_virtual_time(steps())


def test_all_together_take_their_share_of_the_time() -> None:
    """So many turns, so much time, whoever had them."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        tasks = [task for n in range(4) for task in begun(cost_queue, (f"address {n}",), 4)]
        waits = await asyncio.gather(*tasks)
        assert max(waits) == pytest.approx(15 * TURN_S / SHARE)

    in_virtual_time(steps())


def test_who_cannot_have_its_turn_in_time_is_refused_at_once() -> None:
    """It hears when that turn would be, and has it then."""

    async def steps() -> None:
        cost_queue = await a_cost_queue(DEAR_S)
        first = begun(cost_queue, GREEDY, 3, DEAR_S)
        await a_moment()
        with pytest.raises(Busy) as refusal:
            await waited(lambda: cost_queue.enter(GAMES), CostMeter(GREEDY))
        again_s = refusal.value.retry_after_ms
        assert isinstance(again_s, int)
        assert again_s / 1000 == pytest.approx(3 * DEAR_S / SHARE, abs=0.01)
        assert await enters(cost_queue, MODEST, DEAR_S) <= 2 * DEAR_S / SHARE + 1e-9
        await stop(*first)

    in_virtual_time(steps())


def test_a_refusal_names_a_bounded_time() -> None:
    """Neither none at all nor hours."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        busy(cost_queue, GREEDY, 1_000.0)
        with pytest.raises(Busy) as refusal:
            await waited(lambda: cost_queue.enter(GAMES), CostMeter(MODEST))
        assert refusal.value.retry_after_ms == RETRY_S[1] * 1000

    in_virtual_time(steps())


def test_who_waits_too_long_is_refused() -> None:
    """Where others come whose turns are first, for longer than was foretold."""

    async def steps() -> None:
        cost_queue = await a_cost_queue(DEAR_S)
        busy(cost_queue, MODEST, 2.0)
        busy(cost_queue, GREEDY, 4.0)
        tasks = begun(cost_queue, MODEST, 1, DEAR_S)
        await a_moment()
        others = [t for n in range(3) for t in begun(cost_queue, (f"address {n}",), 1, DEAR_S)]
        (outcome,) = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(outcome, Busy)
        assert asyncio.get_running_loop().time() == pytest.approx(LONGEST_S)
        await stop(*others)

    in_virtual_time(steps())


def test_an_address_has_so_many_places() -> None:
    """Who wants more is refused at once, and nobody else."""

    async def steps() -> None:
        cost_queue = await a_cost_queue(CHEAP_S)
        tasks = begun(cost_queue, GREEDY, 1 + OF_ADDRESS + 5, CHEAP_S)
        await a_moment()
        had, refused = tasks[0], tasks[1 + OF_ADDRESS :]
        assert await had == 0
        assert {type(task.exception()) for task in refused} == {Busy}
        await enters(cost_queue, MODEST, CHEAP_S)
        waits = await asyncio.gather(*tasks[1 : 1 + OF_ADDRESS])
        assert max(waits) == pytest.approx((1 + OF_ADDRESS) * CHEAP_S / SHARE)

    in_virtual_time(steps())


def test_a_newcomer_takes_the_place_of_one_of_a_crowd() -> None:
    """All places are taken; who has had more than it gives way, and who has not does not."""

    async def steps() -> None:
        cost_queue, crowds = await a_cost_queue(CHEAP_S, 1.0), OF_ALL // OF_ADDRESS
        for number in range(crowds):
            busy(cost_queue, (f"address {number}",), 0.01)
        tasks = [
            task
            for number in range(crowds)
            for task in begun(cost_queue, (f"address {number}",), OF_ADDRESS, CHEAP_S)
        ]
        await a_moment()
        late = begun(cost_queue, ("address 0",), 1, CHEAP_S)
        modest = begun(cost_queue, MODEST, 1, CHEAP_S)
        await a_moment()
        assert isinstance(late[0].exception(), Busy)
        refused = [task for task in tasks if task.done()]
        assert [type(task.exception()) for task in refused] == [Busy]
        await modest[0]
        assert [task for task in tasks if task.done()] == refused
        await stop(*tasks)

    in_virtual_time(steps())


def test_a_stream_waits_on() -> None:
    """It holds nothing that others want, so it is told late rather than broken off."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        busy(cost_queue, GREEDY, 4 * LONGEST_S)
        one = CostMeter(MODEST)
        one.is_stream = True
        one.add(2 * COSTLY_S)
        assert await waited(cost_queue.yield_turn, one) == pytest.approx(4 * LONGEST_S)

    in_virtual_time(steps())


def test_a_stream_pays_for_what_it_told_since() -> None:
    """Little items are paid together, and hours of following are no replay."""

    async def steps() -> None:
        cost_queue = CostQueue(SHARE, Metrics())
        one = CostMeter(GREEDY)
        one.is_stream = True
        for _ in range(5):
            one.add(COSTLY_S / 5)
            assert await waited(cost_queue.yield_turn, one) == 0
        one.add(3_600.0)
        assert await waited(cost_queue.yield_turn, one) == 0
        assert await enters_after(cost_queue) == pytest.approx(STREAM_S / SHARE)

    async def enters_after(cost_queue: CostQueue) -> float:
        one = CostMeter(MODEST)
        one.add(2 * COSTLY_S)
        return await waited(cost_queue.yield_turn, one)

    in_virtual_time(steps())


def test_what_had_no_turn_takes_none_from_others() -> None:
    """Only who asked for it has had it."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        assert await enters(cost_queue, MODEST) == 0
        for _ in range(100):
            cost_queue.settle(over(GREEDY, DEAR_S, LISTS))
        tasks = begun(cost_queue, GREEDY, 1)
        await a_moment()
        for _ in range(5):
            assert await enters(cost_queue, MODEST) == pytest.approx(TURN_S / SHARE)
        await stop(*tasks)

    in_virtual_time(steps())


def test_who_goes_away_holds_nobody_up() -> None:
    """Nor does it owe a turn that it never had; what it had and did not use is given back."""

    async def steps() -> None:
        cost_queue = await a_cost_queue()
        gone = begun(cost_queue, GREEDY, 10)
        await a_moment()
        await stop(*gone)
        assert await enters(cost_queue, GREEDY) <= TURN_S / SHARE + 1e-9
        had = CostMeter(MODEST)
        with had:
            await cost_queue.enter(GAMES)
        cost_queue.settle(had)
        assert await enters(cost_queue, GREEDY) == pytest.approx(0)

    in_virtual_time(steps())


def test_fields_of_a_document_wait_in_one_place() -> None:
    """Those of the root and those below: an address with a hundred fields is no crowd."""

    async def steps() -> None:
        cost_queue = await a_cost_queue(CHEAP_S)
        one = CostMeter(GREEDY)
        with one:
            fields = [asyncio.create_task(cost_queue.enter(GAMES)) for _ in range(3 * OF_ADDRESS)]
            await asyncio.gather(*fields)
        assert one.reserved_s <= len(fields) * CHEAP_S + 1e-9

    in_virtual_time(steps())
