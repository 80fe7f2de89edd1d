"""The processor time of a program over all of its processes, also those that have ended."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from weakref import ref

import pytest

from saqqara_runner.processes import used_ns
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.line_bot import LineBot
from saqqara_sdk.runner import processor_time
from saqqara_sdk.runner.processor_time import ProcessorTime
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms
from saqqara_sdk.sandbox.cgroups import OWN, ROOT, Group, new_group

NS_PER_S = 1_000_000_000
SPINS_S = 0.3
WAIT_S = 60
SPINS = f"""import json, sys, time
while time.process_time() < {SPINS_S}: pass
print(json.dumps({{"type": "hello", "protocol": 1, "name": "spins"}}), flush=True)
for line in sys.stdin: pass
"""
"""It uses all of its time before it says hello."""
FORGOTTEN_S = 0.1
FORGOTTEN = 6
FORGETS = f"""import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range({FORGOTTEN}):
    if not os.fork():
        while time.process_time() < {FORGOTTEN_S}: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass
{SPINS.replace(str(SPINS_S), "0")}"""
"""It lets others work, one after the other, and has the kernel forget them."""


class Counted:
    """What was counted for each process, at most."""

    def __init__(self) -> None:
        self._most: dict[int, int] = {}

    def __call__(self, pid: int) -> int:
        """Count for one more time."""
        self._most[pid] = max(self._most.get(pid, 0), found := used_ns(pid))
        return found

    @property
    def processes(self) -> int:
        """How many were looked at."""
        return len(self._most)

    @property
    def total(self) -> int:
        """What is to be paid."""
        return sum(self._most.values())


def beat_in_the_end(program: Program, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ask for the time just before a process is killed, and once more before it is let go."""
    beats, kill = list[int](), LineBot.kill

    def asked(line_bot: LineBot) -> None:
        beats.append(program.used_ns())
        kill(line_bot)
        beats.append(program.used_ns())

    monkeypatch.setattr(LineBot, "kill", asked)
    return beats


def test_what_has_ended_stays_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match has a fresh process: the sum only grows, and is that of what each has used."""
    waits, counted = threading.Semaphore(0), Counted()
    terms = ProgramTerms(
        (sys.executable, "-c", SPINS),
        Limits(start_s=WAIT_S),
        is_fresh=True,
        used_ns=counted,
        ready=waits.release,
    )
    program, matches = Program(terms), 3
    beats = beat_in_the_end(program, monkeypatch)
    with closing(program):
        program.open()
        assert waits.acquire(timeout=WAIT_S)
        for played in range(1, matches + 1):
            beats.append(program.used_ns())
            assert beats[-1] >= played * SPINS_S * NS_PER_S
            program.give_back(program.take(program.bot(), WAIT_S))
            assert waits.acquire(timeout=WAIT_S), "another process waits"
        beats.append(program.used_ns())
    beats += [program.used_ns(), program.used_ns()]
    assert beats == sorted(beats)
    assert counted.processes == matches + 1
    assert beats[-1] == counted.total


def test_who_has_ended_is_neither_looked_at_nor_kept() -> None:
    """Whoever has listed it as alive before may look after its last look, while it dies."""
    looks = iter([300, 300, 600])
    used = ProcessorTime(lambda _pid: next(looks))
    line_bot = LineBot((sys.executable, "-c", SPINS), Limits(start_s=WAIT_S))
    line_bot.introduce()
    alive = [line_bot]
    try:
        assert used.of_all(alive) == 300
        used.of_last(line_bot)
        assert used.of_all(alive) == 300
        used.of_last(line_bot)
        assert used.of_all(alive) == 300
        assert next(looks) == 600, "nobody has looked"
    finally:
        line_bot.kill()
    kept = ref(line_bot)
    alive.clear()
    del line_bot
    gc.collect()
    assert kept() is None


def test_nobody_counts_where_nobody_can_tell() -> None:
    """As on a machine of an author's own."""
    with closing(Program(ProgramTerms((sys.executable, "-c", SPINS), Limits()))) as program:
        program.open()
        assert program.used_ns() == 0


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> Iterator[Group]:
    """A real group such as a sandbox makes, but without limits: this takes no controllers."""
    lines = OWN.read_text().splitlines() if OWN.exists() else []
    own = next((line[3:].strip("/") for line in lines if line.startswith("0::")), None)
    roots = [] if own is None else [ROOT, ROOT / "unified"]
    root = next((one for one in roots if (one / str(own) / "cgroup.procs").is_file()), None)
    if root is None:
        pytest.skip("there is no cgroup v2 here")
    monkeypatch.setattr(processor_time, "ROOT", root)
    made = Group(root / str(own) / f"saqqara-{os.getpid()}-0")
    try:
        made.folder.mkdir()
    except OSError as error:
        pytest.skip(f"no group of cgroup v2 can be made here: {error}")
    yield made
    made.end()


def test_in_a_group_nobody_is_forgotten(group: Group) -> None:
    """Also children that the kernel forgets, since their parent ignores that they end."""
    enters = ("/bin/sh", "-c", 'echo 0 > "$0" && exec "$@"', str(group.door))
    program = Program(
        ProgramTerms(
            (*enters, sys.executable, "-c", FORGETS), Limits(start_s=WAIT_S), used_ns=used_ns
        )
    )
    with closing(program):
        program.open()
        time_ns = program.used_ns()
        assert time_ns >= FORGOTTEN * FORGOTTEN_S * NS_PER_S
    assert program.used_ns() >= time_ns


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("0::/above/{name}", 7_000),
        ("4:memory:/{name}\n0::/above/{name}\n", 7_000),
        ("0::/above", 300),
        ("0::/above/other-{name}", 300),
        ("4:memory:/above/{name}", 300),
        ("0::/gone/{name}", 300),
    ],
)
def test_only_a_group_of_its_own_tells(
    of: str, expected: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of others a program pays nothing: without a group of its sandbox its processes are asked."""
    above = tmp_path / "above"
    above.mkdir()
    name = new_group(above, 64, 8).folder.name
    for place in (above, above / name, above / f"other-{name}"):
        place.mkdir(exist_ok=True)
        (place / "cpu.stat").write_text("usage_usec 7\nuser_usec 4\nsystem_usec 3\n")
    line_bot = LineBot((sys.executable, "-c", SPINS), Limits(start_s=WAIT_S))
    line_bot.introduce()
    try:
        (tmp_path / str(line_bot.pid)).mkdir()
        (tmp_path / str(line_bot.pid) / "cgroup").write_text(of.format(name=name))
        monkeypatch.setattr(processor_time, "ROOT", tmp_path)
        monkeypatch.setattr(processor_time, "PROC", tmp_path)
        assert ProcessorTime(lambda _pid: 300).of_all([line_bot]) == expected
    finally:
        line_bot.kill()
