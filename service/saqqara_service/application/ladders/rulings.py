"""Rulings: the owner of a ladder annuls matches, with a reason that everybody can read.

Nothing is deleted: results and rulings stand in their logs, and every table follows from the two. A
ruling is revoked by another one.
"""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service import questions
from saqqara_service.application.folds.standings import counted
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.seasons import own
from saqqara_service.application.ladders.sweep import wake
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Busy, Malformed, NotFound, WrongState
from saqqara_service.models import Caller, LadderRuling, RulingKind
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.rows import StandingRow

MOST_RULINGS: Final = 1_000
"""A ladder has at most so many rulings."""
_ATTEMPTS: Final = 5
_BATCH: Final = 200


async def annul(svc: Service, caller: Caller, question: questions.Annul) -> LadderRuling:
    """Annul a match of a ladder, or all matches of a bot; for its owner and administrators.

    All tables are then recomputed as if these matches had never been played.
    """
    ladder_id = question.ladder_id
    await own(svc, caller, ladder_id, "annul matches of")
    await _demand_target(svc, question)
    target = (question.match_id, question.bot_id, question.version)
    for _ in range(_ATTEMPTS):
        rulings = await svc.rulings.of(ladder_id)
        if (number := rulings.holding.get(target)) is not None:
            return rulings.listed[number - 1]
        made = LadderRuling(
            number=rulings.count + 1,
            kind=RulingKind.ANNULMENT,
            match_id=question.match_id,
            bot_id=question.bot_id,
            version=question.version,
            reason=question.reason,
            account_id=caller.account_id,
            at_ms=await svc.connection.now_ms(),
        )
        if await _added(svc, ladder_id, made, question.bot_id):
            return made
    raise _busy()


async def restore(svc: Service, caller: Caller, question: questions.Restore) -> LadderRuling:
    """Revoke an annulment in a ladder, so that the annulled matches count again."""
    ladder_id, number = question.ladder_id, question.number
    await own(svc, caller, ladder_id, "restore matches of")
    for _ in range(_ATTEMPTS):
        rulings = await svc.rulings.of(ladder_id)
        if number > rulings.count:
            raise NotFound(f"This ladder has no ruling {number}; it has {rulings.count}.")
        revoked = rulings.listed[number - 1]
        if revoked.kind is not RulingKind.ANNULMENT:
            raise WrongState(
                f"Ruling {number} is a restoration and cannot be revoked. Annul the matches"
                " again instead."
            )
        if revoked.restored_by is not None:
            return rulings.listed[revoked.restored_by - 1]
        made = LadderRuling(
            number=rulings.count + 1,
            kind=RulingKind.RESTORATION,
            restores=number,
            reason=question.reason,
            account_id=caller.account_id,
            at_ms=await svc.connection.now_ms(),
        )
        if await _added(svc, ladder_id, made, revoked.bot_id):
            return made
    raise _busy()


async def page(
    svc: Service, _caller: None, question: questions.LadderRulingFilter
) -> Page[LadderRuling]:
    """The rulings of a ladder in order, each with its reason, time and author."""
    await ladders.progress(svc, question.ladder_id)
    listed = (await svc.rulings.of(question.ladder_id)).listed
    numbers = {cursor(one): one.number for one in listed}
    if question.after is not None and question.after not in numbers:
        raise BadCursor(
            "The cursor does not belong to this ladder's rulings. Omit it to start again."
        )
    begin = 0 if question.after is None else numbers[question.after]
    end = begin + question.first
    found = listed[begin:end]
    return Page(items=list(found), cursor=cursor(found[-1]) if len(listed) > end else None)


def cursor(ruling: LadderRuling) -> str:
    """What asks for the rulings after this one."""
    return f"n{ruling.number}"


async def refold(svc: Service, ladder_id: str) -> None:
    """Fold the standings anew from all results, without those that are annulled.

    Needs no lease: the rows are written only if they follow from all results and rulings there are;
    results that come meanwhile are folded too, then those that came meanwhile.
    """
    rulings = await svc.rulings.of(ladder_id)
    rows: dict[str, list[StandingRow]] = {}
    read = annulled = 0
    for _ in range(_ATTEMPTS):
        while new := await svc.ladders.results(ladder_id, read, _BATCH):
            read += len(new)
            for result in new:
                if rulings.annulling(result) is None:
                    rows |= counted({bot: rows.get(bot, []) for bot in result.bots}, result)
                else:
                    annulled += 1
            await asyncio.sleep(0)  # a long season is no reason to hold others up
        if await svc.rulings.refold(ladder_id, read, rulings.count, annulled, rows):
            return
        if (await svc.rulings.of(ladder_id)).count != rulings.count:
            return  # the next sweep folds by that


async def _added(svc: Service, ladder_id: str, made: LadderRuling, bot_id: str | None) -> bool:
    if made.number > MOST_RULINGS:
        raise WrongState(
            f"The ladder already has {MOST_RULINGS} rulings, the maximum. Annul bots instead"
            " of single matches."
        )
    if not await svc.rulings.add(ladder_id, made, [] if bot_id is None else [bot_id]):
        return False
    await svc.seasons.look_after(ladder_id)  # also one that is over has its tables made anew
    await wake(svc, ladder_id)
    return True


async def _demand_target(svc: Service, question: questions.Annul) -> None:
    """Refuse what names nothing of the ladder, or two things."""
    ladder_id, match_id, bot_id = question.ladder_id, question.match_id, question.bot_id
    if (match_id is None) == (bot_id is None):
        raise Malformed("Give exactly one of `matchId` and `botId`.")
    if bot_id is None and question.version is not None:
        raise Malformed("Give `version` only with `botId`, not with `matchId`.")
    if match_id is not None and await svc.ladders.planned(ladder_id, match_id) is None:
        raise NotFound(f"Match {match_id!r} does not belong to this ladder.")
    entered = {one.bot_id for one in await svc.entries.listed(ladder_id)}
    if bot_id is not None and bot_id not in entered:
        raise NotFound(f"Bot {bot_id!r} is not in this ladder.")


def _busy() -> Busy:
    return Busy(
        "Too many rulings are being added to this ladder at once. Try again.", retry_after_ms=250
    )
