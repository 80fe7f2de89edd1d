"""Pairing many matches at once, for organisers."""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts.accounts import demand_person
from saqqara_service.application.accounts.players import find_rivals
from saqqara_service.application.challenges.offers import Offered, put, write
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Malformed
from saqqara_service.models import (
    Answer,
    Caller,
    Challenge,
    Pairing,
    PairingProblem,
    Pairings,
    Player,
    TokenKind,
)

AT_ONCE: Final = 8
"""So many of the matches are made at the same time."""
EXPIRES_IN_MS: Final = 60_000


async def pair(svc: Service, caller: Caller, question: questions.PairMatches) -> Pairings:
    """Create up to 100 matches at once; the response has one result for each pairing."""
    pairs, terms = question.pairs, question.terms
    demand_person(caller)
    if len({one.key for one in pairs}) < len(pairs):
        raise Malformed("Two pairings have the same key.", pointer="/pairs")
    parse_options(find_game(terms.game), terms.options)
    room = asyncio.Semaphore(AT_ONCE)

    async def made(one: questions.Pair) -> Pairing:
        async with room:
            offered = Offered(terms, one.seats, question.start_at_ms)
            return await _pairing(svc, caller, one.key, offered)

    try:
        async with asyncio.TaskGroup() as tasks:
            making = [tasks.create_task(made(one)) for one in pairs]
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from failures
    return Pairings(items=[task.result() for task in making])


async def _pairing(svc: Service, caller: Caller, key: str, offered: Offered) -> Pairing:
    try:
        return _outcome(key, await _challenge(svc, caller, key, offered))
    except Busy:
        raise
    except ApplicationError as error:
        problem = PairingProblem(code=error.code, message=error.message)
        return Pairing(key=key, problem=problem)


async def _challenge(svc: Service, caller: Caller, key: str, offered: Offered) -> Challenge:
    seats = offered.seats or []
    if len(set(seats)) < len(seats):
        raise Malformed("A player cannot play twice in the same match.", pointer="/pairs")
    players = await find_rivals(svc, seats)
    commanded = [player.id for player in players if _is_commanded(caller, player)]
    key = f"pair:{key}"
    written = await write(svc, caller, None, players, offered, commanded=commanded, key=key)
    return (await put(svc, written, EXPIRES_IN_MS)).challenge


def _is_commanded(caller: Caller, player: Player) -> bool:
    """Whether the caller decides for it; an operator decides for bots, never for other people."""
    is_own = player.account_id == caller.account_id
    return is_own or (caller.kind is TokenKind.ADMIN and not player.is_person)


def _outcome(key: str, challenge: Challenge) -> Pairing:
    if challenge.match_id is not None:
        return Pairing(key=key, match_id=challenge.match_id)
    declined = [one for one in challenge.challenged if one.answer is Answer.DECLINED]
    if not declined:
        message = f"The match could not be created: the challenge is {challenge.status.value}."
        return Pairing(key=key, problem=PairingProblem(code="wrong_state", message=message))
    one = declined[0]
    message = f"{one.player_name} does not accept the challenge: {one.advice}"
    problem = PairingProblem(
        code="declined", message=message, player_id=one.player_id, reason=one.reason
    )
    return Pairing(key=key, problem=problem)
