"""What a bot's feed tells of challenges."""

from __future__ import annotations

from saqqara_service.application.service import Service
from saqqara_service.models import Answer, ChallengeItem, ChallengeStatus, FeedItem
from saqqara_service.storage.challenges.challenges import StoredChallenge


async def look(
    svc: Service, player_id: str, challenge_id: str
) -> tuple[int, bool, FeedItem | None]:
    """The version of a challenge, whether no more will be told of it, and what there is to tell."""
    stored = await svc.challenges.load(challenge_id)
    if stored is None or not stored.is_considered:
        return 0, False, None
    challenge = stored.challenge
    item = _item(stored, player_id) if _concerns(stored, player_id) else None
    is_over = challenge.status.is_over and (
        challenge.status is not ChallengeStatus.ACCEPTED or challenge.match_id is not None
    )
    return challenge.version, is_over, item


def _item(stored: StoredChallenge, player_id: str) -> ChallengeItem:
    answer = stored.answer_of(player_id)
    is_asked = answer is not None and answer.answer is Answer.PENDING
    is_pending = stored.challenge.status is ChallengeStatus.PENDING
    return ChallengeItem(challenge=stored.challenge, needs_answer=is_asked and is_pending)


def _concerns(stored: StoredChallenge, player_id: str) -> bool:
    """Whether the bot made the challenge or is asked itself, since no policy answers for it."""
    answer = stored.answer_of(player_id)
    return stored.challenge.player_id == player_id or (answer is not None and not answer.by_policy)
