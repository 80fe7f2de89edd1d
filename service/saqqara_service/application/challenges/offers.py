"""Making a challenge, and doing what follows from it, whoever is alive to do so.

Each step is a script that may be repeated; a challenge keeps a timer in its bucket until
nothing is left to do.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass

import structlog

from saqqara_engine.chance import SEED_BYTES
from saqqara_service.application.accounts.idempotency import id_under
from saqqara_service.application.challenges.policy_answers import consider
from saqqara_service.application.matches import matches, upkeep
from saqqara_service.application.matches.terms import checked, demand_soon
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Malformed, NotFound, TooMany
from saqqara_service.models import Caller, ChallengeStatus, MatchTerms, Player, TokenKind
from saqqara_service.storage.challenges.challenges import StoredChallenge, Written, match_of
from saqqara_service.storage.challenges.scripts import ChallengeEnd

_ID = re.compile(r"c[0-9A-Za-z]{16}")
_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Offered:
    """What is offered: the terms, perhaps who sits where (None: drawn), perhaps the instant."""

    terms: MatchTerms
    seats: list[str] | None = None
    start_at_ms: int | None = None


def is_challenge(one: str) -> bool:
    """Whether what a timer is set for is a challenge; else it is a match."""
    return _ID.fullmatch(one) is not None


async def write(
    svc: Service,
    caller: Caller,
    challenger: Player | None,
    challenged: list[Player],
    offered: Offered,
    *,
    commanded: list[str] | None = None,
    key: str | None = None,
) -> Written:
    """A challenge as it is written down, checked; under a key it has the same id every time."""
    svc.admission.demand_beginning()
    ids = [one.id for one in (challenger, *challenged) if one is not None]
    terms = checked(offered.terms, len(ids), await svc.rules.newest(offered.terms.game))
    now_ms = await svc.connection.now_ms()
    demand_soon(offered.start_at_ms, now_ms)
    if offered.seats is not None and sorted(offered.seats) != sorted(ids):
        raise Malformed("`seats` must contain every player exactly once.", pointer="/seats")
    asked = (ids, offered.terms, offered.seats, offered.start_at_ms)
    return Written(
        id=await id_under(svc, caller, key, "c", *asked),
        account_id=caller.account_id,
        challenger=challenger,
        challenged=challenged,
        commanded=commanded or [],
        terms=terms,
        seats=offered.seats,
        draw="" if offered.seats else secrets.token_bytes(SEED_BYTES).hex(),
        start_at_ms=offered.start_at_ms,
        created_ms=now_ms,
    )


async def put(svc: Service, written: Written, expires_in_ms: int) -> StoredChallenge:
    """Make a challenge and do what the policies say; one that exists is only gone on with."""
    if await svc.challenges.load(written.id) is None:
        players = {one for player in written.players for one in (player.id, player.account_id)}
        players.add(written.account_id)
        await svc.challenges.enlist(players, written.created_ms, written.id)
        await upkeep.note_maker(svc, match_of(written.id), written.account_id)
        await svc.challenges.create(written, expires_in_ms)
    stored = await load(svc, written.id)
    if not stored.is_considered:
        await consider(svc, stored)
    return await settle(svc, written.id)


async def look_after(svc: Service, challenge_id: str) -> None:
    """Do what is left to do: look at the policies, let it expire, do what follows."""
    stored = await svc.challenges.load(challenge_id)
    if stored is None:
        await svc.timers.drop(challenge_id)
        return
    if not stored.is_considered:
        with suppress(TooMany):  # then it never was made
            await consider(svc, stored)
    elif stored.challenge.status is ChallengeStatus.PENDING:
        await svc.challenges.end(challenge_id, ChallengeEnd.EXPIRED)
    with suppress(NotFound):
        await settle(svc, challenge_id)


async def settle(svc: Service, challenge_id: str) -> StoredChallenge:
    """Do what follows from its end: the match is made, or its players are free again."""
    stored = await load(svc, challenge_id)
    if stored.challenge.match_id is not None or stored.challenge.status is ChallengeStatus.PENDING:
        return stored
    if stored.challenge.status is ChallengeStatus.ACCEPTED and not await _play(svc, stored):
        return await settle(svc, challenge_id)
    if stored.challenge.status is not ChallengeStatus.ACCEPTED:
        for player in stored.written.players:
            await svc.indexes.drop_live(player.id, stored.match_id)
        await svc.challenges.settle(challenge_id, None)
    return await load(svc, challenge_id)


async def load(svc: Service, challenge_id: str) -> StoredChallenge:
    """The challenge as stored; raises `NotFound`."""
    stored = await svc.challenges.load(challenge_id) if _ID.fullmatch(challenge_id) else None
    if stored is None:
        raise no_challenge(challenge_id)
    return stored


def no_challenge(challenge_id: str) -> NotFound:
    """The refusal of an id that names no challenge, or one that is others' affair."""
    return NotFound(f"There is no challenge {challenge_id[:40]!r} for this token.")


async def _play(svc: Service, stored: StoredChallenge) -> bool:
    """Make the match; whether it could be made."""
    written = stored.written
    maker = Caller(kind=TokenKind.ADMIN, account_id=written.account_id)
    try:
        await matches.create(
            svc,
            maker,
            written.terms,
            seats=list(stored.order),
            match_id=stored.match_id,
            start=True,
            start_at_ms=written.start_at_ms,
        )
    except Busy:
        raise
    except ApplicationError as error:  # what it was agreed by is not played here any more
        _LOG.error("challenge_broken", challenge_id=written.id, code=error.code)
        await svc.challenges.end(written.id, ChallengeEnd.BROKEN)
        return False
    await svc.challenges.settle(written.id, stored.match_id)
    return True
