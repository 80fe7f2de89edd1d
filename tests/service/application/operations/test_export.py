"""An account's export: all that is kept about it, for its owner and operators alone."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import AsyncIterator, Mapping
from typing import Any

import httpx
import pytest
import redis

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, quotas
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import export as exports
from saqqara_service.application.operations.exported import PARTS
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, RateLimited
from saqqara_service.models import Caller, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.over.scripts import DeleteReply
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.redis.keys import KEYS, index_member
from tests.service.application.operations.account_traces import NAME, TRACE, Departed, a_departed
from tests.service.matches import an_owner, some_bots
from tests.service.transports import bearer


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0})


async def whole(pieces: AsyncIterator[bytes]) -> bytes:
    """All of it."""
    return b"".join([piece async for piece in pieces])


def opened(content: bytes) -> Mapping[str, Any]:
    """The lines of each folder, what the last file says, and programs by their names."""
    found: dict[str, Any] = {name: [] for name in PARTS}
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as tar:
        for member in tar:
            file = tar.extractfile(member)
            assert file is not None
            folder, _, name = member.name.partition("/")
            if folder in PARTS:
                found[folder] += [json.loads(line) for line in file]
            else:
                found[name or folder] = file.read()
    return found


async def exported(svc: Service, one: Departed) -> bytes:
    """The export by the account's own token."""
    return await whole(
        await exports.export(svc, one.owner, questions.AccountQuestion(account_id=one.account_id))
    )


async def test_all_that_is_kept_is_in_it(svc: Service) -> None:
    """Every list has what the account left there, its matches and records once each."""
    one = await a_departed(svc)
    found = opened(await exported(svc, one))
    assert [line["name"] for line in found["account"]] == [NAME]
    assert found["account"][0]["profile"]["handle"] == "zanakht"
    assert {bot["id"] for bot in found["bots"]} == set(one.bot_ids)
    assert {line["playerId"] for line in found["policies"]} == {one.account_id, *one.bot_ids}
    assert "zanakht two" in {line["name"] for line in found["versions"]}
    assert [app["name"] for app in found["apps"]] == ["zanakht app"]
    assert {line["id"] for line in found["challenges"]} == set(one.challenges.values())
    ids = [line["id"] for line in found["matches"]]
    sits = {match_id for name, match_id in one.matches.items() if name != "made"}
    assert len(ids) == len(set(ids))
    assert sits <= set(ids)
    records = {record["matchId"]: record for record in found["records"]}
    for name in ("rated", "archived", "finished"):
        verify(from_json(records[one.matches[name]]))
    assert one.matches["running"] not in records
    assert one.ladder_id in {line["id"] for line in found["ladders"]}
    assert {line["botId"] for line in found["entries"]} == {one.bot_ids[0]}
    assert one.ladder_id in {line["ladderId"] for line in found["results"]}
    (submission,) = found["submissions"]
    program = gzip.decompress(found[f"{submission['archiveHash']}.tar.gz"])
    assert b"zanakht's program" in program
    last = json.loads(found["export.json"])
    assert last["lines"] == {name: len(found[name]) for name in PARTS}


async def test_what_is_deleted_meanwhile_is_left_out(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match whose time is over after it was listed has no record, and the export goes on."""
    one = await a_departed(svc)
    load = matches.load

    async def deleted_before(svc: Service, match_id: str) -> StoredMatch:
        created_ms = (await load(svc, match_id)).match.created_ms
        (old,) = await other_svc.old_matches.matches([index_member(created_ms, match_id)])
        assert await other_svc.old_matches.delete(old, 0) is DeleteReply.DELETED
        return await load(svc, match_id)

    monkeypatch.setattr(matches, "load", deleted_before)
    found = opened(await exported(svc, one))
    assert (found["records"], len(found["matches"]) > 3) == ([], True)
    assert json.loads(found["export.json"])["lines"]["records"] == 0


async def test_no_secret_is_in_it(svc: Service) -> None:
    """Neither a token nor its digest, nor the seed of a match that is played."""
    one = await a_departed(svc)
    text = gzip.decompress(await exported(svc, one))
    for token in one.tokens:
        assert token.encode() not in text
    seed = (await svc.tables.fresh(one.matches["running"]))[0].seed
    assert seed.hex().encode() not in text
    assert b'"digest":"' in text  # of records, and of them alone
    assert not [line for line in opened(gzip.compress(text))["tokens"] if "digest" in line]


async def test_nothing_that_redis_has_of_it_is_left_out(svc: Service, redis_url: str) -> None:
    """Keys with the account's or a bot's id are told in a list, or have their reason here."""
    one = await a_departed(svc)
    parts = {"account", "profile", "account_tokens", "account_apps", "account_bots", "bot"}
    parts |= {"bot_tokens", "bot_versions", "player_policy", "challenges", "player_matches"}
    parts |= {"bot_ladders", "bot_submissions", "account_archives"}
    derived = {
        "account_names": "names of its bots",
        "account_looks": "what its names look like",
        "account_open": "its matches that are not over",
        "account_ladders": "its ladders that run",
        "player_live": "its matches that are played",
        "player_asked": "its challenges that wait",
        "bot_entries": "its ladders that go on",
        "player_process": "which process its feed came from a moment ago",
        "budget": "how much it may ask",
    }
    kinds = {name: text for name, text in KEYS.items() if "{id}" in text and "tag" not in text}
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        keys = [str(name) for name in client.scan_iter(count=1000)]
    for player_id in (one.account_id, *one.bot_ids):
        for name in (found for found in keys if player_id in found):
            kind = {kind for kind, pattern in kinds.items() if name == pattern.format(id=player_id)}
            is_budget = name.startswith("budget:")
            assert is_budget or kind & (parts | derived.keys()), name


async def test_only_its_owner_and_operators_have_it(
    svc: Service, client: httpx.AsyncClient
) -> None:
    """Bots, other accounts and nobody do not; an operator gets the same lists."""
    issued = await accounts.register(svc, None, questions.Register(name=NAME))
    owner = Caller(kind=TokenKind.USER, account_id=issued.account.id)
    (bot,) = await some_bots(svc, owner, 1)
    for caller in (bot, await an_owner(svc, "Other")):
        with pytest.raises(Forbidden):
            await exports.export(
                svc, caller, questions.AccountQuestion(account_id=owner.account_id)
            )
    path = f"/api/v1/accounts/{owner.account_id}/export"
    assert (await client.get(path)).status_code == 401
    operator = (await accounts.issue_admin(svc)).token
    mine, theirs = [
        await client.get(path, headers=bearer(token)) for token in (issued.token, operator)
    ]
    assert mine.headers["content-type"] == "application/gzip"
    first, second = opened(mine.content), opened(theirs.content)
    assert first["bots"] == second["bots"] != []
    gone = await client.get("/api/v1/accounts/aNobody/export", headers=bearer(operator))
    assert gone.status_code == 404


async def test_an_account_exports_a_few_times_a_day(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Since each time all that it has is read."""
    monkeypatch.setattr(quotas, "EXPORTS_PER_DAY", 2)
    owner = await an_owner(svc)
    for _ in range(2):
        await whole(
            await exports.export(svc, owner, questions.AccountQuestion(account_id=owner.account_id))
        )
    with pytest.raises(RateLimited):
        await exports.export(svc, owner, questions.AccountQuestion(account_id=owner.account_id))


async def test_long_lists_come_in_parts(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than a part is in memory, and the lines are those of one long list."""
    one = await a_departed(svc)
    once = opened(await exported(svc, one))
    monkeypatch.setattr(exports, "PART_BYTES", 1)
    content = await exported(svc, one)
    assert opened(content)["records"] == once["records"]
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as tar:
        assert f"records/{len(once['records']):05}.jsonl" in tar.getnames()
    assert TRACE in gzip.decompress(content).lower()
