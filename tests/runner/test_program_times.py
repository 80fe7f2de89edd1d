"""The processor time of a program over all of its processes, also those that have ended."""

from __future__ import annotations

import sys
import threading
from contextlib import closing

from saqqara_runner.processes import used_ns
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms

NS_PER_S = 1_000_000_000
SPINS_S = 0.3
WAIT_S = 60
SPINS = f"""import json, sys, time
while time.process_time() < {SPINS_S}: pass
print(json.dumps({{"type": "hello", "protocol": 1, "name": "spins"}}), flush=True)
for line in sys.stdin: pass
"""
"""It uses all of its time before it says hello."""


def test_what_has_ended_stays_used() -> None:
    """Each match has a fresh process, and the sum only grows, also after the end of all."""
    waits = threading.Semaphore(0)
    terms = ProgramTerms(
        (sys.executable, "-c", SPINS),
        Limits(),
        is_fresh=True,
        used_ns=used_ns,
        ready=waits.release,
    )
    program, told = Program(terms), [0]
    with closing(program):
        program.open()
        assert waits.acquire(timeout=WAIT_S)
        for played in range(1, 4):
            told.append(program.used_ns())
            assert told[-1] >= played * SPINS_S * NS_PER_S
            program.give_back(program.take())
            assert waits.acquire(timeout=WAIT_S), "another process waits"
        told.append(program.used_ns())
    told += [program.used_ns(), program.used_ns()]
    assert told == sorted(told)
    assert told[-1] < 10 * len(told) * SPINS_S * NS_PER_S


def test_nobody_counts_where_nobody_can_tell() -> None:
    """As on a machine of an author's own."""
    with closing(Program(ProgramTerms((sys.executable, "-c", SPINS), Limits()))) as program:
        program.open()
        assert program.used_ns() == 0
