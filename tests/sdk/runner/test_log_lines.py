"""The log of a run: no program and no server writes lines of its own, or fills the disk."""

from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from saqqara_sdk.runner.log_lines import LONGEST, LogLines
from saqqara_sdk.runner.player import MOST_LOGGED
from tests.sdk.fake_service import FakeMatch, FakeService
from tests.sdk.runner.test_run_programs import played, program

DECISIONS = 40
FORGED = "2026-01-01 00:00:00 INFO connected"
SHOUTING = f"""
import json, sys
for text in sys.stdin:
    message = json.loads(text)
    match message["type"]:
        case "hello":
            answer = {{"type": "hello", "protocol": 1, "name": "shouting"}}
        case "turn":
            shout = chr(27) + "[2J" + chr(10) + "{FORGED}" + chr(13) + chr(10)
            answer = {{"type": "error", "version": message["version"], "message": shout * 3_000,
                "detail": shout * 10_000}}
        case _:
            answer = {{"type": "ready"}}
    print(json.dumps(answer), flush=True)
"""


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """What stands in the log of a run."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(LogLines("%(levelname)s %(message)s"))
    logger = logging.getLogger("saqqara_sdk")
    logger.addHandler(handler)
    try:
        yield log
    finally:
        logger.removeHandler(handler)


async def test_a_program_forges_no_line_and_fills_no_disk() -> None:
    """It fails every decision with megabytes of commands for a terminal and lines like ours."""
    service = FakeService([FakeMatch("m1", DECISIONS)])
    with program(sys.executable, "-c", SHOUTING) as bot, logged() as log:
        report = await played(service, bot)
    assert report.errors == DECISIONS
    text = log.getvalue()
    assert FORGED in text
    assert "\x1b" not in text
    assert "\r" not in text
    lines = text.splitlines()
    assert not [line for line in lines if line.startswith(FORGED)]
    faults = [line for line in lines if line.startswith("ERROR")]
    assert len(faults) == MOST_LOGGED + 1
    assert f"{DECISIONS - MOST_LOGGED} further faults" in faults[-1]
    assert len(text) < 2 * MOST_LOGGED * LONGEST


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x07", "\r", "\x9b2J", "\u2028", "\u202e"])
def test_nothing_in_an_entry_moves_a_terminal(sign: str) -> None:
    """What a server refused or a program said is shown, its commands are not."""
    record = logging.LogRecord("x", logging.INFO, "", 0, "before%safter", (sign,), None)
    text = LogLines("%(message)s").format(record)
    assert sign[0] not in text
    assert text.startswith("before\ufffd")
