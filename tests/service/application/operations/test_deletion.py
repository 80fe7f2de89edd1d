"""Deleting an account: what goes, what stays under a pseudonym, and who may not do it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, profiles
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.operations import deletion, erasure, retention
from saqqara_service.application.operations.erasure import pseudonym
from saqqara_service.application.service import DAY_MS, Service
from saqqara_service.errors import Busy, Forbidden, Malformed, NameTaken, NotFound, WrongState
from saqqara_service.models import Caller, MatchStatus, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.accounts.deletions import Looked
from saqqara_service.storage.blobs.compression import unzstd
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags
from tests.service.application.operations.account_traces import (
    NAME,
    TERMS,
    TRACE,
    Departed,
    a_departed,
)
from tests.service.challengers import offer
from tests.service.ladders import some_terms
from tests.service.lookups import match_of, record_json
from tests.service.matches import an_owner, some_bots
from tests.service.transports import bearer
from tests.service.world_questions import HOST, PAGES, Named, paths, queries

PATIENCE_S = 30.0


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0})


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner's deletion begins at once, but where a test says otherwise."""
    monkeypatch.setattr(deletion, "GRACE_MS", 0)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody trusts a token for longer than its deletion, so that all is gone over once; it does
    not wait, wherever the test is run.
    """
    monkeypatch.setattr(deletion, "AGAIN_MS", 0)
    monkeypatch.setattr(deletion, "GRACE_MS", 0)


async def deleted(svc: Service, one: Departed) -> None:
    """The account deletes itself, and all is erased."""
    pending = await deletion.delete(
        svc, one.owner, questions.DeleteAccount(account_id=one.account_id, name=NAME)
    )
    assert (pending.name, pending.finished_ms is not None) == (pseudonym(one.account_id), True)


def every_question(one: Departed) -> Iterator[tuple[str, str, Any]]:
    """Everything that can be asked about the account and where it was."""
    for match_id in one.matches.values():
        challenge_id = one.challenges["declined"]
        named = Named(
            match_id, one.account_id, one.bot_ids[0], one.ladder_id, challenge_id, one.submission_id
        )
        of_match = match_id != one.matches["archived"]
        for name, body in queries(named, of_match=of_match):
            yield name, "/graphql", body
        for name, path in paths(named, of_match=of_match):
            yield name, path, None
        for page in PAGES:
            yield "page", page.format(id=match_id), None
    for challenge_id in one.challenges.values():
        yield "challenge", f"/api/v1/challenges/{challenge_id}", None
    for account_id in (one.account_id, one.rival_owner.account_id):
        yield "matches", f"/api/v1/accounts/{account_id}/matches?first=100", None
    for word in ("zan", "Zanakht Old", "zanakht-0", "zanakht-1"):
        yield "named", f"/api/v1/names?prefix={word}", None
    for bot_id in one.bot_ids:
        yield "versions", f"/api/v1/bots/{bot_id}/versions", None


async def traces(client: httpx.AsyncClient, one: Departed, tokens: list[str | None]) -> set[str]:
    """The questions whose answers have an old name in them."""
    found, asked = set(), set()
    for token in tokens:
        for name, path, body in every_question(one):
            if (known := (token, path, json.dumps(body))) in asked:
                continue
            asked.add(known)
            headers = bearer(token) | (HOST if name == "page" else {})
            if body is None:
                answer = await client.get(path, headers=headers)
            else:
                answer = await client.post(path, json=body, headers=headers)
            if TRACE in answer.content.lower():
                found.add(f"{name} {path}")
    return found


async def test_no_door_tells_an_old_name(
    svc: Service, client: httpx.AsyncClient, at_once: None
) -> None:
    """Whatever is asked by whomever of whichever process, once the account is erased."""
    one = await a_departed(svc)
    operator = (await accounts.issue_admin(svc)).token
    rival = (
        await accounts.create_bot(svc, one.rival_owner, questions.CreateBot(name="witness"))
    ).token
    before = await traces(client, one, [operator])
    assert len(before) > 15, before
    await deleted(svc, one)
    view = f"/api/v1/matches/{one.matches['running']}"
    patience = time.monotonic() + PATIENCE_S
    while TRACE in (await client.get(view)).content.lower():  # by the other process
        assert time.monotonic() < patience
    await asyncio.sleep(deletion.SWEEP_S * 1.5)
    assert await traces(client, one, [operator, rival]) == set()
    body = (await client.get(f"/api/v1/accounts/{one.account_id}")).json()
    assert (body["name"], body["profile"]) == (pseudonym(one.account_id), None)
    assert body["deletedMs"] > 0
    for token in one.tokens:
        assert (await client.get("/api/v1/token", headers=bearer(token))).status_code == 401


async def test_nothing_that_is_kept_has_an_old_name(
    svc: Service, settings: Settings, redis_url: str, at_once: None
) -> None:
    """Neither Redis nor a blob that anything names; blobs that nothing names are listed to go."""
    one = await a_departed(svc)
    assert in_redis(redis_url)
    await deleted(svc, one)
    assert in_redis(redis_url) == []
    folder = Path(str(settings.blobs))
    blobs = [path for path in folder.rglob("*") if path.is_file() and len(path.name) == 64]
    with_trace = {path.name for path in blobs if TRACE in unpacked(path).lower()}
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        stale = {
            one for tag in bucket_tags() for one in client.zrange(bucket_key("stale", tag), 0, -1)
        }
    assert with_trace == stale != set()
    assert await retention.sweep(svc) == 0
    for tag in bucket_tags():  # a day later
        for digest in stale:
            await svc.connection.write.zadd(bucket_key("stale", tag), {digest: 1}, xx=True)
    assert await retention.sweep(svc) == len(stale)
    assert not [path for path in blobs if path.exists() and path.name in stale]


def unpacked(path: Path) -> bytes:
    """What a blob says; programs are left as they are, which name nobody."""
    packed = path.read_bytes()
    return b"".join(unzstd(packed)) if path.parent.parent.name == "matches" else packed


def in_redis(redis_url: str) -> list[str]:
    """Keys that have an old name in them, in whatever form it is packed."""
    found = []
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        reads: dict[str, Any] = {
            "string": client.get,
            "hash": lambda name: whole(client.hgetall(name)),
            "list": lambda name: client.lrange(name, 0, -1),
            "set": client.smembers,
            "zset": lambda name: client.zrange(name, 0, -1),
            "stream": client.xrange,
            "none": lambda _name: "",  # it has expired since
        }
        for name in client.scan_iter(count=1000):
            if name.startswith("rq:"):
                continue
            if TRACE in f"{name} {reads[client.type(name)](name)}".lower().encode():
                found.append(name)
    return found


async def test_what_others_played_stays(svc: Service, other_svc: Service, at_once: None) -> None:
    """Results, records that verify and tables of ladders are as they were, but for the names."""
    one = await a_departed(svc)
    before = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=one.ladder_id))
    scores = [match.result for match in await seen(svc, one)]
    await deleted(svc, one)
    after = await ladders.standings(
        other_svc, None, questions.LadderQuestion(ladder_id=one.ladder_id)
    )
    mine = pseudonym(one.bot_ids[0])
    assert {row.bot_name for row in after} == {mine, "bot 0"}
    unnamed = [row.model_copy(update={"bot_name": "", "place": 0}) for row in before]
    for row in after:
        assert row.model_copy(update={"bot_name": "", "place": 0}) in unnamed
    assert [match.result for match in await seen(other_svc, one)] == scores
    for name in ("rated", "archived", "finished"):
        record = await record_json(other_svc, one.matches[name])
        verify(from_json(record))
        assert mine in from_json(record).seats


async def seen(svc: Service, one: Departed) -> list[Any]:
    """Its matches that are over, as anybody sees them."""
    return [await match_of(svc, one.matches[name]) for name in ("rated", "archived", "finished")]


async def test_what_it_plays_ends_and_what_it_waits_for_is_called_off(
    svc: Service, at_once: None
) -> None:
    """It resigns, leaves ladders, and what has not begun is void; others see why."""
    one = await a_departed(svc)
    await deleted(svc, one)
    running = await match_of(svc, one.matches["running"])
    assert running.result is not None
    assert (running.status, running.result.reason) == (MatchStatus.FINISHED, "resigned")
    for name in ("seated", "made"):
        void = await match_of(svc, one.matches[name])
        assert void.status is MatchStatus.VOID
        assert void.result is not None
        assert "deleted" in (void.result.note or "")
    for name in ("made", "received"):
        challenge = await challenges.get(
            svc, one.rivals[0], questions.ChallengeQuestion(challenge_id=one.challenges[name])
        )
        assert challenge.status == "cancelled"
    with pytest.raises(NotFound):
        await offer(svc, one.rivals[0], None, one.bot_ids[:1], Offered(terms=TERMS))


async def test_a_display_name_is_nobodys_again(svc: Service, at_once: None) -> None:
    """Nobody can be taken for who was deleted; the plain name of an account is anybody's."""
    one = await a_departed(svc)
    await deleted(svc, one)
    for wanted in (
        questions.SetProfile(handle="zanakht"),
        questions.SetProfile(display_name="Zanakht Shown"),
    ):
        with pytest.raises(NameTaken):
            await profiles.put(svc, await an_owner(svc, NAME), wanted)


async def test_only_who_means_it_deletes(svc: Service, at_once: None) -> None:
    """The name has to be repeated, an operator says why, and nobody else may."""
    owner, other = await an_owner(svc), await an_owner(svc, "Other")
    admin = Caller(kind=TokenKind.ADMIN, account_id="aAdmin")
    (bot,) = await some_bots(svc, owner, 1)
    account_id = owner.account_id
    for name in (None, "imhotep", ""):
        with pytest.raises(Malformed):
            await deletion.delete(
                svc,
                owner,
                questions.DeleteAccount(account_id=account_id, name=name, reason="tired"),
            )
    with pytest.raises(Malformed):
        await deletion.delete(
            svc, admin, questions.DeleteAccount(account_id=account_id, name="Imhotep")
        )
    for caller in (other, bot):
        with pytest.raises(Forbidden):
            await deletion.delete(
                svc,
                caller,
                questions.DeleteAccount(account_id=account_id, name="Imhotep", reason="because"),
            )
    with pytest.raises(NotFound):
        await deletion.delete(
            svc, admin, questions.DeleteAccount(account_id="aNobody", reason="because")
        )
    ladder = await ladders.create(svc, owner, some_terms())
    with pytest.raises(WrongState):
        await deletion.delete(
            svc, owner, questions.DeleteAccount(account_id=account_id, name="Imhotep")
        )
    await seasons.cancel(svc, owner, questions.CancelLadder(ladder_id=ladder.id))
    operator = (await accounts.issue_admin(svc)).account
    with pytest.raises(WrongState):
        await deletion.delete(
            svc, admin, questions.DeleteAccount(account_id=operator.id, reason="because")
        )
    first = await deletion.delete(
        svc, admin, questions.DeleteAccount(account_id=account_id, reason="asked by mail")
    )
    assert (
        await deletion.delete(
            svc, admin, questions.DeleteAccount(account_id=account_id, reason="asked again")
        )
        == first
    )


async def test_an_owner_takes_a_deletion_back(
    svc: Service, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a week, in which all works on and `me` tells the end; sweeps leave it alone."""
    monkeypatch.setattr(deletion, "GRACE_MS", 7 * DAY_MS)
    owner = await an_owner(svc)
    now_ms = await svc.connection.now_ms()
    pending = await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    assert (pending.name, pending.finished_ms) == ("Imhotep", None)
    assert pending.deleted_ms >= now_ms + 7 * DAY_MS
    again = await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    assert again.deleted_ms == pending.deleted_ms
    await deletion.sweep(svc)
    account = await accounts.about_me(svc, owner, questions.NoQuestion())
    assert (account.deleted_ms, account.deletes_ms) == (None, pending.deleted_ms)
    for caller in (await an_owner(svc, "Other"), owner.model_copy(update={"app_id": "pApp"})):
        with pytest.raises(Forbidden):
            await deletion.undelete(
                svc, caller, questions.UndeleteAccount(account_id=owner.account_id)
            )
    await deletion.undelete(svc, owner, questions.UndeleteAccount(account_id=owner.account_id))
    assert (await accounts.about_me(svc, owner, questions.NoQuestion())).deletes_ms is None
    with pytest.raises(WrongState):
        await deletion.undelete(svc, owner, questions.UndeleteAccount(account_id=owner.account_id))


async def test_nothing_is_taken_back_once_it_has_begun(
    svc: Service, other_svc: Service, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the week is over any process deletes; an operator need not wait for it."""
    monkeypatch.setattr(deletion, "GRACE_MS", 100)
    owner, other = await an_owner(svc), await an_owner(svc, "Other")
    await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    while await svc.deletions.finished_ms(owner.account_id) is None:
        await deletion.sweep(other_svc)
    with pytest.raises(WrongState):
        await deletion.undelete(svc, owner, questions.UndeleteAccount(account_id=owner.account_id))
    monkeypatch.setattr(deletion, "GRACE_MS", 7 * DAY_MS)
    await deletion.delete(
        svc, other, questions.DeleteAccount(account_id=other.account_id, name="Other")
    )
    admin = Caller(kind=TokenKind.ADMIN, account_id="aAdmin")
    pending = await deletion.delete(
        svc, admin, questions.DeleteAccount(account_id=other.account_id, reason="asked by mail")
    )
    assert pending.finished_ms is not None


async def test_what_is_half_erased_is_not_taken_back(svc: Service) -> None:
    """Its second pass waits for ten seconds, but its names are gone."""
    owner = await an_owner(svc)
    pending = await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    assert pending.finished_ms is None
    with pytest.raises(WrongState):
        await deletion.undelete(svc, owner, questions.UndeleteAccount(account_id=owner.account_id))
    assert await svc.deletions.due_ms(owner.account_id) is not None


async def test_a_sweep_deletes_nothing_that_was_taken_back_meanwhile(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it looked before, and the deletion was begun anew for a week later."""
    monkeypatch.setattr(deletion, "GRACE_MS", 7 * DAY_MS)
    owner = await an_owner(svc)
    stale = Looked([owner.account_id], [], await svc.connection.now_ms())

    async def looks(_since_ms: int) -> Looked:
        return stale

    monkeypatch.setattr(svc.deletions, "look", looks)
    await deletion.sweep(svc)
    await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    await deletion.sweep(svc)
    assert (await accounts.about_me(svc, owner, questions.NoQuestion())).deleted_ms is None


async def test_an_account_that_runs_a_ladder_by_then_is_not_deleted(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its week is over, but others play there; it is looked at again."""
    monkeypatch.setattr(deletion, "GRACE_MS", 50)
    owner = await an_owner(svc)
    pending = await deletion.delete(
        svc, owner, questions.DeleteAccount(account_id=owner.account_id, name="Imhotep")
    )
    await ladders.create(svc, owner, some_terms())
    while await svc.connection.now_ms() <= pending.deleted_ms:
        await asyncio.sleep(0.01)
    await deletion.sweep(svc)
    account = await accounts.about_me(svc, owner, questions.NoQuestion())
    assert account.deleted_ms is None
    assert (account.deletes_ms or 0) > pending.deleted_ms


@pytest.mark.parametrize("step", [*range(len(erasure.STEPS)), "archive"])
async def test_another_process_goes_on_where_one_died(
    svc: Service,
    other_svc: Service,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
    step: int | str,
) -> None:
    """Before each step, and between a new blob and the match that names it."""
    one = await a_departed(svc)

    async def dies(*_: object) -> None:
        raise Busy("a process died here", retry_after_ms=1)

    with monkeypatch.context() as fault:
        if isinstance(step, int):
            fault.setattr(erasure, "STEPS", (*erasure.STEPS[:step], dies))
        else:
            fault.setattr("saqqara_service.storage.matches.over.renames.stub_of", _broken)
        pending = await deletion.delete(
            svc, one.owner, questions.DeleteAccount(account_id=one.account_id, name=NAME)
        )
    assert pending.finished_ms is None
    monkeypatch.setattr(deletion, "AGAIN_MS", 0)
    await deletion.sweep(other_svc)
    assert in_redis(redis_url) == []
    assert await svc.deletions.finished_ms(one.account_id) is not None
    await deletion.sweep(svc)


def _broken(*_: object) -> None:
    raise Busy("a process died here", retry_after_ms=1)


async def test_what_came_in_the_first_seconds_goes_the_second_time(
    svc: Service, other_svc: Service, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that still trusts a token makes a bot: ten seconds later that is gone, too."""
    monkeypatch.setattr(deletion, "AGAIN_MS", 200)
    one = await a_departed(svc)
    pending = await deletion.delete(
        svc, one.owner, questions.DeleteAccount(account_id=one.account_id, name=NAME)
    )
    assert pending.finished_ms is None
    trusted = one.owner.model_copy(update={"token_id": None})
    late = await accounts.create_bot(other_svc, trusted, questions.CreateBot(name="zanakht-late"))
    await asyncio.sleep(0.3)
    await deletion.sweep(other_svc)
    assert in_redis(redis_url) == []
    assert await other_svc.tokens.find(late.info.id) is None
