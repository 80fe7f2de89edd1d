"""Pairing in an arena: whoever is free meets others of about equal points."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from saqqara_contest.tournaments.arenas import arena_tables, runs
from saqqara_service.application.ladders.formats import Meant
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.application.ladders.rounds import played
from saqqara_service.application.ladders.willing import loads, unwilling
from saqqara_service.application.service import Service
from saqqara_service.models import (
    EntryStatus,
    LadderEntry,
    PairedBot,
    PairingKind,
    PairingReason,
)
from saqqara_service.storage.ladders.rows import Progress


async def free_meet(
    svc: Service, ladder: Progress, entries: Sequence[LadderEntry], count: int
) -> list[Meant]:
    """At most so many blocks of bots that wait for no match of the ladder and play none."""
    terms = ladder.terms
    free = await _free(svc, ladder, entries)
    if len(free) < terms.players:  # most of the time: the schedule is long, and not read for it
        return []
    found = await svc.ladders.schedule(terms.id)
    rulings = await svc.rulings.of(terms.id)
    now = runs([one.bot_id for one in entries], played(terms, found, rulings).ended)
    last_table: dict[str, tuple[int, Collection[str]]] = {}
    for match_id, planned in sorted(found.planned.items(), key=lambda item: item[1].place):
        if found.outcomes.get(match_id) != "dropped":
            last_table |= {bot: (planned.block, {*planned.bots} - {bot}) for bot in planned.bots}
    tables = arena_tables(
        free,
        {bot: run.points for bot, run in now.items()},
        last_table,
        terms.players,
        seed=bytes.fromhex(ladder.seed),
        number=ladder.blocks_planned,
        apart=kept_apart(terms, entries),
    )
    return [
        Meant(
            bots,
            PairingReason(
                kind=PairingKind.ARENA,
                bots=[PairedBot(bot_id=bot, points=now[bot].points) for bot in bots],
            ),
        )
        for bots in tables[:count]
    ]


async def _free(svc: Service, ladder: Progress, entries: Sequence[LadderEntry]) -> list[str]:
    """Who is there and willing, with no match of the ladder under way and none that waits."""
    terms = ladder.terms
    loaded = await loads(svc, terms.id, {one.bot_id for one in entries})
    away = await unwilling(svc, terms, entries, loaded)
    queued = await svc.ladders.queue_head(terms.id, ladder.queued) if ladder.queued else []
    waiting = {bot for planned in queued for bot in planned.bots}
    return [
        one.bot_id
        for one in entries
        if one.status is EntryStatus.ACTIVE
        and one.bot_id not in away
        and one.bot_id not in waiting
        and not loaded[one.bot_id].of_ladder
    ]
