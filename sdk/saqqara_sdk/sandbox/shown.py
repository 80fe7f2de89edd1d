"""The files of this machine that a sandbox shows: system libraries, and this Python."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from saqqara_sdk.sandbox.errors import NoSandbox

SYSTEM: Final = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
FOUND_IN_ETC: Final = ("ld.so.cache", "alternatives", "java-*-openjdk")
"""Patterns of the files in /etc that the loader, Debian's alternatives and its JDK need."""

HIDDEN_FILES: Final = (  # noqa: SIM905 - a list of a line each is no easier to read
    "buddyinfo cmdline config.gz diskstats interrupts iomem ioports kallsyms kcore key-users keys"
    " kmsg kpagecgroup kpagecount kpageflags latency_stats locks modules pagetypeinfo partitions"
    " sched_debug schedstat slabinfo softirqs swaps sysrq-trigger timer_list vmallocinfo vmstat"
    " zoneinfo"
).split()
"""The hidden files of /proc; interpreters need those on processor and memory, which remain."""

HIDDEN_FOLDERS: Final = ("acpi", "asound", "bus", "driver", "fs", "irq", "pressure", "scsi", "tty")


def system_arguments() -> Iterator[str]:
    """Yield bwrap's arguments for the root file system: read-only system folders and libraries."""
    yield from ("--ro-bind", "/usr", "/usr")
    for name in SYSTEM:
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for pattern in FOUND_IN_ETC:
        for path in sorted(Path("/etc").glob(pattern)):
            yield from ("--ro-bind", str(path), str(path))


def hiding_arguments() -> Iterator[str]:
    """Yield bwrap's arguments that hide the machine in the sandbox's /proc."""
    for name in HIDDEN_FILES:
        if (path := Path("/proc", name)).is_file():
            yield from ("--ro-bind", "/dev/null", str(path))
    for name in HIDDEN_FOLDERS:
        if (path := Path("/proc", name)).is_dir():
            yield from ("--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path))


@cache
def python_folders() -> tuple[Path, ...]:
    """Return the folders of this Python and its packages; none is inside another."""
    found = [Path(sys.base_prefix), Path(sys.prefix), Path(sys.executable).resolve().parents[1]]
    packages = Path(sysconfig.get_path("purelib"))
    for listed in sorted(packages.glob("*.pth")):
        lines = listed.read_text(errors="replace").splitlines()
        found += [Path(line) for line in lines if line.startswith("/") and Path(line).is_dir()]
    if site.ENABLE_USER_SITE and Path(site.getusersitepackages()).is_dir():
        found.append(Path(site.getusersitepackages()))
    return outermost(path for one in found for path in (one, one.resolve()))


def outermost(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the folders that are not inside another, nor in /usr, which is always shown."""
    different = set(folders)
    system = Path("/usr")
    return tuple(
        sorted(
            one
            for one in different
            if one != system
            and system not in one.parents
            and not any(above in different for above in one.parents)
        )
    )


def checked(folder: Path) -> Path:
    """Return the absolute path of a folder; raises `NoSandbox` if it is missing or too broad."""
    path = folder.absolute()
    if not path.is_dir():
        raise NoSandbox(f"the folder {folder} of the bot does not exist")
    real = path.resolve()
    home = Path(os.path.expanduser("~")).resolve()  # noqa: PTH111 - Path.home raises without one
    if real in {Path("/"), home, *home.parents}:
        raise NoSandbox(f"the bot would see all of {folder}; put its files into a separate folder")
    return path
