"""Who makes a match owes for what the service does for it because clocks ran out."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.limits import rate_limits
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.matches import matches
from saqqara_service.application.operations.observation import cost_of_request
from saqqara_service.application.play import deadlines
from saqqara_service.application.play.act import act as use_case
from saqqara_service.application.service import Service
from saqqara_service.errors import RateLimited, SeatFlagged
from saqqara_service.models import Caller, Match, MatchStatus, MatchTerms, TimeControl
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import key, match_key
from tests.service.application.matches.test_forks import a_finished_match
from tests.service.application.play.test_timekeeping import (
    HASTY,
    run_out_of_time,
    timekeeper,
    until,
)
from tests.service.challengers import offer
from tests.service.forks import fork_of
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_owner, legal_now, some_bots

T = TypeVar("T")
ADDRESS = "192.0.2.7"
PATIENCE_S = 30.0
BURST = 50
NEVER = 0.01
"""Calls a second that a test does not live to see."""
DEAR_MS = 0.01
"""What one call pays for: any work costs many."""


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Where work is dear, and no budget comes back."""
    monkeypatch.setattr(rate_limits, "CALL_MS", DEAR_MS)
    few = {"token_burst": BURST, "token_per_s": NEVER, "address_per_s": NEVER}
    return settings.model_copy(update=few)


def terms(clock: TimeControl) -> MatchTerms:
    return MatchTerms(game="imhotep", options={"players": 2}, time_control=clock)


async def a_caller(svc: Service, name: str) -> Caller:
    """An owner with a token."""
    return with_token(await an_owner(svc, name))


def with_token(caller: Caller) -> Caller:
    return caller.model_copy(update={"token_id": f"token-{caller.player_id}"})


async def bots_of(svc: Service, owner: Caller, count: int = 2) -> list[Caller]:
    """New bots of the owner, made without paying."""
    return await some_bots(svc, owner.model_copy(update={"token_id": None}), count)


async def asking(svc: Service, caller: Caller, use_case: Callable[[], Awaitable[T]]) -> T:
    """What a use case answers; whoever asks pays one call for it, however long it takes."""
    client = Client(ADDRESS)
    with cost_of_request(svc, client):
        await svc.rate_limits.charge(client, caller, Charge.USUAL)
        return await use_case()


async def made(
    svc: Service, caller: Caller, bots: list[Caller], clock: TimeControl = HASTY
) -> Match:
    """A match of the caller's bots."""
    seats = [bot.bot_id for bot in bots]
    return await asking(
        svc, caller, lambda: matches.create(svc, caller, terms(clock), seats=seats, start=True)
    )


async def made_if_paid(svc: Service, caller: Caller, bots: list[Caller]) -> Match | None:
    """The same; None if a budget of the caller's is spent."""
    try:
        return await made(svc, caller, bots)
    except RateLimited:
        return None


async def spent(svc: Service, caller: Caller) -> float:
    """How many calls the bucket of the caller's token lacks."""
    return NEVER * await svc.token_buckets.full_in_s("token", caller.token_id or "")


async def until_spent(svc: Service, caller: Caller, calls: float) -> None:
    """Wait until the caller's budget lacks more than so many."""
    async with asyncio.timeout(PATIENCE_S):
        while await spent(svc, caller) <= calls:
            await asyncio.sleep(0.01)


async def over(svc: Service, match_id: str) -> None:
    """Wait for the end of a match."""
    await until(lambda: match_of(svc, match_id), MatchStatus.FINISHED)


async def act(svc: Service, bots: list[Caller], match_id: str, rng: random.Random) -> MatchStatus:
    """Let the bot that is asked act as whoever asks; how the match stands then."""
    match, legal = await legal_now(svc, match_id)
    assert match.to_act is not None
    caller, client = with_token(bots[match.to_act]), Client(ADDRESS)
    with cost_of_request(svc, client) as one:
        question = questions.Act(
            match_id=match_id,
            action=rng.choice(legal),
            expected_version=match.version,
            action_id=f"a{match.version}",
        )
        acted = await use_case(svc, caller, question)
        assert one.forgiven_s <= one.spent_s, "nothing is forgiven twice"
    return acted.status


async def test_who_makes_matches_of_silent_bots_is_refused(
    svc: Service, other_svc: Service
) -> None:
    """By every process, also if another one does the work; who has another token is served."""
    maker, other = await a_caller(svc, "Maker"), await a_caller(svc, "Other")
    bots = await bots_of(svc, maker)
    count = 0
    async with timekeeper(other_svc):
        while (match := await made_if_paid(svc, maker, bots)) is not None:
            count += 1
            await over(svc, match.id)
            await until_spent(svc, maker, count + 1)
    assert 0 < count < BURST // 2
    assert await made_if_paid(other_svc, maker, bots) is None
    assert await spent(svc, maker) > BURST
    assert await svc.token_buckets.full_in_s("address_total", ADDRESS) > 0
    assert (await made(svc, other, await bots_of(svc, other), UNHURRIED)).version == 1


async def test_what_is_answered_in_time_costs_the_maker_nothing(svc: Service) -> None:
    """To the end of the match, while sweeps look on."""
    maker = await a_caller(svc, "Maker")
    bots, rng = await bots_of(svc, maker), random.Random(7)
    match = await made(svc, maker, bots, UNHURRIED)
    async with timekeeper(svc):
        while await act(svc, bots, match.id, rng) is MatchStatus.RUNNING:
            pass
    assert 0 < await spent(svc, maker) <= 1


async def test_who_acts_pays_for_no_seat_that_is_gone(svc: Service, redis_url: str) -> None:
    """What autoplay decides after an action in time is the maker's affair."""
    maker = await a_caller(svc, "Maker")
    bots, rng = await bots_of(svc, maker), random.Random(7)
    match = await made(svc, maker, bots, UNHURRIED)
    run_out_of_time(redis_url, match.id)
    await deadlines.sweep(svc)
    await until_spent(svc, maker, 1)
    await svc.connection.write.delete(key("budget", f"token:{maker.token_id}"))
    while (await match_of(svc, match.id)).version < 20:
        await act(svc, bots, match.id, rng)
    await until_spent(svc, maker, 1)
    assert await spent(svc, with_token(bots[1])) == 0


async def test_who_answers_late_pays_for_that_alone(svc: Service, redis_url: str) -> None:
    """What autoplay decides from then on is the maker's affair."""
    maker = await a_caller(svc, "Maker")
    bots, rng = await bots_of(svc, maker), random.Random(7)
    match = await made(svc, maker, bots, UNHURRIED)
    before = await spent(svc, maker)
    run_out_of_time(redis_url, match.id)
    with pytest.raises(SeatFlagged):
        await act(svc, bots, match.id, rng)
    await until_spent(svc, maker, before + 1)


async def test_who_forks_owes_for_the_fork(svc: Service) -> None:
    """A fork is a match as any other."""
    seated = await a_finished_match(svc)
    owner = with_token(seated.owner)
    place = (seated.id, 30)
    seats = [bot.bot_id for bot in seated.callers]
    match = await asking(
        svc, owner, lambda: fork_of(svc, owner, place, HASTY, seats=seats, start=True)
    )
    async with timekeeper(svc):
        await over(svc, match.id)
    await until_spent(svc, owner, 1)


async def test_who_challenges_owes_for_the_match(svc: Service) -> None:
    """Not the one that accepts: it may be anybody's, and play in time."""
    challenger, rival = [await a_caller(svc, name) for name in ("Challenger", "Rival")]
    (mine,), (theirs,) = [await bots_of(svc, one, 1) for one in (challenger, rival)]
    assert theirs.bot_id is not None
    offered, others = Offered(terms(HASTY)), [theirs.bot_id]
    challenge = await asking(
        svc,
        challenger,
        lambda: offer(svc, challenger, mine.bot_id, others, offered),
    )
    accepted = await asking(
        svc,
        rival,
        lambda: challenges.accept(
            svc, rival, questions.AcceptChallenge(challenge_id=challenge.id, bot_id=theirs.bot_id)
        ),
    )
    assert accepted.match_id is not None
    async with timekeeper(svc):
        await over(svc, accepted.match_id)
    await until_spent(svc, challenger, 1)
    assert await spent(svc, rival) <= 1


async def test_who_pays_is_forgotten_after_the_end(svc: Service) -> None:
    """And what nobody asked for, as the matches of ladders, is paid by nobody."""
    maker = await a_caller(svc, "Maker")
    bots = await bots_of(svc, maker)
    match = await made(svc, maker, bots)
    assert (await svc.payers.of(match.id))["token"] == maker.token_id
    async with timekeeper(svc):
        await over(svc, match.id)
    assert 0 < await svc.connection.read.pttl(match_key("payers", match.id)) <= 60_000
    seats = [bot.bot_id for bot in bots]
    unasked = await matches.create(svc, maker, terms(HASTY), seats=seats, start=True)
    assert await svc.payers.of(unasked.id) == {}
