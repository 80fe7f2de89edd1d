"""Bots whose programs were handed in and have passed, and runners that are only what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from saqqara_service import questions
from saqqara_service.application.hosting import runners, submissions
from saqqara_service.application.service import Service
from saqqara_service.models import Assignment, Caller, Submission, TokenKind, Work
from tests.bundle.archives import BOT, packed

RUNNER: Final = Caller(kind=TokenKind.RUNNER, account_id="arunner")
"""The host's token by which all of them call."""


async def a_hosted_bot(svc: Service, bot: Caller, content: bytes = b"") -> Submission:
    """The bot's program, handed in and passed by a runner that then goes."""
    assert bot.bot_id is not None
    owner = Caller(kind=TokenKind.USER, account_id=bot.account_id)
    archive = packed({**BOT, "data": bot.bot_id.encode() + content})
    one = await submissions.submit(
        svc, owner, questions.SubmitBot(bot_id=bot.bot_id, archive=archive)
    )
    checker = FakeRunner(svc, "checker", places=1_000)
    while one.id not in checker.works:
        await svc.hosting.want({one.id: 0})
        await checker.tend()
    passed = await runners.report_check(
        svc,
        RUNNER,
        questions.ReportCheck(
            submission_id=one.id, runner_id="checker", report="well", passed=True
        ),
    )
    await svc.connection.write.zrem("{hosted}:runners", "checker")
    await svc.connection.write.delete("{hosted}:holders", "{hosted}:leases", "{hosted}:since")
    return passed


@dataclass(slots=True)
class FakeRunner:
    """Tends as a runner does, and starts nothing."""

    svc: Service
    name: str
    places: int = 100
    caller: Caller = RUNNER
    works: dict[str, Assignment] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    ready: dict[str, str] = field(default_factory=dict)
    plays: dict[str, list[questions.PlayedMatch]] = field(default_factory=dict)
    meters: dict[str, questions.Meter] = field(default_factory=dict)
    started: int = 0
    warnings: list[str] = field(default_factory=list)

    async def tend(self, *, forgetting: bool = False) -> Sequence[str]:
        """One call; what is given from then on. One whose answer is lost has heard nothing."""
        await self.svc.connection.write.delete("{hosted}:swept")
        held = [
            questions.HeldSubmission(
                submission_id=one,
                ready=self.ready.get(one),
                token_id=self.ids.get(one),
                meter=self.meters.get(one),
                plays=self.plays.get(one, []),
            )
            for one in sorted(self.works)
        ]
        body = questions.TendRunner(
            runner_id=self.name, places=self.places, sandbox="none", held=held
        )
        lease = (await runners.tend(self.svc, self.caller, body)).lease
        self.warnings = lease.warnings
        if not forgetting:
            self.works = {one.submission_id: one for one in lease.assignments}
            for one in lease.assignments:
                if one.token is not None:
                    self.tokens[one.submission_id] = one.token
                if one.token_id is not None:
                    self.ids[one.submission_id] = one.token_id
        return sorted(self.works)

    def start(self, *ids: str) -> None:
        """A fresh process of each waits from now on."""
        for one in ids or self.works:
            if self.works[one].work is Work.PLAY:
                self.started += 1
                self.ready[one] = f"process-{self.started}"


async def hold(svc: Service, submission_id: str, runner: str) -> None:
    """The runner calls, and holds the submission from now on."""
    await FakeRunner(svc, runner).tend()
    await svc.connection.write.hset("{hosted}:holders", submission_id, runner)
