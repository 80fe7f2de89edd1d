"""The course of a ladder: started, paused, resumed, extended, cancelled; each by its owner.

Whatever is done twice is done once. Nothing here waits: sweeps and workers do what follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_service import questions
from saqqara_service.application.accounts.quotas import reserve_ladder
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.opponents import sides
from saqqara_service.application.ladders.sequential import most_rounds
from saqqara_service.application.ladders.sweep import wake
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, Forbidden, Malformed, WrongState
from saqqara_service.models import (
    Caller,
    EntryStatus,
    Ladder,
    LadderEntry,
    LadderStatus,
    TokenKind,
)
from saqqara_service.models.ladder_formats import MOST_BLOCKS, MOST_NAMED, LadderLength
from saqqara_service.storage.ladders.rows import Progress, StoredTerms
from saqqara_service.storage.ladders.season.scripts import ExtendReply

_ATTEMPTS = 5


async def start(svc: Service, caller: Caller, question: questions.StartLadder) -> Ladder:
    """Start a ladder; repeating the call has no further effect."""
    ladder = await own(svc, caller, question.ladder_id, "start")
    if ladder.status is LadderStatus.OPEN:
        await begin(svc, ladder, is_limited=caller.kind is not TokenKind.ADMIN)
    else:
        _demand_going(ladder.status)
    return await _woken(svc, question)


async def begin(svc: Service, ladder: Progress, *, is_limited: bool = True) -> None:
    """Let an open ladder run; raises `WrongState` if it is over or no match could be made.

    If that is limited, raises `TooMany` where its account has too many that run.
    """
    svc.admission.demand_beginning()
    terms = ladder.terms
    found = await svc.entries.listed(terms.id)
    active = [one for one in found if one.status is EntryStatus.ACTIVE]
    _demand_enough(terms, active)
    await _reserve(svc, terms, is_limited=is_limited)
    if not terms.format.rules.late_entry:
        begun = format_of(terms).with_field(ladder, found)
        if await svc.seasons.extend(begun, ladder.revision) is ExtendReply.MOVED:
            raise _busy()
    await svc.seasons.look_after(terms.id)
    _demand_going(await svc.seasons.turn(terms.id, LadderStatus.RUNNING, [LadderStatus.OPEN]))


async def pause(svc: Service, caller: Caller, question: questions.PauseLadder) -> Ladder:
    """Pause a ladder: no new match begins; running matches continue and count."""
    await own(svc, caller, question.ladder_id, "pause")
    return await _turned(svc, question, LadderStatus.PAUSED, LadderStatus.RUNNING)


async def resume(svc: Service, caller: Caller, question: questions.ResumeLadder) -> Ladder:
    """Resume a paused ladder."""
    ladder = await own(svc, caller, question.ladder_id, "resume")
    if ladder.status is LadderStatus.PAUSED:
        await _reserve(svc, ladder.terms, is_limited=caller.kind is not TokenKind.ADMIN)
    return await _turned(svc, question, LadderStatus.RUNNING, LadderStatus.PAUSED)


async def cancel(svc: Service, caller: Caller, question: questions.CancelLadder) -> Ladder:
    """Cancel a ladder permanently; running matches continue and count."""
    await own(svc, caller, question.ladder_id, "cancel")
    if await svc.seasons.cancel(question.ladder_id) is LadderStatus.FINISHED:
        raise WrongState("The ladder is finished, and its standings are final.")
    return await ladders.get(svc, None, question)


async def extend(svc: Service, caller: Caller, question: questions.ExtendLadder) -> Ladder:
    """Extend a ladder by blocks, time or invited bots, or make this its last season."""
    ladder_id = question.ladder_id
    await own(svc, caller, ladder_id, "extend")
    for _ in range(_ATTEMPTS):
        ladders.demand_tellable(question.end_at_ms, "/endAtMs")
        ladder = await ladders.progress(svc, ladder_id)
        terms = _extended(ladder.terms, question)
        if ladder.terms.end_at_ms is None:
            await _demand_later(svc, question.end_at_ms)
        more = [one for one in dict.fromkeys(question.invited) if one not in terms.invited]
        _demand_few([*terms.invited, *more])
        changed: dict[str, object] = {"invited": [*terms.invited, *more]}
        terms = terms.model_copy(update=changed | ({"every": None} if question.last_season else {}))
        if terms.field:
            terms = format_of(terms).with_blocks(terms, await svc.entries.listed(ladder_id))
        match await svc.seasons.extend(terms, ladder.revision):
            case ExtendReply.DONE:
                if terms.end_at_ms is not None:
                    await svc.seasons.look_after(ladder_id)
                return await _woken(svc, question)
            case ExtendReply.OVER:
                raise WrongState("The ladder is over and cannot be extended. Create a new one.")
    raise _busy()


async def _demand_later(svc: Service, end_at_ms: int | None) -> None:
    """Refuse a first end that is in the past: it would finish the ladder at once, for ever."""
    if end_at_ms is not None and end_at_ms <= await svc.connection.now_ms():
        raise Malformed(
            "`endAtMs` must be in the future. Cancel the ladder to end it now.", pointer="/endAtMs"
        )


def _demand_few(invited: Sequence[str]) -> None:
    """The terms are read whenever the ladder is."""
    if len(invited) > MOST_NAMED:
        raise Malformed(
            f"A ladder can invite at most {MOST_NAMED} bots and accounts. Invite accounts to"
            " include all their bots.",
            pointer="/invited",
        )


def _extended(terms: StoredTerms, question: questions.ExtendLadder) -> StoredTerms:
    numbers = {LadderLength.BLOCKS: question.blocks, LadderLength.ROUNDS: question.rounds}
    length = terms.format.rules.length
    if any(number is not None and of is not length for of, number in numbers.items()):
        raise Malformed(f"A ladder of the format {terms.format} cannot be extended by this field.")
    asked = {
        "blocks": _more("blocks", question.blocks, terms.blocks, MOST_BLOCKS),
        "rounds": _more("rounds", question.rounds, terms.rounds, most_rounds(terms)),
        "end_at_ms": _more("endAtMs", question.end_at_ms, terms.end_at_ms, None),
    }
    return terms.model_copy(update=asked)


def _more(what: str, number: int | None, before: int | None, most: int | None) -> int | None:
    """The number if it is no less than before; what was before if there is none."""
    if number is None:
        return before
    if number < (before or 0) or (most is not None and number > most):
        bound = f"at least {before}" if most is None else f"from {before} to {most}"
        raise Malformed(f"`{what}` must be {bound}, not {number}.")
    return number


def _busy() -> Busy:
    return Busy(
        "Too many requests are changing this ladder at once. Try again.", retry_after_ms=250
    )


def _demand_enough(terms: StoredTerms, active: Sequence[LadderEntry]) -> None:
    if len(active) < terms.players:
        raise WrongState(
            f"A match needs {terms.players} bots, but only {len(active)} are enrolled. Enrol"
            f" {terms.players - len(active)} more.",
            enrolled=len(active),
            needed=terms.players,
        )
    if sides(terms, active) < terms.players:
        owners = len({entry.account_id for entry in active})
        teams = " of different teams" if terms.teams else ""
        raise WrongState(
            f"A match needs bots of {terms.players} accounts{teams}, but the enrolled bots"
            f" belong to {owners}. Enrol bots of other owners, or create a ladder with"
            " `sameOwner` set to `unrated` or `allowed`.",
            enrolled=len(active),
            needed=terms.players,
        )


async def _reserve(svc: Service, terms: StoredTerms, *, is_limited: bool) -> None:
    seats = terms.concurrency * terms.players
    await reserve_ladder(svc, terms.account_id, terms.id, seats, is_limited=is_limited)


def _demand_going(status: LadderStatus) -> None:
    if status.is_over:
        raise WrongState(f"The ladder is {status.value}. Create a new one.")


async def own(svc: Service, caller: Caller, ladder_id: str, what: str) -> Progress:
    """The ladder, if it is the caller's; an administrator may do anything with any."""
    ladder = await ladders.progress(svc, ladder_id)
    if caller.kind is not TokenKind.ADMIN and caller.account_id != ladder.terms.account_id:
        raise Forbidden(f"Only the account that created the ladder may {what} it.")
    return ladder


async def _turned(
    svc: Service, question: questions.LadderQuestion, status: LadderStatus, before: LadderStatus
) -> Ladder:
    found = await svc.seasons.turn(question.ladder_id, status, [before])
    if found is not status:
        raise WrongState(
            f"The ladder is {found.value}, but must be {before.value} for this request."
        )
    return await _woken(svc, question)


async def _woken(svc: Service, question: questions.LadderQuestion) -> Ladder:
    await wake(svc, question.ladder_id)
    return await ladders.get(svc, None, question)
