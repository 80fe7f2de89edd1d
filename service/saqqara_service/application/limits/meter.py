"""The processor time of an operation: of its steps, from one wait to the next.

An operation is measured together with all tasks that it starts. Waiting costs nothing, so a slow
Redis, a slow client or a busy machine do not make it more expensive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context, ContextVar, Token
from math import ceil
from time import thread_time
from types import coroutine
from typing import Any, Final, ParamSpec, Self, TypeAlias, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

Keys: TypeAlias = tuple[str, ...]
"""The owners of an operation: its address, and its account once that is known."""
NOBODY: Final[Keys] = ("",)
"""The owner of operations whose address is unknown."""

_METER: Final[ContextVar[CostMeter | None]] = ContextVar("meter", default=None)


class CostMeter:
    """The cost of one operation so far; `heed` is called whenever it has grown by `every_s`.

    Inside its block it measures the running task and the tasks that this starts.
    """

    __slots__ = (
        "_before",
        "_began_s",
        "_due_s",
        "_every_s",
        "is_measured",
        "is_over",
        "is_stream",
        "keys",
        "known_s",
        "longest_s",
        "operation",
        "operations",
        "outcome",
        "place",
        "reserved_s",
        "spent_s",
    )

    def __init__(self, keys: Keys, every_s: float = float("inf")) -> None:
        self.keys = keys
        self.spent_s = 0.0
        self.longest_s = 0.0
        self.operation = ("none", "none")
        self.outcome = "none"
        self.is_measured = True
        self.is_over = False
        self.is_stream = False
        self.operations: list[tuple[str, str]] = []
        self.known_s = 0.0
        self.reserved_s = 0.0
        self.place = asyncio.Lock()
        self._before: Token[CostMeter | None] | None = None
        self._began_s: float | None = None
        self._every_s = every_s
        self._due_s = every_s

    def __enter__(self) -> Self:
        """Start measuring the tasks of the block."""
        self._before = _METER.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop measuring."""
        self.is_over = True
        if self._before is not None:
            _METER.reset(self._before)

    @property
    def so_far_s(self) -> float:
        """The cost including the running step."""
        began_s = self._began_s
        return self.spent_s + (0.0 if began_s is None else thread_time() - began_s)

    @property
    def unpaid_s(self) -> float:
        """The known cost, or the cost so far if that is more, minus what its turns have paid."""
        return max(self.known_s, self.spent_s) - self.reserved_s

    def begin(self) -> None:
        """Start a step."""
        self._began_s = thread_time()

    def end(self) -> None:
        """Add the step that was started."""
        if self._began_s is not None:
            began_s, self._began_s = self._began_s, None
            self.add(thread_time() - began_s)

    def add(self, step_s: float) -> None:
        """Add one step."""
        self.spent_s += step_s
        self.longest_s = max(self.longest_s, step_s)
        if self.spent_s >= self._due_s and not self.is_over:
            self._due_s = self.spent_s + self._every_s
            self.heed()

    def heed(self) -> None:
        """Settle long operations as they go; the base class does nothing."""


def whole_ms(spent_s: float) -> int:
    """Return processor time in milliseconds, rounded up.

    Finer figures would reveal hidden information: in two worlds that a caller must not be able to
    distinguish, 1,051 otherwise equal answers differed in their time to 10 µs.
    """
    return ceil(spent_s * 1000)


def meter() -> CostMeter | None:
    """Return the meter of the running task's operation, if there is one."""
    return _METER.get()


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work in a thread; its processor time counts for the waiting operation."""
    one, spent_s = _METER.get(), 0.0

    def timed() -> T:
        nonlocal spent_s
        began_s = thread_time()
        try:
            return work(*args, **kwargs)
        finally:
            spent_s = thread_time() - began_s

    try:
        return await asyncio.to_thread(timed)
    finally:
        if one is not None:
            one.spent_s += spent_s  # not by `add`: it did not hold up the event loop


@coroutine
def metered(steps: Coroutine[object, object, T], one: CostMeter) -> Generator[object, object, T]:
    """Run a coroutine and measure its steps, for as long as the meter wants to."""
    value: object = None
    failure: BaseException | None = None
    while True:
        one.begin()
        try:
            awaited = steps.send(value) if failure is None else steps.throw(failure)
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            one.end()
        try:
            value, failure = (yield awaited), None
        except BaseException as error:  # noqa: BLE001 (the coroutine handles it)
            failure = error
        if failure is None and not one.is_measured:
            return (yield from steps.__await__())


def task(
    loop: asyncio.AbstractEventLoop,
    steps: Coroutine[Any, Any, T] | Generator[Any, None, T],
    context: Context | None = None,
    **named: Any,  # noqa: ANN401 (any option of a task)
) -> asyncio.Task[T]:
    """Create a task that is measured with the operation that starts it."""
    one = _METER.get() if context is None else context.get(_METER)
    if one and one.is_measured and not one.is_over and isinstance(steps, Coroutine):
        steps = _measured(steps, one)
    return asyncio.Task(steps, loop=loop, context=context, **named)


async def _measured(steps: Coroutine[object, object, T], one: CostMeter) -> T:
    return await metered(steps, one)
