"""`saqqara record export`: records of both games as JSON lines, their plies as CSV."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app

KEPT = Path(__file__).parents[2] / "engine" / "records"


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


def test_timed_plies_go_to_a_file_with_their_clocks(tmp_path: Path) -> None:
    """What was charged and left stands beside each ply; a place without a folder is named."""
    games, table = tmp_path / "games", tmp_path / "plies.csv"
    words = ["play", "random", "random", "--blocks", "1", "--time-control", "fischer:60+0.5"]
    assert CliRunner().invoke(app, [*words, "--records", str(games)]).exit_code == 0
    asked = ["record", "export", str(games), "--format", "csv", "--out"]
    assert CliRunner().invoke(app, [*asked, str(table)]).exit_code == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    plies = [
        ply
        for path in sorted(games.glob("*.json"))
        for ply in json.loads(path.read_text())["plies"]
    ]
    clocks = [(int(row["charged_ms"]), int(row["left_ms"])) for row in rows]
    assert clocks == [(ply["clock"]["chargedMs"], ply["clock"]["leftMs"]) for ply in plies]
    refused = CliRunner().invoke(app, [*asked, str(tmp_path / "nowhere" / "plies.csv")])
    assert refused.exit_code != 0
    assert "cannot be written" in refused.stderr


def test_who_has_read_enough_is_no_failure(tmp_path: Path) -> None:
    """As in `saqqara record export … | head -1`."""
    kept = KEPT / "imhotep-3p.json"
    for number in range(20):  # more than a pipe holds
        (tmp_path / f"{number}.json").write_text(kept.read_text())
    command = [str(Path(sys.executable).with_name("saqqara")), "record", "export", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as exporting:
        assert exporting.stdout is not None
        assert exporting.stderr is not None
        assert exporting.stdout.readline()
        exporting.stdout.close()
        assert exporting.stderr.read() == b""
    assert exporting.returncode == 0


def test_a_list_tells_what_holds_and_names_what_does_not(tmp_path: Path) -> None:
    """A forged record is listed as such, a broken one is named, the others are listed."""
    kept = KEPT / "duel-preset-b.json"
    forged = json.loads(kept.read_text()) | {"seats": ["[red]</script>", "b"]}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    (tmp_path / "broken.json").write_text("{")
    result = CliRunner().invoke(app, ["record", "list", "--json", str(kept), str(tmp_path)])
    lines = json.loads(result.stdout)
    assert result.exit_code == 1
    assert "broken.json" in result.stderr
    assert [bool(line["contradiction"]) for line in lines] == [False, True]
    drawn = CliRunner().invoke(app, ["record", "list", str(kept)])
    assert drawn.exit_code == 0
    assert "yes" in drawn.stdout
