"""A stranger's program in its sandbox, and what it would harm: a victim, a canary, the host."""

from __future__ import annotations

import json
import secrets
import shutil
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, perf_counter_ns, sleep
from typing import Any

import pytest

from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.process import BotProcess, Surroundings
from saqqara_sdk.sandbox import Bounds, Sandbox
from tests.sandbox.needed import need_sandbox

HERE = Path(__file__).parent
LIMITS = Limits(memory_mb=512, complaint_bytes=1 << 20)
WAIT_S = 20


@pytest.fixture(scope="session", autouse=True)
def sandboxed_machine() -> None:
    """Without one these are not tried."""
    need_sandbox()


class Program:
    """`escapes.py` in a process; `marker` stands in the words that started it."""

    def __init__(self, sandbox: Sandbox | None, limits: Limits = LIMITS) -> None:
        self.marker = secrets.token_hex(8)
        script = "/bot/escapes.py" if sandbox else str(HERE / "escapes.py")
        command = ("python" if sandbox else sys.executable, "-I", "-S", script, self.marker)
        self.process = BotProcess(command, limits, Surroundings(sandbox=sandbox))
        self.process.start()

    def ask(self, *words: Any) -> Any:
        """What it answers to an attack, by the name of the error or what it did."""
        answer = self.hear(*words)
        return answer.get("error", answer.get("did"))

    def hear(self, *words: Any) -> dict[str, Any]:
        until = perf_counter_ns() + WAIT_S * 10**9
        self.process.write(json.dumps(words).encode() + b"\n", until)
        line = self.process.hear(until)
        assert line is not None, f"{words} was not answered"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        self.process.kill()


@dataclass(frozen=True, slots=True)
class Host:
    """What a stranger must not reach; `names` are put into the words of an attack."""

    folder: Path
    names: dict[str, Any]
    sandbox: Sandbox
    heard: list[bytes]
    victim: Program

    @contextmanager
    def stranger(self, **bounds: int) -> Iterator[Program]:
        """One more stranger, in a sandbox of its own."""
        with closing(Program(Sandbox(bot=self.sandbox.bot, bounds=Bounds(**bounds)))) as program:
            yield program


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    canary = folder / "canary"
    canary.write_text("untouched")
    heard: list[bytes] = []
    with closing(Program(Sandbox(bot=_bot(folder / "victim", canary)))) as victim:
        doors = _doors(folder)
        for door in doors.values():
            threading.Thread(target=_listen, args=(door, heard), daemon=True).start()
        names = {
            "canary": str(canary),
            "victim_file": str(folder / "victim/escapes.py"),
            "victim": victim.process.pid,
            "port": doors["inet"].getsockname()[1],
            "abstract": doors["abstract"].getsockname().decode(),
            "path": str(folder / "socket"),
            "package": str(HERE.parents[1] / "sdk/saqqara_sdk/bots/bot.py"),
        }
        sandbox = Sandbox(bot=_bot(folder / "stranger", canary))
        yield Host(folder, names, sandbox, heard, victim)
        for door in doors.values():
            door.close()


def _bot(folder: Path, canary: Path) -> Path:
    """A bot's folder, with a link that leads out of it."""
    folder.mkdir()
    folder.chmod(0o755)
    shutil.copy(HERE / "escapes.py", folder)
    (folder / "link").symlink_to(canary)
    return folder


def _doors(folder: Path) -> dict[str, socket.socket]:
    doors = {
        "inet": socket.socket(socket.AF_INET),
        "abstract": socket.socket(socket.AF_UNIX),
        "path": socket.socket(socket.AF_UNIX),
    }
    doors["inet"].bind(("127.0.0.1", 0))
    doors["abstract"].bind(f"\0saqqara-{secrets.token_hex(8)}")
    doors["path"].bind(str(folder / "socket"))
    for door in doors.values():
        door.listen()
    return doors


def _listen(door: socket.socket, heard: list[bytes]) -> None:
    while True:
        try:
            line, _ = door.accept()
        except OSError:
            return
        with line:
            heard.append(line.recv(100))


def processes_with(marker: str) -> list[int]:
    """The processes of this machine in whose words the marker stands."""
    found = []
    for place in Path("/proc").iterdir():
        try:
            if place.name.isdigit() and marker.encode() in (place / "cmdline").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue
    return found


def are_gone(marker: str) -> bool:
    """Whether all processes of a program end soon."""
    until = monotonic() + WAIT_S
    while processes_with(marker):
        if monotonic() > until:
            return False
        sleep(0.02)
    return True
