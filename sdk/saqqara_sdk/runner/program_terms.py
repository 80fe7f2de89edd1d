"""The settings of a command that plays on a server by the line protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, TypeAlias

from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.lines.missteps import Misstep
from saqqara_sdk.lines.process import HERE, Surroundings
from saqqara_sdk.wire.models import Challenge

Accepts: TypeAlias = Callable[[Challenge], bool | str | Awaitable[bool | str]]
Watch: TypeAlias = Callable[[str, int], AbstractContextManager[None]]
"""Called with the match and the process id; the program decides within the block."""
Blame: TypeAlias = Callable[[str, int | None, Misstep], None]
"""Called with the match, its version (None outside decisions), and the fault."""

OVERHEAD_MS: Final = 200


def declines(_challenge: Challenge) -> bool:
    """Decline a challenge, the default of programs."""
    return False


@dataclass(frozen=True, slots=True)
class ProgramTerms:
    """The settings of a command.

    - `overhead_ms`: the reserve for the network, of its time for each decision
    - `accepts`: decides challenges that its accept policy leaves open
    - `is_fresh`: whether each match has a new process
    - `blame`: called with its faults
    - `watch`: context manager around its decisions
    - `used_ns`: returns the processor time of a process and its descendants, if clocks may count it
    - `worn_ns`: processor time after which a process is replaced between matches; None: never
    - `most`: returns the current limit of processes, at least one; None: one for each match
    - `ready`: called, from any thread, when a process becomes idle
    """

    command: Sequence[str]
    limits: Limits = USUAL
    surroundings: Surroundings = HERE
    overhead_ms: int = OVERHEAD_MS
    accepts: Accepts = declines
    is_fresh: bool = False
    blame: Blame | None = None
    watch: Watch | None = None
    used_ns: Callable[[int], int] | None = None
    worn_ns: int | None = None
    most: Callable[[], int] | None = None
    ready: Callable[[], None] | None = None
