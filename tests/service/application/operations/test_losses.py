"""What a failover has lost is told in the match's log: each loss, once, whoever finds it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis

from saqqara_service.application.matches import matches
from saqqara_service.application.operations import failovers
from saqqara_service.application.service import Service
from saqqara_service.models import EventKind, MatchTerms
from saqqara_service.storage.redis.keys import match_key
from tests.service.actions import act
from tests.service.matches import Seated, a_match
from tests.service.observability.test_metrics import read, value

NAMES = ("match", "acts", "log")


async def on(svc: Service, seated: Seated, plies: int) -> None:
    """So many decisions, in the order in which they are asked."""
    for _ in range(plies):
        table, _now = await svc.tables.fresh(seated.id)
        version, seat = table.match.version, table.match.to_act
        assert seat is not None
        action = str(table.game.legal_actions(table.state)[0])
        await act(svc, seated.callers[seat], seated.id, action, version, f"v{version}")


@contextmanager
def lost(redis_url: str, seated: Seated) -> Iterator[None]:
    """What is written of the match within the block is lost with it."""
    names = [match_key(name, seated.id) for name in NAMES]
    with redis.Redis.from_url(redis_url) as client:
        dumped = {name: client.dump(name) for name in names}
        yield
        for name, text in dumped.items():
            client.delete(name)
            if text is not None:
                client.restore(name, 0, text)


async def losses(svc: Service, seated: Seated) -> list[int | None]:
    """What the log says was lost, in its order."""
    log = await svc.matches.log(seated.id, 0, None)
    return [event.lost_version for event in log if event.kind is EventKind.ROLLED_BACK]


def counted(svc: Service) -> tuple[float, ...]:
    """Matches that were rolled back, matches that are gone, and events that were lost."""
    found = read(svc.metrics.text().decode())
    matches = "saqqara_lost_matches_total"
    return (
        value(found, matches, outcome="rolled_back"),
        value(found, matches, outcome="gone"),
        value(found, "saqqara_lost_events_total"),
    )


async def test_losses_are_counted(svc: Service, other_svc: Service, redis_url: str) -> None:
    """What a match has lost counts in the process that tells it; where nothing is lost, nothing."""
    seated = await a_match(svc)
    await on(svc, seated, 2)
    with lost(redis_url, seated):
        await on(svc, seated, 4)
        await other_svc.tables.fresh(seated.id)
    await on(svc, seated, 1)
    for one in (svc, other_svc):
        await failovers.compare(one, one.tables.forget())
    assert (counted(svc), counted(other_svc)) == ((1, 0, 4), (0, 0, 0))


async def test_a_match_that_is_made_again_has_lost_nothing(svc: Service, redis_url: str) -> None:
    """The one before is gone, and counts as lost; the log of the other says nothing of it."""
    seated = await a_match(svc)
    await on(svc, seated, 4)
    known = (await svc.tables.fresh(seated.id))[0]
    with redis.Redis.from_url(redis_url) as client:
        client.delete(*[match_key(name, seated.id) for name in (*NAMES, "seed")])
    await failovers.compare(svc, svc.tables.forget())
    assert counted(svc) == (0, 1, 5)
    seats = [caller.bot_id for caller in seated.callers]
    terms = MatchTerms(**{name: getattr(seated.match, name) for name in MatchTerms.model_fields})
    await matches.create(svc, seated.owner, terms, seats=seats, match_id=seated.id, start=True)
    await failovers.compare(svc, [known.stored])
    assert await losses(svc, seated) == []
    assert counted(svc) == (0, 2, 10)
    await on(svc, seated, 2)


async def test_a_second_loss_is_told_though_the_first_was_larger(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """An old loss in the log is no news; both processes that saw the second tell it once."""
    seated = await a_match(svc)
    await on(svc, seated, 2)
    with lost(redis_url, seated):
        await on(svc, seated, 20)
    await failovers.compare(svc, svc.tables.forget())
    assert await losses(svc, seated) == [23]
    await on(svc, seated, 2)
    with lost(redis_url, seated):
        await on(svc, seated, 3)
        await other_svc.tables.fresh(seated.id)
    for one in (svc, other_svc):
        await failovers.compare(one, one.tables.forget())
    assert await losses(svc, seated) == [23, 9]
    await on(svc, seated, 2)


async def test_a_loss_that_a_question_saw_first_is_told(svc: Service, redis_url: str) -> None:
    """Who asks between the failover and its discovery takes away nothing that was known."""
    seated = await a_match(svc)
    await on(svc, seated, 2)
    with lost(redis_url, seated):
        await on(svc, seated, 3)
    assert (await svc.tables.fresh(seated.id))[0].match.version == 3
    await on(svc, seated, 1)
    await failovers.compare(svc, svc.tables.forget())
    assert await losses(svc, seated) == [6]
    await failovers.compare(svc, svc.tables.forget())
    assert await losses(svc, seated) == [6]


async def test_a_loss_is_told_once_where_clocks_differ(
    svc: Service, other_svc: Service, redis_url: str
) -> None:
    """The new master's clock may be behind that of the one before."""
    seated = await a_match(svc)
    with lost(redis_url, seated):
        await on(svc, seated, 1)
        later = (await svc.connection.now_ms()) + 60_000
        await svc.connection.write.hset(match_key("match", seated.id), "last_ms", str(later))
        await on(svc, seated, 1)
        await other_svc.tables.fresh(seated.id)
    for one in (svc, other_svc):
        await failovers.compare(one, one.tables.forget())
    assert await losses(svc, seated) == [3]
