"""An installation that fails ends with one sentence that names the way out."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The files that `make install` reads, without an environment."""
    (tmp_path / "engine").mkdir()
    for name in ("Makefile", "pyproject.toml", "engine/hatch_build.py", "engine/hatch_finder.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "locks", tmp_path / "locks")
    return tmp_path


def fail(*command: str, **environment: str) -> str:
    """Return the last line of a command that must fail, without make's own."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    lines = (done.stdout + done.stderr).splitlines()
    return [line for line in lines if not line.startswith("make")][-1]


def test_failed_download(clone: Path) -> None:
    """Without a network pip's own lines are followed by what to check."""
    refused = {
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_RETRIES": "0",
        "PIP_FIND_LINKS": "",
    }
    line = fail("make", "-C", str(clone), "install", f"PYTHON={sys.executable}", **refused)
    assert "check the network or PIP_INDEX_URL" in line


def test_slow_download(clone: Path) -> None:
    """Without a terminal a line says every ten seconds, here every second, that pip works."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        index = f"http://127.0.0.1:{silent.getsockname()[1]}/simple"
        command = ("make", "-C", str(clone), "install", f"PYTHON={sys.executable}", "pulse=1")
        slow = {"PIP_INDEX_URL": index, "PIP_RETRIES": "0", "PIP_TIMEOUT": "3"}
        done = subprocess.run(
            command, env=os.environ | slow, capture_output=True, text=True, check=False
        )
    assert done.returncode != 0
    assert "Still installing the packages of locks/bots.lock" in done.stderr


def test_missing_python(clone: Path) -> None:
    """An old interpreter is refused before anything is installed."""
    old = clone / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    line = fail("make", "-C", str(clone), "install", f"PYTHON={old}")
    assert "older than Python 3.11" in line
    assert not (clone / ".venv").exists()


def test_missing_compiler(clone: Path) -> None:
    """`make compiled` names the program to install before pip begins."""
    command = (sys.executable, str(clone / "engine" / "hatch_build.py"))
    line = fail(*command, PATH=str(clone), SAQQARA_COMPILE="1")
    assert line.startswith("The rules cannot be compiled: there is no C compiler (")
