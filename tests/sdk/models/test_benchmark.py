"""`saqqara bench-model` against a scripted endpoint: counts, tracks, twins, and going on."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from saqqara_engine.records.record import verify
from saqqara_sdk.cli import app
from saqqara_sdk.models.benchmark import EXAMPLE, Benchmark
from saqqara_sdk.records.files import load
from tests.sdk.models.scripted_endpoint import COMPLETION_TOKENS, PROMPT_TOKENS, serving

CONFIG = """
game = "duel"
anchors = ["random", "greedy"]
blocks = 1
[models.scribe]
url = "http://127.0.0.1:{port}/v1"
model = "scripted"
prompt_price = 1.0
completion_price = 2.0
[tracks.listed]
[tracks.once]
rethinks = 0
"""

OTHER = '[models.Scribe]\nurl = "http://127.0.0.1:1/v1"\nmodel = "other"\n'


def run(folder: Path, port: int, *words: str) -> Any:
    config = folder / "bench.toml"
    if not config.exists():
        config.write_text(CONFIG.format(port=port))
    out = str(folder / "out")
    return CliRunner().invoke(app, ["bench-model", str(config), "--out", out, *words])


def test_names_like_installed_bots_are_free() -> None:
    """Only those of a bot, or of a bot with a number of iterations, are taken."""
    for name in ("scribe", "random-7b", "learned-large"):
        config = tomllib.loads(CONFIG.format(port=1).replace("scribe", name))
        assert [*Benchmark.model_validate(config).models] == [name]


@pytest.mark.long
def test_a_benchmark(tmp_path: Path) -> None:
    """Each track has a row for the model, its twin and the anchors, and all records are whole."""
    script = ("legal", "illegal", "legal", "legal", "truncated", "legal", "cut", "legal")
    with serving(lambda number: script[number % len(script)]) as scripted:
        done = run(tmp_path, scripted.port, "--json")
        assert done.exit_code == 0, done.output
        listed, once = json.loads(done.stdout)
        asked = len(scripted.requests)
        again = run(tmp_path, scripted.port)
        assert len(scripted.requests) == asked, "finished blocks are played again"
    assert "Noise: scribe and its twin are" in again.output
    for report in (listed, once):
        rows = {row["bot"]: row for row in report["rows"]}
        assert set(rows) == {"scribe", "scribe twin", "random", "greedy"}
        assert report["matches"] == 8
        assert rows["random"]["costs"] is None
        for name in ("scribe", "scribe twin"):
            costs = rows[name]["costs"]
            answers = sum(costs["outcomes"].values()) - costs["outcomes"]["transport"]
            assert costs["decisions"] > 20
            assert costs["tokens"] * costs["decisions"] == pytest.approx(
                answers * (PROMPT_TOKENS + COMPLETION_TOKENS)
            )
            price = (PROMPT_TOKENS + 2 * COMPLETION_TOKENS) / 1e6
            assert costs["cost"] * costs["decisions"] == pytest.approx(answers * price)
            assert 0 < costs["illegal"] < 0.5
    in_all = [row["costs"]["undecided"] for row in listed["rows"] if row["costs"]]
    once_in_all = [row["costs"]["undecided"] for row in once["rows"] if row["costs"]]
    assert max(in_all) < min(once_in_all), "who may not answer again leaves more undecided"
    records = list((tmp_path / "out").glob("*/records/*.json"))
    assert len(records) == 16
    for record in records:
        verify(load(record))
    plot = (tmp_path / "out" / "plot.svg").read_text()
    assert plot.count("<circle") == 8


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ('game = "duel"', 'game = "go"', "game"),
        ("blocks = 1", "blocks = 0", "blocks"),
        ("[tracks.once]", "[tracks.once]\nsecret = 1", "tracks.once.secret"),
        ("[models.scribe]", '[models."../x"]', "models"),
        ('anchors = ["random", "greedy"]', 'anchors = ["nobody"]', "nobody"),
        ('game = "duel"', 'game = "imhotep"\nplayers = 4', "too few for 4 seats"),
        ("rethinks = 0", 'prompt = "missing.txt"', "missing.txt"),
        ("blocks = 1", "blocks = ", "TOML"),
        ("[models.scribe]", "[models.greedy]", "an installed bot"),
        ("[models.scribe]", "[models.mcts-250]", "an installed bot"),
        ("[models.scribe]", f"{OTHER}[models.scribe]", "too much alike"),
        ("[models.scribe]", f"{OTHER.replace('Scribe', 'scribe-twin')}[models.scribe]", "alike"),
    ],
)
def test_bad_files(tmp_path: Path, old: str, new: str, fix: str) -> None:
    """Each is one message that names the place, before anything is asked."""
    (tmp_path / "bench.toml").write_text(CONFIG.format(port=1).replace(old, new))
    done = run(tmp_path, 1)
    assert done.exit_code == 2
    assert fix in " ".join(done.output.split())
    assert "Traceback" not in done.output


def test_the_example_is_valid(tmp_path: Path) -> None:
    """What --example prints is a file that can be read."""
    shown = CliRunner().invoke(app, ["bench-model", "--example"])
    assert shown.stdout == EXAMPLE
    done = run(tmp_path, 1, "--example")
    assert done.exit_code == 0
