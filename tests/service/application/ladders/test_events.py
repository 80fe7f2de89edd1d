"""Events that are put together: groups, stages one after the other, and teams."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from saqqara_contest.tournaments.scores import Score
from saqqara_service import questions
from saqqara_service.application.ladders import (
    entries,
    fits,
    ladders,
    plans,
    scores,
    seasons,
    sweep,
)
from saqqara_service.application.ladders.formats.continuous import by_strength
from saqqara_service.application.ladders.formats.format import ScoreRow, by_points
from saqqara_service.application.ladders.opponents import sides
from saqqara_service.application.ladders.repeats import id_after
from saqqara_service.application.ladders.scores import of_teams
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, Forbidden, Malformed, WrongState
from saqqara_service.models import (
    EntryRule,
    Ladder,
    LadderEntry,
    LadderFormat,
    LadderScore,
    LadderStatus,
    SameOwner,
)
from saqqara_service.storage.ladders.entries import EntryStore
from saqqara_service.storage.ladders.rows import FitRow, StoredTerms
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import met, play_round, resigned
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import AN_HOUR_MS, Enrolled, a_ladder, enrol, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots

ROBIN = LadderFormat.ROUND_ROBIN


async def followed(svc: Service, ladder: Ladder) -> Ladder:
    """The next stage, after what sweeps and workers do."""
    for _ in range(3):
        await fits.fit(svc, ladder.id)
        await jobs.tend(svc, ladder.id)
    next_id = (await ladder_of(svc, ladder.id)).next_stage_id
    assert next_id is not None
    await jobs.tend(svc, next_id)
    return await ladder_of(svc, next_id)


async def test_groups_meet_only_among_themselves(svc: Service) -> None:
    """Seven bots make groups of four and three; each has its own places."""
    enrolled = await a_ladder(svc, 7, 2, None, 9, format=ROBIN, rounds=1, groups=2)
    assert enrolled.ladder.blocks == 6 + 3
    await resigned(svc, enrolled)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    groups = {row.bot_id: row.group for row in table}
    assert Counter(groups.values()) == {1: 3, 2: 4}
    assert all(len({groups[bot] for bot in pair}) == 1 for pair in await met(svc, enrolled))
    assert [row.place for row in table] == [1, 2, 3, 1, 2, 3, 4]
    assert {row.points for row in table if row.place == 1} == {3, 2}


def test_firsts_of_groups_of_different_sizes_are_equal_if_they_won_all() -> None:
    """Three wins of three are no better than two of two: the lot decides."""

    def row(bot: str, place: int, points: float, group: int) -> ScoreRow:
        to_win = {1: 2.0, 2: 3.0}[group]
        return ScoreRow(Score(place, bot, points, meetings=3), group=group, to_win=to_win)

    found = [row("a", 1, 3, 2), row("b", 2, 2, 2), row("c", 3, 0.5, 2), row("d", 4, 0.5, 2)]
    found += [row("x", 1, 2, 1), row("y", 2, 1, 1), row("z", 3, 0, 1)]
    assert by_points(found, "xyzabcd") == ["x", "a", "b", "y", "c", "z", "d"]
    assert by_points(found, "abcdxyz") == ["a", "x", "b", "y", "c", "z", "d"]


async def test_meetings_of_an_owners_bots_that_are_unrated_give_no_points(svc: Service) -> None:
    """In a round robin, of which everybody knows beforehand who meets whom."""
    enrolled = await a_ladder(
        svc, 3, 2, None, 9, format=ROBIN, rounds=1, same_owner=SameOwner.UNRATED
    )
    await resigned(svc, enrolled)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert [(row.points, row.meetings) for row in table] == [(0, 2)] * 3


async def test_too_few_bots_for_the_groups_are_told_at_the_start(svc: Service) -> None:
    """And a format without groups refuses them."""
    enrolled = await a_ladder(svc, 3, 2, None, 9, start=False, format=ROBIN, rounds=1, groups=2)
    with pytest.raises(WrongState, match="fewer groups"):
        await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    with pytest.raises(Malformed, match="cannot have groups"):
        await ladders.create(svc, enrolled.owner, some_terms(groups=2))


async def test_groups_then_an_elimination(svc: Service) -> None:
    """The first two of each group play on, by a ladder that is made and started by itself."""
    enrolled = await a_ladder(
        svc,
        8,
        2,
        None,
        9,
        format=ROBIN,
        rounds=1,
        groups=2,
        stages=[{"take": 4, "format": "single_elimination"}],
    )
    assert (enrolled.ladder.stage, enrolled.ladder.previous_stage_id) == (1, None)
    await resigned(svc, enrolled)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    wanted = [row.bot_id for row in table if row.place == 1]
    wanted += [row.bot_id for row in table if row.place == 2]
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    assert (final.stage, final.previous_stage_id, final.stages) == (2, enrolled.id, [])
    assert final.status is LadderStatus.RUNNING
    assert final.entry is EntryRule.INVITED
    assert {
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))
    } == {*wanted}
    before = await ladders.page(svc, None, questions.LadderFilter(first=100))
    await jobs.tend(svc, enrolled.id)
    assert await ladders.page(svc, None, questions.LadderFilter(first=100)) == before, (
        "it is made once"
    )
    over = Enrolled(final, enrolled.owner, enrolled.callers)
    await jobs.pair(svc, final.id)
    meets = [set(pair) for pair in await met(svc, over)]
    assert all(len(pair & {*wanted[:2]}) == 1 for pair in meets), "firsts meet seconds"
    assert (await resigned(svc, over)).status is LadderStatus.FINISHED
    assert (await scores.listed(svc, None, questions.LadderQuestion(ladder_id=final.id)))[
        0
    ].bot_id == next(iter(enrolled.callers))
    out = next(one for one in enrolled.callers if one not in wanted)
    with pytest.raises(Forbidden, match="invited"):
        await enrol(svc, enrolled.callers[out], final.id, out)


async def test_who_left_is_no_qualifier_and_too_few_cancel_the_stage(svc: Service) -> None:
    """The next best moves up; a stage that nobody can play is there and cancelled."""
    enrolled = await a_ladder(
        svc,
        4,
        2,
        None,
        9,
        format=ROBIN,
        rounds=1,
        stages=[{"take": 2, "format": "round_robin", "rounds": 1}],
    )
    first, second, third, last = enrolled.callers
    await resigned_but_last_leaves(svc, enrolled, second)
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    assert [
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))
    ] == [first, third]
    assert last not in final.invited


async def resigned_but_last_leaves(svc: Service, enrolled: Enrolled, leaver: str) -> None:
    """Play the ladder to its end; the leaver withdraws when all but one of its matches are over."""
    await jobs.pair(svc, enrolled.id)
    await play_round(svc, enrolled, matches=11)
    await entries.withdraw(
        svc, enrolled.callers[leaver], questions.Withdraw(ladder_id=enrolled.id, bot_id=leaver)
    )
    await resigned(svc, enrolled)


async def test_of_a_continuous_stage_the_strongest_play_on(svc: Service) -> None:
    """By the standings, which must be that of all results first."""
    enrolled = await a_ladder(svc, 3, 2, 6, 9, stages=[{"take": 2, "format": "swiss", "rounds": 1}])
    await resigned(svc, enrolled)
    await jobs.tend(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).next_stage_id is None, "the table is not fitted"
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    best = [
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))
    ]
    assert best == list(enrolled.callers)[:2]


async def test_a_stage_waits_for_its_time(svc: Service) -> None:
    """It is there with its bots, and starts by itself; one that nobody can play is cancelled."""
    for leaves in (False, True):
        at_ms = await svc.connection.now_ms() + 3_600_000
        enrolled = await a_ladder(
            svc,
            3,
            2,
            None,
            9,
            format=ROBIN,
            rounds=1,
            stages=[{"take": 2, "format": "swiss", "rounds": 1, "start_at_ms": at_ms}],
        )
        await resigned(svc, enrolled)
        final = await followed(svc, await ladder_of(svc, enrolled.id))
        assert (final.status, final.start_at_ms) == (LadderStatus.OPEN, at_ms)
        assert (
            len(await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))) == 2
        )
        found = await svc.seasons.progress(final.id)
        assert found is not None
        assert final.id in {one.terms.id for one in await svc.seasons.looked_after()}
        if leaves:
            for bot_id in final.invited:
                await entries.withdraw(
                    svc,
                    enrolled.callers[bot_id],
                    questions.Withdraw(ladder_id=final.id, bot_id=bot_id),
                )
        now = found.terms.model_copy(update={"start_at_ms": await svc.connection.now_ms()})
        await svc.seasons.extend(now, found.revision)
        in_time = await svc.seasons.progress(final.id)
        assert in_time is not None
        assert sweep.may_begin(in_time, in_time.terms.start_at_ms or 0)
        assert await is_due(svc, enrolled, "tend_ladder")
        await jobs.tend(svc, final.id)
        status = (await ladder_of(svc, final.id)).status
        assert status is (LadderStatus.CANCELLED if leaves else LadderStatus.RUNNING)


async def is_due(svc: Service, enrolled: Enrolled, job: str) -> bool:
    """Whether a sweep wakes workers for the stage after a ladder."""
    next_id = (await ladder_of(svc, enrolled.id)).next_stage_id
    with svc.queue._redis as redis:
        redis.delete("rq:queue:saqqara")
        await sweep.sweep(svc)
        queued = [str(one) for one in redis.lrange("rq:queue:saqqara", 0, -1)]
    return any(job in one and str(next_id) in one for one in queued)


async def test_a_stage_in_the_making_waits_for_all_its_bots(svc: Service) -> None:
    """Its time has come before the worker that makes it is done, which may be gone for good."""
    enrolled = await a_ladder(
        svc,
        2,
        2,
        None,
        9,
        format=ROBIN,
        rounds=1,
        stages=[{"take": 2, "format": ROBIN, "rounds": 1}],
    )
    await resigned(svc, enrolled)
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    made = await svc.seasons.progress(final.id)
    assert made is not None
    unknown = {"id": id_after(final.id), "start_at_ms": 1}  # to the ladder that it follows
    half = made.terms.model_copy(update=unknown)
    await svc.seasons.add(half, bytes(32))
    await jobs.tend(svc, half.id)
    assert (await ladder_of(svc, half.id)).status is LadderStatus.OPEN


async def test_a_ladder_that_cannot_begin_wakes_nobody(svc: Service) -> None:
    """Its time has come, and its bots may not meet: the next sweep looks at it, not it itself."""
    soon_ms = await svc.connection.now_ms() + 1
    forbidden = {"same_owner": SameOwner.FORBIDDEN, "start_at_ms": soon_ms}
    enrolled = await a_ladder(svc, 2, 2, 2, 2, start=False, **forbidden)
    with svc.queue._redis as redis:
        redis.delete("rq:queue:saqqara")
        await jobs.tend(svc, enrolled.id)
        assert redis.lrange("rq:queue:saqqara", 0, -1) == []
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.OPEN


async def test_stages_that_do_not_go_together_are_refused(svc: Service) -> None:
    """With the place of what is wrong."""
    owner = await an_owner(svc)
    refused: list[tuple[dict[str, object], str]] = [
        ({"every": "hour 15", "stages": [{"take": 2, "format": "swiss", "rounds": 1}]}, "every"),
        ({"stages": [{"take": 2, "format": "swiss"}]}, "must be a number"),
        ({"stages": [{"take": 1, "format": "swiss", "rounds": 1}]}, "Take more than 1"),
        (
            {"stages": [{"take": 2, "format": "round_robin", "rounds": 1, "playoff": True}]},
            "A playoff must follow one of",
        ),
        (
            {
                "blocks": None,
                "format": "swiss",
                "rounds": 1,
                "stages": [{"take": 2, "format": "swiss", "rounds": 1, "playoff": True}],
            },
            "A playoff must have one of",
        ),
        (
            {
                "start_at_ms": 5,
                "stages": [{"take": 2, "format": "swiss", "rounds": 1, "start_at_ms": 5}],
            },
            "before the previous one",
        ),
        ({"start_at_ms": 10**30}, "the year 9999"),
        (
            {"stages": [{"take": 2, "format": "swiss", "rounds": 1, "start_at_ms": 10**16}]},
            "the year 9999",
        ),
        ({"stages": [{"take": 2, "format": "arena"}]}, "cannot have the format arena"),
        (
            {"stages": [{"take": 3, "format": "round_robin", "rounds": 1, "groups": 2}]},
            "in each group",
        ),
        ({"stages": [{"take": 2, "format": "swiss", "rounds": 1, "groups": 2}]}, "groups"),
        (
            {
                "same_owner": SameOwner.FORBIDDEN,
                "stages": [{"take": 2, "format": "single_elimination"}],
            },
            "botsPerAccount",
        ),
        ({"team_bots": 2}, "no teams"),
        ({"teams": [{"name": "Red", "members": ["b1"]}]}, "2 teams"),
        (
            {"teams": [{"name": "Red", "members": ["b1"]}, {"name": "Red", "members": ["b2"]}]},
            "team",
        ),
        (
            {"teams": [{"name": "Red", "members": ["b1"]}, {"name": "Blue", "members": ["b1"]}]},
            "member",
        ),
    ]
    for changed, message in refused:
        with pytest.raises(Malformed, match=message):
            await ladders.create(svc, owner, some_terms(**changed))


async def test_bots_of_a_team_never_meet_and_its_best_count(svc: Service) -> None:
    """Two teams of two: four meetings; of each team the better bot counts."""
    owner = await an_owner(svc)
    callers = {one.bot_id or "": one for one in await some_bots(svc, owner, 5)}
    a, b, c, d, stranger = callers
    terms = some_terms(
        blocks=None,
        format=ROBIN,
        rounds=1,
        concurrency=9,
        team_bots=1,
        teams=[{"name": "Red", "members": [a, d]}, {"name": "Blue", "members": [b, c]}],
    )
    made = await ladders.create(svc, owner, terms)
    for bot_id in (a, b, c, d):
        await svc.engagements.be_present(bot_id, AN_HOUR_MS)
        await enrol(svc, callers[bot_id], made.id, bot_id)
    with pytest.raises(Forbidden, match="in none of them"):
        await enrol(svc, callers[stranger], made.id, stranger)
    started = await seasons.start(svc, owner, questions.StartLadder(ladder_id=made.id))
    enrolled = Enrolled(started, owner, {one: callers[one] for one in (a, b, c, d)})
    await resigned(svc, enrolled)
    assert {frozenset({a, d}), frozenset({b, c})}.isdisjoint(await met(svc, enrolled))
    red, blue = await scores.teams(svc, None, questions.LadderQuestion(ladder_id=made.id))
    assert (red.team, red.place, red.points, red.counted, red.bots) == ("Red", 1, 2, [a], 2)
    assert (blue.team, blue.place, blue.points, blue.counted) == ("Blue", 2, 1, [b])
    assert {
        row.team
        for row in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=made.id))
    } == {"Red", "Blue"}


async def test_bots_of_one_team_alone_cannot_start(svc: Service) -> None:
    """Nobody could meet."""
    owner = await an_owner(svc)
    callers = {one.bot_id or "": one for one in await some_bots(svc, owner, 3)}
    a, b, c = callers
    terms = some_terms(teams=[{"name": "Red", "members": [a, b]}, {"name": "Blue", "members": [c]}])
    made = await ladders.create(svc, owner, terms)
    for bot_id in (a, b):
        await enrol(svc, callers[bot_id], made.id, bot_id)
    with pytest.raises(WrongState, match="different teams"):
        await seasons.start(svc, owner, questions.StartLadder(ladder_id=made.id))
    assert not plans.can_meet(
        (await ladders.progress(svc, made.id)).terms, await svc.entries.listed(made.id)
    )


async def test_the_forecast_follows_the_pace(svc: Service) -> None:
    """Nothing before the first result; then as much time for each match as up to the latest."""
    enrolled = await a_ladder(svc, 2, 2, 4, 1)
    assert enrolled.ladder.forecast_end_ms is None
    started = enrolled.ladder.started_ms
    assert started is not None
    await jobs.pair(svc, enrolled.id)
    await asyncio.sleep(0.3)
    await play_round(svc, enrolled)
    now = await ladder_of(svc, enrolled.id)
    settled = (await svc.seasons.progress(enrolled.id)).settled_ms  # type: ignore[union-attr]
    assert settled is not None
    assert settled - started >= 300
    expected = started + (settled - started) * now.matches_planned // now.matches_settled
    assert now.forecast_end_ms == max(expected, settled)
    await resigned(svc, enrolled)
    assert (await ladder_of(svc, enrolled.id)).forecast_end_ms is None


async def test_a_schedule_is_kept_whatever_the_format(svc: Service) -> None:
    """Every line of each format tells its pairing once it has begun."""
    enrolled = await a_ladder(svc, 4, 2, None, 9, format=LadderFormat.DOUBLE_ELIMINATION)
    await resigned(svc, enrolled)
    assert all(line.pairing is not None for line in await whole_schedule(svc, enrolled.id))


async def test_a_refusal_points_to_the_stage_that_it_is_of(svc: Service) -> None:
    """Rounds of a later stage are not those of the first one."""
    owner = await an_owner(svc)
    refused: list[tuple[dict[str, object], str]] = [
        ({"rounds": 101}, "/rounds"),
        ({"blocks": 3}, "/blocks"),
        ({"challenger": "b1"}, "/challenger"),
        ({"late_entry": True}, "/lateEntry"),
        ({"stages": [{"take": 2, "format": "swiss"}]}, "/stages/0/rounds"),
        (
            {"stages": [{"take": 2, "format": "single_elimination", "blocks": 1}]},
            "/stages/0/blocks",
        ),
    ]
    for changed, pointer in refused:
        asked: dict[str, object] = {"blocks": None, "rounds": 1, "format": ROBIN}
        with pytest.raises(Malformed) as error:
            await ladders.create(svc, owner, some_terms(**(asked | changed)))
        assert error.value.pointer == pointer


async def test_the_terms_of_a_ladder_stay_short(svc: Service) -> None:
    """They are read whenever the ladder is: neither teams nor invitations make them endless."""
    owner = await an_owner(svc)
    teams = [
        {"name": f"team {one}", "members": [f"b{one}x{number}" for number in range(100)]}
        for one in range(11)
    ]
    with pytest.raises(Malformed, match="1000 members"):
        await ladders.create(svc, owner, some_terms(teams=teams))
    made = await ladders.create(svc, owner, some_terms(entry=EntryRule.INVITED))
    for batch in range(10):
        more = [f"a{batch}x{number}" for number in range(100)]
        await seasons.extend(svc, owner, questions.ExtendLadder(ladder_id=made.id, invited=more))
    with pytest.raises(Malformed, match="at most 1000"):
        await seasons.extend(
            svc, owner, questions.ExtendLadder(ladder_id=made.id, invited=["one more"])
        )
    again = await seasons.extend(
        svc, owner, questions.ExtendLadder(ladder_id=made.id, invited=["a0x0"])
    )
    assert len(again.invited) == 1000


async def test_a_stage_starts_with_all_its_bots_whoever_dies_while_it_is_made(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is gone after two of four leaves it open, and another one goes on."""
    enrolled = await a_ladder(
        svc,
        4,
        2,
        None,
        9,
        format=ROBIN,
        rounds=1,
        stages=[{"take": 4, "format": "swiss", "rounds": 1}],
    )
    await resigned(svc, enrolled)
    await fits.fit(svc, enrolled.id)
    enter, entered = EntryStore.enrol, 0

    async def dying(self: EntryStore, *words: object, **more: object) -> object:
        nonlocal entered
        entered += 1
        if entered > 2:
            raise Busy("gone", retry_after_ms=1)
        return await enter(self, *words, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(EntryStore, "enrol", dying)
        with pytest.raises(Busy):
            await jobs.tend(svc, enrolled.id)
    half = (await ladders.page(svc, None, questions.LadderFilter(first=1))).items[0]
    assert (half.previous_stage_id, half.status) == (enrolled.id, LadderStatus.OPEN)
    await jobs.tend(svc, half.id)
    assert (await ladder_of(svc, half.id)).status is LadderStatus.OPEN, "it waits for all"
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    assert (final.id, final.status) == (half.id, LadderStatus.RUNNING)
    assert len(await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))) == 4


async def test_a_stage_of_bots_that_may_not_meet_is_cancelled(svc: Service) -> None:
    """The best are all of one owner: nobody else may enter it, so it would stand open for ever."""
    enrolled = await a_ladder(
        svc,
        2,
        2,
        None,
        9,
        start=False,
        format=LadderFormat.SWISS,
        rounds=1,
        same_owner=SameOwner.FORBIDDEN,
        stages=[{"take": 2, "format": "round_robin", "rounds": 1}],
    )
    others = await a_ladder(svc, 2, 2, None, 9, start=False, format=ROBIN, rounds=1)
    for bot_id, caller in others.callers.items():
        await enrol(svc, caller, enrolled.id, bot_id)
    started = await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    both = Enrolled(started, enrolled.owner, {**enrolled.callers, **others.callers})
    await resigned(svc, both)
    final = await followed(svc, await ladder_of(svc, enrolled.id))
    assert final.status is LadderStatus.CANCELLED


def test_of_a_continuous_stage_places_count_and_not_lucky_beginners() -> None:
    """One block that was won looks strong; who has no place comes last, with its best version."""

    def row(bot: str, elo: float, place: int | None, group: int = 0) -> FitRow:
        return FitRow(
            place=place,
            group=group,
            bot_id=bot,
            version=1,
            elo=elo,
            low=elo,
            high=elo,
            matches=2,
            next_stronger=None,
            next_error=None,
            change=None,
        )

    rows = [
        row("lucky", 1709, None),
        row("first", 1455, 1),
        row("second", 1400, 2),
        row("first", 1800, None),
        row("apart", 1900, 1, group=1),
        row("alike", 1455, 1),
    ]
    drawn = ["second", "alike", "first", "apart", "lucky"]
    assert by_strength(rows, drawn) == ["alike", "first", "second", "apart", "lucky"]


def test_the_best_of_a_team_are_those_with_the_most_points_in_whatever_group() -> None:
    """A table in groups lists the first group first."""

    def row(bot: str, group: int, points: float, team: str) -> LadderScore:
        return LadderScore(
            place=1,
            bot_id=bot,
            bot_name=bot,
            points=points,
            meetings=3,
            byes=[],
            tie_breaks=[],
            group=group,
            team=team,
        )

    terms = StoredTerms(
        **dict(
            some_terms(
                team_bots=1,
                teams=[{"name": "Red", "members": ["a"]}, {"name": "Blue", "members": ["b"]}],
            ).terms
        ),
        id="l" + "0" * 16,
        account_id="a1",
        players=2,
        created_ms=0,
    )
    table = [
        row("a1", 1, 2.0, "Blue"),
        row("a2", 1, 1.0, "Red"),
        row("b1", 2, 3.0, "Red"),
        row("b2", 2, 0.0, "Blue"),
    ]
    red, blue = of_teams(terms, table)
    assert (red.team, red.points, red.counted) == ("Red", 3.0, ["b1"])
    assert (blue.team, blue.points, blue.counted) == ("Blue", 2.0, ["a1"])


@pytest.mark.parametrize(
    ("who", "most"),
    [
        ("Red/x Blue/x Gold/y Gold/z", 2),
        ("Red/x Red/y Blue/x Gold/y", 2),
        ("Red/x Red/y Blue/x Gold/y Gold/z", 3),
        ("Red/x Blue/y Gold/z", 3),
        ("Red/x Red/y Red/z", 1),
    ],
)
def test_who_can_sit_together_is_of_other_owners_and_other_teams(who: str, most: int) -> None:
    """Both at once: three teams and three owners may make no table of three."""
    entered = [one.split("/") for one in who.split()]
    teams: dict[str, list[str]] = {}
    for number, (team, _) in enumerate(entered):
        teams.setdefault(team, []).append(f"b{number}")
    terms = StoredTerms(
        **dict(
            some_terms(
                same_owner=SameOwner.FORBIDDEN,
                teams=[{"name": name, "members": bots} for name, bots in teams.items()],
            ).terms
        ),
        id="l" + "0" * 16,
        account_id="a1",
        players=3,
        created_ms=0,
    )
    bots = [
        LadderEntry(bot_id=f"b{number}", bot_name="b", account_id=owner, version=1, enrolled_ms=0)
        for number, (_, owner) in enumerate(entered)
    ]
    for order in (bots, bots[::-1]):
        assert sides(terms, order) == most
