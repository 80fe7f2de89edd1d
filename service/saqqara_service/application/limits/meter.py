"""What an operation costs: the processor's time of its steps, from one wait to the next.

An operation is measured with all tasks that it begins. What waits costs nothing; so a slow Redis, a
slow client or a busy machine make nothing dearer.
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
"""For whom an operation is: the address that asks, and the account, once that is known."""
NOBODY: Final[Keys] = ("",)
"""Who asks without a way to be told from others."""

_METER: Final[ContextVar[CostMeter | None]] = ContextVar("meter", default=None)


class CostMeter:
    """What one operation has cost so far; it is heeded whenever that grew by `every_s`.

    In its block it counts what the running task begins.
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
        """Begin to count."""
        self._before = _METER.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Count no more."""
        self.is_over = True
        if self._before is not None:
            _METER.reset(self._before)

    @property
    def so_far_s(self) -> float:
        """What it has cost with the step that runs now."""
        began_s = self._began_s
        return self.spent_s + (0.0 if began_s is None else thread_time() - began_s)

    @property
    def unpaid_s(self) -> float:
        """The known cost, or the cost so far if that is more, minus what its turns have paid."""
        return max(self.known_s, self.spent_s) - self.reserved_s

    def begin(self) -> None:
        """Measure a step from now on."""
        self._began_s = thread_time()

    def end(self) -> None:
        """Count the step that was begun."""
        if self._began_s is not None:
            began_s, self._began_s = self._began_s, None
            self.add(thread_time() - began_s)

    def add(self, step_s: float) -> None:
        """Count one step."""
        self.spent_s += step_s
        self.longest_s = max(self.longest_s, step_s)
        if self.spent_s >= self._due_s and not self.is_over:
            self._due_s = self.spent_s + self._every_s
            self.heed()

    def heed(self) -> None:
        """Do what is due by now."""


def whole_ms(spent_s: float) -> int:
    """Return the milliseconds that were begun, of processor time.

    Anything finer differs between worlds that a caller may not tell apart: of 1,051 answers that
    were otherwise the same, the time to 10 µs differed.
    """
    return ceil(spent_s * 1000)


def meter() -> CostMeter | None:
    """The meter of the operation that the running task works for."""
    return _METER.get()


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run work in a thread; its processor time counts with the operation that waits for it."""
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
            one.spent_s += spent_s  # no step of the loop, which it has not held up


@coroutine
def metered(steps: Coroutine[object, object, T], one: CostMeter) -> Generator[object, object, T]:
    """Run a coroutine to its end and measure each of its steps, as long as that is wanted."""
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
        except BaseException as error:  # noqa: BLE001 (whatever it is, it is for the coroutine)
            failure = error
        if failure is None and not one.is_measured:
            return (yield from steps.__await__())


def task(
    loop: asyncio.AbstractEventLoop,
    steps: Coroutine[Any, Any, T] | Generator[Any, None, T],
    context: Context | None = None,
    **named: Any,  # noqa: ANN401 (whatever a task may be given)
) -> asyncio.Task[T]:
    """A task, measured with the operation that begins it, if there is one."""
    one = _METER.get() if context is None else context.get(_METER)
    if one and one.is_measured and not one.is_over and isinstance(steps, Coroutine):
        steps = _measured(steps, one)
    return asyncio.Task(steps, loop=loop, context=context, **named)


async def _measured(steps: Coroutine[object, object, T], one: CostMeter) -> T:
    return await metered(steps, one)
