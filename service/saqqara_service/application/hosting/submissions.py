"""Handing programs in: what an owner does with a submission, and who may see it."""

from __future__ import annotations

import re
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts import quotas, versions
from saqqara_service.application.accounts.accounts import own_bot
from saqqara_service.application.accounts.issuance import of_app
from saqqara_service.application.accounts.quotas import keeping_archive, submitting
from saqqara_service.application.hosting import archives
from saqqara_service.application.hosting.archives import ProgramArchive
from saqqara_service.application.hosting.runner_tokens import call_in
from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound, TooMany, WrongState
from saqqara_service.models import (
    Bot,
    BotVersion,
    Caller,
    FailureKind,
    Match,
    Scope,
    Submission,
    SubmissionLog,
    SubmissionState,
)
from saqqara_service.storage.hosting.scripts import ChangeKind, ChangeReply, SubmitKind
from saqqara_service.storage.hosting.submissions import submission_id

_ID: Final = re.compile(r"s[0-9a-f]{24}")
_OWN: Final = (SubmissionState.PENDING, SubmissionState.PASSED, SubmissionState.REFUSED)
OWN_FAILURES: Final = frozenset(FailureKind) - {FailureKind.START, FailureKind.HOST}
"""How a program breaks in a match by no fault of the machine."""
SAYS: Final = {
    SubmissionState.PENDING: "it waits for its check. Try again when it has passed.",
    SubmissionState.REFUSED: "it has failed its check. See `saqqara bot log`.",
    SubmissionState.QUARANTINED: "it is quarantined. Ask the host.",
    SubmissionState.WITHDRAWN: "it was withdrawn. Submit the same archive again first.",
}
"""Why a submission in another state than `passed` cannot play."""


async def submit(svc: Service, caller: Caller, question: questions.SubmitBot) -> Submission:
    """Submit a bot's program: a tar.gz with `bot.toml` at its root, as the request body.

    The service reads the archive without running it. Errors name the file and the line.
    Submitting the same files again returns the same submission. A runner then checks the
    program, and it plays if it passes.
    """
    bot = await own_bot(svc, caller, question.bot_id)
    async with submitting(svc, caller) as counted:
        found = await svc.archive_slots.run(lambda: in_thread(archives.read, question.archive))
        made = _made(bot, found, question, await svc.connection.now_ms())
        before = await svc.submissions.found([made.id])
        if before and before[0].state is not SubmissionState.WITHDRAWN:
            if caller.app_id is None:
                await svc.submissions.adopt(made.id)
            await counted.aclose()
            return before[0]
        async with keeping_archive(svc, caller, made.packed_bytes):
            activate = not question.only_check
            await _keep(svc, made, found.packed, activate=activate, app_id=caller.app_id)
        if caller.app_id and not await of_app(svc, made.account_id, caller.app_id):
            await svc.submissions.end_app(made.account_id, caller.app_id)  # it was ended meanwhile
    return await find(svc, made.id)


def _made(
    bot: Bot, archive: ProgramArchive, question: questions.SubmitBot, now_ms: int
) -> Submission:
    """The archive as a submission that waits for its check."""
    return Submission(
        id=submission_id(bot.id, archive.hash),
        bot_id=bot.id,
        account_id=bot.account_id,
        archive_hash=archive.hash,
        name=question.name or f"archive {archive.hash[:8]}",
        note=question.note,
        manifest=archive.manifest,
        files=archive.files,
        packed_bytes=len(archive.packed),
        unpacked_bytes=archive.unpacked_bytes,
        state=SubmissionState.PENDING,
        created_ms=now_ms,
    )


async def _keep(
    svc: Service, made: Submission, packed: bytes, *, activate: bool, app_id: str | None
) -> None:
    """Keep an archive that is new, or was withdrawn; raises `TooMany`."""
    svc.admission.disk.demand_room()
    await svc.blobs.put(packed)
    most = quotas.ARCHIVE_BYTES
    reply = await svc.submissions.submit(made, most, activate=activate, app_id=app_id)
    if reply.kind is SubmitKind.FULL:
        if not await svc.submissions.uses(made.archive_hash):
            await svc.blobs.delete(made.archive_hash)
        raise TooMany(
            f"The account's archives would exceed {most} bytes in total. Ask the host to"
            " delete some.",
            limit=most,
        )
    if not await svc.blobs.has(made.archive_hash):  # an operator deleted its like just now
        await svc.blobs.put(packed)


async def of_bot(svc: Service, caller: Caller, question: questions.BotQuestion) -> list[Submission]:
    """The submissions of one of the caller's bots, newest first."""
    bot = await own_bot(svc, caller, question.bot_id)
    return await svc.submissions.of_bot(bot.id)


async def get(svc: Service, caller: Caller, question: questions.SubmissionQuestion) -> Submission:
    """A submission; for its owner and the operator."""
    return await own(svc, caller, question.submission_id)


async def log(
    svc: Service, caller: Caller, question: questions.SubmissionQuestion
) -> SubmissionLog:
    """The log of a submission: its check and its latest failures; for its owner and the operator.

    Nobody else can read it, since a program's standard error may reveal how it plays.
    """
    one = await own(svc, caller, question.submission_id)
    return SubmissionLog(
        submission_id=one.id,
        report=await svc.submissions.report(one.id),
        failures=await svc.submissions.failures(one.id),
    )


async def activate(
    svc: Service, caller: Caller, question: questions.ActivateSubmission
) -> Submission:
    """Activate a submission that has passed its check: its bot plays it from the next match on.

    It becomes the bot's current version. Repeating the call has no further effect. A submission
    that an app uploaded belongs to the owner from then on.
    """
    one = await own(svc, caller, question.submission_id)
    if caller.app_id is None:
        await svc.submissions.adopt(one.id)
    await let_play(svc, one)
    return await find(svc, one.id)


async def withdraw(
    svc: Service, caller: Caller, question: questions.WithdrawSubmission
) -> Submission:
    """Withdraw a submission from play; the host stops playing its bot's running matches."""
    one = await own(svc, caller, question.submission_id)
    reply = await _withdraw(svc, one)
    if reply.kind is ChangeKind.REFUSED:
        raise WrongState(f"A submission that is {reply.state} cannot be withdrawn. Ask the host.")
    return await find(svc, one.id)


async def withdraw_of_ended_apps(svc: Service) -> None:
    """Withdraw what belongs to apps whose tokens of the account were ended.

    One that the host has taken out stays so, and is withdrawn when the host releases it.
    """
    for claim, ids in (await svc.submissions.of_ended_apps()).items():
        found = await svc.submissions.found(ids)
        replies = [await _withdraw(svc, one) for one in found]
        if all(reply.kind is not ChangeKind.REFUSED for reply in replies):
            await svc.submissions.forget_claim(claim)


async def _withdraw(svc: Service, one: Submission) -> ChangeReply:
    sources = (*_OWN, SubmissionState.WITHDRAWN)
    now_ms = await svc.connection.now_ms()
    reply = await svc.submissions.change(one, SubmissionState.WITHDRAWN, sources, now_ms)
    if reply.kind is not ChangeKind.REFUSED:
        await call_in(svc, one.id)
        await svc.submissions.adopt(one.id)
    return reply


async def failed_in(svc: Service, match: Match) -> set[int]:
    """The seats whose programs a runner saw break at a decision, by no fault of the machine.

    What such a program was asked then was not answered by it. How it ended after the match counts
    for nothing.
    """
    played = [seat for seat in match.seats if seat.bot_id and seat.bot_version]
    wanted = [(seat.bot_id or "", seat.bot_version or 0) for seat in played]
    versions = await svc.accounts.some_versions(wanted)
    found = set()
    for seat, version in zip(played, versions, strict=True):
        if version is None or version.archive_hash is None:
            continue
        one = submission_id(version.bot_id, version.archive_hash)
        if await svc.submissions.has_failed(one, match.id, OWN_FAILURES):
            found.add(seat.seat)
    return found


async def let_play(svc: Service, one: Submission) -> None:
    """Make the submission the version of its bot that plays; raises `WrongState` or `TooMany`."""
    if one.state is not SubmissionState.PASSED:
        raise WrongState(f"The submission cannot play: {SAYS[one.state]}")
    version = BotVersion(
        bot_id=one.bot_id,
        number=0,
        name=one.name,
        note=one.note,
        commit=None,
        archive_hash=one.archive_hash,
        created_ms=await svc.connection.now_ms(),
    )
    number = await versions.add(svc, version)
    reply = await svc.submissions.activate(one, number)
    if reply.kind is not ChangeKind.CHANGED:
        raise WrongState(f"The submission is now {reply.state or 'deleted'} and cannot play.")
    await svc.accounts.set_version(one.bot_id, number)


async def find(svc: Service, submission_id: str) -> Submission:
    """A submission; raises `NotFound`."""
    known = _ID.fullmatch(submission_id) is not None
    found = await svc.submissions.found([submission_id]) if known else []
    if not found:
        raise NotFound(f"There is no submission {submission_id[:40]!r}.")
    return found[0]


async def own(svc: Service, caller: Caller, submission_id: str) -> Submission:
    """A submission of the caller's account; to others it does not exist."""
    one = await find(svc, submission_id)
    if one.account_id != caller.account_id and not caller.may(Scope.ADMIN):
        raise NotFound(f"There is no submission {submission_id[:40]!r}.")
    return one
