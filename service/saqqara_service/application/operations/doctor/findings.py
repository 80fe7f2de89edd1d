"""One look at a thing, what was found, and what the host does about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

T = TypeVar("T")

LOOK_S: Final = 60.0
"""So long one look may take."""


class Health(StrEnum):
    """How it is."""

    GOOD = "good"
    WARNING = "warning"
    """It works, and a host should know."""
    FAILED = "failed"
    """Something is lost, or refused, until the host does something."""
    SKIPPED = "skipped"
    """It could not be looked at."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, and what to do, each as a sentence without its full stop."""

    verdict: Health
    found: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Check(Generic[T]):
    """A look at something, by a name that never changes."""

    name: str
    look: Callable[[T], Awaitable[Finding]]
    patience_s: float = LOOK_S


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has found."""

    check: str
    finding: Finding


def good(found: str) -> Finding:
    """It is as it should be."""
    return Finding(Health.GOOD, found)


def warning(found: str, fix: str) -> Finding:
    """It works, and a host should know."""
    return Finding(Health.WARNING, found, fix)


def failed(found: str, fix: str) -> Finding:
    """The host has to do something."""
    return Finding(Health.FAILED, found, fix)


def skipped(found: str) -> Finding:
    """Nobody could look, for that reason."""
    return Finding(Health.SKIPPED, found)


def worst(findings: Iterable[Finding]) -> Finding:
    """Several findings as one: as bad as the worst, with what each of that kind says."""
    every = list(findings)
    for verdict in (Health.FAILED, Health.WARNING, Health.SKIPPED, Health.GOOD):
        if same := [one for one in every if one.verdict is verdict]:
            fixes = dict.fromkeys(one.fix for one in same if one.fix)
            return Finding(verdict, "; ".join(one.found for one in same), "; ".join(fixes))
    return good("nothing to check")


async def looked(checks: Iterable[Check[T]], subject: T) -> AsyncIterator[Checked]:
    """What each check finds; one that raises or takes too long has failed, and the next goes on."""
    for one in checks:
        yield Checked(one.name, await _look(one, subject))


async def _look(check: Check[T], subject: T) -> Finding:
    try:
        async with asyncio.timeout(check.patience_s):
            return await check.look(subject)
    except TimeoutError:
        found = f"the check did not finish within {check.patience_s:.0f} s"
        return failed(found, "check the load of Redis, of the disk and of the archive store")
    except Exception as error:  # noqa: BLE001 - whatever it is, the host asked to hear of it
        return failed(f"the check failed: {cause(error)}", "repair this, and check again")


def cause(error: BaseException) -> str:
    """What lies behind an error that callers get in other words."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(f"{type(error).__name__}: {error}".split())[:500]
