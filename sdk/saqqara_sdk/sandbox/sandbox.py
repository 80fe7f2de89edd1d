"""What a program of strangers may see and take, and the words of bubblewrap that see to it."""

from __future__ import annotations

import os
import shutil
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
from saqqara_sdk.sandbox.probing import BWRAP, bwrap, machine
from saqqara_sdk.sandbox.shown import hiding_arguments, outermost, python_folders, system_arguments
from saqqara_sdk.sandbox.staged import SHELL, can_stage, is_root, room, staged

BOT: Final = Path("/bot")
MIB: Final = 1 << 20
INSIDE: Final = "1000"
"""The user and group that the program is, inside."""

SHARED_MEMORY_MB: Final = 16
LAST_CPU_S: Final = 5
"""After its processor time is over, until a process that ignores the signal is killed."""
EXITED: Final = b'"exit-code"'
PATH: Final = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a program may take beside its memory, which `Limits` bounds.

    - `processes`: processes and threads at a time, of all that it starts
    - `open_files`: in each process
    - `tmp_mb`: MiB in `/tmp`, which is memory; also the longest file
    - `cpu_s`: seconds of processor time of each process, None for any
    - `cores`: of processor time at a time, where a cgroup can bound it
    """

    processes: int = 64
    open_files: int = 256
    tmp_mb: int = 64
    cpu_s: int | None = None
    cores: float = 1.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A program sees its own files, this Python and the system's libraries; nothing can it change.

    - `bot`: the folder that it finds as `/bot`, in which it starts
    - `shown`: folders that it finds where they are here
    - `start`: where it starts without `bot`
    - `variables`: its environment beside the few that every program has
    - `cgroup`: a group that is delegated to us, as `delegated()` finds it
    """

    bot: Path | None = None
    shown: tuple[Path, ...] = ()
    start: Path = Path("/tmp")  # noqa: S108 - the sandbox's own
    bounds: Bounds = Bounds()
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cgroup: Path | None = None

    def launch(self, command: Sequence[str], memory_mb: int) -> Launch:
        """What starts the command; raises `NoSandbox` where this machine has none.

        `memory_mb` bounds the address space of each process, and with a cgroup all memory.
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
        """Whether a program can be found inside, as far as can be told from here."""
        if "/" not in program:
            return found_inside(program, self._environment()["PATH"])
        path = self._seen_from / program
        if self.bot is not None and path.is_relative_to(BOT):
            path = self.bot / path.relative_to(BOT)
        return shutil.which(path) is not None

    @property
    def counts_processes(self) -> bool:
        """Whether the number of its processes is bounded: the kernel does not count root's."""
        return self.cgroup is not None or not is_root() or self.is_staged

    @property
    def is_staged(self) -> bool:
        """Whether the number of its files is bounded, too."""
        return can_stage(self._all_places)

    @property
    def _rooms(self) -> Mapping[str, int]:
        """Where it may write, and how many MiB."""
        return {"/tmp": self.bounds.tmp_mb, "/dev/shm": SHARED_MEMORY_MB}  # noqa: S108

    @property
    def _all_places(self) -> tuple[Path, ...]:
        return self._places() if self.bot is None else (*self._places(), self.bot)

    @property
    def _seen_from(self) -> Path:
        return self.start if self.bot is None else BOT

    def _places(self) -> tuple[Path, ...]:
        """What is shown beside the system."""
        return outermost((*python_folders(), *self.shown))

    def _words(self) -> Iterator[str]:
        yield from ("--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL")
        yield from ("--die-with-parent", "--new-session", "--hostname", "bot")
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
        """One thread for numbers: more of them would take turns on the one core that is its own."""
        own = {"PATH": PATH, "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108
        threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        return own | threads | {"PYTHONDONTWRITEBYTECODE": "1"} | dict(self.variables)

    def _limited(self, memory_mb: int) -> str:
        """What the shell inside does before it becomes the program.

        The number of processes is `-p` to dash and busybox, `-u` to bash; a file's size is in
        blocks of 512 bytes.
        """
        bounds = self.bounds
        times = ""
        if bounds.cpu_s is not None:  # the softer one tells, by SIGXCPU, why it ends
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
    """What starts a program in a sandbox, and what is left to do before and after."""

    command: tuple[str, ...]
    open_files: tuple[int, ...]
    status: int
    group: Group | None

    def started(self) -> None:
        """The process has what it needs of our files, or there is none."""
        for number in self.open_files:
            if number != self.status:
                os.close(number)

    def has_reached_program(self) -> bool:
        """Whether a launch that has ended by itself got as far as the program; not after `ended`.

        Bubblewrap tells how the program ended only if it began.
        """
        return EXITED in os.pread(self.status, MIB, 0)

    def ended(self) -> None:
        """The process has ended: so has all that it started."""
        os.close(self.status)
        if self.group is not None:
            self.group.end()


ENVIRONMENT: Final = MappingProxyType({"PATH": "/usr/bin:/bin"})
"""That of bubblewrap itself, which its first process shows to the program."""


def found_inside(program: str, path: str = PATH) -> bool:
    """Whether a program's name is found in every sandbox."""
    return shutil.which(program, path=path) is not None


def _in_memory(data: bytes) -> int:
    """A file without a name to be read by the process that inherits it."""
    number = os.memfd_create(BWRAP)
    os.write(number, data)
    os.lseek(number, 0, os.SEEK_SET)
    return number
