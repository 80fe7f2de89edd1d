"""The audits of the GraphQL over HTTP specification, by its own program, against a server."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.test_generated_clients import need, run

AUDITS = Path(__file__).parent / "audits"
KNOWN = 61
"""So many there are; a new version of the program may bring more."""


async def test_graphql_over_http_passes_every_audit(server: str) -> None:
    """What servers must, should and may do: none fails, and none says that it should be better."""
    need(AUDITS / "node_modules" / ".installed", "node")
    found = json.loads(await run("node", AUDITS / "audit.mjs", f"{server}/graphql"))
    assert [one for one in found if one["status"] != "ok"] == []
    assert len(found) == KNOWN
