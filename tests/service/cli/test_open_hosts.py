"""`up` keeps to this machine unless it is told otherwise, and then says what that takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from saqqara_service.cli.stack import Stack
from saqqara_service.cli.up import _introduce, is_own
from saqqara_service.settings import Settings


def introduced(host: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `up` says when it listens there."""
    stack = Stack(Settings(host=host, data=folder), "http://there:8000", None, "")
    _introduce(stack, "")
    return capsys.readouterr().out


def test_by_default_only_this_machine_reaches_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then nothing is said of a proxy."""
    host = Settings.model_fields["host"].default
    assert "proxy" not in introduced(host, tmp_path, capsys)
    assert all(map(is_own, (host, "127.0.0.5", "::1", "localhost")))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "play.example.org"])  # noqa: S104
def test_an_open_server_says_that_it_needs_a_proxy(
    host: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever listens for others is told what brings one."""
    assert "put a proxy in front of it" in introduced(host, tmp_path, capsys)
