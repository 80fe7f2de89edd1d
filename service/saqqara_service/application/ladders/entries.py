"""Who takes part in a ladder: bots are enrolled, and taken out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_contest.faults import MOST_RETURNS
from saqqara_service import questions
from saqqara_service.application.accounts.accounts import demand_own, find_bots
from saqqara_service.application.accounts.verification import is_verified
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.eligibility import loads, unwilling
from saqqara_service.application.ladders.sweep import wake
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound, WrongState
from saqqara_service.models import (
    Bot,
    Caller,
    Entrants,
    EntryRule,
    Ladder,
    LadderEntry,
    LadderStatus,
    Owners,
    TokenKind,
)
from saqqara_service.storage.ladders.entry.scripts import EnrolKind, ReadmitReply, WithdrawReply
from saqqara_service.storage.ladders.rows import StoredTerms

MOST_BOTS = 1_000
_SPENT: Final = f"The bot has been readmitted {MOST_RETURNS} times in this season, the maximum."
_EARLY = (LadderStatus.OPEN,)
_LATE = (LadderStatus.OPEN, LadderStatus.RUNNING, LadderStatus.PAUSED)


async def enrol(svc: Service, caller: Caller, question: questions.Enrol) -> Ladder:
    """Enrol one of the caller's bots in a ladder; repeating the call has no further effect."""
    ladder_id = question.ladder_id
    terms = (await ladders.progress(svc, ladder_id)).terms
    (bot,) = await find_bots(svc, [question.bot_id])
    demand_own(caller, bot)
    _demand_invited(terms, bot)
    _demand_team(terms, bot)
    await _demand_verified(svc, terms, bot)
    await demand_entrant(svc, terms, bot)
    entry = LadderEntry(
        bot_id=bot.id,
        bot_name=bot.name,
        account_id=bot.account_id,
        is_house=bot.is_house,
        version=bot.version,
        enrolled_ms=await svc.connection.now_ms(),
    )
    await svc.engagements.follow_entry(bot.id, ladder_id, entry.enrolled_ms)
    statuses = open_statuses(late=terms.late_entry)
    most = terms.bots_per_account
    returns = _most_returns(caller, terms)
    reply = await svc.entries.enrol(
        ladder_id, entry, MOST_BOTS, most, statuses, most_returns=returns
    )
    match reply.kind:
        case EnrolKind.CLOSED:
            raise WrongState(_closed(reply.status))
        case EnrolKind.FULL:
            raise WrongState(f"The ladder is full: it has {MOST_BOTS} bots.")
        case EnrolKind.ENOUGH:
            raise WrongState(_enough(most))
        case EnrolKind.SPENT:
            raise WrongState(f"{_SPENT} Enter the next season.")
    await wake(svc, ladder_id)
    return await ladders.get(svc, None, question)


def open_statuses(*, late: bool) -> Sequence[LadderStatus]:
    """The statuses in which bots can be enrolled, with late entry or without."""
    return _LATE if late else _EARLY


async def withdraw(svc: Service, caller: Caller, question: questions.Withdraw) -> Ladder:
    """Withdraw one of the caller's bots; its running matches continue, and its results stay."""
    await ladders.progress(svc, question.ladder_id)
    (bot,) = await find_bots(svc, [question.bot_id])
    demand_own(caller, bot)
    match await svc.entries.withdraw(question.ladder_id, bot.id):
        case WithdrawReply.MISSING:
            raise NotFound(f"Bot {bot.id!r} is not in this ladder.")
        case WithdrawReply.OVER:
            raise WrongState("The ladder is over, and its standings are final.")
    await wake(svc, question.ladder_id)
    return await ladders.get(svc, None, question)


async def readmit(svc: Service, caller: Caller, question: questions.Readmit) -> Ladder:
    """Readmit a benched bot, so that it gets matches again.

    The bot's owner may do this three times per season, the ladder's owner any time.
    """
    ladder_id = question.ladder_id
    terms = (await ladders.progress(svc, ladder_id)).terms
    (bot,) = await find_bots(svc, [question.bot_id])
    returns = _most_returns(caller, terms)
    if returns is not None:
        demand_own(caller, bot)
    rulings = await svc.rulings.of(ladder_id)
    if (ruling := rulings.barring(bot.id, bot.version)) is not None:
        raise WrongState(
            f"Ruling {ruling} of this ladder excludes the bot. The ladder's owner can restore it."
        )
    match await svc.entries.readmit(ladder_id, bot.id, returns):
        case ReadmitReply.SPENT:
            raise WrongState(f"{_SPENT} Ask the ladder's owner to readmit it.")
        case ReadmitReply.MISSING:
            raise NotFound(f"Bot {bot.id!r} is not in this ladder.")
        case ReadmitReply.WITHDRAWN:
            raise WrongState(
                "The bot was withdrawn. Enrol it again if the ladder allows late entry."
            )
    await wake(svc, ladder_id)
    return await ladders.get(svc, None, question)


async def listed(
    svc: Service, _caller: None, question: questions.LadderQuestion
) -> list[LadderEntry]:
    """The bots of a ladder in the order of enrolment, each with its status."""
    ladder = await ladders.progress(svc, question.ladder_id)
    entries = await svc.entries.listed(question.ladder_id)
    if ladder.status.is_over:
        return entries
    loaded = await loads(svc, question.ladder_id, {one.bot_id for one in entries})
    away = await unwilling(svc, ladder.terms, entries, loaded)
    return [one.model_copy(update={"waits_for": away.get(one.bot_id)}) for one in entries]


async def demand_entrant(svc: Service, terms: StoredTerms, bot: Bot) -> None:
    """Refuse a bot that is hosted where only connected ones play, and the other way round."""
    is_hosted = bool(await svc.submissions.active([bot.id]))
    if terms.entrants is Entrants.HOSTED and not is_hosted:
        raise WrongState(
            f"This ladder is for hosted bots. Submit a program for bot {bot.id!r} (`saqqara"
            " bot submit`), and wait until it has passed its check."
        )
    if terms.entrants is Entrants.CONNECTED and is_hosted:
        raise WrongState(
            "This ladder is for bots that their owners run. Choose a version of bot"
            f" {bot.id!r} without a submission."
        )


async def is_owner_fit(svc: Service, terms: StoredTerms, bot: Bot) -> bool:
    """Whether the bot's owner is one that the ladder is for."""
    return terms.owners is Owners.ANYBODY or await is_verified(svc, bot.account_id)


def _most_returns(caller: Caller, terms: StoredTerms) -> int | None:
    """How often the caller may bring a bot back; None for who runs the ladder."""
    is_owner = caller.account_id == terms.account_id and caller.bot_id is None
    runs_it = caller.kind is TokenKind.ADMIN or is_owner
    return None if runs_it else MOST_RETURNS


def _demand_invited(terms: StoredTerms, bot: Bot) -> None:
    if terms.entry is EntryRule.INVITED and not {bot.id, bot.account_id} & set(terms.invited):
        raise Forbidden(
            "Only invited bots may enter this ladder. Ask its owner to invite bot"
            f" {bot.id!r} or account {bot.account_id!r}."
        )


def _demand_team(terms: StoredTerms, bot: Bot) -> None:
    members = {one for team in terms.teams for one in team.members}
    if terms.teams and not {bot.id, bot.account_id} & members:
        raise Forbidden(
            f"This ladder is for teams, and bot {bot.id!r} is in none of them. The ladder's"
            " owner names the members when creating it."
        )


async def _demand_verified(svc: Service, terms: StoredTerms, bot: Bot) -> None:
    if not await is_owner_fit(svc, terms, bot):
        raise Forbidden(
            "Only bots of verified owners may enter this ladder. Ask the host to verify"
            f" account {bot.account_id!r}."
        )


def _enough(most: int | None) -> str:
    return (
        f"An account can have at most {most} bots in this ladder. Withdraw one, or"
        " register a new version of a bot that was already paired, which keeps its"
        " slot."
    )


def _closed(status: LadderStatus | None) -> str:
    if status is not None and status.is_over:
        return "The ladder is over. No bot can be enrolled."
    return "The ladder has started. Bots can only be enrolled while it is open."
