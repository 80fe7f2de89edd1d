"""How long a host keeps matches: which go, what stays, and that nothing is left half deleted."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from saqqara_contest.cheats import exported
from saqqara_contest.cheats.report import report
from saqqara_service import questions
from saqqara_service.application.accounts import authentication, guests, house
from saqqara_service.application.folds.results import undecided
from saqqara_service.application.ladders import ladders, results
from saqqara_service.application.matches import lists, matches
from saqqara_service.application.operations import archival, old_matches, retention, server
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import Busy, NotFound
from saqqara_service.models import Caller, EndReason, Retention, TokenKind
from saqqara_service.models.pages import Page
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.over.old import OldMatches
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags, match_key, tag_of
from tests.service.expired_matches import (
    ALL,
    a_day_later,
    a_finished_match,
    keeping,
    naming,
    short_days,
)
from tests.service.exports import export
from tests.service.ladders import a_ladder, finish
from tests.service.lookups import match_of
from tests.service.matches import (
    a_match,
    a_match_of,
    an_open_match,
    an_owner,
    play_out,
    some_bots,
)

__all__ = ["short_days"]
pytestmark = pytest.mark.usefixtures("short_days")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """All matches go after a day, which is over at once."""
    return keeping(settings, *ALL)


async def a_guest(svc: Service) -> Caller:
    """Whom a new guest's token speaks for."""
    return await authentication.authenticate(
        svc, (await guests.register(svc, None, questions.RegisterGuest())).token
    )


async def voided(svc: Service, owner: Caller, *player_ids: str) -> str:
    """A match of these that never began, and is over."""
    match = await an_open_match(svc, owner, seats=[*player_ids, None][:2])
    await svc.matches.void(match.id, undecided(EndReason.VOIDED))
    return match.id


async def archived(svc: Service) -> None:
    """All that is over has left Redis."""
    await asyncio.sleep(0.02)
    while await archival.sweep(svc):
        pass


@pytest.mark.parametrize("kept_for_a_day", ALL)
async def test_each_rule_is_of_its_own_matches(settings: Settings, kept_for_a_day: str) -> None:
    """Of guests, of registered accounts outside ladders, and of ladders; the others stay."""
    async with open_service(keeping(settings, kept_for_a_day)) as svc:
        owner, guest = await an_owner(svc), await a_guest(svc)
        await house.open_house(svc, house.LEVELS[0])
        seats_all = Caller(kind=TokenKind.ADMIN, account_id=guest.account_id)
        ladder = await a_ladder(svc, bots=2, blocks=1)
        await finish(svc, ladder)
        (rated, *_) = await svc.ladders.results(ladder.id, 0, 1)
        by_kind = {
            "rated": {rated.match_id},
            "guest": {
                await voided(svc, guest, guest.account_id),
                await voided(svc, seats_all, guest.account_id, house.LEVELS[0].bot_id),
            },
            "casual": {
                await voided(svc, owner, owner.account_id),
                (await a_finished_match(svc)).id,
            },
        }
        both = await an_open_match(svc, guest)
        await matches.join(svc, owner, questions.JoinMatch(match_id=both.id))
        await svc.matches.void(both.id, undecided(EndReason.VOIDED))
        by_kind["casual"].add(both.id)
        gone = by_kind.pop(kept_for_a_day)
        assert await a_day_later(svc) >= len(gone)
        for match_id in gone:
            with pytest.raises(NotFound, match="retention"):
                await match_of(svc, match_id)
        for match_id in set().union(*by_kind.values()):
            await match_of(svc, match_id)


async def test_a_guest_that_was_forgotten_was_a_guest(svc: Service, settings: Settings) -> None:
    """Accounts of guests last a month; their matches are theirs after that, too."""
    guest = await a_guest(svc)
    match_id = await voided(svc, guest, guest.account_id)
    await svc.connection.write.delete(f"account:{guest.account_id}")
    async with open_service(keeping(settings, "guest")) as one:
        assert await a_day_later(one) == 1
    with pytest.raises(NotFound):
        await match_of(svc, match_id)


async def test_nothing_is_left_of_it(svc: Service, settings: Settings, redis_url: str) -> None:
    """No key and no value of Redis names it any more, archived or not; its blob goes a day on."""
    owner = await an_owner(svc, "Owner")
    bots = await some_bots(svc, owner, 2)
    gone = [await a_match_of(svc, owner, bots) for _ in range(3)]
    for seated in gone[:2]:
        await play_out(svc, seated, random.Random(2))
    await archived(svc)
    await play_out(svc, gone[2], random.Random(3))
    void = await voided(svc, owner, owner.account_id)
    ids = [void, *(seated.id for seated in gone)]
    blobs = Path(str(settings.blobs)) / "matches"
    kept = {path for path in blobs.rglob("*") if len(path.name) == 64}
    assert len(kept) == 2
    assert naming(redis_url, *ids)
    assert await a_day_later(svc) == 4
    assert naming(redis_url, *ids) == set()
    assert await lists.page(svc, lists.Wanted(), 10, None) == Page(items=[])
    assert await retention.sweep(svc) == 0
    for path in kept:
        assert path.exists()
        for tag in bucket_tags():
            await svc.connection.write.zadd(bucket_key("stale", tag), {path.name: 1}, xx=True)
    assert await retention.sweep(svc) == 2
    assert not any(path.exists() for path in kept)


async def test_what_is_not_over_stays(svc: Service, redis_url: str) -> None:
    """Open and running matches, and one that a ladder has not settled yet."""
    running = await a_match(svc)
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(4))
    await svc.connection.write.sadd(match_key("ended", seated.id), seated.id)
    waits = await an_open_match(svc, seated.owner)
    assert await a_day_later(svc) == 0
    found = (await lists.page(svc, lists.Wanted(), 10, None)).items
    assert {match.id for match in found} == {running.id, seated.id, waits.id}
    await svc.indexes.drop_ended(seated.id)
    assert await a_day_later(svc) == 1


@pytest.mark.parametrize("step", ["_drop_from_lists", "_delete", "rest"])
async def test_another_process_goes_on_where_one_died(
    svc: Service, other_svc: Service, redis_url: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Meanwhile every door answers; then all is gone."""
    seated = await a_finished_match(svc)
    bucket = tag_of(seated.id)
    whole = getattr(OldMatches, step)

    async def dies(store: OldMatches, *words: Any) -> Any:
        if step == "rest" and words != (bucket,):
            return await whole(store, *words)
        raise Busy("a process died here", retry_after_ms=1)

    with monkeypatch.context() as fault:
        fault.setattr(OldMatches, step, dies)
        with pytest.raises(Busy):
            await a_day_later(svc)
    player = frozenset({seated.callers[0].player_id or ""})
    for one in (svc, other_svc):
        found = (await lists.page(one, lists.Wanted(), 10, None)).items
        theirs = (await lists.page(one, lists.Wanted(player_ids=player), 10, None)).items
        assert len(theirs) <= len(found) == int(step != "rest")
    assert await a_day_later(other_svc) == int(step != "rest")
    assert naming(redis_url, seated.id) == set()


async def test_two_processes_at_once_delete_once(svc: Service, other_svc: Service) -> None:
    """Each bucket is one process' work; a day passes before it is anybody's again."""
    for _ in range(3):
        await a_finished_match(svc)
    await asyncio.sleep(0.02)
    counts = await asyncio.gather(*(old_matches.sweep(one) for one in (svc, other_svc)))
    assert sum(counts) == 3
    await a_finished_match(svc)
    await asyncio.sleep(0.02)
    assert await old_matches.sweep(other_svc) == 0


async def test_ladders_stand(svc: Service, other_svc: Service, server: str, tmp_path: Path) -> None:
    """Tables, results, plans and exports are as they were; only the matches themselves are gone."""
    enrolled = await a_ladder(svc, bots=3, blocks=1)
    await finish(svc, enrolled)

    async def tables_of(one: Service) -> list[object]:
        return [
            await ladders.standings(one, None, questions.LadderQuestion(ladder_id=enrolled.id)),
            await results.page(
                one, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
            ),
            await ladders.standings(one, None, questions.LadderQuestion(ladder_id=enrolled.id)),
            await ladders.schedule(
                one, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=100)
            ),
        ]

    before = await tables_of(svc)
    await export(server, enrolled.id, tmp_path / "before")
    assert await a_day_later(svc) == len(list((tmp_path / "before" / "records").iterdir()))
    assert await tables_of(svc) == await tables_of(other_svc) == before
    await export(server, enrolled.id, tmp_path / "after")
    for path in (tmp_path / "before").glob("*.*"):
        assert path.read_bytes() == (tmp_path / "after" / path.name).read_bytes()
    assert not any((tmp_path / "after" / "records").iterdir())
    assert report(exported.evidence(tmp_path / "after"))


async def test_the_server_tells_its_rules(settings: Settings) -> None:
    """In days; what is kept for ever is null."""
    named = {"keep_guest_matches_days": 30, "keep_rated_matches_days": 0}
    async with open_service(settings.model_copy(update=named)) as svc:
        rules = (await server.about(svc, None, questions.NoQuestion())).retention
    assert rules == Retention(
        guest_match_days=30,
        casual_match_days=1,
        rated_match_days=None,
        challenge_days=1,
        program_log_days=90,
    )
