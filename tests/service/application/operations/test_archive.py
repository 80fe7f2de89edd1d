"""A match that is over leaves Redis, and whoever asks for it is answered as before."""

from __future__ import annotations

import asyncio
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import redis

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.feeds.replays import replay_to
from saqqara_service.application.matches import courses, forks, lists, matches, views
from saqqara_service.application.operations import archival, failovers, health
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy, Internal, MatchOver, WrongState
from saqqara_service.models import MatchStatus, MatchTerms
from saqqara_service.settings import Settings
from saqqara_service.storage.blobs.blobs import RETRY_AFTER_MS
from saqqara_service.storage.matches import archive as archives
from saqqara_service.storage.matches import stubs
from saqqara_service.storage.matches.archival import ACTS_KEPT_MS, DamagedLog
from saqqara_service.storage.matches.archive import Archive, Written
from saqqara_service.storage.matches.scripts import TrimReply
from saqqara_service.storage.matches.stubs import PIECE
from saqqara_service.storage.redis.keys import match_key
from tests.service.actions import act
from tests.service.feed_items import log_of, news_of, page_of
from tests.service.forks import fork_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import (
    UNHURRIED,
    Seated,
    a_match,
    act_at_random,
    an_owner,
    play_out,
    some_bots,
)

GONE = ("log", "seed", "beginning")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0})


async def a_finished_match(svc: Service, players: int = 2) -> Seated:
    """A match that was played to its end."""
    seated = await a_match(svc, players)
    assert (await play_out(svc, seated, random.Random(players))).status is MatchStatus.FINISHED
    return seated


async def archived(svc: Service) -> int:
    """How many matches left Redis, once all that are over have had their turn."""
    await asyncio.sleep(0.01)  # the end lies before now
    count = 0
    while more := await archival.sweep(svc):
        count += more
    return count


def kept(redis_url: str, match_id: str) -> set[str]:
    """Which keys Redis has of the match."""
    names = ("match", "acts", *GONE)
    with redis.Redis.from_url(redis_url) as client:
        return {name for name in names if client.exists(match_key(name, match_id))}


async def all_doors(svc: Service, seated: Seated) -> dict[str, Any]:
    """What everything that tells of a match tells of it."""
    caller, match_id = seated.callers[0], seated.id
    first, cursor = await page_of(svc, match_id, None, 7, language="en")
    assert cursor is not None
    rest, end = await page_of(svc, match_id, cursor, 500, caller)
    followed = [one async for one in news_of(svc, caller, match_id, first[2].cursor, views=True)]
    table, _now = await svc.tables.fresh(match_id)
    replay = await replay_to(svc, match_id, 5)
    assert replay is not None
    return {
        "match": await match_of(svc, match_id, caller),
        "record": await record_json(svc, match_id),
        "first": first,
        "rest": (rest, end),
        "followed": [one for one in followed if one.kind != "heartbeat"],
        "log": await log_of(svc, match_id),
        "view": table.seen_by(None),
        "then": [
            (await views.view(svc, caller, questions.ViewAt(match_id=match_id, version=n, seat=1)))
            for n in (1, 9)
        ],
        "replayed": replay.view(first[4], 0),
        "course": (await courses.course(svc, match_id, None)).points,
        "fork": await forks.of_match(svc, caller, match_id, 10),
        "list": (
            await lists.page(svc, lists.Wanted(player_ids=frozenset({caller.player_id})), 10, None)
        ).items,
        "page": (await lists.page(svc, lists.Wanted(status=MatchStatus.FINISHED), 10, None)).items,
        "heads": await svc.matches.heads([match_id]),
    }


@pytest.mark.parametrize("players", [2, 4])
async def test_whoever_asks_is_answered_as_before(
    svc: Service, other_svc: Service, settings: Settings, redis_url: str, players: int
) -> None:
    """Every door tells the same by this process, by another one and by one that begins anew."""
    seated = await a_finished_match(svc, players)
    before = await all_doors(svc, seated)
    assert kept(redis_url, seated.id) == {"match", "acts", "log", "seed"}
    assert await archived(svc) == 1
    assert kept(redis_url, seated.id) == {"match", "acts"}
    for one in (svc, other_svc):
        assert await all_doors(one, seated) == before
    async with open_service(settings) as fresh:
        assert await all_doors(fresh, seated) == before
    assert await archived(other_svc) == 0


async def test_a_fork_keeps_its_beginning(svc: Service, other_svc: Service) -> None:
    """What it took over from another match goes with it."""
    seated = await a_finished_match(svc)
    place = (seated.id, 12)
    seats: list[str | None] = [one.bot_id for one in seated.callers]
    match = await fork_of(svc, seated.owner, place, UNHURRIED, seats=seats, start=True)
    fork = Seated(match, seated.owner, seated.callers)
    await play_out(svc, fork, random.Random(1))
    before = await record_json(svc, fork.id)
    assert await archived(svc) == 2
    assert await record_json(other_svc, fork.id) == before


async def test_a_record_outlives_its_rules(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written by the rules of its time; what needs the rules themselves says so."""
    seated = await a_finished_match(svc)
    log, record = await log_of(svc, seated.id), await record_json(svc, seated.id)
    verify(from_json(record))
    assert await archived(svc) == 1
    monkeypatch.setattr("saqqara_service.application.caches.tables.rules_of", lambda _: None)
    assert await record_json(other_svc, seated.id) == record
    assert await log_of(other_svc, seated.id) == log
    with pytest.raises(WrongState, match="no longer supports"):
        await views.view(other_svc, None, questions.ViewAt(match_id=seated.id))


async def test_a_match_whose_rules_are_gone_is_archived(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a record: nobody can write one any more. With its rules back it is read as ever."""
    seated = await a_finished_match(svc)
    record = await record_json(svc, seated.id)
    with monkeypatch.context() as patch:
        patch.setattr("saqqara_service.application.caches.tables.rules_of", lambda _: None)
        assert await archived(other_svc) == 1
    assert await record_json(other_svc, seated.id) == record


async def test_the_public_waits_for_a_record(svc: Service, other_svc: Service) -> None:
    """As long as the match is told later, so is its record, archived or not."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    match = await matches.create(
        svc,
        owner,
        MatchTerms(
            game="imhotep",
            options={"players": 2},
            time_control=UNHURRIED,
            public_delay_ms=600_000,
        ),
        seats=[bot.bot_id for bot in bots],
        start=True,
    )
    seated = Seated(match, owner, bots)
    await play_out(svc, seated, random.Random(1))
    whole = await record_json(svc, seated.id, owner)
    assert await archived(svc) == 1
    assert await record_json(other_svc, seated.id, owner) == whole
    for _ in range(2):
        with pytest.raises(WrongState, match="not started"):
            await record_json(other_svc, seated.id)
        assert (await match_of(other_svc, seated.id)).seed is None


async def test_an_answer_is_repeated_for_a_day(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """An action id gets its first answer again; when that is forgotten, that the match is over."""
    seated = await a_match(svc)
    match = await match_of(svc, seated.id, seated.owner)
    assert match.to_act is not None
    table, _now = await svc.tables.fresh(seated.id)
    action = str(table.game.legal_actions(table.state)[0])
    asked = (seated.callers[match.to_act], seated.id, action, match.version, "the-first")
    first = await act(svc, *asked)
    await play_out(svc, seated, random.Random(3))
    await archived(svc)
    for one in (svc, other_svc):
        assert await act(one, *asked) == first.model_copy(update={"repeated": True})
    with redis.Redis.from_url(redis_url) as client:
        acts = match_key("acts", seated.id)
        assert 0 < client.pttl(acts) <= ACTS_KEPT_MS
        client.delete(acts)
    with pytest.raises(MatchOver):
        await act(other_svc, *asked)
    with pytest.raises(MatchOver):
        await endings.resign(
            other_svc, seated.callers[0], questions.ResignMatch(match_id=seated.id)
        )
    with pytest.raises(MatchOver):
        await endings.void(
            other_svc, None, questions.VoidMatch(match_id=seated.id, note="too late")
        )


async def test_what_ended_in_other_ways_leaves_too(svc: Service, redis_url: str) -> None:
    """A match that was called off, voided before it began, or resigned; not one that is played."""
    resigned, voided, running = [await a_match(svc) for _ in range(3)]
    open_match = await a_match(svc, start=False)
    for _ in range(3):
        await act_at_random(svc, resigned, random.Random(1))
    await endings.resign(svc, resigned.callers[0], questions.ResignMatch(match_id=resigned.id))
    for one in (voided, open_match):
        await endings.void(svc, None, questions.VoidMatch(match_id=one.id, note="a test"))
    over = (resigned, voided, open_match)
    before = [await page_of(svc, one.id, None, 50) for one in over]
    assert await archived(svc) == 3
    assert kept(redis_url, running.id) == {"match", "log", "seed"}
    assert [await page_of(svc, one.id, None, 50) for one in over] == before
    assert (await record_json(svc, resigned.id))["ending"] == "resigned"
    with pytest.raises(WrongState, match="not started"):
        await record_json(svc, open_match.id)


async def test_a_match_waits_for_its_time(settings: Settings) -> None:
    """It stays in Redis for as long as the host has said."""
    late = settings.model_copy(update={"archive_after_ms": 3_600_000})
    async with open_service(late) as svc:
        await a_finished_match(svc)
        assert await archived(svc) == 0


async def test_two_processes_do_it_once(svc: Service, other_svc: Service) -> None:
    """Both sweep at once: every match leaves once, and each is found by both."""
    played = [await a_match(svc) for _ in range(12)]
    for seated in played:
        await endings.void(svc, None, questions.VoidMatch(match_id=seated.id, note="a test"))
    before = [await log_of(svc, seated.id) for seated in played]
    counts = await asyncio.gather(*(archived(one) for one in (svc, other_svc, svc, other_svc)))
    assert sum(counts) == len(played)
    for one in (svc, other_svc):
        assert [await log_of(one, seated.id) for seated in played] == before


async def test_one_match_archived_twice_at_once(svc: Service, other_svc: Service) -> None:
    """Whoever is second finds it done, and the blob is the same."""
    seated = await a_finished_match(svc)
    before = await record_json(svc, seated.id)
    both = (one.archiving.archive(seated.id, None) for one in (svc, other_svc, svc, other_svc))
    replies = await asyncio.gather(*both)
    assert sorted(replies) == [TrimReply.DONE] * 3 + [TrimReply.TRIMMED]
    assert await record_json(other_svc, seated.id) == before


@pytest.mark.parametrize(
    ("field", "value"), [("runner:0", "{}"), ("version", "999"), ("last_ms", "1")]
)
async def test_a_match_that_changed_meanwhile_stays(
    svc: Service, redis_url: str, monkeypatch: pytest.MonkeyPatch, field: str, value: str
) -> None:
    """Between blob and deletion anything may happen: then nothing is deleted, and it is retried."""
    seated = await a_finished_match(svc)
    put, key = Archive.put, match_key("match", seated.id)

    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        was = client.hget(key, field)

        async def overtaken(self: Archive, written: Written) -> str:
            digest = await put(self, written)
            client.hset(key, field, value)
            return digest

        with monkeypatch.context() as patch:
            patch.setattr(Archive, "put", overtaken)
            assert await svc.archiving.archive(seated.id, None) is TrimReply.CHANGED
        assert kept(redis_url, seated.id) == {"match", "acts", "log", "seed"}
        if was is not None:
            client.hset(key, field, was)
    assert await svc.archiving.archive(seated.id, None) is TrimReply.TRIMMED


async def test_a_match_waits_for_its_ladder(svc: Service, redis_url: str) -> None:
    """What is not settled yet stays, and holds up no other."""
    unsettled = await a_match(svc, ladder_id="l_1")
    other = await a_match(svc)
    for seated in (unsettled, other):
        await endings.void(svc, None, questions.VoidMatch(match_id=seated.id, note="a test"))
    assert await archived(svc) == 1
    assert "log" in kept(redis_url, unsettled.id)
    assert await archived(svc) == 0, "it rests"
    await svc.indexes.drop_ended(unsettled.id)
    await svc.archiving.put_off(unsettled.id, 0)
    assert await archived(svc) == 1


async def test_a_log_with_a_gap_is_not_deleted(svc: Service, redis_url: str) -> None:
    """It is for a person to look at; others go on."""
    damaged, other = await a_finished_match(svc), await a_finished_match(svc)
    with redis.Redis.from_url(redis_url) as client:
        client.xdel(match_key("log", damaged.id), "3-0")
    with pytest.raises(DamagedLog, match=damaged.id):
        await svc.archiving.archive(damaged.id, None)
    assert await archived(svc) == 1
    assert "log" in kept(redis_url, damaged.id)
    assert "log" not in kept(redis_url, other.id)


@pytest.mark.parametrize("crash", ["before", "after"])
async def test_a_process_that_dies_has_lost_nothing(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, crash: str
) -> None:
    """Before the blob is written, or between that and the deletion: the next one does it."""
    seated = await a_finished_match(svc)
    before = await record_json(svc, seated.id)
    put = Archive.put

    async def dying(self: Archive, written: Written) -> str:
        if crash == "after":
            await put(self, written)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "put", dying)
        with pytest.raises(KeyboardInterrupt):
            await svc.archiving.archive(seated.id, None)
    assert await record_json(other_svc, seated.id) == before
    assert await other_svc.archiving.archive(seated.id, None) is TrimReply.TRIMMED
    assert await record_json(other_svc, seated.id) == before


async def test_a_store_that_went_back_is_archived_again(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """A failover that brings the log back changes nothing for anybody."""
    seated = await a_finished_match(svc)
    names = [match_key(name, seated.id) for name in ("match", "acts", *GONE, "over")]
    with redis.Redis.from_url(redis_url) as client:
        dumped = {name: client.dump(name) for name in names}
        before = await all_doors(other_svc, seated)
        assert await archived(svc) == 1
        assert await all_doors(svc, seated) == before
        for name, text in dumped.items():
            client.delete(name)
            if text is not None:
                client.restore(name, 0, text)
    known = svc.tables.forget()
    await failovers.compare(svc, known)
    for one in (svc, other_svc):
        assert await all_doors(one, seated) == before
    assert await archived(other_svc) == 1
    assert await all_doors(svc, seated) == before


async def test_a_follower_in_the_middle(svc: Service, other_svc: Service) -> None:
    """Whoever pages or follows when the log goes reads on, with the cursor that it has."""
    seated = await a_finished_match(svc)
    whole = await log_of(svc, seated.id)
    events, cursor = await page_of(other_svc, seated.id, None, 5)
    news = news_of(other_svc, None, seated.id, events[2].cursor)
    followed = []
    async for item in news:
        if item.kind == "heartbeat":
            continue
        followed.append(item.event)
        if len(followed) == 1:
            assert await archived(svc) == 1
    assert followed == whole[3:]
    while cursor is not None:
        more, cursor = await page_of(other_svc, seated.id, cursor, 9)
        events += more
    assert [one.version for one in events] == [one.version for one in whole]


async def test_a_store_that_is_away_is_told(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is archived cannot be read, and who asks is told when to come again."""
    away, here = await a_finished_match(svc), await a_match(svc)
    before = await match_of(svc, away.id)
    await archived(svc)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "pharaoh")
    monkeypatch.setattr("saqqara_service.storage.blobs.stores.RETRIES", 0)
    async with open_service(settings.model_copy(update={"blobs": "s3://nobody/here"})) as other:
        for call in (
            record_json(other, away.id),
            page_of(other, away.id, None, 5),
            views.view(other, None, questions.ViewAt(match_id=away.id)),
        ):
            with pytest.raises(Busy) as refused:
                await call
            assert refused.value.retry_after_ms == RETRY_AFTER_MS
        assert await match_of(other, away.id) == before
        await record_json(other, here.id)
        assert len((await lists.page(other, lists.Wanted(), 10, None)).items) == 2
        await endings.void(other, None, questions.VoidMatch(match_id=here.id, note="a test"))
        with pytest.raises(Busy):
            await archived(other)
        await record_json(other, here.id)


async def test_a_slow_store_is_not_waited_for_long(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for an archived match meanwhile is told so; too many are told at once."""
    seated = await a_finished_match(svc)
    await archived(svc)

    async def never(*_: object) -> bytes:
        return await asyncio.sleep(60, b"")

    monkeypatch.setattr("saqqara_service.storage.blobs.blobs.BlobStore.get", never)
    monkeypatch.setattr(archives, "PATIENCE_S", 0.05)
    with pytest.raises(Busy, match="did not answer in time"):
        await record_json(other_svc, seated.id)
    monkeypatch.setattr(archives, "WAITING", 0)
    with pytest.raises(Busy, match="Too many"):
        await record_json(other_svc, seated.id)


async def test_a_blob_that_is_lost_or_damaged_is_said(
    svc: Service, other_svc: Service, settings: Settings
) -> None:
    """It is never taken for another match; the host is told in the log."""
    seated = await a_finished_match(svc)
    await archived(svc)
    assert settings.blobs is not None
    (blob,) = [one for one in Path(settings.blobs).rglob("*") if len(one.name) == 64]
    content = blob.read_bytes()
    blob.write_bytes(content[:-4] + b"????")
    with pytest.raises(Internal, match="damaged"):
        await record_json(other_svc, seated.id)
    blob.unlink()
    with pytest.raises(Internal, match="missing"):
        await record_json(other_svc, seated.id)
    blob.write_bytes(content)
    await record_json(other_svc, seated.id)


async def test_another_place_gets_no_match(
    svc: Service, settings: Settings, tmp_path: Path, redis_url: str
) -> None:
    """A process with a folder of its own, or without its disk, would hide matches from others."""
    first, second = await a_finished_match(svc), await a_match(svc)
    assert await archived(svc) == 1
    await endings.void(svc, None, questions.VoidMatch(match_id=second.id, note="a test"))
    elsewhere = settings.model_copy(update={"blobs": str(tmp_path / "elsewhere")})
    async with open_service(elsewhere) as other:
        await asyncio.sleep(0.01)
        assert archival.warnings(other) == []
        with pytest.raises(archival.Elsewhere, match="SAQQARA_BLOBS"):
            await archival.sweep(other)
        (warning,) = archival.warnings(other)
        assert warning in await health.warnings(other)
        assert "matches stay in Redis" in warning
    assert "log" in kept(redis_url, second.id)
    assert await archived(svc) == 1
    assert (await match_of(svc, first.id)).status is MatchStatus.FINISHED


async def test_what_is_left_in_redis_is_small(svc: Service, redis_url: str) -> None:
    """One list of Redis, and all that lists tell is in it; whatever names have in them."""
    seated = await a_finished_match(svc)
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        key = match_key("match", seated.id)
        client.hset(key, mapping={"name:0": "Nofretete 𓂀 \"'\\", "name:1": "é" * 32})
        before = await match_of(svc, seated.id)
        assert await archived(svc) == 1
        assert client.object("encoding", key) == "listpack"
        assert max(map(len, client.hvals(key))) <= PIECE
    assert await match_of(svc, seated.id) == before


def test_the_words_of_stubs_never_change() -> None:
    """What was packed by them could not be read any more."""
    content = (Path(stubs.__file__).parent / "stub_words.json").read_bytes()
    assert (
        sha256(content).hexdigest()
        == "ab5a17b029fb93c335297dc93932c2c036b3b4291b759938958a1d2e101502bf"
    )
