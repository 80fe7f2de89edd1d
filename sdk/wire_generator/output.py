"""The generated modules by their files, as the formatter leaves them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from wire_generator.calls import Calls
from wire_generator.contract import read_contract
from wire_generator.errors import errors
from wire_generator.models import Models

ROOT = Path(__file__).parents[2]
WIRE = ROOT / "sdk" / "saqqara_sdk" / "wire"


def generated() -> dict[Path, str]:
    """What each generated file is to hold."""
    contract = read_contract()
    models, calls = Models(contract), Calls(contract)
    texts = {
        "enums.py": models.enums(),
        "models.py": models.models(),
        "errors.py": errors(contract),
        "help.py": calls.help(),
        **{f"calls/{name}.py": text for name, text in calls.modules()},
    }
    return {WIRE / name: _formatted(text, WIRE / name) for name, text in texts.items()}


def write() -> None:
    """Write every generated file."""
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")


def _formatted(text: str, path: Path) -> str:
    """The text without imports that it does not use, in the house's format."""
    for words in (["check", "--fix-only", "--select", "F401,I"], ["format"]):
        text = subprocess.run(  # noqa: S603 - a list of words without a shell
            [sys.executable, "-m", "ruff", *words, "--quiet", "--stdin-filename", str(path), "-"],
            input=text,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    return text
