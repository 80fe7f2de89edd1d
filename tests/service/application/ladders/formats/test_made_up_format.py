"""A format of ladders is a module and two rows: with a made-up one, a season is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import saqqara_service

MADE_UP = Path(__file__).parent / "made_up"
ROW = '    HILL = "hill"\n    """The best bot so far meets all others."""\n\n'
RULES = "        LadderRules(format=LadderFormat.HILL, length=LadderLength.BLOCKS),\n"


def test_a_made_up_format_plays_a_season(redis_url: str, tmp_path: Path) -> None:
    """The service, copied, with nothing else changed."""
    (package,) = saqqara_service.__path__
    copy = tmp_path / "places" / "saqqara_service"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(MADE_UP / "hill.py", copy / "application" / "ladders" / "formats")
    rows = copy / "models" / "ladder_formats.py"
    text = rows.read_text(encoding="utf-8")
    for place, row in (("    @property\n    def rules", ROW), ("    )\n}\n", RULES)):
        before, found, after = text.partition(place)
        assert found
        text = before + row + found + after
    rows.write_text(text, encoding="utf-8")
    places = [str(copy.parent), str(Path.cwd()), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.service.application.ladders.formats.made_up.season",
            redis_url,
            str(tmp_path),
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
