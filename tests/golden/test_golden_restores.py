"""Stores that releases have written are restored from a backup, migrated, and played on."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.accounts import authentication
from saqqara_service.application.ladders import fits, results, scores
from saqqara_service.application.operations import export
from saqqara_service.application.service import Service
from saqqara_service.cli import stack
from saqqara_service.models import Caller, LadderStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.backups import back_up
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.restores import restore
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.golden.scenes import Cast
from tests.golden.stores import upgraded
from tests.golden.write import CAST, golden
from tests.service import jobs
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import AN_HOUR_MS, play_out, settle_all
from tests.service.lookups import ladder_of, record_json
from tests.service.transports import PATIENCE_S


async def test_all_goes_on_after_a_backup_and_a_restore(
    settings: Settings, schema: int, tmp_path: Path
) -> None:
    """Matches are played on, ladders to their ends; what is over is told as ever."""
    cast = Cast(**json.loads((golden(schema) / CAST).read_text(encoding="utf-8")))
    assert settings.redis_url is not None
    await back_up(settings.redis_url, settings.blob_store, tmp_path / "backup")
    place = str(tmp_path / "new blobs")
    with EmbeddedRedis(tmp_path / "new") as target:
        await restore(target.url, place, tmp_path / "backup", is_replacing=False)
        new = {"redis_url": target.url, "blobs": place}
        async with upgraded(settings.model_copy(update=new)) as svc:
            owner, bots = await back(svc, cast)
            record = await record_json(svc, cast.archived)
            verify(from_json(record))
            for match_id in cast.matches.values():
                await play_out(svc, bots, match_id)
                verify(from_json(await record_json(svc, match_id)))
            for ladder_id in cast.ladders.values():
                await compete(svc, bots, ladder_id)
            assert [
                chunk
                async for chunk in await export.export(
                    svc, owner, questions.AccountQuestion(account_id=str(owner.account_id))
                )
            ]
            assert (await svc.submissions.all_active()).keys() <= bots.keys()


async def back(svc: Service, cast: Cast) -> tuple[Caller, dict[str, Caller]]:
    """The owner and the bots, by the secrets that they had."""
    owner = await authentication.authenticate(svc, cast.owner)
    bots = {}
    for bot_id, token in cast.bots.items():
        bots[bot_id] = await authentication.authenticate(svc, token)
        await svc.engagements.be_present(bot_id, AN_HOUR_MS)
    return owner, bots


async def compete(svc: Service, bots: dict[str, Caller], ladder_id: str) -> None:
    """What the ladder has counted is told; its matches under way count, and others begin."""
    before = await ladder_of(svc, ladder_id)
    assert before.status is LadderStatus.RUNNING
    assert before.matches_settled == 2
    for _ in range(2):
        for line in await whole_schedule(svc, ladder_id):
            if line.status.value == "started":
                await play_out(svc, bots, line.id)
        await settle_all(svc)
        await jobs.pair(svc, ladder_id)
        await jobs.start(svc, ladder_id)
    await fits.fit(svc, ladder_id)
    assert (await ladder_of(svc, ladder_id)).matches_settled > before.matches_settled
    assert await scores.listed(svc, None, questions.LadderQuestion(ladder_id=ladder_id)) is not None
    chosen = (
        await results.page(svc, None, questions.LadderResultFilter(ladder_id=ladder_id, first=100))
    ).items
    assert all(one.ended_ms >= before.created_ms for one in chosen)


@pytest.mark.parametrize("schema", range(1, SCHEMA), indirect=True)
async def test_the_whole_service_starts_on_a_store_of_before(settings: Settings) -> None:
    """`up` migrates before anything serves, so that nobody asks a process which does not fit."""
    async with (
        stack.running(settings.model_copy(update={"port": 0}), apis=1, workers=0) as one,
        httpx.AsyncClient(base_url=one.server, timeout=PATIENCE_S) as client,
    ):
        for ladder in (await client.get("/api/v1/ladders")).json()["items"]:
            for what in ("results", "pairs", "matches", "standings"):
                answer = await client.get(f"/api/v1/ladders/{ladder['id']}/{what}")
                assert answer.is_success, answer.text
