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


def test_a_list_tells_what_holds_and_names_what_does_not(tmp_path: Path) -> None:
    """A forged record is listed as such, a broken one is named, the others are listed."""
    kept = KEPT / "duel-preset-b.json"
    forged = json.loads(kept.read_text()) | {"seats": ["[red]</script>", "b"]}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    (tmp_path / "broken.json").write_text("{")
    told = CliRunner().invoke(app, ["record", "list", "--json", str(kept), str(tmp_path)])
    lines = json.loads(told.stdout)
    assert told.exit_code == 1
    assert "broken.json" in told.stderr
    assert [bool(line["contradiction"]) for line in lines] == [False, True]
    drawn = CliRunner().invoke(app, ["record", "list", str(kept)])
    assert drawn.exit_code == 0
    assert "yes" in drawn.stdout
