"""The lock files: complete, by hash, and free of any address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "locks"
BOTS, SERVER, DEVELOPMENT, AUDIT, BUILD = (
    FOLDER / f"{name}.lock" for name in ("bots", "server", "dev", "audit", "build")
)
LOCKS = sorted(FOLDER.iterdir())


def pins(lock: Path) -> dict[str, frozenset[str]]:
    """Every pinned requirement with its hashes."""
    found: dict[str, set[str]] = {}
    pin = ""
    for line in lock.read_text().splitlines():
        text = line.removesuffix("\\").strip()
        if line.startswith(" "):
            found[pin].add(text)
        elif text and not text.startswith("#"):
            pin = text
            found[pin] = set()
    return {pin: frozenset(hashes) for pin, hashes in found.items()}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_line_is_a_pin_or_a_hash(lock: Path) -> None:
    """A lock names exact versions and SHA-256 hashes, no option, no index, no address."""
    for pin, hashes in pins(lock).items():
        specifiers = list(Requirement(pin).specifier)
        assert [specifier.operator for specifier in specifiers] == ["=="], pin
        assert Requirement(pin).url is None, pin
        assert hashes, f"{pin} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), pin


@pytest.mark.parametrize("smaller", [BOTS, SERVER, BUILD], ids=lambda lock: lock.name)
def test_smaller_locks_are_parts_of_the_whole(smaller: Path) -> None:
    """What users and servers install is what the tests ran with."""
    assert pins(smaller).items() <= pins(DEVELOPMENT).items()


@pytest.mark.parametrize(
    ("lock", "extras", "groups"),
    [
        (BOTS, [], []),
        (SERVER, ["server"], []),
        (DEVELOPMENT, ["server"], ["build", "dev", "docs"]),
        (AUDIT, None, ["audit"]),
        (BUILD, None, ["build"]),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_locks_hold_what_the_project_asks_for(
    lock: Path, extras: list[str] | None, groups: list[str]
) -> None:
    """Every requirement of pyproject.toml is pinned to a version it allows."""
    toml = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [] if extras is None else list(toml["project"]["dependencies"])
    wanted += [
        one for extra in extras or () for one in toml["project"]["optional-dependencies"][extra]
    ]
    wanted += [
        one for group in groups for one in toml["dependency-groups"][group] if isinstance(one, str)
    ]
    pinned = {
        canonicalize_name(requirement.name): next(iter(requirement.specifier)).version
        for requirement in map(Requirement, pins(lock))
    }
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        assert name in pinned, f"{name} is not locked: run `make lock`"
        assert requirement.specifier.contains(pinned[name]), f"{name}: run `make lock`"
