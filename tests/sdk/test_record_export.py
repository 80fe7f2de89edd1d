"""`saqqara record export`: records of both games as JSON lines, their plies as CSV."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app

KEPT = Path(__file__).parents[1] / "engine" / "records"


@pytest.mark.parametrize("name", ["duel-preset-b", "imhotep-3p"])
def test_records_become_rows_and_broken_files_are_named(name: str, tmp_path: Path) -> None:
    """What can be read is exported whole; what cannot is named, and the command ends with 1."""
    kept, broken = KEPT / f"{name}.json", tmp_path / "broken.json"
    broken.write_text("{")
    record = json.loads(kept.read_text())
    lines = CliRunner().invoke(app, ["record", "export", str(tmp_path), str(kept)])
    assert (lines.exit_code, json.loads(lines.stdout)) == (1, record)
    assert "broken.json" in lines.stderr
    table = CliRunner().invoke(app, ["record", "export", str(kept), "--format", "csv"])
    rows = list(csv.DictReader(StringIO(table.stdout)))
    assert table.exit_code == 0
    assert [row["action"] for row in rows] == [ply["action"] for ply in record["plies"]]
    assert {int(row["place"]) for row in rows} == set(record["placements"])
