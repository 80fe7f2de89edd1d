"""The bots that the pages and `saqqara bot new` write hold in mypy's strict mode."""

from __future__ import annotations

from pathlib import Path

from mypy import api
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from tests.docs.pages import ROOT, blocks_of

PAGES = ("README.md", "docs/tutorial.md", "bots/README.md")


def test_bots_of_the_pages_are_typed(tmp_path: Path) -> None:
    """An author who copies one gets no complaint from a type checker."""
    written: list[Path] = []
    for page in PAGES:
        for block in blocks_of(ROOT / page):
            if block.language == "python" and "(Bot)" in block.text:
                written.append(tmp_path / f"bot_{len(written)}.py")
                written[-1].write_text(block.text)
    CliRunner().invoke(app, ["bot", "new", "digger", "--in", str(tmp_path)], catch_exceptions=False)
    config = f"--config-file={ROOT / 'pyproject.toml'}"
    cache = f"--cache-dir={ROOT / '.mypy_cache'}"
    files = map(str, [*written, tmp_path / "digger.py"])
    output, failed, code = api.run(["--strict", config, cache, *files])
    assert len(written) >= len(PAGES) - 1
    assert code == 0, output + failed
