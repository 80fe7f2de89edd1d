"""The sandbox of an untrusted program: visible files, limits, and bubblewrap's arguments."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from saqqara_sdk.sandbox.cgroups import Group, new_group
from saqqara_sdk.sandbox.errors import NoSandbox
from saqqara_sdk.sandbox.filter import filter_for
from saqqara_sdk.sandbox.oom import AS_PROGRAM
from saqqara_sdk.sandbox.requirements import BWRAP, bwrap, machine
from saqqara_sdk.sandbox.shown import hiding_arguments, outermost, python_folders, system_arguments
from saqqara_sdk.sandbox.staged import SHELL, can_stage, is_root, room, staged

BOT: Final = Path("/bot")
MIB: Final = 1 << 20
HOSTNAME: Final = "bot"
INSIDE: Final = "1000"
"""The user id and group id of the program inside."""

SHARED_MEMORY_MB: Final = 16
LAST_CPU_S: Final = 5
"""Additional processor time before a process that ignores SIGXCPU is killed."""
EXITED: Final = b'"exit-code"'
PATH: Final = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a program, except for its memory, which `Limits` bounds.

    - `processes`: concurrent processes and threads, with all that it starts
    - `open_files`: open files of each process
    - `tmp_mb`: MiB in `/tmp`, which is memory; also the maximum size of a file
    - `cpu_s`: seconds of processor time of each process; None for no limit
    - `cores`: processor cores, if a cgroup can bound them
    """

    processes: int = 64
    open_files: int = 256
    tmp_mb: int = 64
    cpu_s: int | None = None
    cores: float = 1.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox: the program's files, this Python and system libraries, all read-only.

    - `bot`: the folder that is mounted as `/bot`, where the program starts
    - `shown`: folders that are mounted at their own paths
    - `start`: the working directory without `bot`
    - `variables`: environment variables in addition to the default ones
    - `cgroup`: a delegated group, as `delegated()` returns it
    """

    bot: Path | None = None
    shown: tuple[Path, ...] = ()
    start: Path = Path("/tmp")  # noqa: S108 - the sandbox's own
    bounds: Bounds = Bounds()
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cgroup: Path | None = None

    def launch(self, command: Sequence[str], memory_mb: int) -> Launch:
        """Prepare a command for its start; raises `NoSandbox` if sandboxes are impossible.

        `memory_mb` bounds the address space of each process, and with a cgroup the total memory.
        """
        group = None
        if self.cgroup is not None:
            try:
                group = new_group(self.cgroup, memory_mb, self.bounds.processes, self.bounds.cores)
            except OSError as error:
                raise NoSandbox(f"no cgroup can be created in {self.cgroup}: {error}") from error
        filter_fd = _in_memory(filter_for(machine()))
        status_fd = os.memfd_create(BWRAP)
        own = ("--seccomp", str(filter_fd), "--json-status-fd", str(status_fd))
        words = (*own, *self._words())
        words_fd = _in_memory(b"".join(os.fsencode(word) + b"\0" for word in words))
        inside = (SHELL, "-c", self._limited(memory_mb), SHELL, *command)
        started = (bwrap(), "--args", str(words_fd), "--", *inside)
        if self.is_staged:
            started = staged(started, self._all_places, [*self._rooms.values()])
        door = os.devnull if group is None else str(group.door)
        started = (SHELL, "-c", f'echo 0 > "$0" && {AS_PROGRAM} && exec "$@"', door, *started)
        return Launch(started, (filter_fd, words_fd, status_fd), status_fd, group)

    def has(self, program: str) -> bool:
        """Return whether a program exists inside, as far as can be seen from outside."""
        if "/" not in program:
            return found_inside(program, self._environment()["PATH"])
        path = self._seen_from / program
        if self.bot is not None and path.is_relative_to(BOT):
            path = self.bot / path.relative_to(BOT)
        return shutil.which(path) is not None

    @property
    def counts_processes(self) -> bool:
        """Whether the number of processes is bounded; the kernel does not count root's."""
        return self.cgroup is not None or not is_root() or self.is_staged

    @property
    def is_staged(self) -> bool:
        """Whether there is a first stage, which also bounds the number of files."""
        return can_stage(self._all_places)

    @property
    def _rooms(self) -> Mapping[str, int]:
        """The writable folders, with their sizes in MiB."""
        return {"/tmp": self.bounds.tmp_mb, "/dev/shm": SHARED_MEMORY_MB}  # noqa: S108

    @property
    def _all_places(self) -> tuple[Path, ...]:
        return self._places() if self.bot is None else (*self._places(), self.bot)

    @property
    def _seen_from(self) -> Path:
        return self.start if self.bot is None else BOT

    def _places(self) -> tuple[Path, ...]:
        """Return the visible folders outside the system."""
        return outermost((*python_folders(), *self.shown))

    def _words(self) -> Iterator[str]:
        yield from ("--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL")
        yield from ("--die-with-parent", "--new-session", "--hostname", HOSTNAME)
        yield from ("--uid", INSIDE, "--gid", INSIDE)
        yield from system_arguments()
        yield from ("--proc", "/proc", *hiding_arguments())
        yield from ("--remount-ro", "/proc", "--dev", "/dev")
        for number, (path, size_mb) in enumerate(self._rooms.items()):
            if self.is_staged:
                yield from ("--bind", str(room(number)), path)
            else:
                yield from ("--size", str(size_mb * MIB), "--tmpfs", path)
        yield from ("--remount-ro", "/dev")
        for place in self._places():
            yield from ("--ro-bind", str(place), str(place))
        if self.bot is not None:
            yield from ("--ro-bind", str(self.bot), str(BOT))
        else:
            yield from ("--dir", str(self.start))
        yield from ("--chdir", str(self._seen_from), "--remount-ro", "/", "--clearenv")
        for name, value in self._environment().items():
            yield from ("--setenv", name, value)

    def _environment(self) -> Mapping[str, str]:
        """Return the environment; numeric libraries get one thread, since there is one core."""
        own = {"PATH": PATH, "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        return own | threads | {"PYTHONDONTWRITEBYTECODE": "1"} | dict(self.variables)

    def _limited(self, memory_mb: int) -> str:
        """Return the shell script that sets the limits and then executes the program.

        The limit of processes is `-p` in dash and busybox, `-u` in bash. File sizes are in blocks
        of 512 bytes.
        """
        bounds = self.bounds
        times = ""
        if bounds.cpu_s is not None:  # the soft limit gives the reason, by SIGXCPU
            hard_s = bounds.cpu_s + LAST_CPU_S
            times = f"ulimit -S -t {bounds.cpu_s} && ulimit -H -t {hard_s} && "
        return (
            f"ulimit -c 0 && ulimit -n {bounds.open_files}"
            f" && ulimit -f {bounds.tmp_mb * MIB // 512} && ulimit -v {memory_mb * 1024} && {times}"
            f"{{ ulimit -p {bounds.processes} 2>/dev/null || ulimit -u {bounds.processes}; }}"
            ' && exec "$@"'
        )


@dataclass(frozen=True, slots=True)
class Launch:
    """The command that starts a program in a sandbox, with the resources to release."""

    command: tuple[str, ...]
    open_files: tuple[int, ...]
    status: int
    group: Group | None

    def started(self) -> None:
        """Close the files that the process has inherited, or that it no longer needs."""
        for number in self.open_files:
            if number != self.status:
                os.close(number)

    def has_reached_program(self) -> bool:
        """Return whether a launch that has ended by itself started the program.

        Bubblewrap reports the program's exit code only if it started. Call it before `ended`.
        """
        return EXITED in os.pread(self.status, MIB, 0)

    def ended(self) -> None:
        """Clean up after the process, and kill all that it started."""
        os.close(self.status)
        if self.group is not None:
            self.group.end()


ENVIRONMENT: Final = MappingProxyType({"PATH": "/usr/bin:/bin"})
"""The environment of bubblewrap itself, which the program can see in bubblewrap's process."""


def found_inside(program: str, path: str = PATH) -> bool:
    """Return whether a program is found by its name in every sandbox."""
    return shutil.which(program, path=path) is not None


def is_inside() -> bool:
    """Return whether this process is in a sandbox: it has its host name, and no network."""
    devices = Path("/proc/net/dev")
    if socket.gethostname() != HOSTNAME or not devices.is_file():
        return False
    return all(line.strip().startswith("lo:") for line in devices.read_text().splitlines()[2:])


def _in_memory(data: bytes) -> int:
    """Create an anonymous file with this content for a child process to inherit."""
    number = os.memfd_create(BWRAP)
    os.write(number, data)
    os.lseek(number, 0, os.SEEK_SET)
    return number
