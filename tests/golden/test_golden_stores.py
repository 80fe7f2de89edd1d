"""Data outlives every change: stores that releases have written go on with this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
import redis

from saqqara_service.application.live.admission import UnfitStore
from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.operations import schema_2, schema_3
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.migrations import MIGRATIONS
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import KEYS
from tests.golden.dump import dumped
from tests.golden.forms import forms, row_of
from tests.golden.scenes import played
from tests.golden.stores import SCHEMAS, stored, upgraded
from tests.golden.write import golden
from tests.service.transports import Json

REMEDY: Final = (
    "what is stored has another form: raise SCHEMA, add a row to MIGRATIONS for the stores of"
    " before, and run `make golden` (that alone if only the scenes do more)"
)
NOT_THERE: Final = {
    *(
        "budget",
        "payers",
        "processes",
        "heard",
        "rules_played",
        "ladder_moved",
    ),  # worth nothing later
    *("written", "archiving", "deleting_claim", "ladder_lease", "ladder_fitting", "put_off"),
    *("app_device", "app_polled", "app_user_code"),  # ten minutes of a device that asks
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
MOMENTARY: Final = NOT_THERE | {"deleting", "moved"}
"""What is compared with no store: a deletion is over ten seconds later, notifications expire."""
MIGRATED: Final = {
    "ladder_results  list  .ended_ms number",
    "app_tokens  set   text",
    "plain_looks  hash  * text",
}
"""What migrations have to find out, where other forms of a new schema have a default."""


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
                await svc.admission.demand_fit()
    async with upgraded(settings):
        assert forms(dumped(settings.redis_url)) >= MIGRATED
        found = forms(dumped(settings.redis_url)) - {"installation  hash  least number"}
        assert sorted(found - forms(stored(SCHEMA))) == []


@pytest.mark.parametrize("schema", range(1, SCHEMA), indirect=True)
async def test_a_portion_that_is_done_twice_changes_nothing(
    settings: Settings, schema: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever does one may die before that is noted; portions of one thing each do the same."""
    monkeypatch.setattr(schema_2, "AT_ONCE", 1)
    assert settings.redis_url is not None
    async with upgraded(settings) as svc:
        before = dumped(settings.redis_url)
        for migration in [one for begin, one in MIGRATIONS.items() if begin >= schema]:
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


async def test_what_has_something_and_no_schema_is_refused(settings: Settings, schema: int) -> None:
    """A store older than schemas, or one that was copied in part; nothing is written to it."""
    assert settings.redis_url is not None
    with redis.Redis.from_url(settings.redis_url) as client:
        client.delete(KEYS["installation"])
        before = dumped(settings.redis_url)
        async with open_service(settings) as svc:
            with pytest.raises(UnfitStore, match="not empty and has no schema"):
                await svc.admission.demand_fit()
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


async def test_an_old_verdict_of_a_sequential_test_is_renamed(
    own_server: EmbeddedRedis, tmp_path: Path
) -> None:
    """Of a test that ended before; one without a verdict, and a ladder without a test, stay."""
    svc_settings = Settings(redis_url=own_server.url, data=tmp_path)
    async with open_service(svc_settings) as svc:
        calls = svc.connection.calls
        for number, (old, _new) in enumerate(VERDICTS_BEFORE):
            fit = KEYS["ladder_fit"].format(id=f"l{number}")
            await calls.call("ZADD", KEYS["ladders"], number, f"l{number}")
            await calls.call("HSET", fit, "test", json.dumps({"verdict": old, "llr": 3.0}))
        await calls.call("ZADD", KEYS["ladders"], 9, "none")
        assert await schema_3.portion(svc.connection, "0") is None
        assert await schema_3.portion(svc.connection, "0") is None
        for number, (_old, new) in enumerate(VERDICTS_BEFORE):
            fit = KEYS["ladder_fit"].format(id=f"l{number}")
            text = await calls.call("HGET", fit, "test")
            assert json.loads(str(text)) == {"verdict": new, "llr": 3.0}


VERDICTS_BEFORE = [("stronger", "above_elo0"), ("not_stronger", "below_elo1"), ("open", "open")]
