"""Compiled or not, the rules are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = 10_000
FINDER = "_saqqara_compiled"


def ran(*words: str, **surroundings: str) -> str:
    """What a Python of its own prints."""
    result = subprocess.run(
        (sys.executable, *words),
        cwd=ROOT,
        env={**os.environ, "SAQQARA_PURE": "0", **surroundings},
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout.strip()


@pytest.fixture
def compiled() -> None:
    """There are compiled modules, made from the sources as they are."""
    if find_spec(FINDER) is None:
        pytest.skip("nothing is compiled here: `make compiled` needs a C compiler")
    if changed := import_module(FINDER).changed():
        pytest.skip(f"{len(changed)} files changed since they were compiled: make compiled")


@pytest.mark.usefixtures("compiled")
def test_ten_thousand_random_games_are_the_same_in_both_builds() -> None:
    """Every action on offer, every shuffle, every view of an end and all points."""
    module, games = "tests.engine.fingerprint", str(GAMES)
    of_compiled = ran("-m", module, games).split()
    of_pure = ran("-m", module, games, SAQQARA_PURE="1").split()
    assert (of_compiled[0], of_pure[0]) == ("compiled", "pure")
    assert of_compiled[1] == of_pure[1]


@pytest.mark.usefixtures("compiled")
def test_what_has_changed_since_it_was_compiled_runs_as_python(tmp_path: Path) -> None:
    """A stale module never runs: with one other byte in a source all run from their sources."""
    found = find_spec(FINDER)
    assert found is not None
    assert found.origin is not None
    beside = Path(found.origin).parent
    shutil.copy(found.origin, tmp_path)
    shutil.copytree(beside / "_saqqara_made", tmp_path / "_saqqara_made")
    asks = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.meta_path[:] = "
        "[one for one in sys.meta_path if type(one).__name__ != 'Finder']; "
        f"sys.modules.pop({FINDER!r}, None); import {FINDER}; "
        "from saqqara_engine.build import IS_COMPILED; print(IS_COMPILED)"
    )
    assert ran("-c", asks) == "True"
    made = tmp_path / "_saqqara_made" / "made.json"
    made.write_text(made.read_text().replace('.py": "', '.py": "0', 1))
    assert ran("-c", asks) == "False"


@pytest.mark.usefixtures("compiled")
def test_the_command_says_which_build_runs() -> None:
    """`saqqara --version`, in each."""
    asks = ("-c", "from saqqara_sdk.cli import app; app(['--version'])")
    assert "engine: compiled (mypyc)" in ran(*asks)
    assert "engine: pure Python" in ran(*asks, SAQQARA_PURE="1")
