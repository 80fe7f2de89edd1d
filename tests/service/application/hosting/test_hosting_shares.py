"""Places of runners, shared out by account: nobody's matches or checks stop those of others."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.hosting import demand, runners, submissions
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    Correspondence,
    MatchTerms,
    Submission,
    TimeControl,
    Untimed,
)
from saqqara_service.storage.hosting import leases
from tests.bundle.archives import BOT, packed
from tests.service.actions import act
from tests.service.application.hosting.test_hosted_ladders import due, host
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot
from tests.service.ladders import a_ladder, play_out, running, settle_all
from tests.service.matches import UNHURRIED, an_owner, legal_now, some_bots

LATER = 3_600_000
"""Since then nobody has been patient any more, in milliseconds."""


async def a_match_with(
    svc: Service,
    owner: Caller,
    seats: list[Caller],
    time_control: TimeControl = UNHURRIED,
    ladder_id: str | None = None,
) -> str:
    """A running match of the owner's bots in that order."""
    terms = MatchTerms(game="imhotep", options={"players": 2}, time_control=time_control)
    seated = [bot.bot_id for bot in seats]
    match = await matches.create(svc, owner, terms, seats=seated, ladder_id=ladder_id, start=True)
    return match.id


async def playing(
    svc: Service, count: int, time_control: TimeControl = UNHURRIED, ladder_id: str | None = None
) -> tuple[Caller, list[Submission], dict[str, Caller]]:
    """An account's hosted bots, each in a match that waits for a bot which is not there.

    Also who answers for that one, by match.
    """
    owner = await an_owner(svc)
    hosted, silent = [], {}
    for _ in range(count):
        program, absent = await some_bots(svc, owner, 2)
        hosted.append(await a_hosted_bot(svc, program))
        seats = [absent, program]
        silent[await a_match_with(svc, owner, seats, time_control, ladder_id)] = absent
    return owner, hosted, silent


async def waiting(svc: Service, *some: Submission) -> None:
    """Matches have waited long for these programs, one for each."""
    now_ms = await svc.connection.now_ms()
    await svc.hosting.want({one.id: now_ms - LATER + at for at, one in enumerate(some)})


async def test_an_untimed_match_holds_a_place_only_while_its_program_decides(svc: Service) -> None:
    """Four matches against bots that never come do not stop a ladder of others."""
    _, hosted, silent = await playing(svc, 4, Untimed())
    runner = FakeRunner(svc, "one", places=4)
    assert await runner.tend() == []
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    others = await host(svc, enrolled, 2)
    await runner.tend()
    await due(svc, enrolled)
    assert await runner.tend() == sorted(one.id for one in others.values())
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    assert set(await running(svc)) > silent.keys()
    for match_id, absent in silent.items():
        match, legal = await legal_now(svc, match_id)
        await act(svc, absent, match_id, legal[0], match.version, "one")
    wide = FakeRunner(svc, "two")
    assert await wide.tend() == sorted(one.id for one in hosted)


async def test_a_match_outside_ladders_gives_way_to_who_holds_less(svc: Service) -> None:
    """Clocks run, so its programs wait at their places, but not at those of everybody."""
    await playing(svc, 4)
    runner = FakeRunner(svc, "one", places=4)
    before = set(await runner.tend())
    assert len(before) == 4
    other = await an_owner(svc, "other")
    some = [await a_hosted_bot(svc, bot) for bot in await some_bots(svc, other, 3)]
    for _ in range(4):  # and none of them takes it back
        await waiting(svc, *some)
        await runner.tend()
    held = set(runner.works)
    assert len(held & before) == 2
    assert len(held & {one.id for one in some}) == 2


async def test_a_match_of_a_ladder_is_played_to_its_end(svc: Service) -> None:
    """A program that is taken away in the middle would lose it on time."""
    _, hosted, _ = await playing(svc, 2, ladder_id="l0123456789abcdef")
    runner = FakeRunner(svc, "one", places=2)
    await runner.tend()
    other = await an_owner(svc, "other")
    (bot,) = await some_bots(svc, other, 1)
    await waiting(svc, one := await a_hosted_bot(svc, bot))
    assert await runner.tend() == sorted(each.id for each in hosted)
    assert one.id not in runner.works


@pytest.mark.parametrize("places", [2, 3])
async def test_a_ladder_that_never_pauses_lets_another_begin(
    svc: Service, monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    """Its programs begin no match while others wait, and give way when those under way are over.

    With three places the first of the others holds one early, and waits there for the second.
    """
    monkeypatch.setattr(leases, "PATIENCE_MS", 0)
    busy = await a_ladder(svc, bots=2, blocks=40, concurrency=2)
    waiting = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    many, others = await host(svc, busy, 2), await host(svc, waiting, 2)
    runner, rounds = FakeRunner(svc, "one", places=places), 0
    while not runner.works.keys() >= {one.id for one in others.values()}:
        assert (rounds := rounds + 1) < 10
        for _ in range(3):
            runner.start()
            await runner.tend()
            await due(svc, busy)
            await due(svc, waiting)
            await runner.tend()
        for match_id in (await running(svc))[:1]:
            await play_out(svc, {**busy.callers, **waiting.callers}, match_id)
        await settle_all(svc)
        since = [one.id for one in many.values()]
        await svc.connection.write.hdel("{hosted}:since", *since)  # as after seconds
    assert rounds > 1


@pytest.mark.parametrize("places", [1, 2])
async def test_what_plays_on_for_a_quarter_of_an_hour_gives_way(
    svc: Service, monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    """A match need not ever end: its programs count as those outside ladders by then."""
    monkeypatch.setattr(leases, "DRAIN_MS", 0)
    _, hosted, _ = await playing(svc, places, ladder_id="l0123456789abcdef")
    runner = FakeRunner(svc, "one", places=places)
    await runner.tend()
    other = await an_owner(svc, "other")
    (bot,) = await some_bots(svc, other, 1)
    one = await a_hosted_bot(svc, bot)
    for _ in range(4):  # and it is not taken back
        await waiting(svc, one)
        await runner.tend()
    assert one.id in runner.works
    assert len(runner.works.keys() & {each.id for each in hosted}) == places - 1


async def test_a_drain_goes_on_while_anybody_waits(svc: Service) -> None:
    """Also for who is asked for anew every few seconds, as bots that have agreed to play are."""
    _, (program,), _ = await playing(svc, 1, ladder_id="l0123456789abcdef")
    runner = FakeRunner(svc, "one", places=1)
    await runner.tend()
    other = await an_owner(svc, "other")
    (bot,) = await some_bots(svc, other, 1)
    one = await a_hosted_bot(svc, bot)
    for since_ms in (LATER, 0):
        now_ms = await svc.connection.now_ms()
        await svc.connection.write.hdel("{hosted}:since", one.id)
        await svc.hosting.want({one.id: now_ms - since_ms})
        runner.start()
        await runner.tend()
        assert await svc.hosting.ready([program.id]) == set()


async def checks_of(svc: Service, owner: Caller, count: int) -> list[str]:
    """So many programs of the owner that wait for their checks."""
    made = [
        await submissions.submit(
            svc,
            owner,
            questions.SubmitBot(bot_id=bot.bot_id or "", archive=packed({**BOT, "n": b"%d" % at})),
        )
        for at, bot in enumerate(await some_bots(svc, owner, count))
    ]
    return [one.id for one in made]


async def test_a_check_waits_for_one_of_each_other_account(svc: Service) -> None:
    """However many others have handed in before; theirs follow one by one."""
    many = await checks_of(svc, await an_owner(svc), 5)
    runner = FakeRunner(svc, "one", places=4)
    assert await runner.tend() == many[:1]
    (late,) = await checks_of(svc, await an_owner(svc, "other"), 1)
    assert await runner.tend() == sorted([many[0], late])
    for done, following in zip(many, [*many[1:], None], strict=True):
        await runners.report_check(
            svc,
            RUNNER,
            questions.ReportCheck(submission_id=done, runner_id="one", report="well", passed=False),
        )
        held = [late] if following is None else sorted([following, late])
        assert await runner.tend() == held


async def test_the_account_that_holds_fewest_has_the_next_place(svc: Service) -> None:
    """Then who has waited longest."""
    early, late = await an_owner(svc), await an_owner(svc, "other")
    first = [await a_hosted_bot(svc, bot) for bot in await some_bots(svc, early, 3)]
    (second,) = [await a_hosted_bot(svc, bot) for bot in await some_bots(svc, late, 1)]
    now_ms = await svc.connection.now_ms()
    await svc.hosting.want({one.id: now_ms - 9_000 + at for at, one in enumerate(first)})
    await svc.hosting.want({second.id: now_ms})
    runner = FakeRunner(svc, "one", places=2)
    assert await runner.tend() == sorted([first[0].id, second.id])


@pytest.mark.parametrize(
    ("control", "is_soon"),
    [(UNHURRIED, True), (Untimed(), False), (Correspondence(days=3), False)],
)
async def test_whoever_waits_for_a_clock_is_due_soon(
    svc: Service,
    control: TimeControl,
    is_soon: bool,  # noqa: FBT001
) -> None:
    """A clock that runs asks the next seat before long; without one others may never answer."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    stored = await matches.load(svc, await a_match_with(svc, owner, bots, control))
    assert demand.is_due(stored, bots[0].bot_id or "")
    assert demand.is_due(stored, bots[1].bot_id or "") is is_soon
