"""The table of settings is whole: every variable that the service reads, with its default."""

from __future__ import annotations

import re
from pathlib import Path

from saqqara_service.settings import Settings

TABLE = (Path(__file__).parents[2] / "helm" / "README.md").read_text()


def shown(default: object) -> str:
    """A default as somebody would set it."""
    if default is None or default == ():
        return ""
    if isinstance(default, tuple):
        return ",".join(default)
    return str(default).lower() if isinstance(default, bool) else str(default)


def test_every_setting_stands_in_the_table_with_its_default() -> None:
    """Nothing is missing, nothing is there that is not read, and no default is another."""
    rows = re.findall(r"^\| `(\w+)` \| (?:`([^`]*)`)? ?\| \S.* \|$", TABLE, re.MULTILINE)
    settings = {
        str(field.validation_alias or f"SAQQARA_{name.upper()}"): shown(field.default)
        for name, field in Settings.model_fields.items()
    }
    assert dict(rows) == settings
