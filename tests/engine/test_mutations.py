"""Tests notice mistakes: each of some deliberate ones in the rules makes a named test fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import saqqara_engine
from tests.engine.mutations import MUTATIONS, Mutation

ENGINE = Path(saqqara_engine.__file__).parent
TESTS = Path("tests/engine")
SOME_FAILED, NONE_FAILED = 1, 0
AT_ONCE = 2


# The project's plugins take longer to start than the tests to run, and these need none.
PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-x",
    "-p",
    "no:cacheprovider",
    "--noconftest",
    "--import-mode=importlib",
)


def outcome(tests: list[str], engine: Path) -> int:
    """The exit code of pytest over some tests, with another copy of the engine in front."""
    configuration = engine / "pytest.ini"
    configuration.write_text("[pytest]\n", encoding="utf-8")
    places = [str(engine), str(Path.cwd()), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, *PYTEST, "-c", str(configuration), "--rootdir", ".", *tests],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(places),
            "PYTHONDONTWRITEBYTECODE": "1",
            "SAQQARA_PURE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        timeout=100,
        check=False,
    ).returncode


def copied(folder: Path) -> Path:
    """A copy of the engine to change, with its bytecode."""
    half_written = shutil.ignore_patterns("*.pyc.*")
    shutil.copytree(ENGINE, folder / ENGINE.name, ignore=half_written)
    return folder


def mutated(mutation: Mutation, folder: Path) -> int:
    """What the named test says once the engine has the mistake."""
    file = copied(folder) / ENGINE.name / mutation.file
    text = file.read_text(encoding="utf-8")
    assert text.count(mutation.original) == 1, f"{mutation.rule}: {mutation.file} has changed"
    file.write_text(text.replace(mutation.original, mutation.mutated), encoding="utf-8")
    return outcome([str(TESTS / mutation.test)], folder)


def test_there_are_twenty_rules() -> None:
    """Each rule is named once, and each mistake is one."""
    assert len({mutation.rule for mutation in MUTATIONS}) == len(MUTATIONS) >= 20
    assert all(mutation.original != mutation.mutated for mutation in MUTATIONS)


def test_the_named_tests_pass_without_a_mistake(tmp_path: Path) -> None:
    """A copy of the engine is as good as the engine."""
    tests = sorted({str(TESTS / mutation.test) for mutation in MUTATIONS})
    assert outcome(tests, copied(tmp_path)) == NONE_FAILED


@pytest.mark.timeout(300)
def test_every_mistake_is_noticed(tmp_path: Path) -> None:
    """The named test fails, not the import of what was changed."""
    folders = [tmp_path / str(number) for number in range(len(MUTATIONS))]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        codes = list(pool.map(mutated, MUTATIONS, folders))
    unnoticed = [
        mutation.rule
        for mutation, code in zip(MUTATIONS, codes, strict=True)
        if code != SOME_FAILED
    ]
    assert unnoticed == []
