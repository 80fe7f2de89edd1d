"""Finding matches with the SDK against the real service: challenges, policies, pairings."""

from __future__ import annotations

import asyncio

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import (
    AcceptPolicy,
    AsyncClient,
    Challenge,
    Client,
    Fischer,
    GameLimit,
    OptionLimit,
    TimeLimit,
    run_async,
)
from saqqara_sdk.wire.enums import ChallengeStatus, MatchStatus
from tests.sdk.test_real_service import TIME, some_bots

PATIENCE_S = 100


class Sociable(RandomBot):
    """Plays with whoever asks, if it is quick."""

    def accept(self, challenge: Challenge) -> bool | str:
        control = challenge.terms.time_control
        return (isinstance(control, Fischer) and control.base_ms <= TIME.base_ms) or "too_slow"


async def test_bots_challenge_each_other(server: str) -> None:
    """A running bot answers what it is asked, and plays what it accepts."""
    token, (mine, my_token) = await one_bot(server)
    _other, (theirs, their_token) = await one_bot(server)
    async with (
        AsyncClient(server, token) as owner,
        AsyncClient(server, my_token) as me,
        asyncio.timeout(PATIENCE_S),
        asyncio.TaskGroup() as tasks,
    ):
        tasks.create_task(run_async(Sociable, server=server, token=their_token, max_matches=1))
        while theirs not in {bot.id for bot in (await owner.bots.present(first=100)).items}:
            await asyncio.sleep(0.05)
        slow = await me.challenges.create([theirs], Fischer(base_ms=TIME.base_ms + 1))
        while (challenge := await me.challenges.get(slow.id)).status is ChallengeStatus.PENDING:
            await asyncio.sleep(0.05)
        assert challenge.challenged[0].reason == "too_slow"
        made = await owner.challenges.create([theirs], TIME, bot_id=mine, seats=[theirs, mine])
        while (challenge := await me.challenges.get(made.id)).match_id is None:
            await asyncio.sleep(0.05)
        assert challenge.status is ChallengeStatus.ACCEPTED
        tasks.create_task(run_async(RandomBot, server=server, token=my_token, max_matches=1))
    async with AsyncClient(server, token) as owner:
        match = await owner.matches.get(challenge.match_id)
        assert match.status is MatchStatus.FINISHED
        assert [seat.bot_id for seat in match.seats] == [theirs, mine]
        listed = await owner.challenges.page(bot_id=mine, status=ChallengeStatus.ACCEPTED)
        assert [one.id for one in listed.items] == [made.id]


async def one_bot(server: str) -> tuple[str, tuple[str, str]]:
    """An account's token, and its bot with its token."""
    token, bots = await some_bots(server, 1)
    ((bot_id, bot_token),) = bots.items()
    return token, (bot_id, bot_token)


async def test_answers_by_http(server: str) -> None:
    """Challenges are answered and taken back by single calls; repeating them changes nothing."""
    token, bots = await some_bots(server, 2)
    mine, theirs = bots
    async with AsyncClient(server, bots[mine]) as me, AsyncClient(server, bots[theirs]) as them:
        made = await me.challenges.create([theirs], TIME, key="k")
        assert await me.challenges.create([theirs], TIME, key="k") == made
        for _ in range(2):
            declined = await them.challenges.decline(made.id, "later")
            assert (declined.status, declined.challenged[0].reason) == (
                ChallengeStatus.DECLINED,
                "later",
            )
        made = await me.challenges.create([theirs], TIME)
        assert (await me.challenges.cancel(made.id)).status is ChallengeStatus.CANCELLED
        made = await me.challenges.create([theirs], TIME)
        assert (await them.challenges.accept(made.id)).match_id is not None
    assert token


async def test_policies_and_pairings(server: str) -> None:
    """An organiser pairs bots of others as far as their policies let it."""
    token, bots = await some_bots(server, 2)
    _other, (theirs, their_token) = await one_bot(server)
    limits = AcceptPolicy(
        mode="accept",
        games=(GameLimit(game="imhotep", options=(OptionLimit(name="players", values=(2,)),)),),
        time_controls=(TimeLimit(kind="fischer", min_base_ms=TIME.base_ms),),
        max_matches=1,
    )
    one, two = bots
    async with AsyncClient(server, their_token) as them:
        assert await them.bots.set_policy(theirs, limits) == limits
        assert await them.bots.policy(theirs) == limits
    pairs = {"own": [one, two], "fast": [one, theirs], "second": [theirs, two]}
    with Client(server, token) as owner:
        matches = await asyncio.to_thread(owner.matches.pair, pairs, TIME)
        again = await asyncio.to_thread(owner.matches.pair, pairs, TIME)
        hasty = await asyncio.to_thread(
            owner.matches.pair, {"hasty": [one, theirs]}, Fischer(base_ms=1_000)
        )
    assert matches == again
    made = [one.key for one in matches.items if one.match_id is not None]
    assert "own" in made
    assert len(made) == 2
    (refused,) = [one.problem for one in matches.items if one.problem is not None]
    assert (refused.code, refused.player_id, refused.reason) == ("declined", theirs, "busy")
    (problem,) = [one.problem for one in hasty.items]
    assert problem is not None
    assert problem.reason == "too_fast"
