"""Arenas: until the end, whoever is free meets others of about equal points."""

from __future__ import annotations

from collections.abc import Collection

from saqqara_contest.tournaments.arenas import arena_tables, runs
from saqqara_contest.tournaments.scores import Score, places
from saqqara_contest.tournaments.tie_breaks import TieBreak
from saqqara_service.application.ladders.eligibility import loads, unwilling
from saqqara_service.application.ladders.formats.format import (
    BlockPlan,
    Entries,
    Format,
    Names,
    PlannedBlock,
    ScoreRow,
    history,
)
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.models.ladder_formats import MOST_BLOCKS
from saqqara_service.storage.ladders.rows import Progress


class Arena(Format):
    """Bots come and go; winning streaks count double."""

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """At most so many blocks of bots that wait for no match of the ladder and play none."""
        terms = ladder.terms
        free = await _free(svc, ladder, entries)
        if len(free) < terms.players:  # most of the time: the schedule is long, and not read for it
            return BlockPlan([])
        past = await history(svc, terms, entries)
        now = runs(past.bots, past.played.ended)
        last_table: dict[str, tuple[int, Collection[str]]] = {}
        for match_id, one in sorted(past.schedule.planned.items(), key=lambda item: item[1].place):
            if past.schedule.outcomes.get(match_id) != "dropped":
                last_table |= {bot: (one.block, {*one.bots} - {bot}) for bot in one.bots}
        tables = arena_tables(
            free,
            {bot: run.points for bot, run in now.items()},
            last_table,
            terms.players,
            seed=bytes.fromhex(ladder.seed),
            number=ladder.blocks_planned,
            apart=kept_apart(terms, entries),
        )
        return BlockPlan(
            [
                PlannedBlock(
                    bots,
                    PairingReason(
                        kind=PairingKind.ARENA,
                        bots=[PairedBot(bot_id=bot, points=now[bot].points) for bot in bots],
                    ),
                )
                for bots in tables[:count]
            ]
        )

    def blocks_left(self, ladder: Progress) -> int:
        """As many as there may be: its end ends it."""
        return MOST_BLOCKS - ladder.blocks_planned + ladder.blocks_dropped

    def table(self, past: History) -> list[ScoreRow]:
        """Points with streaks, in the order in which meetings ended."""
        now = runs(past.bots, past.played.ended)
        keys = {bot: (run.points, run.wins) for bot, run in now.items()}
        return [
            ScoreRow(
                Score(
                    place=place,
                    bot=bot,
                    points=now[bot].points,
                    meetings=now[bot].meetings,
                    tie_breaks={TieBreak.WINS: now[bot].wins},
                ),
                streak=now[bot].streak,
            )
            for bot, place in places(keys).items()
        ]

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """The points with which they met."""
        return f"free bots with {' and '.join(f'{one.points:g}' for one in reason.bots)} points"


async def _free(svc: Service, ladder: Progress, entries: Entries) -> list[str]:
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


FORMATS = {LadderFormat.ARENA: Arena()}
