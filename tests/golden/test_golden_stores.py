"""Data outlives every change: stores that releases have written go on with this one."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest
import redis

from saqqara_engine.record import from_json, verify
from saqqara_service.application.accounts import authentication
from saqqara_service.application.ladders import fits, jobs, ladders, results, scores
from saqqara_service.application.live.gate import UnfitStore
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import export
from saqqara_service.application.service import Service, open_service
from saqqara_service.cli import stack
from saqqara_service.models import Caller, LadderStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.operations import schema_2
from saqqara_service.storage.operations.backups import back_up
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.migrations import MIGRATIONS, migrate
from saqqara_service.storage.operations.restores import restore
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import KEYS
from tests.golden.dump import dumped, lines_of, load
from tests.golden.forms import forms, row_of
from tests.golden.scenes import Cast, played
from tests.golden.write import BLOBS, CAST, STORE, golden
from tests.service.enrolled import AN_HOUR_MS, play_out, settle_all
from tests.service.refolded import whole_schedule
from tests.service.transports import PATIENCE_S, Json

SCHEMAS: Final = range(1, SCHEMA + 1)
REMEDY: Final = (
    "what is stored has another form: raise SCHEMA, add a row to MIGRATIONS for the stores of"
    " before, and run `make golden` (that alone if only the scenes do more)"
)
NOT_THERE: Final = {
    *("budget", "payers", "processes", "heard", "rules_played"),  # worth nothing later
    *("written", "archiving", "deleting_claim", "ladder_lease", "ladder_fitting", "put_off"),
    *("token_places", "app_ended", "hosted_apps_ended", "hosting_ready", "hosting_used"),
    *(
        "hosting_drains",
        "hosting_held_back",
        "hosting_meter",
        "hosting_misses",
        "hosting_needs",
        "hosting_swept",
    ),
    *("ended", "lagging", "stale", "deleted"),
    *("ladder_away", "ladder_missed", "ladder_returns"),
}
"""Rows of the table of keys that the golden store has not: of a moment, or left out by the scenes.

A row that is new is in the scenes, or here for a reason.
"""
MOMENTARY: Final = NOT_THERE | {"deleting"}
"""What is compared with no store: an operator's deletion is over ten seconds after it began."""
MIGRATED: Final = {
    "ladder_results  list  .ended_ms number",
    "app_tokens  set   text",
    "plain_looks  hash  * text",
}
"""What migrations have to find out, where other forms of a new schema have a default."""


def stored(schema: int) -> list[Json]:
    """The store that was written at that schema."""
    packed = (golden(schema) / STORE).read_bytes()
    return lines_of(gzip.decompress(packed).decode())


@pytest.fixture(params=SCHEMAS)
def schema(request: pytest.FixtureRequest) -> int:
    """Each schema that there ever was."""
    number: int = request.param
    return number


@pytest.fixture
def settings(own_server: EmbeddedRedis, tmp_path: Path, schema: int) -> Settings:
    """The settings of a host with that store, who comes back after whatever time."""
    blobs = tmp_path / BLOBS
    shutil.copytree(golden(schema) / BLOBS, blobs)
    load(own_server.url, stored(schema))
    return Settings(redis_url=own_server.url, data=tmp_path, blobs=str(blobs), outage_void_ms=0)


@asynccontextmanager
async def upgraded(settings: Settings) -> AsyncIterator[Service]:
    """The service on the store once it has this release's schema."""
    async with open_service(settings) as svc:
        async for _step in migrate(svc.connection):
            pass
        await svc.gate.demand_fit()
        yield svc


async def test_what_is_stored_has_the_forms_of_this_schema(tmp_path: Path) -> None:
    """A field that is new, gone or of another type needs a new schema and a migration."""
    async with played(tmp_path) as (lines, _cast):
        found, golden_forms = (
            forms(line for line in store if row_of(line["key"]) not in MOMENTARY)
            for store in (lines, stored(SCHEMA))
        )
        assert sorted(found ^ golden_forms) == [], REMEDY


async def test_a_store_of_before_is_migrated_first(settings: Settings, schema: int) -> None:
    """It is not served as it is; migrated, it has no form that this release does not write."""
    assert settings.redis_url is not None
    async with open_service(settings) as svc:
        if schema < SCHEMA:
            with pytest.raises(UnfitStore, match="store migrate"):
                await svc.gate.demand_fit()
    async with upgraded(settings):
        assert forms(dumped(settings.redis_url)) >= MIGRATED
        found = forms(dumped(settings.redis_url)) - {"installation  hash  least number"}
        assert sorted(found - forms(stored(SCHEMA))) == []


@pytest.mark.parametrize("schema", range(1, SCHEMA), indirect=True)
async def test_a_portion_that_is_done_twice_changes_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does one may die before that is noted; portions of one thing each do the same."""
    monkeypatch.setattr(schema_2, "AT_ONCE", 1)
    assert settings.redis_url is not None
    async with upgraded(settings) as svc:
        before = dumped(settings.redis_url)
        for migration in MIGRATIONS.values():
            cursor: str | None = "0"
            while cursor is not None:
                cursor = await migration.portion(svc.connection, cursor)
        assert untimed(dumped(settings.redis_url)) == untimed(before)


def untimed(lines: list[Json]) -> list[Json]:
    """A store without what passes by itself."""
    return [
        {name: part for name, part in line.items() if name != "ttl_ms"}
        for line in lines
        if not line["key"].endswith((":beat", ":retention")) and line["key"] != "present"
    ]


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
            record = await matches.record(svc, cast.archived)
            verify(from_json(record))
            for match_id in cast.matches.values():
                await play_out(svc, bots, match_id)
                verify(from_json(await matches.record(svc, match_id)))
            for ladder_id in cast.ladders.values():
                await compete(svc, bots, ladder_id)
            assert [chunk async for chunk in await export.export(svc, owner, str(owner.account_id))]
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
    before = await ladders.get(svc, ladder_id)
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
    assert (await ladders.get(svc, ladder_id)).matches_settled > before.matches_settled
    assert await scores.listed(svc, ladder_id) is not None
    told, _cursor = await results.page(svc, ladder_id, 100, None)
    assert all(one.ended_ms >= before.created_ms for one in told)


@pytest.mark.parametrize("schema", range(1, SCHEMA), indirect=True)
async def test_the_whole_service_starts_on_a_store_of_before(settings: Settings) -> None:
    """`up` migrates before anything serves, so that nobody asks a process which does not fit."""
    async with (
        stack.running(settings.model_copy(update={"port": 0}), apis=1, workers=0) as one,
        httpx.AsyncClient(base_url=one.server, timeout=PATIENCE_S) as client,
    ):
        for ladder in (await client.get("/api/v1/ladders")).json()["items"]:
            for what in ("results", "pairs", "matches", "table"):
                answer = await client.get(f"/api/v1/ladders/{ladder['id']}/{what}")
                assert answer.is_success, answer.text


async def test_what_has_something_and_no_schema_is_refused(settings: Settings, schema: int) -> None:
    """A store older than schemas, or one that was copied in part; nothing is written to it."""
    assert settings.redis_url is not None
    with redis.Redis.from_url(settings.redis_url) as client:
        client.delete(KEYS["installation"])
        before = dumped(settings.redis_url)
        async with open_service(settings) as svc:
            with pytest.raises(UnfitStore, match="not empty and has no schema"):
                await svc.gate.demand_fit()
        assert untimed(dumped(settings.redis_url)) == untimed(before)
        assert not client.exists(KEYS["installation"])


def test_each_row_of_the_table_of_keys_is_there() -> None:
    """What no scene stores is not held to any form."""
    there = {row_of(line["key"]) for line in stored(SCHEMA)}
    assert there == KEYS.keys() - NOT_THERE


def test_each_schema_has_its_store() -> None:
    """Those of before stay: hosts come from any of them."""
    folders = {one.name for one in golden().parent.glob("schema-*")}
    assert folders == {golden(one).name for one in SCHEMAS}
