"""The site builds from all pages, docstrings and programs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import saqqara_sdk

ROOT = Path(__file__).parents[2]


def test_the_site_is_read_without_a_warning(tmp_path: Path) -> None:
    """Every page is in the contents, and every reference, docstring and program can be told.

    `llms.txt` lists the same pages, and each lies beside it as Markdown.
    """
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
    text = (tmp_path / "llms.txt").read_text()
    assert text.startswith("# Saqqara\n\n> Saqqara lets bots and people play")
    pages = re.findall(r"^- \[(.+)\]\((.+\.md)\)$", text, re.MULTILINE)
    assert ("Tutorial", "docs/tutorial.md") in [
        (title.split(":")[0], page) for title, page in pages
    ]
    for _, page in pages:
        assert (tmp_path / page).read_text() == (ROOT / page).read_text()


def test_the_reference_is_whole() -> None:
    """Every module whose names the SDK offers first is told of."""
    pages = (ROOT / "docs" / "reference").glob("*.md")
    modules = set(re.findall(r"automodule:: (\S+)", "".join(page.read_text() for page in pages)))
    assert modules >= {getattr(saqqara_sdk, name).__module__ for name in saqqara_sdk.__all__}
