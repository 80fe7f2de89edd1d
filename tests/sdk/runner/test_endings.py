"""Ends before the end, and what a running bot makes of them, by the SDK on the real service."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_engine.records.record import Record, from_json, verify
from saqqara_sdk import AsyncClient, Bot, Client, LegalAction, Turn, run_async
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import Forbidden, IllegalAction, MatchOver, SeatResigned, WrongState
from saqqara_sdk.wire.models import Match, Result
from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service
from tests.sdk.test_real_service import TIME, some_bots


class Listener(RandomBot):
    """A bot that keeps what it is told at the end."""

    heard: list[Result]

    def match_ended(self, result: Result) -> None:
        self.heard.append(result)


async def finished(client: AsyncClient, match_id: str) -> Match:
    """The match when it is over."""
    while not (match := await client.matches.get(match_id)).status.is_over:
        await asyncio.sleep(0.02)
    return match


async def record_of(client: AsyncClient, match_id: str) -> Record:
    """The whole record, which must hold."""
    record = from_json(await client.matches.record(match_id))
    verify(record)
    return record


async def test_a_match_ended_by_its_seats(server: str) -> None:
    """A bot asks why, acts by code, agrees to abort, resigns; every answer is the match."""
    token, bots = await some_bots(server, 2)
    first, second = bots.values()
    async with (
        AsyncClient(server, token) as owner,
        AsyncClient(server, first) as mine,
        AsyncClient(server, second) as theirs,
    ):
        called_off = await owner.matches.create(list(bots), TIME)
        assert (await mine.matches.abort(called_off.id)).seats[0].wants_abort
        over = await theirs.matches.abort(called_off.id)
        assert over.result is not None
        assert (over.status, over.result.reason) == (MatchStatus.VOID, "aborted")
        match = await owner.matches.create(list(bots), TIME)
        why = await mine.matches.explain(match.id, "sail 1 temple")
        assert (why.legal, why.broken, why.place) == (False, "kind", 1)
        assert set(why.allowed_words) == {"get", "place"}
        why = await mine.matches.explain(match.id, 2)
        assert (why.legal, why.action) == (True, "place 1.1")
        acted = await mine.matches.act(match.id, 2, match.version)
        assert acted.version == match.version + 1
        with pytest.raises(WrongState):
            await mine.matches.abort(match.id)
        with pytest.raises(Forbidden):
            await owner.matches.void(match.id, "please")
        over = await theirs.matches.resign(match.id)
        assert over.result is not None
        assert [row.place for row in over.result.seats] == [1, 2]
        assert [row.resigned for row in over.result.seats] == [False, True]
        with pytest.raises(MatchOver):
            await mine.matches.resign(match.id)
        assert (await record_of(owner, match.id)).ending == "resigned"


async def test_a_running_bot_takes_every_end(server: str, svc: Service) -> None:
    """While bots run, one seat resigns by another client and a match is voided; nobody errs."""
    operator = (await accounts.issue_admin(svc)).token
    token, bots = await some_bots(server, 3)
    *running, leaver = bots.values()
    heard: list[Result] = []
    bot = type("Hearer", (Listener,), {"heard": heard})
    async with (
        AsyncClient(server, token) as owner,
        AsyncClient(server, leaver) as client,
        AsyncClient(server, operator) as host,
        asyncio.timeout(100),
    ):
        tasks = [
            asyncio.create_task(run_async(bot, server=server, token=one, max_matches=2))
            for one in running
        ]
        left = await owner.matches.create(list(bots), TIME)
        ended = await owner.matches.create(list(bots), TIME)
        resigned = await client.matches.resign(left.id)
        with pytest.raises(SeatResigned):
            await client.matches.act(left.id, "get", resigned.version)
        over = await finished(owner, left.id)
        assert over.result is not None
        assert (over.result.reason, over.result.seats[2].place) == ("played", 3)
        await host.matches.void(ended.id, "a trial", reason="outage")
        reports = await asyncio.gather(*tasks)
    assert [(report.matches, report.errors) for report in reports] == [(2, 0), (2, 0)]
    ends = sorted((result.reason, result.fault, result.note) for result in heard)
    assert ends == [("outage", "service", "a trial")] * 2 + [("played", "none", None)] * 2


class Slow(Bot):
    """A bot that thinks until others have spoken."""

    asked: list[int]
    may_answer: asyncio.Event

    async def choose(self, turn: Turn) -> LegalAction:
        self.asked.append(turn.version)
        await self.may_answer.wait()
        return turn.legal_actions[0]


async def test_a_decision_survives_what_others_say(server: str) -> None:
    """Another seat's word neither makes the answer stale nor has the bot asked twice for it."""
    token, bots = await some_bots(server, 4)
    first, _second, third, fourth = bots.values()
    asked: list[int] = []
    may_answer = asyncio.Event()
    bot = type("Thinker", (Slow,), {"asked": asked, "may_answer": may_answer})
    async with (
        AsyncClient(server, token) as owner,
        AsyncClient(server, third) as agreeing,
        AsyncClient(server, fourth) as leaving,
        asyncio.timeout(60),
    ):
        task = asyncio.create_task(run_async(bot, server=server, token=first, max_matches=1))
        match = await owner.matches.create(list(bots), TIME)
        while not asked:
            await asyncio.sleep(0.01)
        await agreeing.matches.abort(match.id)
        await leaving.matches.resign(match.id)
        may_answer.set()
        while (found := await owner.matches.get(match.id)).to_act == 0:
            await asyncio.sleep(0.01)
        assert found.version == match.version + 3
        for one in list(bots.values())[1:3]:
            async with AsyncClient(server, one) as client:
                await client.matches.resign(match.id)
        report = await task
    assert asked == [match.version]
    assert (report.turns, report.errors) == (1, 0)


async def test_forks_by_the_client(server: str) -> None:
    """A finished match, or its record, is gone on with by bots and by the account itself."""
    token, bots = await some_bots(server, 2)
    rng = Random(3)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        me = await owner.accounts.me()
        match = await owner.matches.create(list(bots), TIME)
        async with AsyncClient(server, list(bots.values())[1]) as loser:
            await loser.matches.resign(match.id)
        record = await owner.matches.record(match.id)
        for source in (match.id, record):
            fork = await owner.matches.fork(source, 1, [me.id, None], chance="resampled")
            assert fork.origin is not None
            assert (fork.origin.match_id, fork.origin.chance) == (match.id, "resampled")
            assert (fork.seats[0].account_id, fork.seats[1].bot_id) == (me.id, None)
        async with AsyncClient(server, next(iter(bots.values()))) as bot:
            begun = await bot.matches.join(fork.id)
            assert (begun.status, begun.to_act) == (MatchStatus.RUNNING, 0)
            why = await owner.matches.explain(fork.id, "get")
            action = "get" if why.legal else rng.choice(why.allowed_words)
            await owner.matches.act(fork.id, action, begun.version)
            await owner.matches.resign(fork.id)
        fork_record = await record_of(owner, fork.id)
        assert fork_record.origin is not None
        assert len(fork_record.resamplings) == 1


async def test_the_other_client_has_the_same_calls(server: str) -> None:
    """`Client` explains, aborts and resigns as `AsyncClient` does."""
    token, bots = await some_bots(server, 2)

    def play() -> Match:
        with Client(server, token) as owner, Client(server, next(iter(bots.values()))) as bot:
            match = owner.matches.create(list(bots), TIME)
            assert bot.matches.explain(match.id, "get").legal
            with pytest.raises(IllegalAction):
                bot.matches.act(match.id, "take 1", match.version)
            assert bot.matches.abort(match.id).seats[0].wants_abort
            bot.matches.resign(match.id)
            return owner.matches.fork(match.id, 1, [None, None], start=False)

    fork = await asyncio.to_thread(play)
    assert fork.status is MatchStatus.OPEN


async def test_a_match_that_ended_before_the_bot_was_asked_counts(server: str) -> None:
    """It is one of the run's matches; what was over before the run is not."""
    token, bots = await some_bots(server, 2)
    running, leaver = bots
    async with (
        AsyncClient(server, token) as owner,
        AsyncClient(server, bots[leaver]) as leaving,
        asyncio.timeout(60),
    ):
        before = await owner.matches.create([leaver, running], TIME)
        await leaving.matches.resign(before.id)
        first = await owner.matches.create([leaver, running], TIME)
        second = await owner.matches.create([running, leaver], TIME)
        task = asyncio.create_task(
            run_async(RandomBot, server=server, token=bots[running], max_matches=3)
        )
        while (await owner.matches.get(second.id)).version == second.version:
            await asyncio.sleep(0.02)
        later = await owner.matches.create([leaver, running], TIME)
        for match in (first, later, second):
            assert not task.done()
            await leaving.matches.resign(match.id)
        report = await task
    assert (report.matches, report.errors) == (3, 0)
