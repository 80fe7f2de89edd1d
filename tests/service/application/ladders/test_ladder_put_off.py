"""A match for which a ladder's job fails is put off: it holds up no other and is tried again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis

from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import LadderStatus
from saqqara_service.storage.redis.keys import key, match_key
from tests.service import jobs
from tests.service.ladder_folds import refold
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.lookups import ladder_of


@contextmanager
def broken(svc: Service, enrolled: Enrolled, match_id: str) -> Iterator[None]:
    """While the block runs the ladder cannot read its plan for the match."""
    name = key("ladder_matches", enrolled.id)
    with redis.Redis.from_url(svc.settings.redis_url or "") as client:
        line = client.hget(name, match_id)
        assert isinstance(line, bytes)
        client.hset(name, match_id, "no plan")
        yield
        client.hset(name, match_id, line)
        assert client.delete(match_key("put_off", match_id)) == 1


def put_off(svc: Service, job: str) -> float:
    """How often a job put a match off."""
    (metric,) = svc.metrics.put_off.collect()
    return sum(
        sample.value
        for sample in metric.samples
        if sample.name.endswith("_total") and sample.labels["job"] == job
    )


async def test_a_match_that_cannot_be_settled_holds_up_no_other(svc: Service) -> None:
    """The others of its ladder count at once, it itself as soon as what was wrong is mended."""
    enrolled = await a_ladder(svc, blocks=2, concurrency=4)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    ids = sorted(await running(svc))
    for match_id in ids:
        await play_out(svc, enrolled.callers, match_id)
    with broken(svc, enrolled, ids[0]):
        for _ in range(2):
            await settle_all(svc)
        assert (await ladder_of(svc, enrolled.id)).matches_settled == 3
        assert put_off(svc, "settle") == 1
    await settle_all(svc)
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)


async def test_a_match_that_cannot_be_started_holds_up_no_other(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next ones of the plan begin in its place, it itself when it can."""
    enrolled = await a_ladder(svc, blocks=2, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    first = (await svc.ladders.queue_head(enrolled.id, 1))[0].match_id(enrolled.id)
    start = matches.create

    async def failing(*args: object, **named: object) -> object:
        if named["match_id"] == first:
            raise RuntimeError("this match cannot be made")
        return await start(*args, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(matches, "create", failing)
        for _ in range(2):
            await jobs.start(svc, enrolled.id)
            await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
    now = await running(svc)
    assert len(now) == 2
    assert first not in now
    assert put_off(svc, "start") == 1
    with redis.Redis.from_url(svc.settings.redis_url or "") as client:
        assert client.delete(match_key("put_off", first)) == 1
    assert (await finish(svc, enrolled)).matches_settled == 4
