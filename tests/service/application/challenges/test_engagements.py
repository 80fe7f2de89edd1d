"""What policies decide without a bot being there, and how many matches it may play at once."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges, policy_answers
from saqqara_service.application.matches import policies
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany
from saqqara_service.models import (
    AcceptFrom,
    Answer,
    Caller,
    Challenge,
    ChallengeStatus,
    DeclineReason,
    TokenKind,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.challenges.challenges import match_of
from saqqara_service.storage.challenges.scripts import ChallengeEnd
from tests.service.challengers import Rivals, a_challenge, accept_all, say, some_rivals
from tests.service.matches import Seated, a_match_of, play_out


def sole_answer(challenge: Challenge) -> tuple[Answer, DeclineReason | None, bool]:
    """What the one who is challenged has answered."""
    (one,) = challenge.challenged
    return one.answer, one.reason, one.by_policy


@pytest.mark.parametrize(
    ("policy", "answer", "reason"),
    [
        ({}, Answer.PENDING, None),
        ({"mode": "accept"}, Answer.ACCEPTED, None),
        ({"mode": "refuse"}, Answer.DECLINED, DeclineReason.REFUSES),
        ({"mode": "refuse", "blocked": ["a"]}, Answer.DECLINED, DeclineReason.REFUSES),
        ({"players": [3]}, Answer.DECLINED, DeclineReason.PLAYERS),
        ({"mode": "accept", "players": [3]}, Answer.DECLINED, DeclineReason.PLAYERS),
        ({"mode": "accept", "max_matches": 0}, Answer.DECLINED, DeclineReason.BUSY),
        ({"needs_presence": True}, Answer.DECLINED, DeclineReason.ABSENT),
        ({"mode": "accept", "needs_presence": True}, Answer.DECLINED, DeclineReason.ABSENT),
    ],
)
async def test_a_policy_answers_for_a_bot_that_is_away(
    svc: Service, policy: dict[str, Any], answer: Answer, reason: DeclineReason | None
) -> None:
    """What it accepts is accepted at once, what it does not is declined; else the bot is asked."""
    rivals = await some_rivals(svc, 2)
    await say(svc, rivals.bots[1], **policy)
    made = await a_challenge(svc, rivals)
    assert sole_answer(made) == (answer, reason, answer is not Answer.PENDING)
    assert made.status.value == answer.value
    assert (made.match_id is not None) == (answer is Answer.ACCEPTED)


async def test_presence_that_a_policy_needs(svc: Service) -> None:
    """A feed that lives is presence, until its heartbeats stop."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1], needs_presence=True)
    await svc.engagements.be_present(rivals.ids[1], presence.PRESENT_MS)
    assert (await a_challenge(svc, rivals)).status is ChallengeStatus.ACCEPTED
    assert [
        bot.id for bot in (await presence.page(svc, None, questions.PresenceFilter(first=9))).items
    ] == [rivals.ids[1]]
    await svc.engagements.be_present(rivals.ids[1], -1)
    assert sole_answer(await a_challenge(svc, rivals))[1] is DeclineReason.ABSENT
    assert await presence.page(svc, None, questions.PresenceFilter(first=9)) == Page(items=[])


async def test_bots_that_are_there_are_listed_page_by_page(svc: Service) -> None:
    """Each once, in the order of their ids."""
    rivals = await some_rivals(svc, 5)
    for bot_id in rivals.ids:
        await svc.engagements.be_present(bot_id, presence.PRESENT_MS)
    found: list[str] = []
    after: str | None = None
    while not found or after is not None:
        page = await presence.page(svc, None, questions.PresenceFilter(first=2, after=after))
        bots, after = page.items, page.cursor
        found += [bot.id for bot in bots]
    assert found == sorted(rivals.ids)


async def test_a_policy_of_the_same_account(svc: Service) -> None:
    """One who plays only within its account does not meet strangers."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1], accept_from=AcceptFrom.ACCOUNT)
    assert sole_answer(await a_challenge(svc, rivals))[1] is DeclineReason.NOT_ALLOWED


async def test_as_many_matches_as_a_policy_says(svc: Service, other_svc: Service) -> None:
    """Of many challenges at once, through several processes, so many are accepted, never more."""
    rivals = await some_rivals(svc, 7)
    target = rivals.bots[-1]
    await accept_all(svc, target, max_matches=3)
    challengers = [
        Rivals([owner, rivals.owners[-1]], [bot, target])
        for owner, bot in zip(rivals.owners[:-1], rivals.bots[:-1], strict=True)
    ]
    new_challenges = await asyncio.gather(
        *(a_challenge(one, pair) for pair in challengers for one in (svc, other_svc))
    )
    accepted = [one for one in new_challenges if one.status is ChallengeStatus.ACCEPTED]
    assert len(accepted) == 3
    assert {sole_answer(one)[1] for one in new_challenges if one not in accepted} == {
        DeclineReason.BUSY
    }
    live = await svc.indexes.live_versions(rivals.ids[-1])
    assert sorted(live) == sorted(one.match_id or "" for one in accepted)


async def a_match_between(svc: Service, rivals: Rivals) -> Seated:
    """A running match of the rivals that nobody agreed to."""
    return await a_match_of(svc, Caller(kind=TokenKind.ADMIN, account_id="a"), rivals.bots)


async def test_an_ended_match_frees_its_place(svc: Service) -> None:
    """Matches count until their end, whoever made them; also for one who answers by itself."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1], max_matches=1)
    seated = await a_match_between(svc, rivals)
    assert sole_answer(await a_challenge(svc, rivals))[1] is DeclineReason.BUSY
    await say(svc, rivals.bots[1], max_matches=1)
    asked = await a_challenge(svc, rivals)
    with pytest.raises(TooMany):
        await challenges.accept(
            svc, rivals.bots[1], questions.AcceptChallenge(challenge_id=asked.id)
        )
    await play_out(svc, seated, random.Random(7))
    accepted = await challenges.accept(
        svc, rivals.bots[1], questions.AcceptChallenge(challenge_id=asked.id)
    )
    assert accepted.status is ChallengeStatus.ACCEPTED


async def test_an_agreement_holds_a_place_until_it_leads_nowhere(svc: Service) -> None:
    """Who has accepted is engaged while the others think, and free when one of them declines."""
    rivals = await some_rivals(svc, 3)
    for bot in rivals.bots[1:]:
        await say(svc, bot, max_matches=1)
    first, second = [await a_challenge(svc, rivals, key=key) for key in ("first", "second")]
    await challenges.accept(svc, rivals.bots[1], questions.AcceptChallenge(challenge_id=first.id))
    with pytest.raises(TooMany):
        await challenges.accept(
            svc, rivals.bots[1], questions.AcceptChallenge(challenge_id=second.id)
        )
    await challenges.decline(
        svc,
        rivals.bots[2],
        questions.DeclineChallenge(challenge_id=first.id, reason=DeclineReason.LATER),
    )
    accepted = await challenges.accept(
        svc, rivals.bots[1], questions.AcceptChallenge(challenge_id=second.id)
    )
    assert [one.answer for one in accepted.challenged] == [Answer.ACCEPTED, Answer.PENDING]


async def test_who_is_busy_does_not_challenge(svc: Service) -> None:
    """Its own challenges hold places too; one too many is refused and leaves nothing behind."""
    rivals = await some_rivals(svc, 2)
    await say(svc, rivals.bots[0], max_matches=1)
    first = await a_challenge(svc, rivals)
    for _ in range(2):
        with pytest.raises(TooMany):
            await a_challenge(svc, rivals, key="again")
    found = (await challenges.page(svc, rivals.bots[1], questions.ChallengeFilter(first=9))).items
    assert [one.id for one in found] == [first.id]
    await challenges.cancel(svc, rivals.bots[0], questions.CancelChallenge(challenge_id=first.id))
    assert (await a_challenge(svc, rivals, key="again")).status is ChallengeStatus.PENDING


async def test_the_service_bounds_what_policies_may_say(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bot plays more matches at once than the service allows."""
    monkeypatch.setattr(policies, "MOST_MATCHES", 2)
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1])
    made = [await a_challenge(svc, rivals) for _ in range(2)]
    assert {one.status for one in made} == {ChallengeStatus.ACCEPTED}
    with pytest.raises(TooMany):
        await a_challenge(svc, rivals)


async def test_a_bot_is_not_asked_without_end(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Challenges that wait for one bot are bounded; those that are over make room."""
    monkeypatch.setattr(policy_answers, "MOST_ASKED", 2)
    rivals = await some_rivals(svc, 2)
    asked = [await a_challenge(svc, rivals) for _ in range(2)]
    assert sole_answer(await a_challenge(svc, rivals))[1] is DeclineReason.BUSY
    await challenges.cancel(
        svc, rivals.bots[0], questions.CancelChallenge(challenge_id=asked[0].id)
    )
    assert sole_answer(await a_challenge(svc, rivals))[0] is Answer.PENDING


async def test_a_promise_that_led_nowhere_holds_no_place(svc: Service) -> None:
    """A place that a dead process took for what is over, or was never made, counts as free."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1], max_matches=1)
    cancelled = await a_challenge(svc, await some_rivals(svc, 2))
    for match_id in (match_of(cancelled.id), "mNeverMade"):
        assert await svc.engagements.engage(rivals.ids[1], match_id, 9)
    assert sole_answer(await a_challenge(svc, rivals))[1] is DeclineReason.BUSY
    await svc.challenges.end(cancelled.id, ChallengeEnd.CANCELLED)
    assert (await a_challenge(svc, rivals)).status is ChallengeStatus.ACCEPTED
