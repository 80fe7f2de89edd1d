"""The processor time that an account's programs may use in a day, and what follows without any."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import quotas
from saqqara_service.application.accounts.addresses import DAY_S
from saqqara_service.application.challenges import challenges
from saqqara_service.application.hosting import processor_time, submissions
from saqqara_service.application.ladders import entries
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import reconciler
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import RateLimited, WrongState
from saqqara_service.models import (
    Answer,
    Caller,
    ChallengeStatus,
    DeclineReason,
    LadderFormat,
    MatchStatus,
    MatchTerms,
    QuotaName,
    Submission,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import key
from tests.bundle.archives import BOT, packed
from tests.service.application.hosting.test_hosted_ladders import due, host
from tests.service.challengers import PATIENCE_S, a_challenge, accept_all, some_rivals
from tests.service.fake_runners import FakeRunner, a_hosted_bot
from tests.service.ladders import Enrolled, a_ladder, play_out, running, settle_all
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_owner, some_bots

SECONDS = 10
TERMS = MatchTerms.model_validate(
    {"game": "imhotep", "options": {"players": 2}, "time_control": UNHURRIED}
)


@pytest.fixture
async def svc(settings: Settings) -> AsyncIterator[Service]:
    """A service whose accounts have ten seconds of processor time in a day."""
    few = settings.model_copy(update={"account_processor_s_per_day": SECONDS})
    async with open_service(few) as service:
        yield service


async def used(svc: Service, account_id: str) -> int:
    """The seconds that an account is told."""
    caller = Caller.model_validate({"kind": "user", "account_id": account_id})
    (quota,) = [one for one in await quotas.used(svc, caller) if one.name is QuotaName.PROCESSOR_S]
    assert quota.limit == SECONDS
    return quota.used


async def spend(svc: Service, *some: Submission, factor: float = 1.01) -> None:
    """As much as there is, told by a runner that nobody else hears of."""
    used_ms = round(1_000 * SECONDS * factor)
    await processor_time.charge(
        svc, [(one, questions.Meter(name=f"m-{one.id}", used_ms=used_ms)) for one in some]
    )


async def forgive(svc: Service, *accounts: str) -> None:
    for one in accounts:
        await svc.connection.write.delete(key("budget", f"{quotas.PROCESSOR_TIME}:{one}"))


async def waits(svc: Service, enrolled: Enrolled) -> dict[str, DeclineReason | None]:
    """What each bot of the ladder waits for."""
    return {
        one.bot_id: one.waits_for
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }


async def round_trip(svc: Service, enrolled: Enrolled, runner: FakeRunner) -> set[str]:
    """Programs that are wanted say hello and begin; the bots of what is played then."""
    for _ in range(3):
        await due(svc, enrolled)
        await runner.tend()
        runner.start()
        await runner.tend()
    return await at_play(svc, await running(svc))


async def over(svc: Service, enrolled: Enrolled) -> int:
    """What is played is played to its end, and counted; how many matches."""
    playing = await running(svc)
    for match_id in playing:
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    return len(playing)


async def at_play(svc: Service, match_ids: Iterable[str]) -> set[str]:
    return {
        seat.bot_id or ""
        for match_id in match_ids
        for seat in (await match_of(svc, match_id)).seats
    }


async def test_what_is_told_again_or_late_is_paid_once(svc: Service) -> None:
    """Also when another runner takes over and when the first gets it back."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    hosted = await host(svc, enrolled, 2)
    one, _ = hosted.values()
    first, second = FakeRunner(svc, "one"), FakeRunner(svc, "two")
    await round_trip(svc, enrolled, first)
    assert await used(svc, one.account_id) == 0
    for used_ms, used_s in ((1_000, 1), (1_000, 1), (900, 1), (3_000, 3)):
        first.meters = {one.id: questions.Meter(name="first", used_ms=used_ms)}
        await first.tend()
        assert await used(svc, one.account_id) == used_s
    work = first.works[one.id]
    second.works, second.meters = (
        {one.id: work},
        {one.id: questions.Meter(name="second", used_ms=1_500)},
    )
    await second.tend()
    assert await used(svc, one.account_id) == 3, "it does not hold it"
    await svc.connection.write.hset("{hosted}:holders", one.id, "two")
    for used_ms, used_s in ((1_500, 5), (2_000, 5), (2_000, 5)):
        second.works, second.meters = (
            {one.id: work},
            {one.id: questions.Meter(name="second", used_ms=used_ms)},
        )
        await second.tend()
        assert await used(svc, one.account_id) == used_s
    await svc.connection.write.hset("{hosted}:holders", one.id, "one")
    for meter, used_ms, used_s in (("first", 3_000, 5), ("first-again", 1_000, 6)):
        first.works, first.meters = (
            {one.id: work},
            {one.id: questions.Meter(name=meter, used_ms=used_ms)},
        )
        await first.tend()
        assert await used(svc, one.account_id) == used_s


async def test_a_spent_bot_is_not_paired(svc: Service) -> None:
    """In a continuous ladder others play on; what has begun goes on, and it counts as no miss."""
    enrolled = await a_ladder(svc, bots=3, blocks=9, concurrency=1)
    hosted = await host(svc, enrolled, 1)
    (bot_id, one), runner = next(iter(hosted.items())), FakeRunner(svc, "one")
    others = enrolled.callers.keys() - {bot_id}
    while bot_id not in await round_trip(svc, enrolled, runner):
        await over(svc, enrolled)
    begun = await running(svc)
    await spend(svc, one)
    assert (await waits(svc, enrolled))[bot_id] is DeclineReason.SPENT
    assert one.id in await runner.tend(), "it plays on"
    for match_id in begun:
        assert (await match_of(svc, match_id)).status is MatchStatus.RUNNING
    seen: list[set[str]] = []
    for _ in range(6):
        await over(svc, enrolled)
        seen.append(await round_trip(svc, enrolled, runner))
    assert {*others} in seen
    assert seen[-1] in ({*others}, set()), "only its block that had begun was ended"
    (entry,) = [
        one
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        if one.bot_id == bot_id
    ]
    assert (entry.missed, entry.faults) == (0, 0)
    await forgive(svc, one.account_id)
    assert (await waits(svc, enrolled))[bot_id] is None


async def test_a_fixed_plan_goes_past_the_matches_of_a_spent_bot(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of them there are: none of its programs is started, and later all is played."""
    monkeypatch.setattr("saqqara_service.application.ladders.jobs.BATCH", 2)
    enrolled = await a_ladder(
        svc, bots=5, blocks=None, rounds=1, concurrency=2, format=LadderFormat.ROUND_ROBIN
    )
    hosted = await host(svc, enrolled, 1)
    (bot_id, one), runner = next(iter(hosted.items())), FakeRunner(svc, "one")
    await spend(svc, one)
    others = enrolled.callers.keys() - {bot_id}
    results = 0
    for _ in range(12):
        playing = await round_trip(svc, enrolled, runner)
        assert bot_id not in playing
        assert one.id not in runner.works
        results += await over(svc, enrolled)
    pairs = len(others) * (len(others) - 1) // 2
    assert results == pairs * 2, "each pair of the others, from both seats"
    assert (await waits(svc, enrolled))[bot_id] is DeclineReason.SPENT
    await forgive(svc, one.account_id)
    for _ in range(12):
        await round_trip(svc, enrolled, runner)
        results += await over(svc, enrolled)
    everybody = len(enrolled.callers)
    assert results == everybody * (everybody - 1)


async def test_what_is_owed_is_filled_up_first(svc: Service) -> None:
    """Matches that had begun took more than there was; thirty days of it at most."""
    enrolled = await a_ladder(svc, bots=2)
    (one,) = (await host(svc, enrolled, 1)).values()
    name = quotas.PROCESSOR_TIME
    await spend(svc, one, factor=1.5)
    assert await svc.token_buckets.full_in_s(name, one.account_id) == pytest.approx(
        1.5 * DAY_S, rel=0.01
    )
    await spend(svc, one, factor=9_000)
    owed_s = DAY_S + processor_time.MOST_OWED_S
    left_s = await svc.token_buckets.full_in_s(name, one.account_id)
    assert left_s == pytest.approx(owed_s, rel=0.01)


async def test_a_challenge_hears_why(svc: Service) -> None:
    """Only hosted bots are bound by it: what an owner keeps online costs the host nothing."""
    rivals = await some_rivals(svc, 3)
    await accept_all(svc, *rivals.bots)
    challenger, hosted, online = rivals.bots
    one = await a_hosted_bot(svc, hosted)
    await spend(svc, one, one.model_copy(update={"account_id": online.account_id, "id": "x"}))
    challenge = await a_challenge(svc, rivals)
    answers = {one.player_id: (one.answer, one.reason) for one in challenge.challenged}
    assert answers[rivals.ids[1]] == (Answer.DECLINED, DeclineReason.SPENT)
    assert answers[rivals.ids[2]][1] is None
    await a_hosted_bot(svc, challenger)
    await spend(svc, one.model_copy(update={"account_id": challenger.account_id, "id": "y"}))
    with pytest.raises(RateLimited) as refused:
        await a_challenge(svc, rivals)
    assert refused.value.budget == quotas.PROCESSOR_TIME


async def test_who_asks_for_a_challenge_cannot_accept_it(svc: Service) -> None:
    """It was asked while there was time, and answers when there is none."""
    rivals = await some_rivals(svc, 2)
    _, hosted = rivals.bots
    one = await a_hosted_bot(svc, hosted)
    challenge = await a_challenge(svc, rivals)
    await spend(svc, one)
    with pytest.raises(RateLimited):
        await challenges.accept(svc, hosted, questions.AcceptChallenge(challenge_id=challenge.id))
    await forgive(svc, one.account_id)
    accepted = await challenges.accept(
        svc, hosted, questions.AcceptChallenge(challenge_id=challenge.id)
    )
    assert accepted.match_id is not None


async def test_matches_of_ones_own_are_refused_with_the_time_to_wait(svc: Service) -> None:
    """Made, joined or started; one that was made under the key before is the same again."""
    owner = await an_owner(svc)
    bot, other = await some_bots(svc, owner, 2)
    one = await a_hosted_bot(svc, bot)
    ids = [bot.bot_id, other.bot_id]
    kept = await matches.create(svc, owner, TERMS, seats=ids, key="kept", start=False)
    free = await matches.create(svc, owner, TERMS, seats=[other.bot_id, None])
    await spend(svc, one)
    with pytest.raises(RateLimited, match="run yourself") as refused:
        await matches.create(svc, owner, TERMS, seats=ids)
    wait_ms = refused.value.retry_after_ms
    assert isinstance(wait_ms, int)
    assert 0 < wait_ms < 86_400_000 * 0.02
    assert refused.value.limit == SECONDS
    with pytest.raises(RateLimited):
        await matches.join(svc, bot, questions.JoinMatch(match_id=free.id))
    with pytest.raises(RateLimited):
        await matches.start(svc, owner, questions.StartMatch(match_id=kept.id))
    assert (await match_of(svc, kept.id)).status is MatchStatus.OPEN
    again = await matches.create(svc, owner, TERMS, seats=ids, key="kept", start=False)
    assert again.id == kept.id
    await matches.create(svc, owner, TERMS, seats=[other.bot_id, None])
    await forgive(svc, one.account_id)
    assert (
        await matches.start(svc, owner, questions.StartMatch(match_id=kept.id))
    ).status is MatchStatus.RUNNING


async def test_a_repeated_call_is_answered_as_before(svc: Service) -> None:
    """What was made, accepted or taken while there was time is told again when there is none."""
    rivals = await some_rivals(svc, 2)
    challenger, hosted = rivals.bots
    some = [await a_hosted_bot(svc, one) for one in rivals.bots]
    offered = await a_challenge(svc, rivals, key="k")
    agreed = await a_challenge(svc, rivals, key="agreed")
    agreed = await challenges.accept(svc, hosted, questions.AcceptChallenge(challenge_id=agreed.id))
    assert agreed.match_id is not None
    free = await matches.create(svc, rivals.owners[0], TERMS, seats=[None, None])
    sat = await matches.join(svc, hosted, questions.JoinMatch(match_id=free.id))
    await spend(svc, *some)
    assert await a_challenge(svc, rivals, key="k") == offered
    assert await a_challenge(svc, rivals, key="agreed") == agreed
    assert (
        await challenges.accept(svc, hosted, questions.AcceptChallenge(challenge_id=agreed.id))
        == agreed
    )
    assert await matches.join(svc, hosted, questions.JoinMatch(match_id=free.id)) == sat
    for once in ("new", "new", None):
        with pytest.raises(RateLimited):
            await a_challenge(svc, rivals, key=once)
    with pytest.raises(RateLimited):
        await challenges.accept(svc, hosted, questions.AcceptChallenge(challenge_id=offered.id))
    with pytest.raises(RateLimited):
        await matches.join(svc, challenger, questions.JoinMatch(match_id=free.id))
    assert (
        await challenges.get(svc, challenger, questions.ChallengeQuestion(challenge_id=offered.id))
        == offered
    )
    await forgive(svc, *(one.account_id for one in some))
    assert (await a_challenge(svc, rivals, key="new")).id not in {offered.id, agreed.id}


async def test_one_of_several_who_have_accepted_may_say_so_again(svc: Service) -> None:
    """Though others are yet to answer; these are refused while it has nothing left."""
    rivals = await some_rivals(svc, 3)
    _, hosted, online = rivals.bots
    one = await a_hosted_bot(svc, hosted)
    challenge = await a_challenge(svc, rivals)
    accepted = await challenges.accept(
        svc, hosted, questions.AcceptChallenge(challenge_id=challenge.id)
    )
    await spend(svc, one)
    assert (
        await challenges.accept(svc, hosted, questions.AcceptChallenge(challenge_id=challenge.id))
        == accepted
    )
    with pytest.raises(RateLimited):
        await challenges.accept(svc, online, questions.AcceptChallenge(challenge_id=challenge.id))
    assert (
        await challenges.get(svc, online, questions.ChallengeQuestion(challenge_id=challenge.id))
        == accepted
    )
    await forgive(svc, one.account_id)
    assert (
        await challenges.accept(svc, online, questions.AcceptChallenge(challenge_id=challenge.id))
    ).match_id is not None


async def test_nobody_sits_down_with_a_spent_bot(svc: Service) -> None:
    """The seat stays free, and the match begins when there is time again and somebody joins."""
    owner, stranger = await an_owner(svc), await an_owner(svc, "stranger")
    (bot,), (rival,) = await some_bots(svc, owner, 1), await some_bots(svc, stranger, 1)
    one = await a_hosted_bot(svc, bot)
    free = await matches.create(svc, owner, TERMS, seats=[bot.bot_id, None], start=True)
    await spend(svc, one, factor=5)
    with pytest.raises(RateLimited):
        await matches.join(svc, rival, questions.JoinMatch(match_id=free.id))
    assert await match_of(svc, free.id) == free
    await forgive(svc, one.account_id)
    begun = await matches.join(svc, rival, questions.JoinMatch(match_id=free.id))
    assert begun.status is MatchStatus.RUNNING
    await spend(svc, one.model_copy(update={"id": "again"}), factor=5)
    (third,) = await some_bots(svc, stranger, 1)
    with pytest.raises(WrongState):
        await matches.join(svc, third, questions.JoinMatch(match_id=free.id))


async def test_who_has_challenged_and_spent_begins_nothing(svc: Service) -> None:
    """The rival is refused, is not engaged for it, and may still accept later."""
    rivals = await some_rivals(svc, 2)
    challenger, online = rivals.bots
    one = await a_hosted_bot(svc, challenger)
    challenge = await a_challenge(svc, rivals)
    await spend(svc, one, factor=5)
    with pytest.raises(RateLimited, match=rivals.ids[0]):
        await challenges.accept(svc, online, questions.AcceptChallenge(challenge_id=challenge.id))
    left = await challenges.get(svc, online, questions.ChallengeQuestion(challenge_id=challenge.id))
    assert (left, left.status) == (challenge, ChallengeStatus.PENDING)
    assert (await svc.engagements.live([rivals.ids[1]]))[rivals.ids[1]] == set()
    await forgive(svc, one.account_id)
    accepted = await challenges.accept(
        svc, online, questions.AcceptChallenge(challenge_id=challenge.id)
    )
    assert (await match_of(svc, str(accepted.match_id))).status is MatchStatus.RUNNING


async def test_an_agreed_instant_begins_no_match_of_a_spent_bot(svc: Service) -> None:
    """It is void, with the reason, and who was to play against it is free again."""
    rivals = await some_rivals(svc, 2)
    challenger, online = rivals.bots
    one = await a_hosted_bot(svc, challenger)
    (other,) = await some_bots(svc, rivals.owners[0], 1)
    start_at_ms = await svc.connection.now_ms() + 3_000
    call: dict[str, Any] = {"seats": [challenger.bot_id, other.bot_id], "start_at_ms": start_at_ms}
    own = await matches.create(svc, rivals.owners[0], TERMS, start=True, key="own", **call)
    challenge = await a_challenge(svc, rivals, start_at_ms=start_at_ms)
    challenge = await challenges.accept(
        svc, online, questions.AcceptChallenge(challenge_id=challenge.id)
    )
    ids = [own.id, str(challenge.match_id)]
    await spend(svc, one, factor=5)
    patience = time.monotonic() + PATIENCE_S
    while await svc.connection.now_ms() < start_at_ms + 100 or (await svc.timers.due()).ids:
        assert time.monotonic() < patience
        await reconciler.sweep(svc)
        await asyncio.sleep(0.02)
    for match_id in ids:
        ended = await match_of(svc, match_id)
        assert ended.status is MatchStatus.VOID
        assert ended.result is not None
        assert "processor time" in str(ended.result.note)
    engaged = await svc.engagements.live([*rivals.ids])
    assert not any(engaged.values())
    again = await matches.create(svc, rivals.owners[0], TERMS, start=True, key="own", **call)
    assert (again.id, again.status) == (own.id, MatchStatus.VOID)


async def test_what_a_ladder_has_made_begins(svc: Service) -> None:
    """It has looked before, and ends its blocks; an operator too starts what is to be played."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    one = await a_hosted_bot(svc, bots[0])
    await spend(svc, one)
    operator = Caller.model_validate({"kind": "admin", "account_id": owner.account_id})
    seats = [bot.bot_id for bot in bots]
    call: dict[str, Any] = {"seats": seats, "start": True}
    made = await matches.create(svc, operator, TERMS, **call, match_id="l1-1", ladder_id="l1")
    assert made.status is MatchStatus.RUNNING
    left = await matches.create(svc, operator, TERMS, **call)
    assert left.status is MatchStatus.OPEN
    assert (
        await matches.start(svc, operator, questions.StartMatch(match_id=left.id))
    ).status is MatchStatus.RUNNING


async def test_a_stranger_hears_only_that_it_is_spent(svc: Service) -> None:
    """Neither how much is owed, however much, nor what an owner can do; the owner hears both."""
    owner, stranger = await an_owner(svc), await an_owner(svc, "stranger")
    (bot,), (rival,) = await some_bots(svc, owner, 1), await some_bots(svc, stranger, 1)
    one = await a_hosted_bot(svc, bot)
    made = await matches.create(svc, owner, TERMS, seats=[bot.bot_id, None])
    free = await matches.create(svc, owner, TERMS, seats=[bot.bot_id, None])
    await matches.join(svc, rival, questions.JoinMatch(match_id=made.id))
    answers = []
    for factor in (1.01, 9.0):
        await forgive(svc, one.account_id)
        fresh = one.model_copy(update={"id": f"at-{factor}"})
        await spend(svc, fresh, factor=factor)
        for call in (
            matches.start(svc, rival, questions.StartMatch(match_id=made.id)),
            matches.start(
                svc,
                stranger.model_copy(update={"bot_id": rival.bot_id}),
                questions.StartMatch(match_id=made.id),
            ),
            matches.join(svc, rival, questions.JoinMatch(match_id=free.id)),
        ):
            with pytest.raises(RateLimited) as refused:
                await call
            answers.append((refused.value.message, refused.value.facts()))
        with pytest.raises(RateLimited, match="run yourself") as refused:
            await matches.start(svc, owner, questions.StartMatch(match_id=made.id))
        wait_ms = refused.value.retry_after_ms
        assert isinstance(wait_ms, int)
        assert wait_ms == pytest.approx((factor - 1) * 86_400_000, rel=0.05)
    assert all(one == answers[0] for one in answers)
    message, facts = answers[0]
    assert str(bot.bot_id) in message
    assert "owners run" not in message
    assert facts["retryAfterMs"] == processor_time.OTHERS_WAIT_MS


async def test_without_a_limit_nothing_is_counted(settings: Settings) -> None:
    """As where the host has set none: no budget, and no word of it."""
    async with open_service(settings) as svc:
        enrolled = await a_ladder(svc, bots=2)
        (one,) = (await host(svc, enrolled, 1)).values()
        await spend(svc, one, factor=100)
        assert await processor_time.spent(svc, [one.bot_id]) == set()
        names = {one.name for one in await quotas.used(svc, enrolled.owner)}
        assert QuotaName.PROCESSOR_S not in names


async def test_a_spent_account_has_nothing_started(svc: Service) -> None:
    """No check of its programs and no program that is asked; what it began is played to its end."""
    owner = await an_owner(svc)
    idle, busy, untried = await some_bots(svc, owner, 3)
    asked, playing = await a_hosted_bot(svc, idle), await a_hosted_bot(svc, busy)
    await svc.engagements.ask(asked.bot_id, "c0")
    await matches.create(svc, owner, TERMS, seats=[busy.bot_id, untried.bot_id], start=True)
    checked = await submissions.submit(
        svc, owner, questions.SubmitBot(bot_id=untried.bot_id or "", archive=packed(BOT))
    )
    await spend(svc, playing)
    runner = FakeRunner(svc, "one")
    assert await runner.tend() == [playing.id]
    await forgive(svc, owner.account_id)
    assert await runner.tend() == sorted([asked.id, playing.id, checked.id])
