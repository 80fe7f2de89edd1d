"""Bots that challenge each other, for tests that find matches through the use cases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.matches import policies
from saqqara_service.application.operations import reconciler
from saqqara_service.application.service import Service
from saqqara_service.models import AcceptMode, AcceptPolicy, Caller, Challenge, MatchTerms
from tests.service.matches import UNHURRIED, an_owner, some_bots

PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Rivals:
    """Bots, each of an account of its own: the first challenges the others."""

    owners: list[Caller]
    bots: list[Caller]

    @property
    def ids(self) -> list[str]:
        """The ids of all."""
        return [bot.bot_id for bot in self.bots if bot.bot_id is not None]


async def some_rivals(svc: Service, count: int = 2) -> Rivals:
    """So many of them."""
    owners = [await an_owner(svc, f"owner {number}") for number in range(count)]
    return Rivals(owners, [(await some_bots(svc, owner, 1))[0] for owner in owners])


async def a_challenge(
    svc: Service,
    rivals: Rivals,
    *,
    expires_in_ms: int = 60_000,
    key: str | None = None,
    **other: Any,
) -> Challenge:
    """The first bot's challenge of all others; what is said otherwise is of what is offered."""
    terms = MatchTerms(
        game="imhotep", options={"players": len(rivals.bots)}, time_control=UNHURRIED
    )
    offered = Offered(**{"terms": terms, **other})
    challenger, *_ = rivals.bots
    return await offer(
        svc, challenger, None, rivals.ids[1:], offered, expires_in_ms=expires_in_ms, key=key
    )


async def offer(
    svc: Service,
    caller: Caller,
    bot_id: str | None,
    challenged: list[str],
    offered: Offered,
    **how: Any,
) -> Challenge:
    """Challenge others, by the bot or as the caller; as quickly over as a test wants it."""
    said = dict(offered.terms)
    times = said.pop("time_control").model_dump(exclude_none=True)
    question = questions.CreateChallenge.model_construct(
        **said,
        time_control=questions.TimeControlTerms(**times),
        bot_id=bot_id,
        challenged=challenged,
        seats=offered.seats,
        start_at_ms=offered.start_at_ms,
        **how,
    )
    return await challenges.create(svc, caller, question)


async def say(svc: Service, bot: Caller, **policy: Any) -> None:
    """Say the policy of a bot."""
    assert bot.bot_id is not None
    await policies.put(svc, bot, bot.bot_id, AcceptPolicy(**policy))


async def accept_all(svc: Service, *bots: Caller, **policy: Any) -> None:
    """Let the bots accept without being asked."""
    for bot in bots:
        await say(svc, bot, mode=AcceptMode.ACCEPT, **policy)


async def answer(svc: Service, bot: Caller, challenge: Challenge) -> Challenge:
    """The challenge after a bot has accepted it."""
    return await challenges.accept(svc, bot, questions.AcceptChallenge(challenge_id=challenge.id))


async def until(
    svc: Service, challenge: Challenge, is_so: Callable[[Challenge], bool], by: Caller
) -> Challenge:
    """The challenge once the sweeps have made it so."""
    patience = time.monotonic() + PATIENCE_S
    while not is_so(
        found := await challenges.get(
            svc, by, questions.ChallengeQuestion(challenge_id=challenge.id)
        )
    ):
        assert time.monotonic() < patience, found
        await reconciler.sweep(svc)
        await asyncio.sleep(0.02)
    return found


async def nothing_is_left(svc: Service, rivals: Rivals) -> None:
    """No bot is held by a match that does not exist, and no timer is set."""
    for bot_id in rivals.ids:
        live = await svc.indexes.live_versions(bot_id)
        held = await svc.connection.read.smembers(f"player:{bot_id}:live")
        assert set(live) == set(map(str, held))
    assert (await svc.timers.due()).ids == []
