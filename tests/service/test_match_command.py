"""The host's command line on matches."""

from __future__ import annotations

import asyncio

import pytest
from typer.testing import CliRunner

from saqqara_service.application.service import Service
from saqqara_service.cli import app
from saqqara_service.models import EndReason, Fault, MatchStatus
from tests.service.looks import match_of
from tests.service.seated import a_match


async def typed(redis_url: str, *words: str) -> tuple[int, str]:
    """What the command ended with and printed."""
    runner = CliRunner(env={"REDIS_URL": redis_url})
    answer = await asyncio.to_thread(runner.invoke, app, ["match", *words])
    return answer.exit_code, answer.output


@pytest.mark.parametrize(
    ("words", "reason", "fault"),
    [
        ([], EndReason.VOIDED, Fault.OPERATOR),
        (["--outage"], EndReason.OUTAGE, Fault.SERVICE),
    ],
)
async def test_a_host_voids_a_match(
    svc: Service, redis_url: str, words: list[str], reason: EndReason, fault: Fault
) -> None:
    """With a note for everybody; what does not exist ends the command with a sentence."""
    seated = await a_match(svc)
    command = ("void", seated.id, "--note", "a flood", *words)
    assert await typed(redis_url, *command) == (0, f"{seated.id} is void\n")
    match = await match_of(svc, seated.id)
    assert match.result is not None
    assert (match.status, match.result.reason) == (MatchStatus.VOID, reason)
    assert (match.result.fault, match.result.note) == (fault, "a flood")
    code, output = await typed(redis_url, "void", "nowhere", "--note", "who")
    assert (code, "There is no match" in output, "Traceback" in output) == (1, True, False)
