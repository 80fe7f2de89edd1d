"""Records of strangers: they move no terminal and no spreadsheet, and are read so far only."""

from __future__ import annotations

import csv
import json
import os
import resource
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from saqqara_sdk.records.files import LARGEST

KEPT = Path(__file__).parents[2] / "engine" / "records" / "imhotep-3p.json"
NAMES = ("\x1b]0;title\x07\x1b[2J", "=HYPERLINK(1)", "\u202egnp.exe\x9b31m")
SIGNS = ("\x1b", "\x07", "\x9b", "\u202e")
MEMORY = 1 << 30
"""Bytes that the command may take: less than the file pretends to have."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A record whose seats have names that a terminal would obey."""
    record = json.loads(KEPT.read_text())
    record["seats"] = list(NAMES)
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize(
    "words", ["show", "show --ply 3", "show --table", "list", "verify", "list --json"]
)
def test_names_are_shown_and_obeyed_by_no_terminal(hostile: Path, words: str) -> None:
    """Every sign that would move it is replaced, also where the record is refused."""
    command, *options = words.split()
    shown = CliRunner().invoke(app, ["record", command, str(hostile), *options])
    assert shown.stdout + shown.stderr
    assert not [sign for sign in SIGNS if sign in shown.stdout + shown.stderr]


def test_cells_are_no_formulas(hostile: Path) -> None:
    """A name that begins like one is quoted, as on the pages; figures stay as they are."""
    result = CliRunner().invoke(app, ["record", "export", str(hostile), "--format", "csv"])
    rows = list(csv.DictReader(StringIO(result.stdout)))
    assert {row["bot"] for row in rows if row["seat"] == "1"} == {f"'{NAMES[1]}"}
    assert all(row["total"].isdigit() for row in rows)


@pytest.mark.parametrize("kind", ["device", "sparse"])
@pytest.mark.parametrize("command", ["verify", "show", "list"])
def test_what_is_no_record_is_read_no_further_than_one_is_long(
    tmp_path: Path, kind: str, command: str
) -> None:
    """A device without end and a file of 3 GB are refused by a sentence, in little memory."""
    path = Path("/dev/zero")
    if kind == "sparse":
        path = tmp_path / "sparse.json"
        with path.open("wb") as file:
            file.truncate(3 << 30)
    ended = subprocess.run(
        [Path(sys.executable).with_name("saqqara"), "record", command, str(path)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    assert f"exceeds {LARGEST >> 20} MiB" in ended.stderr
