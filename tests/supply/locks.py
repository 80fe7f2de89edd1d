"""The lock files, and what each of them installs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parents[2]
LOCKS: Final = {
    name: ROOT / "locks" / f"{name}.lock"
    for name in ("bots", "server", "dev", "clients", "bench", "audit")
}
"""Every lock by its name; a package that several pin is listed for the first of them.

`learn` is left out: it pins libraries of NVIDIA without a free licence, which tests use and nobody
passes on.
"""


def pins_in(lock: Path) -> dict[str, str]:
    """The packages that a lock pins, in the one way of writing their names, with their versions."""
    lines = lock.read_text().splitlines()
    pins = [Requirement(line.removesuffix("\\").strip()) for line in lines if line[:1].isalnum()]
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}


def names_in(lock: Path) -> frozenset[str]:
    """The packages that a lock pins, in the one way of writing their names."""
    return frozenset(pins_in(lock))


def locked_for() -> dict[str, str]:
    """Every locked package, in order, with what it is for."""
    purposes: dict[str, str] = {}
    for purpose, lock in LOCKS.items():
        for name in names_in(lock):
            purposes.setdefault(name, purpose)
    return dict(sorted(purposes.items()))
