"""How the program of an archive is started: in a sandbox, or for one's own bots without."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final, Literal

from saqqara_bundle import Manifest
from saqqara_runner.cache import Archives
from saqqara_runner.load import MemoryPressure
from saqqara_runner.processes import used_ns
from saqqara_runner.reports import Reports
from saqqara_runner.starvation import Starving
from saqqara_sdk.arena.texts import HOST
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, Surroundings
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms
from saqqara_sdk.sandbox import BOT, Bounds, Sandbox, delegated
from saqqara_sdk.wire.models import Assignment

TRUSTED_VARIABLES: Final = ("PATH", "LANG", "HOME", "VIRTUAL_ENV")
"""What a program that is trusted finds of our environment: no token among it."""


ACCEPTS: Final[Mapping[str, bool | Literal["later"]]] = {"yes": True, "later": "later"}
"""The answers of the contract to a challenge that a policy leaves open; another is no."""


BOUNDS: Final = Bounds(cpu_s=4 * 3600)
"""Unless the command says otherwise; a match takes minutes of a processor."""
WORN: Final = 0.5
"""A process that has used this share of its processor time plays no other match."""


@dataclass(frozen=True, slots=True)
class RunnerTerms:
    """How this runner starts programs; without a sandbox it is for one's own bots alone."""

    limits: Limits
    is_trusting: bool = False
    bounds: Bounds = BOUNDS


@dataclass(frozen=True, slots=True)
class ProgramStart:
    """What starts the program of an archive."""

    command: tuple[str, ...]
    surroundings: Surroundings


def start_of(manifest: Manifest, place: Path, terms: RunnerTerms) -> ProgramStart:
    """The command and where it runs, for an archive that lies unpacked in a folder."""
    if not terms.is_trusting:
        sandbox = sandbox_of(place, bounds=terms.bounds)
        return ProgramStart(_command(manifest, BOT), Surroundings(sandbox=sandbox))
    environment = {name: os.environ[name] for name in TRUSTED_VARIABLES if name in os.environ}
    return ProgramStart(_command(manifest, place), Surroundings(place, environment))


def sandbox_of(
    place: Path, variables: Mapping[str, str] | None = None, bounds: Bounds = BOUNDS
) -> Sandbox:
    """The sandbox for an archive that lies unpacked in a folder."""
    return Sandbox(bot=place, variables=variables or {}, cgroup=delegated(), bounds=bounds)


def worn_ns(bounds: Bounds) -> int | None:
    """After so much processor time a process is replaced between matches; None: never."""
    return None if bounds.cpu_s is None else round(bounds.cpu_s * WORN * NS_PER_S)


def manifest_of(assigned: Assignment) -> Manifest:
    """The manifest as the SDK has it."""
    manifest = assigned.manifest
    command = tuple(manifest.command) if manifest.command is not None else None
    return Manifest(
        command=command,
        bot=manifest.bot,
        stateless=manifest.stateless,
        accepts=ACCEPTS.get(manifest.accepts.value, False),
    )


class Programs:
    """Opens the programs of assignments."""

    def __init__(
        self,
        archives: Archives,
        terms: RunnerTerms,
        reports: Reports,
        starving: Starving,
        *,
        ready: Callable[[], None],
        share: Callable[[], int],
    ) -> None:
        """`ready` is called, from any thread, when a program begins to wait for a match.

        `share` is how many processes a program may have now.
        """
        self._archives = archives
        self._terms = terms
        self._reports = reports
        self._starving = starving
        self._ready = ready
        self._share = share
        self._open: set[Program] = set()

    @asynccontextmanager
    async def opened(self, assigned: Assignment) -> AsyncIterator[Program]:
        """The program of an assignment, not started yet; it is ended with the block."""
        name, manifest = assigned.submission_id, manifest_of(assigned)

        memory = MemoryPressure()

        def blame(match_id: str, version: int | None, how: Misstep) -> None:
            if how.kind is FaultKind.CRASH and memory.has_run_out():
                how.kind = FaultKind.HOST
            self._reports.broke(name, match_id, version, how)

        def watch(match_id: str, pid: int) -> AbstractContextManager[None]:
            memory.look()
            return self._starving.thinking((name, match_id), pid)

        async with self._archives.unpacked(assigned.archive_hash) as place:
            start = start_of(manifest, place, self._terms)
            program = Program(
                ProgramTerms(
                    start.command,
                    self._terms.limits,
                    start.surroundings,
                    accepts=lambda _challenge: manifest.accepts,
                    is_fresh=not manifest.stateless,
                    blame=blame,
                    watch=watch,
                    used_ns=used_ns,
                    worn_ns=worn_ns(self._terms.bounds),
                    most=self._share,
                    ready=self._ready,
                )
            )
            for other in [*self._open]:  # they have fewer from now on
                await asyncio.to_thread(other.shrink)
            self._open.add(program)
            try:
                yield program
            finally:
                self._open.discard(program)
                await asyncio.to_thread(program.close)


def _command(manifest: Manifest, place: PurePath) -> tuple[str, ...]:
    return manifest.command or (*HOST, f"{place}/{manifest.bot}")
