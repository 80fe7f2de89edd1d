"""A disk that is nearly full is for what is under way: nothing new begins until there is room."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable
from math import isnan
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families as families
from structlog.testing import capture_logs

from saqqara_service import questions
from saqqara_service.application.hosting import submissions
from saqqara_service.application.ladders import course, seasons, sweep
from saqqara_service.application.live import disk
from saqqara_service.application.live.disk import Disk
from saqqara_service.application.operations import health
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy
from saqqara_service.models import LadderStatus, MatchStatus
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from tests.bundle.archives import BOT, packed
from tests.service import jobs, transports
from tests.service.ladders import a_ladder, finish, running
from tests.service.lookups import match_of
from tests.service.matches import a_match, legal_now, play_out
from tests.service.transports import PATIENCE_S, GraphQL, Rest, Transport, a_party

NO_ROOM = Path("/proc")
"""A file system of which none is free."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that a test may move to another disk."""
    (tmp_path / "roomy").mkdir()
    folder = tmp_path / "data"
    folder.symlink_to(tmp_path / "roomy")
    return folder


@pytest.fixture
def settings(settings: Settings, data: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A process that wants one MiB free, and looks often."""
    monkeypatch.setattr(disk, "LOOK_S", 0.01)
    return settings.model_copy(update={"data": data, "free_disk_mb": 1})


def move(data: Path, to: Path) -> None:
    """Let the data folder lie on another disk."""
    data.unlink()
    data.symlink_to(to)


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it does."""
    async with asyncio.timeout(PATIENCE_S):
        while not await holds():
            await asyncio.sleep(0.01)


async def seen(svc: Service, *, is_short: bool) -> None:
    """Wait until the process has seen how the disk is."""

    async def holds() -> bool:
        return svc.admission.disk.is_short is is_short

    await eventually(holds)


@pytest.mark.parametrize("spoken", [Rest, GraphQL], ids=["rest", "graphql"])
async def test_a_full_disk_is_told_and_matches_under_way_are_played(
    lone_client: httpx.AsyncClient,
    svc: Service,
    data: Path,
    spoken: Callable[[httpx.AsyncClient], Transport],
) -> None:
    """By either transport: a new match is refused with when to come again, a running one is played
    to its end; the process stays ready and warns; with room all goes on by itself.
    """
    transport = spoken(lone_client)
    party = await a_party(transport)
    match = await transports.a_match(transport, party)
    ask = {"game": "imhotep", "options": {"players": 2}, "timeControl": transports.UNHURRIED}

    async def warnings() -> list[str]:
        answer = await lone_client.get("/readyz")
        assert answer.is_success, answer.text
        return [one for one in answer.json()["warnings"] if "FREE_DISK" in one]

    async def warns() -> bool:
        return bool(await warnings())

    move(data, NO_ROOM)
    await eventually(warns)
    (warning,) = await warnings()
    assert "SAQQARA_FREE_DISK_MB=1" in warning
    assert str(data) in warning
    refusal = await transport.do("createMatch", party.owner, {**ask, "seats": party.ids})
    assert (refusal.code, refusal.facts) == ("busy", {"retryAfterMs": disk.RETRY_AFTER_MS})
    assert "disk is nearly full" in refusal.message
    assert str(data) not in refusal.message
    rng = random.Random(5)
    while (seated := await legal_now(svc, match["id"]))[0].to_act is not None:
        current, legal = seated
        acting = {"action": rng.choice(legal), "expectedVersion": current.version}
        acting["actionId"] = f"a{current.version}"
        token = party.tokens[current.to_act or 0]
        assert (await transport.do("act", token, acting, match["id"])).code is None
    assert (await match_of(svc, match["id"])).status is MatchStatus.FINISHED
    move(data, data.parent / "roomy")

    async def is_well() -> bool:
        return not await warns()

    await eventually(is_well)
    assert (await transports.a_match(transport, party))["status"] == "running"


def begins(svc: Service) -> list[str]:
    """The jobs that wait and would begin something."""
    return [one for one in svc.queue._queue.job_ids if "play_" in one]


async def test_a_ladder_waits_and_goes_on(svc: Service, data: Path) -> None:
    """Nobody is woken for what cannot begin; with room the rest of the season is played."""
    ladder = await a_ladder(svc, bots=2, blocks=2, concurrency=1)
    await a_ladder(svc, bots=2)  # which is to be paired
    later = await a_ladder(svc, bots=2, start=False)
    await jobs.pair(svc, ladder.id)
    await jobs.start(svc, ladder.id)
    move(data, NO_ROOM)
    await seen(svc, is_short=True)
    began = await running(svc)
    await course.play(svc, ladder.id)
    assert await running(svc) == began
    with pytest.raises(Busy, match="disk is nearly full"):
        await seasons.start(svc, later.owner, questions.StartLadder(ladder_id=later.id))
    svc.queue._redis.delete(svc.queue._queue.key)
    await sweep.sweep(svc)
    assert begins(svc) == []
    move(data, data.parent / "roomy")
    await seen(svc, is_short=False)
    await sweep.sweep(svc)
    assert len(begins(svc)) == 1, svc.queue._queue.job_ids
    assert (await finish(svc, ladder)).status is LadderStatus.FINISHED


async def test_no_archive_is_taken_on_a_full_disk(svc: Service, data: Path) -> None:
    """It would take the room that matches need, unless it is here already."""
    seated = await a_match(svc)
    (bot, _other) = seated.callers
    assert bot.bot_id is not None
    one = await submissions.submit(
        svc, seated.owner, questions.SubmitBot(bot_id=bot.bot_id, archive=packed())
    )
    move(data, NO_ROOM)
    await seen(svc, is_short=True)
    with pytest.raises(Busy, match="disk is nearly full"):
        await submissions.submit(
            svc,
            seated.owner,
            questions.SubmitBot(bot_id=bot.bot_id, archive=packed({**BOT, "data": b"x"})),
        )
    assert (
        await submissions.submit(
            svc, seated.owner, questions.SubmitBot(bot_id=bot.bot_id, archive=packed())
        )
    ).id == one.id
    await play_out(svc, seated, random.Random(5))


async def test_the_log_says_it_once_each_way(data: Path) -> None:
    """However often it is looked at: the log lies on the same disk."""
    one = Disk(data, 1)
    with capture_logs() as said:
        for place in (NO_ROOM, data.parent / "roomy"):
            move(data, place)
            for _ in range(3):
                await one.look()
    assert [line["event"] for line in said] == ["disk_nearly_full", "disk_has_room"]


async def test_what_is_left_is_measured(settings: Settings, data: Path) -> None:
    """As what the disk said when it was looked at last."""
    metrics = Metrics()
    async with open_service(settings.model_copy(update={"data": data}), metrics):
        async with asyncio.timeout(PATIENCE_S):
            while isnan(free := _free(metrics)):
                await asyncio.sleep(0.01)
    assert 0 < free <= shutil.disk_usage(data).total


def _free(metrics: Metrics) -> float:
    (sample,) = (
        sample
        for family in families(metrics.text().decode())
        for sample in family.samples
        if sample.name == "saqqara_free_disk_bytes"
    )
    return sample.value


async def test_what_is_not_there_is_not_watched(tmp_path: Path) -> None:
    """Pods keep nothing in a data folder, and a host may want none watched."""
    absent = Disk(tmp_path / "none", 100_000_000)
    await absent.look()
    assert not absent.is_short
    assert absent.warnings() == []
    assert isnan(absent.free_bytes)
    async with asyncio.timeout(PATIENCE_S):
        await Disk(NO_ROOM, 0).keep_looking()


async def test_a_full_disk_is_told_also_without_redis(svc: Service, data: Path) -> None:
    """A Redis that cannot write is away next: the host hears what to do before and after."""
    move(data, NO_ROOM)
    await seen(svc, is_short=True)
    await svc.connection.close()
    assert any("SAQQARA_FREE_DISK_MB" in one for one in await health.warnings(svc))
