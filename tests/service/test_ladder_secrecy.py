"""Nobody knows whom it will meet in a ladder before the match begins; later all can check it."""

from __future__ import annotations

import asyncio

import pytest
from typer.testing import CliRunner

from saqqara_engine.chance import commitment
from saqqara_sdk import AsyncClient
from saqqara_sdk.cli import app
from saqqara_sdk.records.draws import DrawContradiction, StillSecret, verify_draws
from saqqara_sdk.wire.enums import PairingKind
from saqqara_sdk.wire.models import Ladder, LadderMatch
from saqqara_service.application.ladders import jobs, ladders
from saqqara_service.application.service import Service
from saqqara_service.models import LadderMatchStatus
from tests.service.enrolled import a_ladder, finish
from tests.service.refolded import whole_schedule


async def test_who_meets_whom_is_told_when_the_match_begins(svc: Service) -> None:
    """Neither the plan nor a question for the matches of one bot tells it before."""
    enrolled = await a_ladder(svc, bots=4, blocks=6, concurrency=4)
    await jobs.pair(svc, enrolled.id)
    for one in await whole_schedule(svc, enrolled.id):
        assert (one.status, one.bots, one.pairing) == (LadderMatchStatus.PLANNED, [], None)
        assert one.reason == ladders.NOT_YET
    for bot_id in enrolled.callers:
        wanted = ladders.WantedMatches(bot_id=bot_id)
        assert await ladders.match_page(svc, enrolled.id, 20, None, wanted) == ([], None)
    await jobs.start(svc, enrolled.id)
    told = await whole_schedule(svc, enrolled.id)
    assert {one.status for one in told if one.bots} == {LadderMatchStatus.STARTED}
    assert all(one.pairing for one in told if one.bots)


async def test_the_seed_is_bound_from_the_beginning_and_told_at_the_end(svc: Service) -> None:
    """It is another one for each ladder, and nothing that is told before leads to it."""
    enrolled = await a_ladder(svc, bots=3, blocks=2)
    other = await a_ladder(svc, bots=3, blocks=2)
    assert other.ladder.commitment != enrolled.ladder.commitment
    kept = (await ladders.progress(svc, enrolled.id)).seed
    assert kept not in (await ladders.get(svc, enrolled.id)).model_dump_json()
    assert kept not in repr(await ladders.progress(svc, enrolled.id))
    ladder = await finish(svc, enrolled)
    assert ladder.seed == kept
    assert ladder.commitment == enrolled.ladder.commitment
    assert commitment(bytes.fromhex(kept), ladder.id) == ladder.commitment


async def told_by(server: str, ladder_id: str) -> tuple[Ladder, list[LadderMatch]]:
    """The ladder and its matches as a client hears them."""
    async with AsyncClient(server) as client:
        page = await client.ladders.matches(ladder_id, first=100)
        assert page.cursor is None
        return await client.ladders.get(ladder_id), list(page.items)


async def test_pairings_are_verified_by_the_seed(svc: Service, server: str) -> None:
    """Another seed, another order of seats or another kind of pairing contradicts it."""
    enrolled = await a_ladder(svc, bots=5, blocks=20, concurrency=8)
    early = await told_by(server, enrolled.id)
    with pytest.raises(StillSecret):
        verify_draws(*early)
    await finish(svc, enrolled)
    ladder, matches = await told_by(server, enrolled.id)
    drawn = verify_draws(ladder, matches)
    assert drawn.blocks == 20
    assert 0 < drawn.by_lot < 20
    with pytest.raises(DrawContradiction, match="commitment"):
        verify_draws(ladder.model_copy(update={"seed": "00" * 32}), matches)
    first = matches[0]
    turned = first.model_copy(update={"bots": first.bots[::-1]})
    with pytest.raises(DrawContradiction, match="sit"):
        verify_draws(ladder, [turned])
    assert first.pairing is not None
    is_lot = first.pairing.kind is PairingKind.LOT
    kind = PairingKind.RATING if is_lot else PairingKind.LOT
    other = first.model_copy(update={"pairing": first.pairing.model_copy(update={"kind": kind})})
    with pytest.raises(DrawContradiction, match="block 0"):
        verify_draws(ladder, [other])
    words = ["ladder", "verify", enrolled.id, "--server", server]
    shown = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert shown.exit_code == 0, shown.output
    assert "20 blocks" in " ".join(shown.output.split())
