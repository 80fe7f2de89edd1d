"""The site builds from all pages, docstrings and programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import saqqara_sdk

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


def test_the_reference_is_whole() -> None:
    """Every module whose names the SDK offers first is told of."""
    pages = (ROOT / "docs" / "reference").glob("*.md")
    modules = set(re.findall(r"automodule:: (\S+)", "".join(page.read_text() for page in pages)))
    assert modules >= {getattr(saqqara_sdk, name).__module__ for name in saqqara_sdk.__all__}
