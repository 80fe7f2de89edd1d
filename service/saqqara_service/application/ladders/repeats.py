"""The seasons of a ladder that repeats: when one is over, the next is made, with its bots."""

from __future__ import annotations

import hashlib
import secrets
import string
from typing import Final

from saqqara_engine.chance import SEED_BYTES
from saqqara_service.application.ladders.entries import MOST_BOTS, is_owner_fit
from saqqara_service.application.ladders.recurrence import recurrence
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderStatus
from saqqara_service.models.ladder_formats import LadderLength
from saqqara_service.storage.ladders.rows import Progress, StoredTerms

LETTERS: Final = string.digits + string.ascii_letters
ID_LENGTH: Final = 16


async def follow(svc: Service, ladder: Progress) -> None:
    """Make the season after one that is finished and repeats; to make it twice is to make it once.

    It is open until its time comes, and starts by itself then with the bots that are in it.
    """
    if ladder.status is not LadderStatus.FINISHED or not ladder.must_follow:
        return
    if ladder.terms.every is None:
        return
    terms = next_season(ladder.terms, ladder.closed_ms, await svc.connection.now_ms())
    if await svc.seasons.progress(terms.id) is None:
        await svc.names.add(terms.name, terms.id)
        await svc.seasons.add(terms, secrets.token_bytes(SEED_BYTES))
    await svc.seasons.enlist(terms)
    for one in await svc.entries.listed(ladder.terms.id):
        (bot,) = await svc.accounts.bots([one.bot_id])
        if one.status is not EntryStatus.ACTIVE or bot is None:
            continue
        if await is_owner_fit(svc, terms, bot):
            changed = {"version": bot.version, "is_house": bot.is_house, "faults": 0}
            entry = one.model_copy(update=changed)
            await svc.engagements.follow_entry(bot.id, terms.id, terms.created_ms)
            most = terms.bots_per_account
            await svc.entries.enrol(terms.id, entry, MOST_BOTS, most, [LadderStatus.OPEN])
    await svc.seasons.followed(ladder.terms.id, terms.id)


def next_season(terms: StoredTerms, closed_ms: int, now_ms: int) -> StoredTerms:
    """The terms of the season after one that was closed then.

    Its start is the first of the repetition after that, also if it has gone by since: it starts
    late then, and once.
    """
    assert terms.every is not None  # noqa: S101 - it repeats
    start_ms = recurrence(terms.every).next_after(closed_ms)
    has_blocks = terms.format.rules.length is LadderLength.BLOCKS
    length_ms = None
    if terms.end_at_ms is not None and terms.start_at_ms is not None:
        length_ms = terms.end_at_ms - terms.start_at_ms
    return terms.model_copy(
        update={
            "id": id_after(terms.id),
            "season": (terms.season or 1) + 1,
            "previous_season_id": terms.id,
            "created_ms": now_ms,
            "start_at_ms": start_ms,
            "end_at_ms": None if length_ms is None else max(start_ms, now_ms) + length_ms,
            "blocks": terms.blocks if has_blocks else None,
            "field": (),
        }
    )


def id_after(ladder_id: str) -> str:
    """The id of the season or stage that follows one: the same for everybody who makes it."""
    number = int.from_bytes(hashlib.sha256(f"after {ladder_id}".encode()).digest())
    letters = []
    for _ in range(ID_LENGTH):
        number, one = divmod(number, len(LETTERS))
        letters.append(LETTERS[one])
    return "l" + "".join(letters)
