"""The published contract, tried from outside by schemathesis: every operation, all of its checks.

With `SIEGE_LONG=1` by three seeds, with all that it calls coverage and many more cases.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import httpx
import pytest

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.conftest import UNHINDERED
from tests.service.replicas import apis
from tests.service.transports import PATIENCE_S, Json, Rest, a_match, a_party

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("schemathesis")
IS_LONG = os.environ.get("SIEGE_LONG") == "1"
SEEDS = (1, 2, 3) if IS_LONG else (1,)
PHASES = "examples,coverage,fuzzing,stateful" if IS_LONG else "examples,fuzzing,stateful"
EXAMPLES = 30 if IS_LONG else 2
LIMIT_S = 3_600 if IS_LONG else 300


REFUSED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
"""How bad input may be answered; 413 is beside what the program takes for granted."""


@pytest.mark.timeout(len(SEEDS) * LIMIT_S + 120)
async def test_the_contract_says_what_the_service_does(tmp_path: Path) -> None:
    """Nothing is answered that the document does not tell, and nothing refused that it allows."""
    log = tmp_path / "api.log"
    with (
        EmbeddedRedis(tmp_path / "redis") as redis,
        apis(redis.url, log, count=1, **UNHINDERED) as (api,),
    ):
        for seed in SEEDS:
            status, output = await _tried(api.address, seed, tmp_path)
            assert status == 0, output
    assert "Traceback" not in log.read_text(encoding="utf-8")


async def _tried(address: str, seed: int, directory: Path) -> tuple[int, str]:
    """How schemathesis ended, and what it said."""
    token, things = await _things(address)
    config = directory / "schemathesis.toml"
    named = "\n".join(f'"path.{name}" = {json.dumps(value)}' for name, value in things.items())
    refusing = f"[checks.negative_data_rejection]\nexpected-statuses = {json.dumps(REFUSED)}"
    config.write_text(f"[parameters]\n{named}\n{refusing}\n", encoding="utf-8")
    words = [
        *("--config-file", str(config), "run", str(ROOT / "openapi" / "openapi.yaml")),
        *("--url", address, "--header", f"Authorization: Bearer {token}"),
        *("--checks", "all", "--exclude-checks", "positive_data_acceptance"),
        *("--phases", PHASES, "--max-examples", str(EXAMPLES), "--seed", str(seed)),
        *("--continue-on-failure", "--no-color", "--no-shrink", "--warnings", "off"),
    ]
    process = await asyncio.create_subprocess_exec(
        *(str(PROGRAM), *words),
        cwd=directory,
        env={**os.environ, "SCHEMATHESIS_HOOKS": str(ROOT / "tests/published/unsayable.py")},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            output, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    return await process.wait(), output.decode()


async def _things(address: str) -> tuple[str, dict[str, str]]:
    """An owner's token, and the ids of things to ask about."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http:
        rest = Rest(http)
        party = await a_party(rest)
        spare = await rest.do("createToken", party.owner, {"name": "spare"})
        terms: Json = {"game": "duel", "timeControl": {"kind": "untimed"}}
        asked = {**terms, "botId": party.ids[0], "challenged": [party.ids[1]]}
        ladder = {**terms, "name": "Nile Cup", "blocks": 1, "concurrency": 1}
        return party.owner, {
            "matchId": (await a_match(rest, party))["id"],
            "botId": party.ids[0],
            "tokenId": spare.data["info"]["id"],
            "challengeId": (await rest.do("createChallenge", party.owner, asked)).data["id"],
            "ladderId": (await rest.do("createLadder", party.owner, ladder)).data["id"],
        }
