"""Others that keep a program from a processor are told of; what it does itself never is."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from saqqara_runner import starvation
from saqqara_runner.processes import Process, Processes, can_tell, capacity, look
from saqqara_runner.starvation import Starving, Strain, starved_ns

BOT, CHILD, OTHER, FURTHER, KERNEL = 100, 101, 200, 201, 2
S = 1_000_000_000
PATIENCE_S = 30.0
MORTAL = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (60, 60))\n"
"""Whoever kills the tests leaves nothing that computes for ever."""
BUSY = "while True: pass"
SLEEPS = "import time; print('here', flush=True); time.sleep(600)"
FORKS = """import os
for _ in range(16):
    if not os.fork():
        while True: pass
while True: pass
"""
HIDES = """import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def spin():
    until = time.monotonic() + 0.03
    while time.monotonic() < until: pass
while True:
    for _ in range(8):
        if not os.fork():
            spin()
            os._exit(0)
    spin()
"""
"""Its children are gone before anybody looks, and nobody is told what they used."""


def seen(at_s: float, used: dict[int, float]) -> Processes:
    """What is seen at a moment: seconds of processor time by process."""
    parents = {BOT: 1, CHILD: BOT, OTHER: 1, FURTHER: 1, KERNEL: 0}
    found = {
        pid: Process(parents[pid], 7, round(seconds * S), pid == KERNEL)
        for pid, seconds in used.items()
    }
    return Processes(round(at_s * S), round(at_s * S), found, 0, {BOT: [CHILD]})


@pytest.mark.parametrize(
    ("used", "waited", "starved"),
    [
        ({OTHER: 1.0, FURTHER: 1.0}, 0.9, 0.9),
        ({OTHER: 1.0, FURTHER: 0.4}, 0.9, 0.4),
        ({OTHER: 1.0, FURTHER: 1.0}, 0.1, 0.1),
        ({OTHER: 1.0}, 0.9, 0.0),
        ({OTHER: 0.5, CHILD: 1.5}, 0.9, 0.0),
        ({CHILD: 2.0}, 0.9, 0.0),
        ({}, 0.9, 0.0),
        ({OTHER: 1.0, KERNEL: 1.0}, 0.9, 0.0),
    ],
    ids=[
        *("two others", "one and a part", "it sleeps", "a processor is free", "its own children"),
        *("only its own", "hidden children", "the kernel"),
    ],
)
def test_only_what_others_took_beyond_all_processors_but_one_counts(
    used: dict[int, float], waited: float, starved: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two processors one is the bot's; and it has to have wanted it."""
    monkeypatch.setattr(starvation, "capacity", lambda: (2.0, False))
    before = (seen(0, dict.fromkeys((BOT, CHILD, OTHER, FURTHER, KERNEL), 0.0)), {"100": 0})
    idle = dict.fromkeys((BOT, CHILD, OTHER, FURTHER, KERNEL), 0.0)
    after = (seen(1, idle | used), {"100": round(waited * S)})
    assert starved_ns(before, after, BOT) == pytest.approx(starved * S)


@contextmanager
def running(script: str, count: int = 1) -> Iterator[int]:
    """So many processes of a script; the number of the last one."""
    started = [
        subprocess.Popen([sys.executable, "-c", MORTAL + script], start_new_session=True)
        for _ in range(count)
    ]
    try:
        yield started[-1].pid
    finally:
        for one in started:
            os.killpg(one.pid, 9)
            one.wait()


def strain_of(pid: int, seconds: float) -> tuple[Strain, int]:
    """What a decision of that length was like, and what its processes used meanwhile."""
    watch, name = Starving(), ("s", "m")

    def used_ns() -> int:
        now = look()
        return sum(now.by_id[one].used_ns for one in now.tree(pid) if one in now.by_id)

    before = used_ns()
    with watch.thinking(name, pid):
        time.sleep(seconds)
    return watch.strains()[name], used_ns() - before


@pytest.mark.skipif(not can_tell(), reason="this kernel does not tell how long processes wait")
def test_a_program_among_busy_others_is_starved() -> None:
    """Real loops on every processor, several times over."""
    others = 4 * round(capacity()[0])
    with running(BUSY, others), running(BUSY) as bot:
        strain, used_ns = strain_of(bot, 4)
    assert strain.starved_ns > strain.thought_ns / 10
    assert strain.starved_ns + used_ns < strain.thought_ns * 1.1


@pytest.mark.skipif(not can_tell(), reason="this kernel does not tell how long processes wait")
@pytest.mark.parametrize("script", [FORKS, HIDES], ids=["forks", "hides"])
def test_a_program_that_starves_itself_gains_nothing(script: str) -> None:
    """Its own children are what it waits for, seen or not."""
    with running(script) as bot:
        time.sleep(0.5)
        before = look()
        strain, _ = strain_of(bot, 3)
        after = look()
    own = before.tree(bot) | after.tree(bot)
    passed_ns = after.at_ns - before.at_ns
    taken_ns = (
        after.stolen_ns
        - before.stolen_ns
        + sum(
            after.by_id[one].used_ns - before.by_id[one].used_ns
            for one in (before.by_id.keys() & after.by_id.keys()) - own
        )
    )
    if taken_ns > (capacity()[0] - 1) * passed_ns * 0.4:
        pytest.skip("others are busy here, who would starve it")
    assert strain.starved_ns < passed_ns // 10 + taken_ns // 2  # others come in bursts


def test_a_sleeping_program_is_never_starved() -> None:
    """It wants no processor, however busy they are."""
    with running(BUSY, 4):
        sleeper = subprocess.Popen([sys.executable, "-c", SLEEPS], stdout=subprocess.PIPE)
        assert sleeper.stdout is not None
        assert sleeper.stdout.readline() == b"here\n"
        time.sleep(0.5)
        strain, _ = strain_of(sleeper.pid, 2)
        sleeper.kill()
        sleeper.wait()
        sleeper.stdout.close()
    assert strain.starved_ns < S // 5


def test_a_look_that_fails_is_logged_and_spoils_no_decision(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The watch ends only until the next decision; the last look at one may fail as well."""
    watch, broken = Starving(), threading.Event()

    def look_if_whole() -> Processes:
        if broken.is_set():
            raise OSError("no more files may be open")
        return look()

    monkeypatch.setattr(starvation, "look", look_if_whole)
    broken.set()
    with watch.thinking(("s", "m"), os.getpid()):
        until(lambda: watch._thread is None)
    broken.clear()
    with watch.thinking(("s", "m"), os.getpid()):
        (thought,) = watch._open.values()
        until(lambda: thought.seen is not None)
        broken.set()
    assert caplog.text.count("not measured") >= 2
    assert watch._open == {}


def until(is_so: Callable[[], bool]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)
