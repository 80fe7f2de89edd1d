"""The usual rule sets of GraphQL and OpenAPI find nothing in the published contract."""

from __future__ import annotations

import pytest

from tests.clients.test_generated_clients import ROOT, need, run

LINT = ROOT / "openapi" / "lint"


@pytest.mark.parametrize("linter", ["graphql", "spectral", "redocly"])
async def test_a_linter_finds_nothing(linter: str) -> None:
    """Also hints; what is turned off says why in its file."""
    need(LINT / "node_modules" / ".installed", "npm")
    await run("npm", "run", "--silent", "--prefix", LINT, linter)
