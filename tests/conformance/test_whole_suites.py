"""Every game of the published suites, played again by the engine; and what they cover."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from saqqara_sdk.conformance.suite import published, read
from tests.conformance.test_suites import agree


@pytest.mark.parametrize("name", published())
def test_a_suite_says_what_the_engine_says(name: str) -> None:
    """At every position of every game."""
    with published()[name].open("rb") as file:
        for case in read(file):
            agree(case)


def test_the_suites_cover_every_ruling_and_nearly_every_line() -> None:
    """What `make conformance-coverage` prints; it ends with 1 if a ruling is not shown."""
    done = subprocess.run(
        (sys.executable, "-m", "tests.conformance.coverage"),
        env={**os.environ, "SAQQARA_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2_000:]
    percent = float(done.stdout.split(" lines of the rules (")[1].split()[0])
    assert percent >= 95, done.stdout
