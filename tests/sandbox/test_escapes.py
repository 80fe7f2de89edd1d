"""Ways out of the sandbox, each tried for real: none leads out, and no neighbour is harmed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from saqqara_runner.reports import LIMITS
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.sandbox import describe
from saqqara_sdk.sandbox.oom import PROGRAM
from saqqara_sdk.sandbox.requirements import machine
from saqqara_sdk.sandbox.staged import MOST_FILES
from saqqara_sdk.sandbox.syscalls import ARGUED, DENIED, MACHINES, NONE
from tests.sandbox.conftest import HERE, Host, Program, are_gone, processes_with

SECRET = "saqqara-secret-of-the-host"  # noqa: S105 - a canary
NEW_USER = 0x10000000
TIOCSTI = 0x5412
UPPER_BITS = 1 << 32
X32 = 0x40000000


@pytest.fixture(scope="module")
def stranger(host: Host) -> Iterator[Program]:
    """One stranger for all attacks that it survives, begun with secrets and open files around."""
    os.environ["SAQQARA_TOKEN"] = SECRET
    canary = os.open(host.names["canary"], os.O_RDWR)
    os.set_inheritable(canary, True)  # noqa: FBT003 - its only argument
    try:
        with closing(Program(host.sandbox)) as program:
            yield program
    finally:
        os.close(canary)
        del os.environ["SAQQARA_TOKEN"]


REFUSED: dict[str, tuple[tuple[Any, ...], set[str]]] = {
    "the users of the host": (("read", "/etc/passwd"), {"ENOENT"}),
    "their passwords": (("read", "/etc/shadow"), {"ENOENT"}),
    "a file of the host": (("read", "{canary}"), {"ENOENT"}),
    "writing a file of the host": (("write", "{canary}"), {"ENOENT"}),
    "a link out of its folder": (("read", "/bot/link"), {"ENOENT"}),
    "another bot's file": (("read", "{victim_file}"), {"ENOENT"}),
    "writing another bot's file": (("write", "{victim_file}"), {"ENOENT"}),
    "its own file": (("write", "/bot/escapes.py"), {"EROFS", "EACCES"}),
    "a new file of its own": (("write", "/bot/new"), {"EROFS"}),
    "the root": (("write", "/new"), {"EROFS"}),
    "the system": (("write", "/usr/new"), {"EROFS", "EACCES"}),
    "devices": (("write", "/dev/new"), {"EROFS"}),
    "the package of all bots": (("write", "{package}"), {"EROFS", "EACCES"}),
    "homes": (("listed", "/home"), {"ENOENT"}),
    "the kernel's tree": (("listed", "/sys"), {"ENOENT"}),
    "memory of the machine": (("read", "/dev/mem"), {"ENOENT"}),
    "the disk": (("read", "/dev/vda"), {"ENOENT"}),
    "the kernel's messages": (("read", "/proc/kmsg"), {"EACCES", "ENOENT", "EPERM"}),
    "the kernel's command line": (("read", "/proc/cmdline"), {"EACCES", "ENOENT"}),
    "the kernel's core": (("read", "/proc/kcore"), {"EACCES", "ENOENT", "EPERM"}),
    "settings of the kernel": (("write", "/proc/sys/kernel/core_pattern"), {"EROFS", "EACCES"}),
    "the kernel's keyboard": (("write", "/proc/sysrq-trigger"), {"EROFS", "EACCES", "ENOENT"}),
    "a terminal": (("read", "/dev/tty"), {"ENXIO", "ENOENT", "EACCES"}),
    "a device of its own": (("device", "/tmp/disk"), {"EPERM"}),
    "memory of its first process": (("write_memory", 1), {"EACCES", "EPERM", "EIO", "EROFS"}),
    "its turn when memory runs out": (("write", "/proc/self/oom_score_adj"), {"EROFS"}),
    "files through its first process": (("through_first", "{canary}"), {"ENOENT", "EACCES"}),
    "killing a bot": (("kill", "{victim}"), {"ESRCH"}),
    "killing a bot's group": (("killpg", "{victim}"), {"ESRCH"}),
    "a port of the host": (("connect", socket.AF_INET, ["127.0.0.1", "{port}"]), {"EAFNOSUPPORT"}),
    "an address of six": (("open_socket", socket.AF_INET6, 1), {"EAFNOSUPPORT"}),
    "netlink": (("open_socket", socket.AF_NETLINK, 3), {"EAFNOSUPPORT"}),
    "raw packets": (("open_socket", socket.AF_PACKET, 3), {"EAFNOSUPPORT"}),
    "the hypervisor": (("open_socket", 40, 1), {"EAFNOSUPPORT"}),
    "the kernel's ciphers": (("open_socket", 38, 5), {"EAFNOSUPPORT"}),
    "an abstract socket": (("connect", socket.AF_UNIX, "{abstract}"), {"ECONNREFUSED"}),
    "a socket in the host's files": (("connect", socket.AF_UNIX, "{path}"), {"ENOENT"}),
    "a namespace by clone": (("call", "clone", NEW_USER | 17, 0, 0, 0, 0), {"EPERM"}),
    "a namespace by clone3": (("call", "clone3", 0, 88), {"ENOSYS"}),
    "keys of a terminal": (("call", "ioctl", 0, TIOCSTI, 0), {"EPERM"}),
    "keys with upper bits": (("call", "ioctl", 0, UPPER_BITS | TIOCSTI, 0), {"EPERM"}),
    "being root": (("become_root",), {"EINVAL", "EPERM"}),
    "higher limits": (("raise_limit",), {"ValueError('not allowed to raise maximum limit')"}),
    "more than its share": (("hurry",), {"EPERM", "EACCES"}),
    "being first always": (("real_time",), {"EPERM"}),
    "all memory": (("take_memory", 4096), {"ENOMEM"}),
}
"""What is tried, and the errors of which one stops it."""


@pytest.mark.parametrize("attack", REFUSED)
def test_it_is_refused(attack: str, stranger: Program, host: Host) -> None:
    """The call fails by its own error, and what it was aimed at is as before."""
    words, errors = REFUSED[attack]
    assert stranger.ask(*map(_filled(host), words)) in errors
    assert Path(host.names["canary"]).read_text() == "untouched"
    assert host.heard == []
    assert host.victim.ask("ping") == "pong"


def _filled(host: Host) -> Any:
    column = MACHINES[machine()]

    def filled(word: Any) -> Any:
        match word:
            case list():
                return [filled(one) for one in word]
            case str() if word.startswith("{"):
                return host.names[word.strip("{}")]
            case str() if word in ARGUED:
                return ARGUED[word][column]
            case _:
                return word

    return filled


def test_every_call_of_the_table_is_refused(stranger: Program) -> None:
    """By the filter, before the kernel looks at what it was given."""
    column = MACHINES[machine()]
    numbers = {name: both[column] for name, both in DENIED.items() if both[column] != NONE}
    outcomes = {name: stranger.ask("call", number, 0, 0, 0, 0) for name, number in numbers.items()}
    assert {name: said for name, said in outcomes.items() if said != "EPERM"} == {}


def test_the_table_has_the_numbers_of_libseccomp() -> None:
    """For both machines, so far as the library here knows a call."""
    ctypes = pytest.importorskip("ctypes")
    try:
        find = ctypes.CDLL("libseccomp.so.2").seccomp_syscall_resolve_name_arch
    except OSError:
        pytest.skip("libseccomp is not installed")
    find.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    audits = (0xC000003E, 0xC00000B7)
    for name, numbers in (DENIED | ARGUED).items():
        found = [max(NONE, find(audit, name.encode())) for audit in audits]
        assert found == list(numbers), name


def test_it_learns_nothing_of_the_host(stranger: Program, host: Host) -> None:
    """Neither variables, open files, nor processes of others, also not by its own first process."""
    assert {"PATH", "HOME"} <= set(stranger.ask("variables"))
    assert "SAQQARA_TOKEN" not in stranger.ask("variables")
    for secret in (SECRET, host.victim.marker, str(host.folder / "victim")):
        assert stranger.ask("search", secret) == []
    assert stranger.ask("search", stranger.marker) != []
    assert stranger.ask("open_files") == []
    assert len(stranger.ask("pids")) <= 3
    status = stranger.ask("status")
    assert {status[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


def test_files_of_root_make_nobody_root(stranger: Program) -> None:
    """Neither a program with the mode that begins as its owner, nor one of the system."""
    assert stranger.ask("with_setuid") == [1000, 1000]
    assert stranger.ask("become_by_su") != 0


def test_it_kills_itself_alone(stranger: Program, host: Host) -> None:
    """All that it finds, and all at once; its own first process cannot be killed from inside."""
    stranger.ask("kill_all")
    assert stranger.ask("kill", 1) == "killed"
    assert stranger.ask("ping") == "pong"
    assert host.victim.ask("ping") == "pong"


def test_it_fills_only_its_own_room(host: Host) -> None:
    """Files of /tmp and shared memory are bounded together and singly."""
    with host.stranger(tmp_mb=20) as filler:
        assert filler.ask("fill", "/tmp") <= 20
        assert filler.ask("fill", "/dev/shm") <= 16


def test_it_makes_only_so_many_files(host: Host) -> None:
    """Empty ones have no size, and take memory of the kernel."""
    with host.stranger() as maker:
        for folder in ("/tmp", "/dev/shm"):
            assert 1_000 < maker.ask("make_files", folder, 10 * MOST_FILES) < MOST_FILES
        assert maker.ask("ping") == "pong"


@pytest.mark.parametrize("is_sandboxed", [True, False])
def test_programs_are_the_first_to_be_ended_for_memory(
    host: Host,
    is_sandboxed: bool,  # noqa: FBT001
) -> None:
    """Before whoever starts them, and before a Redis on the same machine."""
    own = int(Path("/proc/self/oom_score_adj").read_text())
    with closing(Program(host.sandbox if is_sandboxed else None)) as program:
        assert program.ask("ping") == "pong"
        found = processes_with(program.marker)
        assert found
        assert {Path(f"/proc/{pid}/oom_score_adj").read_text() for pid in found} == {"1000\n"}
    assert own < PROGRAM


def test_a_fork_bomb_stops_at_its_bound(host: Host) -> None:
    """And ends with the program, all of it."""
    with host.stranger(processes=24) as bomb:
        assert "together" in describe(host.sandbox)
        assert 10 < bomb.ask("fork_bomb", 200) < 24
        assert len(processes_with(bomb.marker)) > 10
        assert host.victim.ask("ping") == "pong"
    assert are_gone(bomb.marker)


def test_who_spins_ends_with_its_processor_time(host: Host) -> None:
    """By the signal that says so, which the runner tells its owner as a limit."""
    with (
        host.stranger(cpu_s=1) as spinner,
        pytest.raises(Misstep, match="ended by SIGXCPU") as ended,
    ):
        spinner.ask("spin")
    assert ended.value.why.startswith(LIMITS)
    assert host.victim.ask("ping") == "pong"


def test_nothing_outlives_the_program(host: Host) -> None:
    """Not what has left its session and heeds no signal, when the program is stopped."""
    with host.stranger() as program:
        assert program.ask("outlive") == "left behind"
        assert len(processes_with(program.marker)) >= 3
        program.process.close()
    assert are_gone(program.marker)


def test_nothing_outlives_whoever_started_it(host: Host) -> None:
    """An arena or runner that is killed leaves no program behind."""
    script = (
        "import sys, time; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from tests.sandbox.conftest import Program, Sandbox\n"
        "program = Program(Sandbox(bot=Path(sys.argv[2])))\n"
        "program.ask('outlive'); program.process.write(b'[\"sleeps\"]\\n', 1 << 62)\n"
        "print(program.marker, flush=True); time.sleep(60)\n"
    )
    words = (sys.executable, "-c", script, str(HERE.parents[1]), str(host.sandbox.bot))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        marker = starter.stdout.readline().strip()
        assert len(processes_with(marker)) >= 3
        starter.kill()
    assert are_gone(marker)


def test_it_outlives_the_thread_that_started_it(host: Host) -> None:
    """A sandbox ends with its parent, which Linux takes to be a thread."""
    started: list[Program] = []
    thread = threading.Thread(target=lambda: started.append(Program(host.sandbox)))
    thread.start()
    thread.join()
    with closing(started[0]) as program:
        assert program.ask("ping") == "pong"


@pytest.mark.parametrize(
    ("words", "kind", "why"),
    [
        (("flood", 1), FaultKind.GARBAGE, "it wrote more than 1048576 bytes at once"),
        (
            ("flood", 2),
            FaultKind.GARBAGE,
            "it wrote more than 1048576 bytes at once besides its answers",
        ),
        (("call", X32 | 39), FaultKind.CRASH, "its process was ended by SIGSYS"),
    ],
    ids=["output", "standard error", "calls of another machine"],
)
def test_it_is_ended_and_named(words: Any, kind: FaultKind, why: str, host: Host) -> None:
    """What cannot be refused by an error ends the program alone, and the fault says why."""
    if words[0] == "call" and machine() != "x86_64":
        pytest.skip("this machine has no other calls")
    with host.stranger() as program, pytest.raises(Misstep) as fault:
        program.hear(*words)
    assert fault.value.kind is kind
    assert fault.value.why.startswith(why)
    assert host.victim.ask("ping") == "pong"


HARMFUL = {
    "a file": ("write", "{canary}"),
    "a port": ("connect", socket.AF_INET, ["127.0.0.1", "{port}"]),
    "an abstract socket": ("connect", socket.AF_UNIX, "{abstract}"),
    "a socket in files": ("connect", socket.AF_UNIX, "{path}"),
}


def test_without_a_sandbox_they_do_harm(host: Host) -> None:
    """The attacks are real: outside they write, connect, find the victim and kill it."""
    outcomes = dict.fromkeys(HARMFUL)
    with closing(Program(None)) as free, host.stranger() as neighbour:
        for name, words in HARMFUL.items():
            outcomes[name] = free.ask(*map(_filled(host), words))
        assert free.ask("search", neighbour.marker) != []
        assert free.ask("kill", neighbour.process.pid) == "killed"
        assert are_gone(neighbour.marker)
    assert outcomes == dict.fromkeys(HARMFUL, "connected") | {"a file": "written"}
    Path(host.names["canary"]).write_text("untouched")
    host.heard.clear()
