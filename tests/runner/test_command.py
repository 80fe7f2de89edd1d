"""`saqqara-server runner`, as a host types it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_without_a_sandbox_it_does_not_begin(tmp_path: Path) -> None:
    """Where bubblewrap is not here the command ends with 2, and says what there is to do."""
    words = ("runner", "--server", "http://127.0.0.1:9", "--token", "none")
    done = subprocess.run(
        (sys.executable, "-m", "saqqara_service.cli", *words, "--cache", str(tmp_path / "cache")),
        env=os.environ | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "bubblewrap" in done.stderr
    assert "--trust starts programs without a sandbox" in done.stderr
    assert not (tmp_path / "cache").exists()
