"""What the runner does with bots that misbehave, and how a run ends."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import ClassVar

import pytest

from saqqara_sdk import Bot, LegalAction, MatchInfo, RunReport, Turn, run, run_async
from saqqara_sdk.bots.answers import Undecided
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner import player
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.runner.signals import until_signalled
from saqqara_sdk.wire.errors import ConnectionFailed, Unauthenticated
from saqqara_sdk.wire.models import Result
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService, problem

BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, first_connection_s=0.3, drain_s=0.3)


class First(Bot):
    """The first legal action."""

    def choose(self, turn: Turn) -> LegalAction | Awaitable[LegalAction]:
        return turn.legal_actions[0]


def bot_that(answer: Callable[[Turn], object]) -> type[Bot]:
    class Odd(Bot):
        def choose(self, turn: Turn) -> LegalAction:
            return answer(turn)  # type: ignore[return-value]

    return Odd


def raising(error: BaseException) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise error

    return fail


async def raising_later(_turn: Turn) -> LegalAction:
    await asyncio.sleep(0)
    raise ValueError("no idea")


class Unprepared(First):
    match_started = raising(RuntimeError("not ready"))  # type: ignore[assignment]


class Ungrateful(First):
    match_ended = raising(RuntimeError("it was not me"))  # type: ignore[assignment]


async def play(service: FakeService, bot: Callable[[], Bot]) -> RunReport:
    async with service.running(), asyncio.timeout(30):
        return await runner(service, bot).run()


def runner(service: FakeService, bot: Callable[[], Bot], token: str = TOKEN) -> Runner:
    access = Access(service.url, token)
    return Runner(bot, access, max_matches=len(service.matches), timeouts=BRISK)


@pytest.mark.parametrize(
    ("bot", "said", "faults"),
    [
        (bot_that(raising(ValueError("no idea"))), "ValueError: no idea", 3),
        (bot_that(raising_later), "ValueError: no idea", 3),
        (bot_that(raising(StopIteration())), "StopIteration", 3),
        (bot_that(raising(SystemExit(3))), "SystemExit: 3", 3),
        (bot_that(lambda _turn: "sail 1 moon"), "it chose the text 'sail 1 moon'", 3),
        (bot_that(lambda _turn: None), "must return one of turn.legal_actions", 3),
        (raising(RuntimeError("no model file")), "RuntimeError: no model file", 3),
        (Unprepared, "RuntimeError: not ready", 1),
        (Ungrateful, "RuntimeError: it was not me", 1),
    ],
)
async def test_a_bot_that_fails(
    bot: Callable[[], Bot], said: str, faults: int, caplog: pytest.LogCaptureFixture
) -> None:
    """For a choice that was not made the first legal action is played, and the fault is told."""
    failing, sound = (FakeService([FakeMatch("m1", decisions=3)]) for _ in range(2))
    assert await play(failing, bot) == RunReport(matches=1, turns=3, errors=faults)
    assert "match m1" in caplog.text
    assert "Traceback" in caplog.text
    assert said in caplog.text
    await play(sound, First)
    assert failing.applied == sound.applied


async def test_an_action_refused_as_illegal() -> None:
    """A choice that the service finds illegal is counted, and the first legal action is played."""
    service = FakeService([FakeMatch("m1", decisions=1)])

    def refuse_once(given: dict[str, object]) -> dict[str, object] | None:
        service.act = service.applied_act
        return problem("illegal_action", count=4)

    service.act = refuse_once
    assert await play(service, First) == RunReport(matches=1, turns=1, errors=1)


async def test_matches_do_not_wait_for_each_other() -> None:
    """A bot that thinks in one match plays the others meanwhile, each with its own instance."""
    is_other_over = threading.Event()

    class Thoughtful(First):
        def match_started(self, match: MatchInfo) -> None:
            self.match_id = match.match_id

        def choose(self, turn: Turn) -> LegalAction:
            assert turn.match_id == self.match_id
            if turn.match_id == "slow":
                assert is_other_over.wait(20)
            return turn.legal_actions[0]

    class Service(FakeService):
        def applied_act(self, given: dict[str, object]) -> dict[str, object] | None:
            outcome = super().applied_act(given)
            if self.matches["quick"].is_over:
                is_other_over.set()
            return outcome

    service = Service([FakeMatch("slow", decisions=1), FakeMatch("quick", decisions=5)])
    assert await play(service, Thoughtful) == RunReport(matches=2, turns=6)


async def test_the_end_of_a_match() -> None:
    """A bot is told once how its match ended."""
    results: list[Result] = []

    class Listening(First):
        def match_ended(self, result: Result) -> None:
            results.append(result)

    service = FakeService([FakeMatch("m1", decisions=2)])
    service.say = lambda _number, text: [text] * 2
    await play(service, Listening)
    assert [seat.place for result in results for seat in result.seats] == [1, 2]


async def test_an_async_bot() -> None:
    """`choose` may be a coroutine; it is awaited in the runner's own loop."""
    loop = asyncio.get_running_loop()

    class Awaiting(First):
        async def choose(self, turn: Turn) -> LegalAction:
            assert asyncio.get_running_loop() is loop
            await asyncio.sleep(0)
            return turn.legal_actions[-1]

    service = FakeService([FakeMatch("m1", decisions=2)])
    assert await play(service, Awaiting) == RunReport(matches=1, turns=2)


class Pausing(First):
    """Says when it begins to think, and goes on when it is let."""

    thinking: ClassVar[threading.Event]
    let: ClassVar[threading.Event]

    def choose(self, turn: Turn) -> LegalAction:
        self.thinking.set()
        self.let.wait(20)
        return turn.legal_actions[0]


@pytest.fixture
def pausing() -> type[Pausing]:
    Pausing.thinking, Pausing.let = threading.Event(), threading.Event()
    return Pausing


async def begun(pausing: type[Pausing]) -> None:
    while not pausing.thinking.is_set():
        await asyncio.sleep(0.005)


async def test_stopping(pausing: type[Pausing]) -> None:
    """A stopped run finishes the decision under way, takes leave of the feed and closes."""
    service = FakeService([FakeMatch("m1", decisions=5)])
    async with service.running(), asyncio.timeout(30):
        running = runner(service, pausing)
        task = asyncio.create_task(running.run())
        await begun(pausing)
        running.stop()
        await asyncio.sleep(0)
        pausing.let.set()
        assert await task == RunReport(matches=0, turns=1)
    assert len(service.matches["m1"].applied) == 1
    assert service.heard[-1]["type"] == "complete"
    assert service.closes == [1000]


async def test_stopping_a_bot_that_thinks_for_ever(
    pausing: type[Pausing], caplog: pytest.LogCaptureFixture
) -> None:
    """A decision that takes too long is left behind, and the run ends all the same."""
    service = FakeService([FakeMatch("m1", decisions=5)])
    async with service.running(), asyncio.timeout(30):
        running = runner(service, pausing)
        task = asyncio.create_task(running.run())
        await begun(pausing)
        running.stop()
        assert await task == RunReport()
    assert "without finishing 1 decisions" in caplog.text
    pausing.let.set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_signals(pausing: type[Pausing], number: signal.Signals) -> None:
    """SIGINT and SIGTERM stop a run once; afterwards they act as before."""
    before = signal.getsignal(number)
    service = FakeService([FakeMatch("m1", decisions=5)])
    async with service.running(), asyncio.timeout(30):
        task = asyncio.create_task(until_signalled(runner(service, pausing)))
        await begun(pausing)
        os.kill(os.getpid(), number)
        await asyncio.sleep(0)
        assert signal.getsignal(number) is before
        pausing.let.set()
        assert await task == RunReport(matches=0, turns=1)
    assert signal.getsignal(number) is before


async def test_a_refused_token() -> None:
    """A token that the service refuses ends the run with an error instead of trying for ever."""
    service = FakeService([])
    async with service.running(), asyncio.timeout(30):
        with pytest.raises(Unauthenticated, match="the token is unknown"):
            await runner(service, First, token="imh_bot_other").run()  # noqa: S106
    assert service.connections == 1


def test_a_program_that_cannot_play_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """`run` names what is missing; its programs show no traceback."""
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
    with pytest.raises(SystemExit, match="Set SAQQARA_TOKEN, or run the file with"):
        run(First)
    service = FakeService([])

    async def play() -> None:
        async with service.running():
            await asyncio.to_thread(run, First, server=service.url, token="imh_bot_other")  # noqa: S106

    with pytest.raises(SystemExit, match=r"cannot play on http.*the token is unknown"):
        asyncio.run(play())


async def test_a_token_revoked_in_the_middle() -> None:
    """A token that is refused later ends the run as well."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    service.act = lambda _given: problem("unauthenticated")
    with pytest.raises(Unauthenticated):
        await play(service, First)


async def test_a_server_that_is_not_there() -> None:
    """A server never reached is an error after a while, and the error names its address."""
    access = Access("http://127.0.0.1:9", TOKEN)
    with pytest.raises(ConnectionFailed, match=r"ws://127\.0\.0\.1:9/graphql"):
        await Runner(First, access, timeouts=BRISK).run()


async def test_arguments_are_checked_first() -> None:
    """An address that is none is refused before anything is tried."""
    with pytest.raises(ValueError, match="Write a server like"):
        await run_async(First, server="localhost:8000", token=TOKEN)


async def test_the_token_stays_secret(caplog: pytest.LogCaptureFixture) -> None:
    """No log record of any level and no repr carries the token."""
    caplog.set_level("DEBUG")
    service = FakeService([FakeMatch("m1", decisions=2)])
    service.cuts = {5}
    await play(service, First)
    ours = [record for record in caplog.records if record.name != "websockets.server"]
    assert ours
    assert all(TOKEN not in record.getMessage() for record in ours)
    assert TOKEN not in repr(Access("http://x", TOKEN))


async def test_a_bot_that_takes_no_decision(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is sent in its place, so that the service's clock and policy decide."""

    class Unready(First):
        match_started = raising(Undecided("no model"))  # type: ignore[assignment]

    for bot in (Unready, bot_that(raising(Undecided("no model")))):
        service = FakeService([FakeMatch("m1", decisions=3)])
        async with service.running():
            running = asyncio.create_task(runner(service, bot).run())
            async with asyncio.timeout(30):
                while "Undecided: no model" not in caplog.text:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        assert service.matches["m1"].applied == []
        caplog.clear()


async def test_an_undecided_bot_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it decides, with each version sent once."""
    monkeypatch.setattr(player, "FIRST_PAUSE_S", 0.001)
    asked: list[int] = []

    def choose(turn: Turn) -> LegalAction:
        asked.append(turn.version)
        if asked.count(turn.version) < 3:
            raise Undecided("no model")
        return turn.legal_actions[0]

    service = FakeService([FakeMatch("m1", decisions=3)])
    async with asyncio.timeout(30):
        report = await play(service, bot_that(choose))
    applied = [version for version, _ in service.matches["m1"].applied]
    assert len(applied) == len(set(applied)) == 3
    assert asked == [version for version in applied for _ in range(3)]
    assert report.errors == 6


async def test_a_pause_leaves_half_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long pause is cut, so that the bot is asked again before its time is over."""
    monkeypatch.setattr(player, "FIRST_PAUSE_S", 600.0)
    monkeypatch.setattr(player, "LEAST_LEFT_S", 0.05)
    asked: list[int] = []

    def choose(turn: Turn) -> LegalAction:
        asked.append(turn.version)
        if len(asked) < 3:
            raise Undecided("no model")
        return turn.legal_actions[0]

    service = FakeService([FakeMatch("m1", decisions=1, time_ms=2_000)])
    async with asyncio.timeout(30):
        await play(service, bot_that(choose))
    assert len(service.matches["m1"].applied) == 1
    assert len(asked) == 3


async def test_an_undecided_bot_is_not_asked_after_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A pause that its clock does not have is none that the bot waits for."""
    monkeypatch.setattr(player, "FIRST_PAUSE_S", 0.3)
    asked: list[int] = []

    def choose(turn: Turn) -> LegalAction:
        asked.append(turn.version)
        raise Undecided("no model")

    service = FakeService([FakeMatch("m1", decisions=1, time_ms=200)])
    async with service.running():
        running = asyncio.create_task(runner(service, bot_that(choose)).run())
        async with asyncio.timeout(30):
            while not asked:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.6)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert len(asked) == 1
