"""The table of the chart's values is what `make values` makes of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from tests.helm.cluster import tool
from tests.helm.test_values_schema import SCHEMA
from tests.prerequisites import lacks

CHART = SCHEMA.parent
TABLE = (CHART / "README.md").read_text()
VALUES = yaml.safe_load((CHART / "values.yaml").read_text())


def leaves(values: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The names of all values that are no maps of others."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}"


def test_every_value_has_a_row_with_a_sentence() -> None:
    """Of its own, or of the map or the list that it belongs to; and there is no row of another."""
    rows = dict(re.findall(r"^\| `([^`]+)` \| .* \| (.*) \|$", TABLE, re.MULTILINE))
    assert all(rows.values()), [name for name, sentence in rows.items() if not sentence]
    for leaf in leaves(VALUES):
        parts = leaf.split(".")
        names = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
        assert names & rows.keys() or "annotations" in parts, leaf
    for row in rows:
        found = VALUES
        for part in re.sub(r'\."[^"]+"$|\[0\]$', "", row).split("."):
            assert part in found, row
            found = found[part]


def test_the_table_is_made_of_the_values() -> None:
    """Made anew it is the same."""
    program = tool("helm-docs")
    if program is None:
        lacks("helm-docs is not here: `make values` builds it, with go")
    words = [program, "--dry-run", "--chart-search-root", str(CHART), "--log-level", "warning"]
    made = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert made.strip() == TABLE.strip()
