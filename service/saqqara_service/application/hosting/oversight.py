"""What the operator does with submissions; each act is written down."""

from __future__ import annotations

from typing import Final

from saqqara_service import questions
from saqqara_service.application.hosting.runner_tokens import call_in
from saqqara_service.application.hosting.submissions import find
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, NotFound, WrongState
from saqqara_service.models import (
    Caller,
    OperatorAct,
    OperatorActKind,
    Submission,
    SubmissionState,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.hosting.scripts import ChangeKind

MOST_LOOKED_AT: Final = 1_000
"""At most so many are looked at for one page; it may be short of what is yet to come."""
PIECE: Final = 200
QUARANTINED: Final = SubmissionState.QUARANTINED
_OTHERS: Final = tuple(state for state in SubmissionState if state is not QUARANTINED)


async def page(
    svc: Service, _caller: None, question: questions.SubmissionFilter
) -> Page[Submission]:
    """The submissions of all bots, newest first; administrators only."""
    first, after = question.first, question.after
    found: list[Submission] = []
    for _ in range(MOST_LOOKED_AT // PIECE):
        ids = await svc.submissions.ids(PIECE, after)
        if ids is None:
            raise BadCursor(
                "The cursor does not belong to this list. Use the cursor of the previous page."
            )
        some = await svc.submissions.found(ids)
        found += [one for one in some if question.state in {None, one.state}]
        if len(found) > first:
            return Page(items=found[:first], cursor=found[first - 1].id)
        if len(ids) < PIECE:
            return Page(items=found)
        after = ids[-1]
    return Page(items=found, cursor=after)


def cursor(one: Submission) -> str:
    """What asks for the submissions after this one."""
    return one.id


async def quarantine(
    svc: Service, caller: Caller, question: questions.QuarantineSubmission
) -> Submission:
    """Quarantine a submission at once until it is released; administrators only."""
    one = await find(svc, question.submission_id)
    now_ms = await svc.connection.now_ms()
    reply = await svc.submissions.change(one, QUARANTINED, _OTHERS, now_ms, question.reason)
    if reply.kind is ChangeKind.CHANGED:
        await call_in(svc, one.id)
        await _note(svc, caller, OperatorActKind.QUARANTINED, one, question.reason)
    return await find(svc, one.id)


async def release(
    svc: Service, caller: Caller, question: questions.ReleaseSubmission
) -> Submission:
    """Release a quarantined submission to its previous state; it is not active."""
    one = await find(svc, question.submission_id)
    now_ms = await svc.connection.now_ms()
    reply = await svc.submissions.change(one, "released", [QUARANTINED], now_ms)
    if reply.kind is ChangeKind.REFUSED:
        raise WrongState(
            f"The submission is {reply.state}. Only a quarantined submission can be released."
        )
    await _note(svc, caller, OperatorActKind.RELEASED, one)
    return await find(svc, one.id)


async def delete(svc: Service, caller: Caller, question: questions.DeleteSubmission) -> Submission:
    """Delete a submission, its log, and its archive unless another submission shares it.

    Versions and results that name its hash stay. The response is the submission as it was.
    """
    one = await find(svc, question.submission_id)
    others = await svc.submissions.delete(one)
    await call_in(svc, one.id)
    if not others:
        await drop_archive(svc, one.archive_hash)
    await _note(svc, caller, OperatorActKind.DELETED, one)
    return one.model_copy(update={"is_active": False})


async def acts_page(
    svc: Service, _caller: None, question: questions.OperatorActFilter
) -> Page[OperatorAct]:
    """The audit log of operators' actions on submissions, newest first; administrators only."""
    first, after = question.first, question.after
    found: dict[str, OperatorAct] = {}  # an act in between moves all others back by one
    is_reached, passed = after is None, 0
    while len(found) <= first:
        rows = await svc.submissions.acts(PIECE, passing=passed)
        for act in map(act_of, rows):
            if is_reached and act_cursor(act) != after:
                found[act_cursor(act)] = act
            is_reached = is_reached or act_cursor(act) == after
        passed += len(rows)
        if len(rows) < PIECE:
            break
    if not is_reached:
        raise BadCursor(
            "The cursor does not belong to this list. Use the cursor of the previous page."
        )
    acts = [*found.values()][:first]
    return Page(items=acts, cursor=act_cursor(acts[-1]) if len(found) > first else None)


def act_cursor(act: OperatorAct) -> str:
    """What asks for the acts before this one."""
    return f"{act.at_ms}-{act.kind}-{act.submission_id}"


def act_of(row: str) -> OperatorAct:
    """An act as it was written down."""
    return OperatorAct.model_validate_json(row)


async def drop_archive(svc: Service, archive_hash: str, users: int = 0) -> None:
    """Delete the blob, which so many submissions have; one that more have by then is put back."""
    try:
        content = await svc.blobs.get(archive_hash)
    except NotFound:
        return
    await svc.blobs.delete(archive_hash)
    if await svc.submissions.uses(archive_hash) > users:
        await svc.blobs.put(content)


async def _note(
    svc: Service, caller: Caller, kind: OperatorActKind, one: Submission, reason: str = ""
) -> None:
    act = OperatorAct(
        kind=kind,
        submission_id=one.id,
        bot_id=one.bot_id,
        archive_hash=one.archive_hash,
        account_id=caller.account_id,
        reason=reason,
        at_ms=await svc.connection.now_ms(),
    )
    await svc.submissions.note(act.model_dump_json(by_alias=False))
