"""What fails once is told, what fails twice has failed; what is broken is not tried again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
"""The project's plugins take longer to start than these tests."""
RUN = "import sys; from tests.tiers.tries import run; sys.exit(run(sys.argv[1:]))"
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


@pytest.mark.parametrize(
    ("written", "code", "told", "untold"),
    [
        (FLAKY, 0, ("second try: 1", "flaky: test_one.py::test_chance", "def test_chance"), ()),
        (FAULT, 1, ("second try: 1",), ("flaky:",)),
        (FLAKY + FAULT, 1, ("second try: 2",), ("flaky:",)),
        (DIES, None, ("died",), ("second try", "flaky:")),
        ("import nowhere\n", None, ("cannot be collected",), ("second try", "flaky:")),
        ("", 5, (), ("second try", "flaky:")),
        (MANY, 1, ("no second try: 22",), ("flaky:",)),
    ],
    ids=["flaky", "fault", "both", "dead worker", "collection", "empty", "many"],
)
def test_only_what_passes_alone_is_chance(
    tmp_path: Path, written: str, code: int | None, told: tuple[str, ...], untold: tuple[str, ...]
) -> None:
    """The exit status is 0 for nothing else; `None` is any other."""
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    (tmp_path / "once.py").write_text(ONCE)
    (tmp_path / "test_one.py").write_text(written)
    if written:
        (tmp_path / "test_two.py").write_text(PASSES)
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", **BARE},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == code if code is not None else done.returncode != 0, said
    assert [line for line in told if line not in said] == [], said
    assert [line for line in untold if line in said] == [], said
