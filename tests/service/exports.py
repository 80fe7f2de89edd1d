"""The export of a ladder, as `saqqara ladder export` writes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from saqqara_sdk.cli import app


async def export(server: str, ladder_id: str, folder: Path) -> None:
    """Export a ladder without a token."""
    runner = CliRunner(env={"XDG_CONFIG_HOME": str(folder), "SAQQARA_TOKEN": None})
    words = ("ladder", "export", ladder_id, str(folder), "--server", server)
    done = await asyncio.to_thread(runner.invoke, app, words)
    assert done.exit_code == 0, done.output
