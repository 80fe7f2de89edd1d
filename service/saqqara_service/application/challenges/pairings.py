"""Pairing many matches at once, for organisers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from saqqara_service.application.accounts.accounts import demand_person, find_bots
from saqqara_service.application.challenges.challenges import EXPIRES_IN_MS
from saqqara_service.application.challenges.offering import Offered, put, write
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Malformed
from saqqara_service.models import (
    Answer,
    Bot,
    Caller,
    Challenge,
    MatchTerms,
    Pairing,
    PairingProblem,
    Pairings,
    TokenKind,
)

AT_ONCE: Final = 8
"""So many of the matches are made at the same time."""


@dataclass(frozen=True, slots=True)
class SeatedPair:
    """One match to be made, under a key of the organiser's."""

    key: str
    seats: list[str]


async def pair(
    svc: Service,
    caller: Caller,
    pairs: list[SeatedPair],
    terms: MatchTerms,
    start_at_ms: int | None = None,
) -> Pairings:
    """Make the matches, each once under its key; what is wrong with one harms no other.

    Each is a challenge without a challenger, which the policies accept or decline.
    """
    demand_person(caller)
    if len({one.key for one in pairs}) < len(pairs):
        raise Malformed("two pairings have the same key", pointer="/pairs")
    parse_options(find_game(terms.game), terms.options)
    room = asyncio.Semaphore(AT_ONCE)

    async def made(one: SeatedPair) -> Pairing:
        async with room:
            offered = Offered(terms, one.seats, start_at_ms)
            return await _pairing(svc, caller, one.key, offered)

    async with asyncio.TaskGroup() as tasks:
        making = [tasks.create_task(made(one)) for one in pairs]
    return Pairings(items=[task.result() for task in making])


async def _pairing(svc: Service, caller: Caller, key: str, offered: Offered) -> Pairing:
    try:
        return _told(key, await _challenge(svc, caller, key, offered))
    except Busy:
        raise
    except ApplicationError as error:
        problem = PairingProblem(code=error.code, message=error.message)
        return Pairing(key=key, problem=problem)


async def _challenge(svc: Service, caller: Caller, key: str, offered: Offered) -> Challenge:
    seats = offered.seats or []
    if len(set(seats)) < len(seats):
        raise Malformed("a bot plays at most once in a match", pointer="/pairs")
    bots = await find_bots(svc, seats)
    commanded = [bot.id for bot in bots if _is_commanded(caller, bot)]
    written = await write(svc, caller, None, bots, offered, commanded=commanded, key=f"pair:{key}")
    return (await put(svc, written, EXPIRES_IN_MS)).told


def _is_commanded(caller: Caller, bot: Bot) -> bool:
    return caller.kind is TokenKind.ADMIN or bot.account_id == caller.account_id


def _told(key: str, challenge: Challenge) -> Pairing:
    if challenge.match_id is not None:
        return Pairing(key=key, match_id=challenge.match_id)
    declined = [one for one in challenge.challenged if one.answer is Answer.DECLINED]
    if not declined:
        message = f"the match could not be made: the challenge is {challenge.status.value}"
        return Pairing(key=key, problem=PairingProblem(code="wrong_state", message=message))
    bot_id, reason = declined[0].bot_id, declined[0].reason
    message = f"bot {bot_id} does not take it; look at the reason, or challenge it"
    problem = PairingProblem(code="declined", message=message, bot_id=bot_id, reason=reason)
    return Pairing(key=key, problem=problem)
