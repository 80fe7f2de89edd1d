"""The package as users get it: a wheel, installed in an empty environment as the docs say."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from saqqara_engine.games import GAMES
from tests.docs.pages import ROOT
from tests.prerequisites import lacks

PAGE = ROOT / "docs" / "howto" / "run-bots.md"
INSTALL = re.compile(r"^    pip install '(dist/\S+\.whl)(\[gym\])'$", re.MULTILINE)
DATA = {".lua", ".html", ".css", ".js", ".json", ".gz", ".npz", ".po", ".yaml", ".typed"}
"""What a wheel needs besides modules."""


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what `make dist` makes."""
    folder = tmp_path_factory.mktemp("elsewhere")
    made = ("make", "--silent", "dist", f"DIST={folder / 'dist'}")
    subprocess.run(made, cwd=ROOT, check=True, capture_output=True)
    return folder


def run(*words: str, cwd: Path, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """A command that knows nothing of this checkout."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(
        words, cwd=cwd, env=env | surroundings, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result


def test_the_line_of_the_page_installs_a_package_that_plays(dist: Path) -> None:
    """In an environment of its own, with the extra for programs that learn."""
    found = INSTALL.search(PAGE.read_text())
    assert found is not None
    run(sys.executable, "-m", "venv", "own", cwd=dist)
    run("own/bin/pip", "install", "--quiet", "".join(found.groups()), cwd=dist)
    (dist / "mine.py").write_text(
        "from saqqara_sdk import Bot\n\n"
        "class Mine(Bot):\n    def choose(self, turn):\n        return turn.legal_actions[0]\n"
    )
    words = ("own/bin/saqqara", "play", "mine.py:Mine", "greedy", "--blocks", "1")
    assert "2 games" in run(*words, cwd=dist).stdout
    result = run("own/bin/python", "-c", "from saqqara_sdk.gym.aec import env; env()", cwd=dist)
    assert not result.stderr
    assert shutil.which("saqqara-server", path=str(dist / "own/bin"))


def test_the_wheel_has_every_file_that_is_no_module(dist: Path) -> None:
    """Scripts of Redis, pages, weights and examples go along."""
    (wheel,) = (dist / "dist").glob("*.whl")
    there = set(zipfile.ZipFile(wheel).namelist())
    packages = [*ROOT.glob("*/saqqara_*")]
    wanted = {
        str(file.relative_to(package.parent))
        for package in packages
        for file in package.rglob("*")
        if file.suffix in DATA
    }
    assert any(name.endswith(".lua") for name in wanted)
    assert wanted <= there


def test_the_wheel_has_the_conformance_suites(dist: Path) -> None:
    """As they lie beside the rules, and the command finds them there."""
    (wheel,) = (dist / "dist").glob("*.whl")
    home = "saqqara_sdk/conformance/archives"
    archives = {
        file.name: file.read_bytes() for file in (ROOT / "engine/conformance").glob("*.tar.xz")
    }
    assert len(archives) == len(GAMES)
    with zipfile.ZipFile(wheel) as packed:
        assert {name: packed.read(f"{home}/{name}") for name in archives} == archives
        packed.extractall(dist / "unpacked")
    asks = "from saqqara_sdk.conformance.suite import published; print(*published().values())"
    surroundings = {"PYTHONPATH": str(dist / "unpacked"), "SAQQARA_PURE": "1"}
    names = run(sys.executable, "-c", asks, cwd=dist, **surroundings).stdout.split()
    assert {Path(path) for path in names} == {dist / "unpacked" / home / name for name in archives}


def test_the_sources_become_the_same_wheel(dist: Path) -> None:
    """Who installs from the packed sources gets no less."""
    (wheel,) = (dist / "dist").glob("*.whl")
    (sources,) = (dist / "dist").glob("*.tar.gz")
    (dist / "sources").mkdir()
    run("tar", "xzf", str(sources), cwd=dist / "sources")
    (folder,) = (dist / "sources").iterdir()
    words = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(dist / "again"))
    run(*words, cwd=folder, SAQQARA_COMPILE="0")
    (again,) = (dist / "again").glob("*.whl")
    assert zipfile.ZipFile(again).namelist() == zipfile.ZipFile(wheel).namelist()


def test_a_compiled_wheel_runs_compiled(tmp_path: Path) -> None:
    """Compiled modules lie beside their sources in a wheel for this Python and machine alone."""
    if shutil.which((sysconfig.get_config_var("CC") or "cl").split()[0]) is None:
        lacks("there is no C compiler here")
    words = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    run(*words, cwd=ROOT, SAQQARA_COMPILE="1")
    (wheel,) = tmp_path.glob("*.whl")
    assert "-none-any" not in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "own")
    asks = "from saqqara_engine.imhotep import flow; print(flow.__file__)"
    surroundings = {"PYTHONPATH": str(tmp_path / "own"), "SAQQARA_PURE": "1"}
    output = run(sys.executable, "-c", asks, cwd=tmp_path, **surroundings).stdout
    assert output.startswith(str(tmp_path / "own"))
    assert not output.strip().endswith(".py")


def test_a_tag_publishes_what_is_versioned() -> None:
    """The workflow runs all checks first, and only for a tag that names the package's version."""
    flow: dict[Any, Any] = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    assert flow[True] == {"push": {"tags": ["v*"]}}
    jobs = flow["jobs"]
    assert [jobs[name].get("needs") for name in ("check", "build", "wheels", "publish")] == [
        None,
        "check",
        "check",
        ["build", "wheels"],
    ]
    assert {"run": ".ci/run"} in jobs["check"]["steps"]
    asked = (sys.executable, "-m", "hatchling", "version")
    version = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    assert f"saqqara-{version.stdout.strip()}-py3" in PAGE.read_text()
