"""What fails once is told, what fails twice has failed; what is broken is not tried again."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.tiers.again import outcomes

ROOT = Path(__file__).parents[2]
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
"""The project's plugins take longer to start than these tests."""
ONCE = """
from pathlib import Path

def failed_before(name):
    mark = Path(__file__).parent / name
    try:
        return mark.exists()
    finally:
        mark.touch()
"""
PASSES = "def test_passes(): pass\n"
FLAKY = "from once import failed_before\ndef test_chance(): assert failed_before('chance')\n"
FAULT = "def test_fault(): assert 2 + 2 == 5\n"
DIES = f"{FLAKY}import os\ndef test_dies(): failed_before('death') or os._exit(9)\n"
MANY = f"{FLAKY}import pytest\n@pytest.mark.parametrize('one', range(21))\n\
def test_many(one): assert failed_before(str(one))\n"


@dataclass(frozen=True, slots=True)
class Case:
    """A file of tests, and what a run says of it.

    A `code` of None is any but 0; `named` is what `make test-again` counts.
    """

    written: str
    code: int | None
    lines: tuple[str, ...] = ()
    absent: tuple[str, ...] = ("flaky:",)
    named: dict[str, str] = field(default_factory=dict)


UNTRIED = ("second try", "flaky:")
CASES = {
    "flaky": Case(FLAKY, 0, ("second try: 1", "def test_chance"), (), {"chance": "flaky"}),
    "fault": Case(FAULT, 1, ("second try: 1",), named={"fault": "failed"}),
    "both": Case(FLAKY + FAULT, 1, ("second try: 2",), named={"fault": "failed"}),
    "dead worker": Case(DIES, None, ("died",), UNTRIED, {"chance": "failed", "dies": "failed"}),
    "collection": Case("import nowhere\n", None, ("cannot be collected",), UNTRIED),
    "empty": Case("", 5, absent=UNTRIED),
    "many": Case(
        MANY,
        1,
        ("no second try: 22",),
        named={"chance": "failed"} | {f"many[{one}]": "failed" for one in range(21)},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_only_what_passes_alone_is_chance(tmp_path: Path, case: Case) -> None:
    """The exit status is 0 for nothing else."""
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (tmp_path / "once.py").write_text(ONCE)
    (tmp_path / "test_one.py").write_text(case.written)
    if case.written:
        (tmp_path / "test_two.py").write_text(PASSES)
    done = subprocess.run(
        [sys.executable, "-m", "tests.tiers.tries"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", **BARE},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == case.code if case.code is not None else done.returncode != 0, said
    assert [line for line in case.lines if line not in said] == [], said
    assert [line for line in case.absent if line in said] == [], said
    named = {f"test_one.py::test_{name}": outcome for name, outcome in case.named.items()}
    assert {name: one for name, one in outcomes(said).items() if "::" in name} == named, said
