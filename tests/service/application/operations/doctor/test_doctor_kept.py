"""The doctor on what is kept: logs, lists, results and standings that do not fit are found."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from saqqara_service import questions
from saqqara_service.application.folds.results import undecided
from saqqara_service.application.ladders import rulings
from saqqara_service.application.operations import archival
from saqqara_service.application.operations.doctor import kept
from saqqara_service.application.operations.doctor.findings import Finding
from saqqara_service.application.service import Service
from saqqara_service.models import EndReason, Match
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.samples import Samples
from saqqara_service.storage.redis.keys import index_member, key, match_key
from tests.service.application.operations.doctor.inspection import FAILED, GOOD, examined
from tests.service.forks import fork_of
from tests.service.ladders import a_ladder, finish
from tests.service.matches import UNHURRIED, Seated, a_match, act_at_random, play_out

CHECKS = [one.name for one in kept.checks(1)]
Plant: TypeAlias = Callable[[Service, Match], Awaitable[object]]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0, "port": 0})


async def a_running(svc: Service) -> Seated:
    """A match in which some have acted."""
    seated = await a_match(svc)
    for number in range(6):
        await act_at_random(svc, seated, random.Random(number))
    return seated


async def a_fork(svc: Service) -> Seated:
    """A match that begins in the middle of another."""
    seated = await a_running(svc)
    await play_out(svc, seated, random.Random(4))
    place = (seated.id, 4)
    seats: list[str | None] = [one.bot_id for one in seated.callers]
    match = await fork_of(svc, seated.owner, place, UNHURRIED, seats=seats, start=True)
    return Seated(match, seated.owner, seated.callers)


async def a_finished(svc: Service) -> Match:
    """A match that was played to its end."""
    return await play_out(svc, await a_match(svc), random.Random(3))


async def kept_of(settings: Settings) -> dict[str, Finding]:
    """What the doctor says of what is kept."""
    found = await examined(settings)
    return {name: found[name] for name in CHECKS}


def failing(found: dict[str, Finding]) -> list[str]:
    """The checks that failed; all others are good."""
    assert {one.verdict for one in found.values()} <= {GOOD, FAILED}
    return [name for name, one in found.items() if one.verdict is FAILED]


async def test_what_was_played_fits(svc: Service, settings: Settings) -> None:
    """Matches that wait, run, are over and archived, one that ended void, a fork, a ladder."""
    enrolled = await a_ladder(svc, bots=3, blocks=2, concurrency=2)
    await finish(svc, enrolled)
    await a_running(svc)
    await a_match(svc, start=False)
    await a_finished(svc)
    for one in (await a_match(svc, players=3), await a_match(svc, start=False)):
        await svc.matches.void(one.id, undecided(EndReason.VOIDED))
    await play_out(svc, await a_fork(svc), random.Random(5))
    assert failing(await kept_of(settings)) == []
    await asyncio.sleep(0.01)  # all ends lie before now
    assert await archival.sweep(svc) > 5
    assert failing(await kept_of(settings)) == []
    match_id = (await svc.ladders.results(enrolled.id, 0, 1))[0].match_id
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="a fault", match_id=match_id),
    )
    assert failing(await kept_of(settings)) == []
    await rulings.refold(svc, enrolled.id)
    assert failing(await kept_of(settings)) == []


async def without_an_event(svc: Service, match: Match) -> None:
    """The log lost its fourth event."""
    text = "return redis.call('XDEL', KEYS[1], '4-0')"
    assert await svc.connection.write.eval(text, 1, match_key("log", match.id))


async def with_another_action(svc: Service, match: Match) -> None:
    """The log tells what nobody may do there."""
    text = """
        local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 2)[2]
        local after = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
        for at, word in ipairs(last[2]) do
          if word == 'action' then last[2][at + 1] = 'nonsense' end
        end
        redis.call('XDEL', KEYS[1], last[1], after[1])
        redis.call('XTRIM', KEYS[1], 'MAXLEN', 1000)
        local all = redis.call('XRANGE', KEYS[1], '-', '+')
        redis.call('DEL', KEYS[1])
        for _, one in ipairs(all) do redis.call('XADD', KEYS[1], one[1], unpack(one[2])) end
        redis.call('XADD', KEYS[1], last[1], unpack(last[2]))
        redis.call('XADD', KEYS[1], after[1], unpack(after[2]))
        return 1
    """
    assert await svc.connection.write.eval(text, 1, match_key("log", match.id))


async def with_another_result(svc: Service, match: Match) -> None:
    """The result is not that of the log."""
    name = match_key("match", match.id)
    result = json.loads(str(await svc.connection.read.hget(name, "result")))
    result["seats"][0]["total"] += 1
    await svc.connection.write.hset(name, "result", json.dumps(result))


async def without_a_result(svc: Service, match: Match) -> None:
    """It is over, and nobody knows how."""
    await svc.connection.write.hdel(match_key("match", match.id), "result")


async def with_junk(svc: Service, match: Match) -> None:
    """A field cannot be read."""
    await svc.connection.write.hset(match_key("match", match.id), "players", "many")


@pytest.mark.parametrize(
    "plant",
    [without_an_event, with_another_action, with_another_result, without_a_result, with_junk],
)
async def test_a_match_that_is_not_as_it_was_told(
    svc: Service, settings: Settings, plant: Plant
) -> None:
    """Its log, its actions, its result, its fields."""
    await a_finished(svc)
    match = await a_finished(svc)
    await plant(svc, match)
    found = (await kept_of(settings))["kept.matches"]
    assert (found.verdict, match.id in found.found) == (FAILED, True), found
    assert "1 of 2 matches" in found.found


async def test_a_blob_that_is_gone(svc: Service, settings: Settings) -> None:
    """A match that is archived, and whose archive is lost."""
    match = await a_finished(svc)
    while not await archival.sweep(svc):
        await asyncio.sleep(0.01)
    digest = await svc.connection.read.hget(match_key("match", match.id), "archive")
    await svc.stale_blobs.delete("{b00}", str(digest))
    found = (await kept_of(settings))["kept.matches"]
    assert found.verdict is FAILED
    assert "missing or damaged" in found.found


async def in_another_list(svc: Service, match: Match) -> None:
    """It stands where matches stand that are over."""
    member = index_member(match.created_ms, match.id)
    await svc.connection.write.zadd(match_key("finished", match.id), {member: 0})


async def not_there(svc: Service, match: Match) -> None:
    """A list names what is not there."""
    await svc.connection.write.delete(match_key("match", match.id))


async def in_no_list(svc: Service, match: Match) -> None:
    """Nobody would find it."""
    member = index_member(match.created_ms, match.id)
    await svc.connection.write.zrem(match_key("running", match.id), member)


async def without_a_deadline(svc: Service, match: Match) -> None:
    """Nobody would rule on it."""
    await svc.connection.write.zrem(match_key("deadlines", match.id), match.id)


@pytest.mark.parametrize(
    ("plant", "check"),
    [
        (in_another_list, "kept.lists"),
        (not_there, "kept.lists"),
        (in_no_list, "kept.players"),
        (without_a_deadline, "kept.players"),
    ],
)
async def test_a_list_that_is_not_as_its_matches(
    svc: Service, settings: Settings, plant: Plant, check: str
) -> None:
    """In either direction."""
    await a_running(svc)
    seated = await a_running(svc)
    await plant(svc, seated.match)
    found = await kept_of(settings)
    assert failing(found) == [check], found
    assert seated.id in found[check].found


async def without_a_row(svc: Service, ladder_id: str) -> None:
    """A bot has no standing."""
    (bot, *_) = await svc.ladders.rows(ladder_id)
    await svc.connection.write.hdel(key("ladder_rows", ladder_id), bot)


async def with_another_row(svc: Service, ladder_id: str) -> None:
    """A bot has one match more than it played."""
    ((bot, (row,)), *_) = (await svc.ladders.rows(ladder_id)).items()
    text = row.model_copy(update={"matches": row.matches + 1}).model_dump_json(by_alias=False)
    await svc.connection.write.hset(key("ladder_rows", ladder_id), bot, f"[{text}]")


async def with_another_rating(svc: Service, ladder_id: str) -> None:
    """A bot has a rating that no match gave it."""
    ((bot, (row,)), *_) = (await svc.ladders.rows(ladder_id)).items()
    text = row.model_copy(update={"mu": row.mu + 1}).model_dump_json(by_alias=False)
    await svc.connection.write.hset(key("ladder_rows", ladder_id), bot, f"[{text}]")


async def with_a_result_twice(svc: Service, ladder_id: str) -> None:
    """The last match counts twice."""
    name = key("ladder_results", ladder_id)
    last = await svc.connection.read.lindex(name, -1)
    await svc.connection.write.rpush(name, str(last))


async def with_a_result_too_many(svc: Service, ladder_id: str) -> None:
    """One is counted as annulled that is not."""
    text = "return redis.call('HSET', KEYS[1], 'annulled', 1)"
    await svc.connection.write.eval(text, 1, key("ladder", ladder_id))


@pytest.mark.parametrize(
    "plant",
    [
        without_a_row,
        with_another_row,
        with_another_rating,
        with_a_result_twice,
        with_a_result_too_many,
    ],
)
async def test_standings_that_do_not_follow(
    svc: Service, settings: Settings, plant: Callable[[Service, str], Awaitable[object]]
) -> None:
    """Of the results, each once."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    await finish(svc, enrolled)
    assert failing(await kept_of(settings)) == []
    await plant(svc, enrolled.id)
    found = await kept_of(settings)
    assert failing(found) == ["kept.ladders"]
    assert enrolled.id in found["kept.ladders"].found


async def test_nothing_is_said_to_be_wrong_while_it_is_played(
    svc: Service, other_svc: Service, settings: Settings
) -> None:
    """Matches and a ladder change between two looks; none of that is a fault."""
    enrolled = await a_ladder(svc, bots=4, blocks=3, concurrency=4)
    playing = asyncio.create_task(finish(svc, enrolled))
    rounds = 0
    while not playing.done() or not rounds:
        for check in kept.checks(20):
            found = await check.look(other_svc)
            assert found.verdict is GOOD, found
        rounds += 1
    await playing


async def test_samples_are_drawn_from_all(svc: Service) -> None:
    """Each once, however many are asked for; nothing of nothing."""
    samples = Samples(svc.connection)
    assert await samples.of_buckets(("running", "finished"), 10) == []
    assert await samples.ladders(10) == await samples.players(10) == []
    ids = {(await a_match(svc)).id for _ in range(5)}
    for most in (2, 5, 100):
        drawn = await samples.of_buckets(("running", "open"), most)
        assert len({member for _, member in drawn}) == min(most, 5)
        assert {member.partition(":")[2] for _, member in drawn} <= ids
        assert {name for name, _ in drawn} == {"running"}
    assert len(set(await samples.players(1_000))) == 15
