"""Notes with actions: who reads them when, by every use case that tells of a match."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing
from typing import Any

import pytest

from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.matches import forks
from saqqara_service.application.operations import archival
from saqqara_service.application.operations.doctor import kept
from saqqara_service.application.service import Service
from saqqara_service.errors import StaleVersion
from saqqara_service.models import Caller, Chance, JsonObject, MatchEvent, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.keys import match_key
from tests.service.actions import act
from tests.service.application.matches.test_public_delay import a_late_match, outsiders
from tests.service.feed_items import feed_of, log_of, news_of, next_item, page_of
from tests.service.forks import fork_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import (
    UNHURRIED,
    Seated,
    a_match,
    act_at_random,
    legal_now,
    play_out,
)

NOTE: JsonObject = {"evaluation": 1.5, "words": "canary <b>", "numbers": {"nodes": 7}}

OTHER: JsonObject = {"words": "another"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Whatever is over may be archived at once."""
    return settings.model_copy(update={"archive_after_ms": 0})


async def noted(svc: Service, seated: Seated, note: Any = NOTE, action_id: str = "noted") -> int:
    """An action with a note by the seat that is asked; the version of its event."""
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    caller = seated.callers[match.to_act]
    acted = await act(svc, caller, seated.id, legal[0], match.version, action_id, note=note)
    return acted.version


async def read_by(svc: Service, caller: Caller | None, match_id: str) -> list[Any]:
    """The notes that the caller finds in pages, in the stream so far and in the record."""
    events, _more = await page_of(svc, match_id, None, 100, caller)
    version = (await match_of(svc, match_id, caller)).version
    async with aclosing(news_of(svc, caller, match_id, None, views=True)) as news:
        followed: list[MatchEvent] = []
        while not followed or followed[-1].version < version:
            item = await anext(news)
            followed += [item.event] if item.kind == "event" else []
    record: Any = await record_json(svc, match_id, caller)
    found = [[one.note for one in listed if one.note] for listed in (events, followed)]
    return [*found, [ply["note"] for ply in record["plies"] if ply["note"]]]


@pytest.fixture
def admin() -> Caller:
    """An operator of the server."""
    return Caller(kind=TokenKind.ADMIN, account_id="a")


async def test_a_note_is_for_its_seat_until_the_end(svc: Service, admin: Caller) -> None:
    """Not for other seats, nor whoever made the match, nor the public, nor an admin; then for all.

    The record of a running match has no notes, even for the seat.
    """
    seated = await a_match(svc)
    match = await match_of(svc, seated.id)
    assert match.to_act is not None
    await noted(svc, seated)
    mine, other = seated.callers[match.to_act], seated.callers[1 - match.to_act]
    assert await read_by(svc, mine, seated.id) == [[NOTE], [NOTE], []]
    for reader in (other, seated.owner, None, admin):
        assert await read_by(svc, reader, seated.id) == [[], [], []]
    await play_out(svc, seated, random.Random(1))
    for reader in (mine, other, seated.owner, None, admin):
        assert [one[:1] for one in await read_by(svc, reader, seated.id)] == [[NOTE]] * 3
    record = from_json(await record_json(svc, seated.id))
    verify(record)
    assert await kept._played_again(svc, seated.id) is None


async def test_the_last_event_shows_its_note_to_those_who_follow(svc: Service) -> None:
    """The match is over with it."""
    seated = await a_match(svc)
    follower = asyncio.create_task(log_of(svc, seated.id, 0))
    for number in range(1_000):
        if (await match_of(svc, seated.id)).result is not None:
            break
        await noted(svc, seated, action_id=f"a{number}")
    events = await follower
    assert events[-1].note == NOTE
    assert [one.note for one in await log_of(svc, seated.id, 0) if one.action] == [NOTE] * number


async def test_the_public_reads_notes_behind_its_delay(svc: Service) -> None:
    """Others than the public, who see the match at once, read them at the end."""
    seated = await a_late_match(svc, 400)
    acting = (await match_of(svc, seated.id, seated.owner)).to_act
    assert acting is not None
    await noted(svc, seated)
    for reader in await outsiders(svc):
        events, _more = await page_of(svc, seated.id, None, 100, reader)
        assert [one.note for one in events if one.note] == []
    await asyncio.sleep(0.5)
    for reader in await outsiders(svc):
        assert await read_by(svc, reader, seated.id) == [[NOTE], [NOTE], []]
    for reader in (seated.owner, seated.callers[1 - acting]):
        assert await read_by(svc, reader, seated.id) == [[], [], []]


async def test_a_late_answer_hears_of_no_notes_of_others(svc: Service) -> None:
    """The events in a refusal are those that the seat may read."""
    seated = await a_match(svc)
    for number in range(6):
        await noted(svc, seated, action_id=f"a{number}")
    for seat, caller in enumerate(seated.callers):
        with pytest.raises(StaleVersion) as refused:
            await act(svc, caller, seated.id, "get", 1, "late", note=NOTE)
        told = refused.value.events
        assert told is not None
        shown = [(one.seat, one.note) for one in told]
        assert len(shown) == 6
        assert {note is None for at, note in shown if at != seat} <= {True}
        assert {note is None for at, note in shown if at == seat} == {False}


async def test_turns_and_snapshots_tell_no_notes(svc: Service) -> None:
    """They describe the position and the seat's own clock."""
    seated = await a_match(svc)
    await noted(svc, seated)
    match = await match_of(svc, seated.id)
    assert match.to_act is not None
    async with aclosing(feed_of(svc, seated.callers[match.to_act])) as feed:
        assert "canary" not in (await next_item(feed)).model_dump_json()
    table, _now = await svc.tables.fresh(seated.id)
    assert "canary" not in repr(table)


async def test_a_repeated_action_keeps_its_first_note(svc: Service) -> None:
    """Another note under the same id returns the first answer and changes nothing."""
    seated = await a_match(svc)
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    caller = seated.callers[match.to_act]
    answers = [
        await act(svc, caller, seated.id, legal[0], match.version, "same", note=note)
        for note in (NOTE, OTHER, None)
    ]
    assert [one.repeated for one in answers] == [False, True, True]
    assert len({one.version for one in answers}) == 1
    assert await read_by(svc, caller, seated.id) == [[NOTE], [NOTE], []]


async def test_a_fork_begins_without_notes(svc: Service) -> None:
    """The plies that it takes over have none, since their seats are not those of the fork."""
    seated = await a_match(svc)
    await noted(svc, seated)
    await play_out(svc, seated, random.Random(2))
    for chance in Chance:
        fork = await fork_of(
            svc,
            seated.owner,
            (seated.id, 5),
            UNHURRIED,
            chance=chance,
            seats=[one.bot_id for one in seated.callers],
            start=True,
        )
        forked = Seated(fork, seated.owner, seated.callers)
        assert await read_by(svc, None, fork.id) == [[], [], []]
        await noted(svc, forked)
        await play_out(svc, forked, random.Random(3))
        record = from_json(await record_json(svc, fork.id))
        verify(record)
        assert [ply for ply, note in enumerate(record.notes) if note] == [4]
    assert forks.of_record(await record_json(svc, seated.id), 3).record.notes[0] is not None


async def test_a_match_without_notes_is_stored_as_before(svc: Service) -> None:
    """An entry of the log has the field only where there is a note."""
    seated = await a_match(svc)
    await act_at_random(svc, seated, random.Random(4))
    await noted(svc, seated)
    ask: list[tuple[Word, ...]] = [("XRANGE", match_key("log", seated.id), "-", "+")]
    (entries,) = await svc.connection.calls.read(ask)
    assert ["note" in fields[::2] for _, fields in entries] == [False, False, True]


async def test_an_archived_match_keeps_its_notes(svc: Service) -> None:
    """Events and the record tell the same before and after."""
    seated = await a_match(svc)
    await noted(svc, seated)
    await play_out(svc, seated, random.Random(5))
    before = await read_by(svc, None, seated.id), await record_json(svc, seated.id)
    await asyncio.sleep(0.01)
    assert await archival.sweep(svc) == 1
    assert (await read_by(svc, None, seated.id), await record_json(svc, seated.id)) == before
    assert before[0] == [[NOTE]] * 3
