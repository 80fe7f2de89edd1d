"""Bots in commands: by the id of a house bot too, which is there though nobody sees it online."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.service import Service


async def test_a_house_bot_is_named_by_its_id(
    svc: Service, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is neither a name nor an id of anything is refused, whatever it holds."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    await open_house(svc, LEVELS[0])
    for named, code in ((LEVELS[0].bot_id, 0), ("housenobody", 2), ("house/../x?", 2)):
        words = ["bot", "show", named, "--server", server]
        shown = await asyncio.to_thread(CliRunner().invoke, app, words)
        assert shown.exit_code == code, shown.output
        assert named in shown.output
