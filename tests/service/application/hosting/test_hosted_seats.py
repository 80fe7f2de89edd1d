"""Seats of programs that were handed in: only a runner's token plays them and sees their views."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import authentication, versions
from saqqara_service.application.feeds import bot_feed, match_events
from saqqara_service.application.hosting import readiness, submissions
from saqqara_service.application.ladders import seasons
from saqqara_service.application.matches import matches, views
from saqqara_service.application.play import endings, explanations, previews
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden
from saqqara_service.models import Caller, Entrants, EventNews, MatchStatus, MatchTerms
from tests.service import jobs
from tests.service.actions import act
from tests.service.fake_runners import FakeRunner, a_hosted_bot
from tests.service.ladders import a_ladder, enrol, running
from tests.service.lookups import record_json
from tests.service.matches import an_open_match, an_owner, legal_now, some_bots

FIX = "register a version without an archive"


async def a_hosted_ladder_match(svc: Service) -> tuple[str, Caller, Caller]:
    """A running match of a ladder for hosted programs: its id, the owner's caller and the runner's,
    both for the bot to act.
    """
    enrolled = await a_ladder(svc, bots=0, concurrency=1, start=False, entrants=Entrants.HOSTED)
    bots = {one.bot_id or "": one for one in await some_bots(svc, enrolled.owner, 2)}
    for bot_id, caller in bots.items():
        await a_hosted_bot(svc, caller)
        await enrol(svc, caller, enrolled.id, bot_id)
    runner = FakeRunner(svc, "one")
    await runner.tend()
    await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    for _ in range(2):
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        await runner.tend()
        runner.start()
        await runner.tend()
    await jobs.start(svc, enrolled.id)
    (match_id,) = await running(svc)
    match, _ = await legal_now(svc, match_id)
    assert match.to_act is not None
    bot_id = match.seats[match.to_act].bot_id or ""
    (one,) = [one.submission_id for one in runner.works.values() if one.bot_id == bot_id]
    return match_id, bots[bot_id], await authentication.verify(svc, runner.tokens[one])


async def take_first(svc: Service, caller: Caller, match_id: str) -> None:
    """Take the first legal action."""
    match, legal = await legal_now(svc, match_id)
    await act(svc, caller, match_id, legal[0], match.version, f"v{match.version}")


async def test_a_ladder_of_hosted_programs_is_not_played_by_hand(svc: Service) -> None:
    """The bot's own token decides, resigns and tries nothing; the token of the lease plays."""
    match_id, by_hand, lent = await a_hosted_ladder_match(svc)
    _, legal = await legal_now(svc, match_id)
    with pytest.raises(Forbidden, match=FIX):
        await take_first(svc, by_hand, match_id)
    with pytest.raises(Forbidden, match=FIX):
        await previews.preview(
            svc, by_hand, questions.PreviewAction(match_id=match_id, action=legal[0])
        )
    with pytest.raises(Forbidden, match=FIX):
        await explanations.explain(
            svc, by_hand, questions.Explain(match_id=match_id, action=legal[0])
        )
    with pytest.raises(Forbidden, match=FIX):
        await endings.resign(svc, by_hand, questions.ResignMatch(match_id=match_id))
    with pytest.raises(Forbidden, match=FIX):
        await endings.abort(svc, by_hand, questions.AbortMatch(match_id=match_id))
    await take_first(svc, lent, match_id)
    assert (await svc.tables.fresh(match_id))[0].match.version == 2


async def test_an_owner_sees_of_a_hosted_seat_what_the_public_sees(svc: Service) -> None:
    """Turns and hidden views go to the runner alone, until the match is over."""
    match_id, by_hand, lent = await a_hosted_ladder_match(svc)
    assert await bot_feed.pending(svc, by_hand) == []
    assert [turn.match_id for turn in await bot_feed.pending(svc, lent)] == [match_id]
    assert (await views.view(svc, by_hand, questions.ViewAt(match_id=match_id))).seat is None
    mine = (await views.view(svc, lent, questions.ViewAt(match_id=match_id))).seat
    assert mine is not None
    with pytest.raises(Forbidden):
        await views.view(svc, by_hand, questions.ViewAt(match_id=match_id, seat=mine))
    for caller, seat in ((by_hand, None), (lent, mine)):
        async with aclosing(match_events.news(svc, caller, match_id, None, views=True)) as news:
            async for item in news:
                if isinstance(item, EventNews):
                    assert item.view is not None
                    assert item.view.seat == seat
                    assert (item.turn is None) == (seat is None)
                    break
    await endings.void(svc, None, questions.VoidMatch(match_id=match_id, note="done"))
    assert (await views.view(svc, by_hand, questions.ViewAt(match_id=match_id))).seat == mine


async def test_the_record_names_the_programs_that_played(svc: Service) -> None:
    """By seat the hash of the archive, or null; nothing before the end."""
    match_id, by_hand, _lent = await a_hosted_ladder_match(svc)
    assert (await record_json(svc, match_id))["programs"] == [None, None]
    await endings.void(svc, None, questions.VoidMatch(match_id=match_id, note="done"))
    programs = (await record_json(svc, match_id))["programs"]
    match, _ = await legal_now(svc, match_id)
    known = [(one.bot_id or "", one.bot_version or 0) for one in match.seats]
    found = await svc.accounts.some_versions(known)
    assert programs == [None if one is None else one.archive_hash for one in found]
    assert None not in found
    assert by_hand.bot_id in {bot_id for bot_id, _ in known}


async def test_a_version_without_an_archive_does_not_play_among_programs(svc: Service) -> None:
    """Where only programs are let in nobody plays by hand, whatever the version is."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    terms = (await an_open_match(svc, owner)).model_dump(include=set(MatchTerms.model_fields))
    match = await matches.create(
        svc,
        owner,
        MatchTerms(**terms),
        seats=[bot.bot_id for bot in bots],
        entrants=Entrants.HOSTED,
        start=True,
    )
    with pytest.raises(Forbidden, match=FIX):
        await take_first(svc, bots[0], match.id)


@pytest.mark.parametrize("is_withdrawn", [False, True])
async def test_a_bot_that_joins_by_its_archive_is_played_by_a_runner(
    svc: Service,
    is_withdrawn: bool,  # noqa: FBT001
) -> None:
    """Also one whose program is withdrawn: its results would name the archive. It may give up."""
    owner = await an_owner(svc)
    hosted, other = await some_bots(svc, owner, 2)
    one = await a_hosted_bot(svc, hosted)
    if is_withdrawn:
        await submissions.withdraw(svc, owner, questions.WithdrawSubmission(submission_id=one.id))
    match = await an_open_match(svc, owner)
    for bot in (hosted, other):
        await matches.join(svc, bot, questions.JoinMatch(match_id=match.id))
    match = await matches.start(svc, owner, questions.StartMatch(match_id=match.id))
    assert (await matches.load(svc, match.id)).hosted.keys() == {0}
    assert match.to_act == 0
    with pytest.raises(Forbidden, match=FIX):
        await take_first(svc, hosted, match.id)
    ended = await endings.resign(svc, hosted, questions.ResignMatch(match_id=match.id))
    assert ended.status is MatchStatus.FINISHED


async def test_a_bot_whose_program_is_withdrawn_is_away(svc: Service) -> None:
    """Though its owner is connected: a ladder does not pair it, and it is absent to be told why."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    bot_id, caller = next(iter(enrolled.callers.items()))
    everybody = [*enrolled.callers]
    one = await a_hosted_bot(svc, caller)
    await FakeRunner(svc, "one").tend()
    assert await readiness.away(svc, Entrants.ANY, everybody) == set()
    await submissions.withdraw(
        svc, enrolled.owner, questions.WithdrawSubmission(submission_id=one.id)
    )
    assert await readiness.away(svc, Entrants.ANY, everybody) == {bot_id}
    await versions.create(
        svc, enrolled.owner, questions.CreateBotVersion(bot_id=bot_id, name="by hand")
    )
    assert await readiness.away(svc, Entrants.ANY, everybody) == set()


async def test_a_match_is_played_to_its_end_by_the_version_that_began_it(svc: Service) -> None:
    """The owner chooses another archive in the middle: that plays the matches to come."""
    owner = await an_owner(svc)
    hosted, other = await some_bots(svc, owner, 2)
    first = await a_hosted_bot(svc, hosted)
    match = await an_open_match(svc, owner)
    for bot in (hosted, other):
        await matches.join(svc, bot, questions.JoinMatch(match_id=match.id))
    await matches.start(svc, owner, questions.StartMatch(match_id=match.id))
    runner = FakeRunner(svc, "one")
    assert await runner.tend() == [first.id]
    second = await a_hosted_bot(svc, hosted, b"better")
    assert (second.is_active, second.bot_id) == (True, first.bot_id)
    now_ms = await svc.connection.now_ms()
    await svc.hosting.want({second.id: now_ms})
    assert await runner.tend() == sorted([first.id, second.id])
    old, new = [await authentication.verify(svc, runner.tokens[one.id]) for one in (first, second)]
    assert await bot_feed.pending(svc, new) == []
    with pytest.raises(Forbidden):
        await take_first(svc, new, match.id)
    assert [turn.match_id for turn in await bot_feed.pending(svc, old)] == [match.id]
    await take_first(svc, old, match.id)
    await endings.resign(svc, other, questions.ResignMatch(match_id=match.id))
    await svc.connection.write.hset("{hosted}:since", first.id, "1 1")  # it is seconds ago
    assert await runner.tend() == [second.id]
