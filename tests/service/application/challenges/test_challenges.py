"""Challenges: offered, answered, and made into a match exactly once."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest

from saqqara_contest.seating import draw_commitment, draw_seats
from saqqara_service import questions
from saqqara_service.application.challenges import challenges, offers
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ActionIdReused,
    ApplicationError,
    Forbidden,
    Malformed,
    NotFound,
    WrongState,
)
from saqqara_service.models import (
    Answer,
    Caller,
    ChallengeStatus,
    DeclineReason,
    MatchStatus,
    MatchTerms,
    TokenKind,
)
from saqqara_service.models.policies import ADVICE
from tests.service.challengers import (
    a_challenge,
    accept_all,
    answer,
    nothing_is_left,
    offer,
    say,
    some_rivals,
    until,
)
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_owner, some_bots


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_match_starts_when_all_have_accepted(svc: Service, players: int) -> None:
    """One by one they accept; the last one is told the match, which runs by the terms."""
    rivals = await some_rivals(svc, players)
    challenge = await a_challenge(svc, rivals)
    assert (challenge.status, challenge.seats, challenge.draw) == (ChallengeStatus.PENDING,) + (
        None,
    ) * 2
    for bot in rivals.bots[1:]:
        assert challenge.status is ChallengeStatus.PENDING
        challenge = await answer(svc, bot, challenge)
    assert challenge.status is ChallengeStatus.ACCEPTED
    assert challenge.match_id is not None
    match = await match_of(svc, challenge.match_id)
    assert match.status is MatchStatus.RUNNING
    assert [seat.bot_id for seat in match.seats] == challenge.seats
    assert sorted(challenge.seats or []) == sorted(rivals.ids)
    assert match.time_control == challenge.terms.time_control
    await nothing_is_left(svc, rivals)


async def test_a_draw_of_seats_can_be_checked(svc: Service) -> None:
    """The secret is bound before anybody accepts and told when all have; seats follow from it."""
    first = set()
    for _ in range(12):
        rivals = await some_rivals(svc, 2)
        asked = await a_challenge(svc, rivals)
        accepted = await answer(svc, rivals.bots[1], asked)
        secret = bytes.fromhex(accepted.draw or "")
        assert asked.draw_commitment == accepted.draw_commitment
        assert draw_commitment(secret, accepted.id) == accepted.draw_commitment
        assert accepted.seats == list(draw_seats(secret, rivals.ids))
        by_hand = sorted(rivals.ids, key=lambda one: hashlib.sha256(secret + one.encode()).digest())
        assert accepted.seats == by_hand
        first.add((accepted.seats or [])[0] == rivals.ids[0])
    assert first == {True, False}


async def test_seats_may_be_said(svc: Service) -> None:
    """Then nothing is drawn; they must be those of all who play, each once."""
    rivals = await some_rivals(svc, 3)
    one, two, three = rivals.ids
    for seats in ([one, two], [one, two, two], [one, two, "bOther"]):
        with pytest.raises(Malformed, match="exactly once"):
            await a_challenge(svc, rivals, seats=seats)
    challenge = await a_challenge(svc, rivals, seats=[three, one, two])
    assert (challenge.seats, challenge.draw_commitment) == ([three, one, two], None)
    for bot in rivals.bots[1:]:
        challenge = await answer(svc, bot, challenge)
    match = await match_of(svc, challenge.match_id or "")
    assert [seat.bot_id for seat in match.seats] == [three, one, two]


async def test_one_who_declines_ends_it_for_all(svc: Service) -> None:
    """The reason is told, all bots are free again, and no other answer counts any more."""
    rivals = await some_rivals(svc, 3)
    _one, two, three = rivals.bots
    challenge = await answer(svc, two, await a_challenge(svc, rivals))
    with pytest.raises(WrongState, match="accepted challenge"):
        await challenges.decline(
            svc,
            two,
            questions.DeclineChallenge(challenge_id=challenge.id, reason=DeclineReason.LATER),
        )
    for _ in range(2):
        declined = await challenges.decline(
            svc,
            three,
            questions.DeclineChallenge(challenge_id=challenge.id, reason=DeclineReason.LATER),
        )
        assert declined.status is ChallengeStatus.DECLINED
        assert [(one.answer, one.reason) for one in declined.challenged] == [
            (Answer.ACCEPTED, None),
            (Answer.DECLINED, DeclineReason.LATER),
        ]
        assert [one.advice for one in declined.challenged] == [None, ADVICE[DeclineReason.LATER]]
    with pytest.raises(WrongState, match="declined"):
        await answer(svc, three, challenge)
    assert declined.match_id is None
    await nothing_is_left(svc, rivals)


def test_every_reason_says_what_to_do() -> None:
    """No bot declines without that its challenger learns what could be changed."""
    assert ADVICE.keys() == set(DeclineReason)
    assert all(len(advice.split()) > 4 for advice in ADVICE.values())


async def test_who_challenges_may_take_it_back(svc: Service) -> None:
    """The bot, its owner or an operator may; not another; not when the match is made."""
    rivals = await some_rivals(svc, 2)
    admin = Caller(kind=TokenKind.ADMIN, account_id="a")
    for canceller in (rivals.bots[0], rivals.owners[0], admin):
        challenge = await a_challenge(svc, rivals)
        with pytest.raises(Forbidden):
            await challenges.cancel(
                svc, rivals.bots[1], questions.CancelChallenge(challenge_id=challenge.id)
            )
        for _ in range(2):
            cancelled = await challenges.cancel(
                svc, canceller, questions.CancelChallenge(challenge_id=challenge.id)
            )
            assert cancelled.status is ChallengeStatus.CANCELLED
        with pytest.raises(WrongState, match="cancelled"):
            await answer(svc, rivals.bots[1], challenge)
    challenge = await answer(svc, rivals.bots[1], await a_challenge(svc, rivals))
    with pytest.raises(WrongState, match="accepted"):
        await challenges.cancel(
            svc, rivals.bots[0], questions.CancelChallenge(challenge_id=challenge.id)
        )
    await nothing_is_left(svc, rivals)


async def test_a_challenge_expires(svc: Service, other_svc: Service) -> None:
    """After its time no answer counts, whether a sweep has come by or not; then it is told so."""
    rivals = await some_rivals(svc, 2)
    swept, late = [await a_challenge(svc, rivals, expires_in_ms=1_000) for _ in range(2)]
    while await svc.connection.now_ms() <= late.expires_ms:
        await asyncio.sleep(0.05)
    with pytest.raises(WrongState, match="expired"):
        await answer(svc, rivals.bots[1], late)
    expired = await until(
        other_svc, swept, lambda one: one.status is ChallengeStatus.EXPIRED, rivals.bots[0]
    )
    assert expired.challenged[0].answer is Answer.PENDING
    await nothing_is_left(svc, rivals)


async def test_only_who_has_to_do_with_it_sees_or_answers_it(svc: Service) -> None:
    """The bots, their owners and operators; to all others there is no such challenge."""
    rivals = await some_rivals(svc, 2)
    (sibling,) = await some_bots(svc, rivals.owners[1], 1)
    challenge = await a_challenge(svc, rivals)
    for caller in (*rivals.bots, *rivals.owners, Caller(kind=TokenKind.ADMIN, account_id="a")):
        assert (
            await challenges.get(
                svc, caller, questions.ChallengeQuestion(challenge_id=challenge.id)
            )
            == challenge
        )
    for stranger in (await an_owner(svc, "stranger"), sibling):
        with pytest.raises(NotFound):
            await challenges.get(
                svc, stranger, questions.ChallengeQuestion(challenge_id=challenge.id)
            )
        with pytest.raises(NotFound):
            await answer(svc, stranger, challenge)
    with pytest.raises(Forbidden, match="challenged players"):
        await answer(svc, rivals.bots[0], challenge)
    with pytest.raises(NotFound):
        await challenges.get(
            svc, rivals.bots[0], questions.ChallengeQuestion(challenge_id="no {challenge}")
        )
    assert (await answer(svc, rivals.owners[1], challenge)).status is ChallengeStatus.ACCEPTED


@pytest.mark.parametrize("by_policy", [False, True])
async def test_accepts_that_race_make_one_match(
    svc: Service,
    other_svc: Service,
    by_policy: bool,  # noqa: FBT001
) -> None:
    """However many processes accept or create at once, one match is made and starts once."""
    for number in range(8):
        rivals = await some_rivals(svc, 3)
        if by_policy:
            await accept_all(svc, *rivals.bots[1:])
        made = await asyncio.gather(
            *(a_challenge(one, rivals, key=f"race {number}") for one in (svc, other_svc) * 2)
        )
        assert len({one.id for one in made}) == 1
        if not by_policy:
            await asyncio.gather(
                *(answer(one, bot, made[0]) for one in (svc, other_svc) for bot in rivals.bots[1:])
            )
        decided = await challenges.get(
            svc, rivals.bots[0], questions.ChallengeQuestion(challenge_id=made[0].id)
        )
        assert decided.status is ChallengeStatus.ACCEPTED
        for bot_id in rivals.ids:
            assert list(await svc.indexes.live_versions(bot_id)) == [decided.match_id]
        match = await match_of(svc, decided.match_id or "")
        assert (match.status, match.version) == (MatchStatus.RUNNING, 1)
        await nothing_is_left(svc, rivals)


async def test_accepting_and_declining_race_to_one_end(svc: Service, other_svc: Service) -> None:
    """Either the match is made or nobody is held: never both, never neither."""
    for _ in range(10):
        rivals = await some_rivals(svc, 2)
        challenge = await a_challenge(svc, rivals)
        bot = rivals.bots[1]
        await asyncio.gather(
            answer(svc, bot, challenge),
            challenges.decline(
                other_svc,
                bot,
                questions.DeclineChallenge(challenge_id=challenge.id, reason=DeclineReason.LATER),
            ),
            challenges.cancel(
                other_svc, rivals.bots[0], questions.CancelChallenge(challenge_id=challenge.id)
            ),
            return_exceptions=True,
        )
        decided = await challenges.get(
            svc, rivals.bots[0], questions.ChallengeQuestion(challenge_id=challenge.id)
        )
        assert decided.status.is_over
        assert (decided.match_id is not None) == (decided.status is ChallengeStatus.ACCEPTED)
        await nothing_is_left(svc, rivals)


async def test_a_key_makes_one_challenge(svc: Service) -> None:
    """The same call under a key finds what it made; another under it is refused."""
    rivals, others = await some_rivals(svc, 2), await some_rivals(svc, 2)
    made = await a_challenge(svc, rivals, key="mine")
    assert await a_challenge(svc, rivals, key="mine") == made
    assert (await a_challenge(svc, others, key="mine")).id != made.id
    with pytest.raises(ActionIdReused):
        await a_challenge(svc, rivals, key="mine", seats=rivals.ids)
    await challenges.cancel(svc, rivals.bots[0], questions.CancelChallenge(challenge_id=made.id))
    assert (await a_challenge(svc, rivals, key="mine")).status is ChallengeStatus.CANCELLED


@pytest.mark.parametrize(
    ("bot", "challenged", "refusal"),
    [
        (0, [0], Malformed),
        (0, [1, 1], Malformed),
        (0, [9], NotFound),
        (2, [1], Forbidden),
    ],
)
async def test_who_can_be_challenged(
    svc: Service, bot: int, challenged: list[int], refusal: type[ApplicationError]
) -> None:
    """Others, each once, with a bot of one's own."""
    rivals = await some_rivals(svc, 3)
    ids = dict(enumerate(rivals.ids))
    terms = MatchTerms(game="imhotep", options={}, time_control=UNHURRIED)
    with pytest.raises(refusal):
        await offer(
            svc,
            rivals.owners[0],
            ids[bot],
            [ids.get(one, "bNobody") for one in challenged],
            offers.Offered(terms),
        )


async def test_pages_list_every_challenge_once_newest_first(svc: Service) -> None:
    """By bot, by account and by status; each party has it in its list, and nobody else."""
    rivals, others = await some_rivals(svc, 2), await some_rivals(svc, 2)
    await say(svc, rivals.bots[0], max_matches=9)
    made = [await a_challenge(svc, rivals, key=str(number)) for number in range(5)]
    await challenges.cancel(svc, rivals.bots[0], questions.CancelChallenge(challenge_id=made[2].id))
    await a_challenge(svc, others)

    async def listed(caller: Caller, bot_id: str | None = None, **wanted: Any) -> list[str]:
        ids: list[str] = []
        after: str | None = None
        while True:
            question = questions.ChallengeFilter(bot_id=bot_id, first=2, after=after, **wanted)
            page = await challenges.page(svc, caller, question)
            ids += [one.id for one in page.items]
            if (after := page.cursor) is None:
                return ids

    everything = {one.id for one in made}
    for caller in (*rivals.bots, *rivals.owners):
        ids = await listed(caller)
        assert (set(ids), len(ids)) == (everything, 5)
        assert await listed(caller, status=ChallengeStatus.CANCELLED) == [made[2].id]
    assert set(await listed(rivals.owners[0], rivals.ids[0])) == everything
    with pytest.raises(Forbidden):
        await listed(rivals.owners[0], rivals.ids[1])
