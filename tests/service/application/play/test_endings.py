"""Giving up, calling off, and an operator's word: who may, when, and how often."""

from __future__ import annotations

import asyncio
import random

import pytest

from saqqara_engine.records.record import from_json, verify
from saqqara_service import questions
from saqqara_service.application.folds.past import as_of
from saqqara_service.application.matches import matches
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ActionIdReused,
    MatchOver,
    NotFound,
    NotYourSeat,
    SeatResigned,
    StaleVersion,
    WrongState,
)
from saqqara_service.models import (
    Caller,
    EndReason,
    Match,
    MatchStatus,
    TokenKind,
)
from tests.service.actions import act
from tests.service.lookups import match_of, record_json
from tests.service.matches import (
    a_match,
    act_at_random,
    an_open_match,
    an_owner,
    legal_now,
    play_out,
    some_bots,
)

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="host")
RNG = random.Random(7)


@pytest.fixture(autouse=True)
def _own_chance() -> None:
    """No test depends on which ran before it."""
    RNG.seed(7)


async def resign(svc: Service, caller: Caller, match_id: str) -> Match:
    """Resign the match."""
    return await endings.resign(svc, caller, questions.ResignMatch(match_id=match_id))


async def abort(svc: Service, caller: Caller, match_id: str) -> Match:
    """Agree to abort the match."""
    return await endings.abort(svc, caller, questions.AbortMatch(match_id=match_id))


async def test_who_has_resigned_is_played_and_cannot_act(svc: Service, other_svc: Service) -> None:
    """Autoplay decides from then on; to act is refused as such, to resign again changes nothing."""
    seated = await a_match(svc, 3)
    await act_at_random(svc, seated, RNG)
    caller = seated.callers[1]
    first = await endings.resign(svc, caller, questions.ResignMatch(match_id=seated.id))
    assert first.seats[1].resigned
    assert first.to_act == 2
    log = await svc.matches.log(seated.id, 0, None)
    assert [(event.kind, event.seat, event.auto) for event in log[2:]] == [
        ("resigned", 1, False),
        ("action", 1, True),
    ]
    again = await asyncio.gather(
        *(
            endings.resign(one, caller, questions.ResignMatch(match_id=seated.id))
            for one in (svc, other_svc)
        )
    )
    assert again == [first, first]
    with pytest.raises(SeatResigned) as refusal:
        await act(other_svc, caller, seated.id, "get", first.version, "late")
    assert refusal.value.facts() == {"currentVersion": first.version}


async def test_both_who_are_left_resign_at_once(svc: Service, other_svc: Service) -> None:
    """Of two that resign at the same moment one is the last; the other hears that it is over."""
    for _ in range(10):
        seated = await a_match(svc)
        answers = await asyncio.gather(
            endings.resign(svc, seated.callers[0], questions.ResignMatch(match_id=seated.id)),
            endings.resign(other_svc, seated.callers[1], questions.ResignMatch(match_id=seated.id)),
            return_exceptions=True,
        )
        match = await match_of(svc, seated.id)
        assert match.result is not None
        assert match.result.reason is EndReason.RESIGNED
        (over,) = [answer for answer in answers if isinstance(answer, Match)]
        assert over == match
        assert sum(isinstance(answer, MatchOver) for answer in answers) == 1
        assert [seat.resigned for seat in match.seats].count(True) == 1


async def test_another_seats_word_makes_no_answer_stale(svc: Service, other_svc: Service) -> None:
    """Who is asked may answer to the version it was asked at, whoever resigns or agrees since."""
    seated = await a_match(svc, 4)
    match, legal = await legal_now(svc, seated.id)
    await endings.abort(svc, seated.callers[2], questions.AbortMatch(match_id=seated.id))
    await endings.resign(svc, seated.callers[3], questions.ResignMatch(match_id=seated.id))
    assert (await match_of(svc, seated.id)).version == match.version + 2
    call = (seated.callers[0], seated.id, legal[0], match.version)
    acted = await act(other_svc, *call, "mine")
    assert acted.version == match.version + 3
    again = await act(svc, *call, "mine")
    assert again == acted.model_copy(update={"repeated": True})
    with pytest.raises(ActionIdReused):
        await act(svc, *call[:3], match.version + 1, "mine")
    with pytest.raises(StaleVersion) as refusal:
        await act(svc, *call, "second")
    assert refusal.value.current_version == acted.version
    await endings.resign(svc, seated.callers[1], questions.ResignMatch(match_id=seated.id))
    table, _now = await other_svc.tables.fresh(seated.id)
    mine, _now = await svc.tables.fresh(seated.id)
    assert (table.asked_at, table.match) == (mine.asked_at, mine.match)


async def test_of_an_action_and_a_resignation_at_once_both_count(
    svc: Service, other_svc: Service
) -> None:
    """Whichever comes first, the other is not lost, and the record agrees."""
    for number in range(10):
        seated = await a_match(svc, 3)
        match, legal = await legal_now(svc, seated.id)
        await other_svc.tables.fresh(seated.id)
        call = act(svc, seated.callers[0], seated.id, legal[0], match.version, "mine")
        resignation = endings.resign(
            other_svc, seated.callers[2], questions.ResignMatch(match_id=seated.id)
        )
        both = (call, resignation) if number % 2 else (resignation, call)
        await asyncio.gather(*both)
        log = await svc.matches.log(seated.id, 0, None)
        assert sorted(event.kind for event in log) == ["action", "resigned", "started"]
        over = await play_out(svc, seated, RNG)
        assert over.result is not None
        assert over.result.seats[2].place == 3
        verify(from_json(await record_json(svc, seated.id)))


async def test_after_the_first_action_nothing_is_aborted(svc: Service) -> None:
    """From then on a seat can only resign; what was agreed before does not count any more."""
    seated = await a_match(svc)
    await endings.abort(svc, seated.callers[0], questions.AbortMatch(match_id=seated.id))
    assert (await match_of(svc, seated.id)).seats[0].wants_abort
    await act_at_random(svc, seated, RNG)
    with pytest.raises(WrongState, match="Resign"):
        await endings.abort(svc, seated.callers[1], questions.AbortMatch(match_id=seated.id))
    match = await endings.abort(svc, seated.callers[0], questions.AbortMatch(match_id=seated.id))
    assert match.status is MatchStatus.RUNNING


async def test_only_what_is_not_decided_becomes_void(svc: Service) -> None:
    """What was played to its end stands; a match that has not begun can be ended too."""
    seated = await a_match(svc)
    over = await play_out(svc, seated, RNG)
    with pytest.raises(MatchOver):
        await endings.void(svc, None, questions.VoidMatch(match_id=seated.id, note="too late"))
    assert await match_of(svc, seated.id) == over
    with pytest.raises(NotFound):
        await endings.void(svc, None, questions.VoidMatch(match_id="nowhere", note="who"))
    owner = await an_owner(svc, "waiting")
    waiting = await an_open_match(svc, owner)
    match = await endings.void(
        svc, None, questions.VoidMatch(match_id=waiting.id, note="nobody came")
    )
    assert (match.status, match.seed, match.version) == (MatchStatus.VOID, None, 1)
    assert match.result is not None
    assert match.result.note == "nobody came"
    (bot,) = await some_bots(svc, owner, 1)
    with pytest.raises(WrongState):
        await matches.join(svc, bot, questions.JoinMatch(match_id=waiting.id))


async def test_only_who_sits_there_ends_it(svc: Service) -> None:
    """Strangers have nothing to give up, owners play by their bots' tokens."""
    seated = await a_match(svc)
    (stranger,) = await some_bots(svc, await an_owner(svc, "stranger"), 1)
    for how in (resign, abort):
        with pytest.raises(NotYourSeat):
            await how(svc, stranger, seated.id)
        with pytest.raises(NotYourSeat):
            await how(svc, seated.owner, seated.id)
        with pytest.raises(NotFound):
            await how(svc, seated.callers[0], "nowhere")
    await play_out(svc, seated, RNG)
    for how in (resign, abort):
        with pytest.raises(MatchOver):
            await how(svc, seated.callers[0], seated.id)
    unstarted = await a_match(svc, start=False)
    for how in (resign, abort):
        with pytest.raises(WrongState):
            await how(svc, unstarted.callers[0], unstarted.id)


async def test_the_marks_of_seats_are_told_as_they_were(svc: Service) -> None:
    """To who is told later, a seat resigned and agreed when it did, by the log alone."""
    seated = await a_match(svc, 4)
    stages = [await match_of(svc, seated.id)]
    for how, seat in ((abort, 1), (resign, 2), (abort, 3)):
        stages.append(await how(svc, seated.callers[seat], seated.id))
    await endings.resign(svc, seated.callers[3], questions.ResignMatch(match_id=seated.id))
    over = await endings.resign(svc, seated.callers[0], questions.ResignMatch(match_id=seated.id))
    log = await svc.matches.log(seated.id, 0, None)
    by_version = [event.model_copy(update={"at_ms": event.version}) for event in log]
    for stage in stages:
        assert as_of(over, by_version, stage.version) == stage
