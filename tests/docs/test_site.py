"""The site builds from all pages, docstrings and programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_site_is_read_without_a_warning(tmp_path: Path) -> None:
    """Every page is in the contents, and every reference, docstring and program can be told."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"),
            *("-b", "dummy", "-c", "docs", ".", str(tmp_path)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
