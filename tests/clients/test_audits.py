"""The audits of the GraphQL over HTTP specification, by its own program, against a server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.clients.test_generated_clients import MISSING, run

AUDITS = Path(__file__).parent / "audits"
KNOWN = 61
"""So many there are; a new version of the program may bring more."""


@pytest.mark.skipif(
    not (AUDITS / "node_modules" / ".installed").exists() or not shutil.which("node"),
    reason=MISSING,
)
async def test_graphql_over_http_passes_every_audit(server: str) -> None:
    """What servers must, should and may do: none fails, and none says that it should be better."""
    found = json.loads(await run("node", AUDITS / "audit.mjs", f"{server}/graphql"))
    assert [one for one in found if one["status"] != "ok"] == []
    assert len(found) == KNOWN
