"""How much of the memory that a Redis may use it does use, and from when on that matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

FILLING: Final = 0.7
"""Beyond this share operators are warned, by `/readyz` and by the alert SaqqaraRedisFills."""
FULL: Final = 0.8
"""Beyond this share nothing new begins: what is under way needs the rest."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What one server uses, what it may use at most, and what its machine has, in bytes."""

    used: int
    most: int
    """`maxmemory`; 0 where nothing bounds it."""
    machine: int

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> Memory:
        """What a server says of itself."""
        names = ("used_memory", "maxmemory", "total_system_memory")
        return cls(*(int(state.get(name, 0)) for name in names))

    def filled(self, *, is_own: bool = False) -> float:
        """The share that is used; 0 without a bound. Our own server has its whole machine."""
        bound = self.most or (self.machine if is_own else 0)
        return self.used / bound if bound else 0.0

    @property
    def is_full(self) -> bool:
        """Whether nothing new may begin."""
        return self.filled() > FULL
