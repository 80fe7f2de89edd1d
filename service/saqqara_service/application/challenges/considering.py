"""What bots' policies say to a challenge: they answer it, or leave it to the bots."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.challenges.policies import Offer, objection
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany
from saqqara_service.models import AcceptMode, AcceptPolicy, Answer, Bot, DeclineReason
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
    found = await svc.policies.of([bot.id for bot in written.challenged])
    policies = dict(zip((bot.id for bot in written.challenged), found, strict=True))
    absent = await svc.engagements.absent(list(policies))
    refusals = {
        bot.id: refusal(written, bot, policies[bot.id], is_absent=bot.id in absent)
        for bot in written.challenged
    }
    declined = [(bot_id, reason) for bot_id, reason in refusals.items() if reason is not None]
    await _challenge(svc, stored)
    for bot_id, reason in declined[:1]:
        await _decline(svc, stored, bot_id, reason)
    if not declined:
        for bot in written.challenged:
            await _decide(svc, stored, bot.id, policies[bot.id])
    await svc.challenges.considered(written.id)


def refusal(
    written: Written, bot: Bot, policy: AcceptPolicy, *, is_absent: bool
) -> DeclineReason | None:
    """Why the bot's policy declines what is offered, if it does."""
    if bot.id in written.commanded:
        return None
    if policy.mode is AcceptMode.REFUSE:
        return DeclineReason.REFUSES
    if (reason := objection(policy, bot, _offer(written, bot))) is not None:
        return reason
    if policy.needs_presence and is_absent:
        return DeclineReason.ABSENT
    if policy.mode is AcceptMode.ASK and written.bot is None:
        return DeclineReason.ASKS
    return None


async def engage(svc: Service, stored: StoredChallenge, bot_id: str) -> bool:
    """Have a bot play one more match, within its limit; whether it may."""
    limit = svc.settings.bot_matches
    if bot_id not in stored.written.commanded:
        (policy,) = await svc.policies.of([bot_id])
        limit = min(limit, policy.max_matches)
    if await svc.engagements.engage(bot_id, stored.match_id, limit, ()):
        return True
    idle = await svc.engagements.idle(bot_id)
    return await svc.engagements.engage(bot_id, stored.match_id, limit, idle)


def too_busy(bot_id: str) -> TooMany:
    """The refusal of one match more than a bot may play at once."""
    return TooMany(f"bot {bot_id} already plays the maximum number of matches")


async def _challenge(svc: Service, stored: StoredChallenge) -> None:
    """Engage the bot that challenges."""
    bot = stored.written.bot
    if bot is None:
        return
    if not await engage(svc, stored, bot.id):
        await svc.challenges.end(stored.told.id, ChallengeEnd.REFUSED)
        raise too_busy(bot.id)
    await svc.engagements.ask(bot.id, stored.told.id)
    await svc.challenges.answer(stored.told.id, bot.id, Answer.ACCEPTED)


async def _decide(svc: Service, stored: StoredChallenge, bot_id: str, policy: AcceptPolicy) -> None:
    """Let a bot that declines nothing accept, or ask it."""
    if policy.mode is AcceptMode.ACCEPT or bot_id in stored.written.commanded:
        if await engage(svc, stored, bot_id):
            await svc.challenges.answer(stored.told.id, bot_id, Answer.ACCEPTED, by_policy=True)
        else:
            await _decline(svc, stored, bot_id, DeclineReason.BUSY)
    elif await _has_room(svc, bot_id):
        await svc.engagements.ask(bot_id, stored.told.id)
    else:
        await _decline(svc, stored, bot_id, DeclineReason.BUSY)


async def _decline(
    svc: Service, stored: StoredChallenge, bot_id: str, reason: DeclineReason
) -> AnswerReply:
    answer = Answer.DECLINED
    return await svc.challenges.answer(stored.told.id, bot_id, answer, reason, by_policy=True)


async def _has_room(svc: Service, bot_id: str) -> bool:
    """Whether the bot may be asked once more; what it cannot answer any more is forgotten."""
    asked = list(await svc.engagements.asked(bot_id))
    if len(asked) < MOST_ASKED:
        return True
    found = await svc.challenges.many(topic.challenge_id for topic in asked)
    over = [
        topic
        for topic, stored in zip(asked, found, strict=True)
        if stored is None or stored.told.status.is_over
    ]
    for topic in over:
        await svc.engagements.drop_asked(bot_id, topic)
    return bool(over)


def _offer(written: Written, bot: Bot) -> Offer:
    return Offer(
        account_id=written.account_id,
        bot_id=written.bot.id if written.bot else None,
        terms=written.terms,
        table=tuple(written.bots),
        seats=_seats(written, bot),
    )


def _seats(written: Written, bot: Bot) -> tuple[int, ...]:
    """The seats that the bot may get."""
    if written.seats is None:
        return tuple(range(len(written.bots)))
    return (written.seats.index(bot.id),)
