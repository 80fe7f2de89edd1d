"""What a host sets and cannot be used is named with what is allowed; the command ends with 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from saqqara_service.cli import main

HOST = "Use 127.0.0.1 for local access only"
PLAIN = """
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] == "structlog":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
from saqqara_service.command import main
main()
"""


@pytest.fixture(autouse=True)
def _bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REDIS_URL", "RQ_REDIS_URL", "SAQQARA_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SAQQARA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SAQQARA_PORT", "0")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """A process of its own."""
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=100, check=False
    )


def refused(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command ends with 2."""
    monkeypatch.setattr(sys, "argv", ["saqqara-server", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2


@pytest.mark.parametrize("command", ["up", "api"])
@pytest.mark.parametrize(
    "case",
    [
        ("PORT", "80000", "a whole number of at least 0 and at most 65535"),
        ("REGISTRATION", "foo", "one of open, invitation, closed"),
        ("DATA", "{file}", "Name a writable folder"),
        ("DATA", "{file}/below", "Name a writable folder"),
        ("HOST", "a..b", HOST),
        ("HOST", "203.0.113.7", HOST),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    command: str,
    case: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Before anything is begun."""
    name, value, allowed = case
    file = tmp_path / "file"
    file.touch()
    given = value.format(file=file)
    monkeypatch.setenv(f"SAQQARA_{name}", given)
    refused([command], monkeypatch)
    output = capsys.readouterr()
    assert output.out == ""
    assert f"SAQQARA_{name}={given} cannot be used: " in output.err
    assert allowed in output.err
    assert "another port" not in output.err
    assert not (tmp_path / "data" / "redis").exists()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("METRICS", "maybe", "it must be true or false"),
        ("TOKEN_PER_S", "nan", "a number over 0 and at most 100000"),
        ("OUTAGE_VOID_MS", "-1", "a whole number of at least 0."),
        ("METRICS_PORT", "x", "a whole number of at least 0 and at most 65535"),
        ("LOG_LEVEL", "loud", "one of debug, info, warning, error"),
        ("SECURITY_CONTACT", "me", "mailto:|https://|tel:"),
    ],
)
def test_every_kind_of_setting_says_what_it_may_be(
    name: str,
    value: str,
    allowed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In words, wherever it is read."""
    monkeypatch.setenv(f"SAQQARA_{name}", value)
    refused(["store", "show"], monkeypatch)
    output = capsys.readouterr().err
    assert f"SAQQARA_{name}={value} cannot be used: " in output
    assert allowed in output


def test_the_process_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a host types it."""
    monkeypatch.setenv("SAQQARA_PORT", "80000")
    done = run("-m", "saqqara_service.cli", "up")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("SAQQARA_PORT=80000 cannot be used: ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["up", "doctor"])
def test_a_plain_install_says_what_is_missing(command: str) -> None:
    """Without the server's libraries a command names the extra that brings them."""
    done = run("-c", PLAIN, command)
    assert (done.returncode, done.stdout) == (2, "")
    assert "structlog is not installed: in a checkout `make install-server`" in done.stderr
    assert "Traceback" not in done.stderr
