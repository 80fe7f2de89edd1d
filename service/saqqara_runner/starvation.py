"""How long a program that wanted a processor had none, because others than itself had them all.

Its own doing never counts. A moment is told against this machine only as far as others have used
more than all processors but one, since one is what a program is promised; and only as far as one
of its threads was ready to run and did not. Whoever keeps all processors busy with children of its
own leaves nothing for others to be told of, also when these children are gone before anybody looks:
what others used is counted, not what it used itself.

Looked at every 0.4 seconds, so that a program that sleeps gains nothing from a moment before in
which it waited. Decisions that are shorter are not looked at.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from time import monotonic, monotonic_ns
from typing import Final, TypeAlias

from saqqara_runner.processes import Processes, capacity, delays_of, look

LOOK_S: Final = 0.4
KEPT_S: Final = 60.0
_log = logging.getLogger(__name__)

Name: TypeAlias = tuple[str, str]
"""The submission that plays, and the match."""


@dataclass(slots=True)
class Strain:
    """What a match has been like for a program here, in nanoseconds."""

    thought_ns: int = 0
    starved_ns: int = 0
    at: float = 0.0


@dataclass(slots=True)
class _Thought:
    """A decision under way."""

    pid: int
    strain: Strain
    began_ns: int
    seen: tuple[Processes, dict[str, int]] | None = None


@dataclass(slots=True)
class Starving:
    """Watches the decisions of all programs here; `thinking` may be called from any thread."""

    _strains: dict[Name, Strain] = field(default_factory=dict)
    _open: dict[int, _Thought] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _busy: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    @contextmanager
    def thinking(self, name: Name, pid: int) -> Iterator[None]:
        """Within the block the program of that process decides."""
        with self._lock:
            strain = self._strains.setdefault(name, Strain())
            thought = _Thought(pid, strain, monotonic_ns())
            self._open[id(thought)] = thought
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, daemon=True, name="starving")
                self._thread.start()
        self._busy.set()
        try:
            yield
        finally:
            if thought.seen is not None:
                with self._logging():
                    self._look([thought])
            with self._lock:
                del self._open[id(thought)]
                strain.thought_ns += monotonic_ns() - thought.began_ns
                strain.at = monotonic()

    def strains(self) -> dict[Name, Strain]:
        """What is known of all matches in which something was decided within the last minute."""
        with self._lock:
            under_way = {id(one.strain) for one in self._open.values()}
            since = monotonic() - KEPT_S
            for name, strain in tuple(self._strains.items()):
                if strain.at < since and id(strain) not in under_way:
                    del self._strains[name]
            return {name: replace(strain) for name, strain in self._strains.items()}

    def _watch(self) -> None:
        with self._logging():
            self._keep_looking()
        with self._lock:
            self._thread = None  # the next decision begins it again

    @contextmanager
    def _logging(self) -> Iterator[None]:
        """A look that fails, for want of files perhaps, spoils no decision."""
        try:
            yield
        except Exception:  # noqa: BLE001 - whatever it is, it ends here
            _log.exception("waiting times of programs were not measured for a while")

    def _keep_looking(self) -> None:
        pause = threading.Event()
        while self._busy.wait():
            pause.wait(LOOK_S)
            with self._lock:
                thoughts = [*self._open.values()]
                if not thoughts:
                    self._busy.clear()
            since = monotonic_ns() - round(LOOK_S * 1e9)
            if long := [one for one in thoughts if one.began_ns < since]:
                self._look(long)

    def _look(self, thoughts: Collection[_Thought]) -> None:
        """Add what has happened since these thoughts were looked at last."""
        now = look()
        for thought in thoughts:
            seen = (now, delays_of(now.tree(thought.pid)))
            with self._lock:
                before, thought.seen = thought.seen, seen
                if before is not None and before[0].at_ns < now.at_ns:
                    thought.strain.starved_ns += starved_ns(before, seen, thought.pid)


def starved_ns(
    before: tuple[Processes, dict[str, int]], after: tuple[Processes, dict[str, int]], pid: int
) -> int:
    """For how long between two looks the program of a process was kept waiting by others."""
    (then, waited_then), (now, waited_now) = before, after
    passed = now.until_ns - then.at_ns  # a look that is held up itself tells rather too little
    waited = max((ns - waited_then.get(one, 0) for one, ns in waited_now.items()), default=0)
    processors, is_quota = capacity()
    own = then.tree(pid) | now.tree(pid) | {os.getpid()}
    counted = now.tree(os.getpid()) if is_quota else now.by_id.keys()
    taken = 0 if is_quota else now.stolen_ns - then.stolen_ns
    for one in counted - own:
        with suppress(KeyError):
            was, is_ = then.by_id[one], now.by_id[one]
            if was.began == is_.began and not is_.is_kernel:
                taken += is_.used_ns - was.used_ns
    denied = taken - (processors - 1) * passed
    return max(0, round(min(waited, denied, passed)))
