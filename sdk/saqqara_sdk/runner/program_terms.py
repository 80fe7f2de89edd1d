"""How a command that speaks the line protocol is run as a bot on a server."""

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
"""Told the match and the program's process; within the block the program decides."""
Blame: TypeAlias = Callable[[str, int | None, Misstep], None]
"""Told the match, its version (None where the fault is no decision's), and what was wrong."""

OVERHEAD_MS: Final = 200


def declines(_challenge: Challenge) -> bool:
    """What a program answers to challenges unless its terms say otherwise."""
    return False


@dataclass(frozen=True, slots=True)
class ProgramTerms:
    """How a command is run.

    - `overhead_ms`: what is kept of its time at each decision for the way to the server
    - `accepts`: what answers a challenge that its accept policy leaves open
    - `is_fresh`: whether each match has a process that has played no other
    - `blame`: who is told of what it does wrong, if anybody
    - `watch`: who watches its decisions, if anybody
    - `used_ns`: the processor time that a process and all that it started have used, where clocks
      may count that
    - `worn_ns`: a process that has used so much is replaced between matches; None: never
    - `most`: how many processes it may have now, at least one; None: one for each match
    - `ready`: called, from any thread, when a process begins to wait for a match
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
