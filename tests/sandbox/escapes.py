"""A stranger's program that tries to break out, one attack for each line that it is told.

It runs inside the sandbox with the standard library alone. It answers with the name of the error
that stopped it, or with what it did.
"""

import ctypes
import errno
import json
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
SEEN = 3


def read(path: str) -> str:
    return Path(path).read_text(errors="replace")[:100]


def write(path: str) -> str:
    with Path(path).open("a") as file:
        file.write("harm")
    return "written"


def listed(path: str) -> list[str]:
    return sorted(os.listdir(path))


def call(number: int, *words: int) -> int:
    done = LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_long, words))
    if done < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return int(done)


def connect(family: int, address: Any) -> str:
    with socket.socket(family) as line:
        line.settimeout(2)
        line.connect(tuple(address) if isinstance(address, list) else address)
        line.send(b"harm")
    return "connected"


def open_socket(family: int, kind: int) -> str:
    socket.socket(family, kind).close()
    return "opened"


def kill(pid: int) -> str:
    os.kill(pid, signal.SIGKILL)
    return "killed"


def killpg(pid: int) -> str:
    os.killpg(pid, signal.SIGKILL)
    return "killed"


def kill_all() -> str:
    """Whoever can be found."""
    for pid in pids():
        if pid not in (os.getpid(), os.getppid()):
            os.kill(pid, signal.SIGKILL)
    os.kill(-1, signal.SIGKILL)
    return "killed"


def pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def search(marker: str) -> list[str]:
    """Every file of every process that holds the marker."""
    found = []
    for pid in pids():
        for name in ("environ", "cmdline", "mountinfo"):
            try:
                if marker.encode() in Path(f"/proc/{pid}/{name}").read_bytes():
                    found.append(f"{pid}/{name}")
            except OSError:
                continue
    return found


def variables() -> list[str]:
    return sorted(os.environ)


def open_files() -> list[str]:
    """All but those of a program, and the one that looks."""
    found = {number: place(number) for number in map(int, os.listdir("/proc/self/fd"))}
    return [f"{number} {where}" for number, where in found.items() if number >= SEEN and where]


def place(number: int) -> str:
    try:
        where = os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        return ""
    return "" if where.endswith("/fd") else where


def write_memory(pid: int) -> str:
    with Path(f"/proc/{pid}/mem").open("r+b") as memory:
        memory.seek(4096)
        memory.write(b"harm")
    return "written"


def through_first(path: str) -> str:
    return read(f"/proc/1/root{path}")


def status() -> dict[str, str]:
    lines = Path("/proc/self/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def become_root() -> str:
    os.setuid(0)
    return "root"


def raise_limit() -> str:
    resource.setrlimit(resource.RLIMIT_NOFILE, (100_000, 100_000))
    return "raised"


def hurry() -> str:
    os.nice(-5)
    return "hurried"


def real_time() -> str:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    return "first"


def device(path: str) -> str:
    os.mknod(path, 0o600 | stat.S_IFBLK, os.makedev(254, 0))
    return "made"


def with_setuid() -> list[int]:
    """Who a copy of Python is that begins as its owner, and who a program of root's is."""
    copy = shutil.copy("/bin/sh", "/tmp/sh")
    os.chmod(copy, 0o6755)
    done = subprocess.run([copy, "-c", "id -u; id -ru"], capture_output=True, check=False)
    os.unlink(copy)
    return [int(word) for word in done.stdout.split()]


def become_by_su() -> int:
    return subprocess.run(["su", "-c", "id"], stdin=subprocess.DEVNULL, check=False).returncode


def make_files(folder: str, most: int) -> int:
    """As many empty files as there may be."""
    for made in range(most):
        try:
            Path(folder, f"empty-{made}").touch()
        except OSError:
            return made
    return most


def fill(folder: str) -> int:
    """MiB that could be written."""
    written, block = 0, bytes(1 << 20)
    names = [f"{folder}/{number}" for number in range(8)]
    try:
        for name in names:
            with Path(name).open("wb", buffering=0) as file:
                try:
                    for _ in range(60):
                        written += file.write(block)
                except OSError as error:
                    if error.errno != errno.EFBIG:
                        raise
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
    finally:
        for name in names:
            Path(name).unlink(missing_ok=True)
    return written >> 20


def take_memory(mib: int) -> str:
    try:
        return f"took {len(bytearray(mib << 20))}"
    except MemoryError:
        raise OSError(errno.ENOMEM, "refused") from None


def fork_bomb(most: int) -> int:
    """How many children there are before the next is refused."""
    for number in range(most):
        try:
            if os.fork() == 0:
                time.sleep(600)
        except OSError:
            return number
    return most


def outlive() -> str:
    """A child that nothing asks to leave, in a session of its own, without a parent."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    return "left behind"


def sleeps() -> None:
    """Deaf to the end of its input."""
    time.sleep(600)


def flood(number: int) -> None:
    while True:
        os.write(number, b"x" * 65536)


def spin() -> None:
    while True:
        pass


def ping() -> str:
    return "pong"


ATTACKS: dict[str, Callable[..., Any]] = {
    name: value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", None) == __name__
}


def main() -> None:
    for text in sys.stdin:
        name, *words = json.loads(text)
        try:
            outcome = {"did": ATTACKS[name](*words)}
        except OSError as error:
            outcome = {"error": errno.errorcode.get(error.errno or 0, repr(error))}
        except Exception as error:  # noqa: BLE001 - the test shows whatever it is
            outcome = {"error": repr(error)}
        print(json.dumps(outcome), flush=True)


main()
