"""What a runner works on follows the last answer, whatever becomes of answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest

from saqqara_runner import heartbeat
from saqqara_runner.heartbeat import HeldWork, Tender
from saqqara_sdk.wire.enums import Work
from saqqara_sdk.wire.errors import ConnectionFailed, Unauthenticated
from saqqara_sdk.wire.models import Assignment, Manifest, Meter, RunnerLease

LEASE_MS = 400

UNUSED: Final = Meter(name="m", used_ms=0)


@dataclass
class Job:
    """Works until it is stopped, or breaks."""

    name: str
    waiting: str | None = None
    meter: Meter = UNUSED
    tokens: list[str] = field(default_factory=list)
    breaks: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    def renew(self, token: str) -> None:
        self.tokens.append(token)

    def stop(self) -> None:
        self.over.set()

    async def run(self) -> None:
        if self.breaks:
            raise RuntimeError("a fault of ours")
        await self.over.wait()


@dataclass
class Service:
    """Answers what the test says; an error is raised instead."""

    answer: list[Assignment] | Exception = field(default_factory=list)
    asked: list[list[HeldWork]] = field(default_factory=list)
    hangs: bool = False

    async def tend(self, held: Sequence[HeldWork]) -> RunnerLease:
        self.asked.append(list(held))
        if self.hangs:
            await asyncio.sleep(3600)
        if isinstance(self.answer, Exception):
            raise self.answer
        return RunnerLease(assignments=tuple(self.answer), lease_ms=LEASE_MS, warnings=())


def assigned(name: str, work: str = "play", *given: str | None, number: int = 1) -> Assignment:
    return Assignment(
        bot_id=f"bot-{name}",
        submission_id=name,
        archive_hash="0" * 64,
        manifest=Manifest(command=("./x",), bot=None, language=None, stateless=False),
        work=Work(work),
        token=given[0] if given else "t",
        token_id=f"id{number}",
        token_expires_ms=1,
    )


class Scene:
    """A tender, its service, and every job that it began."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(heartbeat, "BEAT_S", 0.02)
        self.service = Service()
        self.jobs: list[Job] = []
        self.breaks = False
        self.tender = Tender(self.service, self.begin)

    def begin(self, one: Assignment) -> Job:
        self.jobs.append(Job(one.submission_id, breaks=self.breaks))
        return self.jobs[-1]

    async def beats(self, count: int = 3) -> None:
        """Wait until the service was asked so many times more."""
        until = len(self.service.asked) + count
        async with asyncio.timeout(20):
            while len(self.service.asked) < until:
                await asyncio.sleep(0.005)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    return Scene(monkeypatch)


async def test_work_is_what_the_last_answer_says(scene: Scene) -> None:
    """Begun once however often it is told, told what waits, and ended when it is left out."""
    scene.service.answer = [assigned("a"), assigned("b")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    assert [job.name for job in scene.jobs] == ["a", "b"]
    scene.jobs[0].waiting, scene.jobs[0].meter = "process-1", Meter(name="m", used_ms=7)
    await scene.beats()
    assert scene.service.asked[-1] == [
        HeldWork("a", "process-1", "id1", Meter(name="m", used_ms=7)),
        HeldWork("b", None, "id1", UNUSED),
    ]
    scene.service.answer = [assigned("b", "play", None)]
    await scene.beats()
    assert [job.over.is_set() for job in scene.jobs] == [True, False]
    assert scene.jobs[1].tokens == ["t"] * len(scene.jobs[1].tokens)
    scene.tender.stop()
    await running
    assert scene.jobs[1].over.is_set()


async def test_a_new_token_is_used_and_told(scene: Scene) -> None:
    """Without one the job keeps what it has."""
    scene.service.answer = [assigned("a")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    scene.service.answer = [assigned("a", "play", None)]
    await scene.beats()
    before = len(scene.jobs[0].tokens)
    scene.service.answer = [assigned("a", "play", "new", number=2)]
    await scene.beats()
    scene.tender.stop()
    await running
    assert scene.jobs[0].tokens[before:][0] == "new"
    assert scene.service.asked[-1] == [HeldWork("a", None, "id2", UNUSED)]


async def test_lost_answers_change_nothing_until_the_lease_ends(scene: Scene) -> None:
    """Then everything ends, since others may play by now; it begins anew when an answer comes."""
    scene.service.answer = [assigned("a")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    scene.service.answer = ConnectionFailed("no route")
    await scene.beats(2)
    assert not scene.jobs[0].over.is_set()
    async with asyncio.timeout(20):
        await scene.jobs[0].over.wait()
    scene.service.answer = [assigned("a")]
    await scene.beats()
    assert [job.name for job in scene.jobs] == ["a", "a"]
    scene.tender.stop()
    await running


async def test_a_service_that_hangs_is_no_answer(scene: Scene) -> None:
    """The lease ends although the question is still out."""
    scene.service.answer = [assigned("a")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    scene.service.hangs = True
    async with asyncio.timeout(20):
        await scene.jobs[0].over.wait()
    scene.service.hangs = False
    scene.tender.stop()
    await running


async def test_work_that_breaks_is_begun_again(scene: Scene) -> None:
    """It is no longer held; whoever still wants it says so by the next answer."""
    scene.breaks = True
    scene.service.answer = [assigned("a")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats(4)
    scene.tender.stop()
    await running
    assert len(scene.jobs) > 1


async def test_other_work_on_the_same_submission_begins_anew(scene: Scene) -> None:
    """A check that has passed is followed by play."""
    scene.service.answer = [assigned("a", "check", None)]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    scene.service.answer = [assigned("a")]
    await scene.beats()
    scene.tender.stop()
    await running
    assert len(scene.jobs) == 2
    assert scene.jobs[0].over.is_set()


async def test_a_refused_token_ends_the_runner(scene: Scene) -> None:
    """Everything that was under way is ended first."""
    scene.service.answer = [assigned("a")]
    running = asyncio.create_task(scene.tender.run())
    await scene.beats()
    scene.service.answer = Unauthenticated("revoked", code="unauthenticated")
    with pytest.raises(Unauthenticated):
        await running
    assert scene.jobs[0].over.is_set()
