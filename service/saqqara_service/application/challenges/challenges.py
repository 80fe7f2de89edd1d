"""Challenges: offer a match to other bots or people, answer, and take an offer back."""

from __future__ import annotations

from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts.players import (
    demand_own_player,
    find_player,
    find_rivals,
)
from saqqara_service.application.challenges.offers import (
    Offered,
    load,
    no_challenge,
    put,
    settle,
    write,
)
from saqqara_service.application.challenges.policy_answers import engage, too_busy
from saqqara_service.application.hosting import processor_time
from saqqara_service.application.matches.lists import from_cursor, to_cursor
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    Forbidden,
    Malformed,
    WrongState,
)
from saqqara_service.models import (
    Answer,
    Caller,
    Challenge,
    ChallengeStatus,
    Player,
    TokenKind,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.challenges.challenges import StoredChallenge
from saqqara_service.storage.challenges.scripts import AnswerReply, ChallengeEnd, EndReply
from saqqara_service.storage.redis.keys import id_of_member, index_member

LOOKED_AT: Final = 200
"""So many challenges are looked at for one page."""


async def create(svc: Service, caller: Caller, question: questions.CreateChallenge) -> Challenge:
    """Challenge one to three bots or people to a match."""
    player_id, key = question.bot_id or caller.player_id, question.key
    challenger, others = await _table(svc, caller, player_id, question.challenged)
    if key is None:  # before it counts
        await processor_time.demand(svc, caller, [challenger.id])
    offered = Offered(question.terms, question.seats, question.start_at_ms)
    written = await write(svc, caller, challenger, others, offered, key=key)
    if key is not None and await svc.challenges.load(written.id) is None:
        await processor_time.demand(svc, caller, [challenger.id])
    return (await put(svc, written, question.expires_in_ms)).challenge


async def page(
    svc: Service, caller: Caller, question: questions.ChallengeFilter
) -> Page[Challenge]:
    """The challenges of a bot, or of the token's bot or account, newest first."""
    bot_id, first = question.bot_id, question.first
    if bot_id is not None:
        demand_own_player(caller, await find_player(svc, bot_id))
    before = "" if question.after is None else from_cursor(question.after)
    members = await svc.challenges.newest(bot_id or caller.player_id, before, LOOKED_AT)
    found = await svc.challenges.many(id_of_member(member) for member in members)
    fitting = [
        (member, stored.challenge)
        for member, stored in zip(members, found, strict=True)
        if stored is not None and question.status in {None, stored.challenge.status}
    ]
    listed = [challenge for _member, challenge in fitting[:first]]
    if len(fitting) > first:
        return Page(items=listed, cursor=to_cursor(fitting[first - 1][0]))
    is_short = len(members) == LOOKED_AT  # of what is yet to come
    return Page(items=listed, cursor=to_cursor(members[-1]) if is_short else None)


def cursor(challenge: Challenge) -> str:
    """What asks for the challenges after this one."""
    return to_cursor(index_member(challenge.created_ms, challenge.id))


async def get(svc: Service, caller: Caller, question: questions.ChallengeQuestion) -> Challenge:
    """A challenge that the caller or one of its bots has sent or received."""
    return (await _find(svc, caller, question.challenge_id)).challenge


async def accept(svc: Service, caller: Caller, question: questions.AcceptChallenge) -> Challenge:
    """Accept a challenge; the match is created when the last player has accepted."""
    challenge_id = question.challenge_id
    svc.admission.demand_beginning()
    stored = await _find(svc, caller, challenge_id)
    player_id = _answerer(caller, stored, question.bot_id)
    if stored.challenge.status is ChallengeStatus.PENDING and not _has_accepted(stored, player_id):
        await processor_time.demand(svc, caller, [one.id for one in stored.written.players])
        if not await engage(svc, stored, player_id):
            raise too_busy(player_id)
    reply = await svc.challenges.answer(challenge_id, player_id, Answer.ACCEPTED)
    return await _answered(svc, challenge_id, reply)


async def decline(svc: Service, caller: Caller, question: questions.DeclineChallenge) -> Challenge:
    """Decline a challenge with a reason; this ends the challenge for all."""
    challenge_id = question.challenge_id
    stored = await _find(svc, caller, challenge_id)
    player_id = _answerer(caller, stored, question.bot_id)
    reply = await svc.challenges.answer(challenge_id, player_id, Answer.DECLINED, question.reason)
    return await _answered(svc, challenge_id, reply)


async def cancel(svc: Service, caller: Caller, question: questions.CancelChallenge) -> Challenge:
    """Cancel a challenge that not all players have accepted yet."""
    challenge_id = question.challenge_id
    stored = await _find(svc, caller, challenge_id)
    by, account_id = stored.written.challenger, stored.written.account_id
    is_own = account_id == caller.account_id and caller.bot_id in {None, by.id if by else ""}
    if not is_own and caller.kind is not TokenKind.ADMIN:
        raise Forbidden("Only the creator may cancel a challenge. Decline it instead.")
    reply = await svc.challenges.end(challenge_id, ChallengeEnd.CANCELLED)
    return await _answered(svc, challenge_id, reply)


async def _table(
    svc: Service, caller: Caller, player_id: str, challenged: list[str]
) -> tuple[Player, list[Player]]:
    """Who challenges, and who is challenged."""
    if len({player_id, *challenged}) <= len(challenged):
        raise Malformed("A player cannot play twice in the same match.", pointer="/challenged")
    challenger, *others = await find_rivals(svc, [player_id, *challenged])
    demand_own_player(caller, challenger)
    return challenger, others


async def _find(svc: Service, caller: Caller, challenge_id: str) -> StoredChallenge:
    """The challenge, if the caller has to do with it; raises `NotFound`."""
    stored = await load(svc, challenge_id)
    players = stored.written.players
    has_part = (
        caller.account_id in {stored.written.account_id, *(one.account_id for one in players)}
        if caller.bot_id is None
        else caller.bot_id in {one.id for one in players}
    )
    if not has_part and caller.kind is not TokenKind.ADMIN:
        raise no_challenge(challenge_id)
    return stored


def _answerer(caller: Caller, stored: StoredChallenge, bot_id: str | None) -> str:
    """The challenged player for which the caller answers: itself, or its only bot."""
    speaks_for = [
        one.id
        for one in stored.written.challenged
        if bot_id in {None, one.id}
        and caller.bot_id in {None, one.id}
        and (one.account_id == caller.account_id or caller.kind is TokenKind.ADMIN)
    ]
    if not speaks_for:
        raise Forbidden("None of the challenged players belongs to this token.")
    if caller.player_id in speaks_for:
        return caller.player_id
    if len(speaks_for) > 1:
        raise Malformed("Several bots of the account are challenged. Set `botId`.")
    return speaks_for[0]


def _has_accepted(stored: StoredChallenge, player_id: str) -> bool:
    found = stored.answer_of(player_id)
    return found is not None and found.answer is Answer.ACCEPTED


async def _answered(svc: Service, challenge_id: str, reply: AnswerReply | EndReply) -> Challenge:
    """The challenge after an answer; raises `WrongState` if it could not be answered so."""
    challenge = (await settle(svc, challenge_id)).challenge
    match reply:
        case AnswerReply.OVER | EndReply.OVER:
            raise WrongState(f"The challenge is {challenge.status.value}. Create a new one.")
        case AnswerReply.ANSWERED:
            raise WrongState("An accepted challenge cannot be declined.")
    return challenge
