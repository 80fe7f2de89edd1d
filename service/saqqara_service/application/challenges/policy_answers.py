"""What players' policies say to a challenge: they answer it, or leave it to the players.

A person has the policy of a new bot: everything is asked.
"""

from __future__ import annotations

from typing import Final

from saqqara_service.application.hosting import processor_time
from saqqara_service.application.matches import houses
from saqqara_service.application.matches.policies import (
    MOST_MATCHES,
    Offer,
    most_matches,
    objection,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany
from saqqara_service.models import AcceptMode, AcceptPolicy, Answer, DeclineReason, Player
from saqqara_service.storage.challenges.challenges import StoredChallenge, Written
from saqqara_service.storage.challenges.scripts import AnswerReply, ChallengeEnd

MOST_ASKED: Final = 100
"""So many challenges may wait for one bot's answer."""


async def consider(svc: Service, stored: StoredChallenge) -> None:
    """Answer for the bots whose policies decide, and ask the others; may be done again.

    If the bot that challenges plays too many matches already the challenge is undone, and `TooMany`
    is raised.
    """
    written = stored.written
    found = await svc.policies.of([player.id for player in written.challenged])
    policies = dict(zip((player.id for player in written.challenged), found, strict=True))
    absent = await svc.engagements.absent(list(policies))
    refusals = {
        player.id: refusal(written, player, policies[player.id], is_absent=player.id in absent)
        for player in written.challenged
    }
    refusals |= dict.fromkeys(await processor_time.spent(svc, [*policies]), DeclineReason.SPENT)
    declined = [(player_id, reason) for player_id, reason in refusals.items() if reason is not None]
    await _challenge(svc, stored)
    for player_id, reason in declined[:1]:
        await _decline(svc, stored, player_id, reason)
    if not declined:
        for player in written.challenged:
            await _decide(svc, stored, player.id, policies[player.id])
    await svc.challenges.considered(written.id)


def refusal(
    written: Written, player: Player, policy: AcceptPolicy, *, is_absent: bool
) -> DeclineReason | None:
    """Why the bot's policy declines what is offered, if it does."""
    if player.id in written.commanded:
        return None
    if policy.mode is AcceptMode.REFUSE:
        return DeclineReason.REFUSES
    if (reason := objection(policy, player, _offer(written, player))) is not None:
        return reason
    if policy.needs_presence and is_absent:
        return DeclineReason.ABSENT
    if policy.mode is AcceptMode.ASK and written.challenger is None:
        return DeclineReason.ASKS
    return None


async def engage(svc: Service, stored: StoredChallenge, player_id: str) -> bool:
    """Have a bot play one more match, within its limit; whether it may."""
    limit = MOST_MATCHES
    if player_id not in stored.written.commanded:
        (policy,) = await svc.policies.of([player_id])
        limit = most_matches(policy)
        if any(houses.is_house(one) for one in stored.written.challenged if one.id == player_id):
            return await houses.engaged(svc, player_id, stored.match_id, limit)
    return await svc.engagements.engage(player_id, stored.match_id, limit)


def too_busy(player_id: str) -> TooMany:
    """The refusal of one match more than a bot may play at once."""
    return TooMany(f"{player_id} already plays its maximum number of matches.")


async def _challenge(svc: Service, stored: StoredChallenge) -> None:
    """Engage the bot that challenges."""
    player = stored.written.challenger
    if player is None:
        return
    if not await engage(svc, stored, player.id):
        await svc.challenges.end(stored.challenge.id, ChallengeEnd.REFUSED)
        raise too_busy(player.id)
    await svc.engagements.ask(player.id, stored.challenge.id)
    await svc.challenges.answer(stored.challenge.id, player.id, Answer.ACCEPTED)


async def _decide(
    svc: Service, stored: StoredChallenge, player_id: str, policy: AcceptPolicy
) -> None:
    """Let a bot that declines nothing accept, or ask it."""
    if policy.mode is AcceptMode.ACCEPT or player_id in stored.written.commanded:
        if await engage(svc, stored, player_id):
            await svc.challenges.answer(
                stored.challenge.id, player_id, Answer.ACCEPTED, by_policy=True
            )
        else:
            await _decline(svc, stored, player_id, DeclineReason.BUSY)
    elif await _has_room(svc, player_id):
        await svc.engagements.ask(player_id, stored.challenge.id)
    else:
        await _decline(svc, stored, player_id, DeclineReason.BUSY)


async def _decline(
    svc: Service, stored: StoredChallenge, player_id: str, reason: DeclineReason
) -> AnswerReply:
    answer = Answer.DECLINED
    return await svc.challenges.answer(
        stored.challenge.id, player_id, answer, reason, by_policy=True
    )


async def _has_room(svc: Service, player_id: str) -> bool:
    """Whether the bot may be asked once more; what it cannot answer any more is forgotten."""
    asked = list(await svc.engagements.challenges(player_id))
    if len(asked) < MOST_ASKED:
        return True
    found = await svc.challenges.many(topic.challenge_id for topic in asked)
    over = [
        topic
        for topic, stored in zip(asked, found, strict=True)
        if stored is None or stored.challenge.status.is_over
    ]
    for topic in over:
        await svc.engagements.drop_challenge(player_id, topic)
    return bool(over)


def _offer(written: Written, player: Player) -> Offer:
    return Offer(
        account_id=written.account_id,
        player_id=written.challenger.id if written.challenger else None,
        terms=written.terms,
        table=tuple(written.players),
        seats=_seats(written, player),
    )


def _seats(written: Written, player: Player) -> tuple[int, ...]:
    """The seats that the bot may get."""
    if written.seats is None:
        return tuple(range(len(written.players)))
    return (written.seats.index(player.id),)
