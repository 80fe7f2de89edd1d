"""What becomes of a challenge when a process dies, or the store is away, between two steps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from saqqara_service import questions
from saqqara_service.application.challenges import challenges, offers
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, NotFound
from saqqara_service.models import ChallengeStatus, MatchStatus
from tests.service.challengers import (
    a_challenge,
    accept_all,
    answer,
    nothing_is_left,
    some_rivals,
    until,
)
from tests.service.lookups import match_of


@contextmanager
def dying_at(
    monkeypatch: pytest.MonkeyPatch, room: object, step: str, death: Exception | None = None
) -> Iterator[None]:
    """Let this process die at that step, for the time of the block."""

    async def die(*_args: object, **_named: object) -> None:
        raise death or ConnectionAbortedError

    with monkeypatch.context() as patched:
        patched.setattr(room, step, die)
        yield


@pytest.mark.parametrize("step", ["consider", "settle", "_play"])
async def test_what_a_dead_process_left_is_finished(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever is left undone after a challenge is made or answered, a sweep of another does."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, *rivals.bots[1:])
    with dying_at(monkeypatch, offers, step), pytest.raises(ConnectionAbortedError):
        await a_challenge(svc, rivals)
    (left,) = (await challenges.page(svc, rivals.bots[0], questions.ChallengeFilter(first=9))).items
    assert left.match_id is None
    challenge = await until(other_svc, left, lambda one: one.match_id is not None, rivals.bots[0])
    match = await match_of(svc, challenge.match_id or "")
    assert (match.status, match.version) == (MatchStatus.RUNNING, 1)
    await nothing_is_left(svc, rivals)


async def test_a_process_may_die_between_acceptance_and_creation(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last acceptance is binding: the match is made by whoever comes next, once."""
    rivals = await some_rivals(svc, 2)
    challenge = await a_challenge(svc, rivals)
    with dying_at(monkeypatch, challenges, "settle"), pytest.raises(ConnectionAbortedError):
        await answer(svc, rivals.bots[1], challenge)
    left = await challenges.get(
        svc, rivals.bots[0], questions.ChallengeQuestion(challenge_id=challenge.id)
    )
    assert (left.status, left.match_id) == (ChallengeStatus.ACCEPTED, None)
    answers = await asyncio.gather(
        *(answer(one, rivals.bots[1], challenge) for one in (svc, other_svc)),
        until(other_svc, challenge, lambda one: one.match_id is not None, rivals.bots[0]),
    )
    assert len({one.match_id for one in answers}) == 1
    assert list(await svc.indexes.live_versions(rivals.ids[0])) == [answers[0].match_id]
    await nothing_is_left(svc, rivals)


async def test_an_agreement_that_cannot_be_played_any_more_ends(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the game is gone when all have accepted, the challenge is cancelled and nobody is held."""
    rivals = await some_rivals(svc, 2)
    challenge = await a_challenge(svc, rivals)

    with dying_at(monkeypatch, matches, "create", NotFound("this game is gone")):
        ended = await answer(svc, rivals.bots[1], challenge)
    assert ended.status is ChallengeStatus.CANCELLED
    await nothing_is_left(svc, rivals)


async def test_a_store_that_is_away_leaves_it_to_the_next(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy store ends nothing: the same call later goes on."""
    rivals = await some_rivals(svc, 2)
    challenge = await a_challenge(svc, rivals)

    away = Busy("not now", retry_after_ms=1)
    with dying_at(monkeypatch, matches, "create", away), pytest.raises(Busy):
        await answer(svc, rivals.bots[1], challenge)
    assert (await answer(svc, rivals.bots[1], challenge)).match_id is not None
