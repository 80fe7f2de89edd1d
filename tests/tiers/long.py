"""The groups of `make test-long`, after installing what they need: `python -m tests.tiers.long`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.tiers.groups import LONG, Group


def main(names: Sequence[str]) -> int:
    """Return 0 if all tests of the groups passed at their first or second try."""
    if unknown := [name for name in names if name not in LONG]:
        print(f"there is no group {unknown[0]!r}; there are {', '.join(LONG)}", file=sys.stderr)
        return 2
    failed = []
    for name in names or LONG:
        started = time.monotonic()
        if not (has_installed(LONG[name]) and has_passed(LONG[name])):
            failed.append(name)
        print(f"group {name}: {time.monotonic() - started:.0f} s", flush=True)
    if failed:
        print("failed:", *failed)
    return bool(failed)


def has_installed(group: Group) -> bool:
    """Make the targets of a group whose programs are here, and install its Debian packages."""
    for program, package in group.packages.items():
        if not (shutil.which(program) or has_package(package)):
            print(f"{package} is not here: its tests are skipped, or fail where CI is set")
    targets = [each for name, made in group.makes.items() if shutil.which(name) for each in made]
    return not targets or runs("make", "--no-print-directory", *targets)


def has_package(package: str) -> bool:
    """Install a Debian package where that is allowed."""
    apt = ("apt-get", "-qq")
    return (
        os.geteuid() == 0
        and shutil.which("apt-get") is not None
        and runs(*apt, "update")
        and runs(*apt, "install", "-y", "--no-install-recommends", package)
    )


def has_passed(group: Group) -> bool:
    """Run the tests of a group, and the short tests that it repeats."""
    selections = {"-mlong": group.paths, "-mnot long": group.repeats}
    results = [
        runs(sys.executable, "-m", "tests.tiers.tries", tier, *(f"tests/{path}" for path in paths))
        for tier, paths in selections.items()
        if paths
    ]
    return all(results)


def runs(*command: str) -> bool:
    """Return whether a command succeeds."""
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
