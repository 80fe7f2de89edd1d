"""Trial matches: a hosted bot plays bots of a ladder by its terms, unrated, before it enters."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts.accounts import demand_own, find_bots
from saqqara_service.application.challenges.pairings import pair
from saqqara_service.application.ladders import entries, ladders
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound, WrongState
from saqqara_service.models import AcceptMode, Caller, EntryStatus, LadderEntry, Pairings
from saqqara_service.storage.ladders.rows import StoredTerms

SEED_BYTES: Final = 16


async def play(svc: Service, caller: Caller, question: questions.PlayTrials) -> Pairings:
    """Play unrated matches of a hosted bot against bots of a ladder, by the ladder's terms.

    Opponents of other accounts play if their accept policies accept at once, as house bots do.
    """
    terms = (await ladders.progress(svc, question.ladder_id)).terms
    (bot,) = await find_bots(svc, [question.bot_id])
    demand_own(caller, bot)
    if not await svc.submissions.active([bot.id]):
        raise WrongState(
            f"Trial matches are for hosted bots. Submit a program for bot {bot.id!r}, and wait"
            " until it has passed its check."
        )
    listed = [one for one in await entries.listed(svc, None, question) if one.bot_id != bot.id]
    rivals = question.opponents or await _accepting(svc, listed)
    if strange := set(rivals) - {one.bot_id for one in listed}:
        raise NotFound(f"Bot {min(strange)!r} is not in this ladder.")
    if (count := len(set(rivals))) < terms.players - 1:
        raise WrongState(
            f"A match needs {terms.players - 1} opponents, and there are {count}: those that"
            " `opponents` names, or else the bots of this ladder that accept a match now."
        )
    return await pair(svc, caller, _matches(terms, bot.id, rivals, question.matches))


async def _accepting(svc: Service, listed: Sequence[LadderEntry]) -> list[str]:
    """The bots that would be paired now, and whose policies accept matches at once."""
    ready = [
        one.bot_id for one in listed if one.status is EntryStatus.ACTIVE and one.waits_for is None
    ]
    policies = await svc.policies.of(ready)
    pairs = zip(ready, policies, strict=True)
    return [bot_id for bot_id, policy in pairs if policy.mode is AcceptMode.ACCEPT]


def _matches(
    terms: StoredTerms, bot_id: str, rivals: Sequence[str], count: int
) -> questions.PairMatches:
    """So many matches, each with other opponents and seats, drawn."""
    control = terms.time_control.model_dump(by_alias=True, exclude_none=True, mode="json")
    control.pop("wallFactor", None)  # only ladders pay by processor time
    draw = Random(secrets.token_bytes(SEED_BYTES))
    pairs = []
    for _ in range(count):
        seats = [bot_id, *draw.sample(rivals, terms.players - 1)]
        draw.shuffle(seats)
        pairs.append({"key": secrets.token_hex(8), "seats": seats})
    asked = {"game": terms.game, "options": terms.options, "timeControl": control, "pairs": pairs}
    return questions.read(questions.PairMatches, asked)
