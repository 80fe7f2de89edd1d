"""Continuous ladders: the bots with the fewest matches meet others of similar strength."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.pairing import Reason, next_blocks
from saqqara_contest.tournaments.draws import by_lot
from saqqara_contest.tournaments.tie_breaks import WITHOUT_ROUNDS
from saqqara_service.application.folds.standings import rating_of
from saqqara_service.application.ladders.eligibility import booked_up, loads, unwilling
from saqqara_service.application.ladders.formats.format import (
    BlockPlan,
    Entries,
    Format,
    Names,
    PlannedBlock,
    ScoreRow,
    of_points,
)
from saqqara_service.application.ladders.meetings import History
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, LadderFormat, PairedBot, PairingKind, PairingReason
from saqqara_service.storage.ladders.rows import FitRow, Progress


class Continuous(Format):
    """Block after block, until there are as many as its terms say."""

    async def plan(self, svc: Service, ladder: Progress, entries: Entries, count: int) -> BlockPlan:
        """Blocks around the bots with the fewest matches, of those that are there and willing."""
        terms = ladder.terms
        rows = await svc.ladders.rows(terms.id)
        loaded = await loads(svc, terms.id, {one.bot_id for one in entries})
        away = set(await unwilling(svc, terms, entries, loaded))
        away |= booked_up(await svc.ladders.queue_head(terms.id, terms.concurrency), loaded)
        blocks = next_blocks(
            [entry.bot_id for entry in entries],
            {entry.bot_id: rating_of(entry, rows.get(entry.bot_id, [])) for entry in entries},
            await svc.ladders.booked(terms.id),
            terms.players,
            count,
            seed=bytes.fromhex(ladder.seed),
            first=ladder.blocks_planned,
            available=[
                one.bot_id
                for one in entries
                if one.status is EntryStatus.ACTIVE and one.bot_id not in away
            ],
            forbidden=kept_apart(terms, entries),
        )
        return BlockPlan([PlannedBlock(block.bots, _reason(block.reason)) for block in blocks])

    def table(self, past: History) -> list[ScoreRow]:
        """The points of all, although strength is what such a ladder measures."""
        return [ScoreRow(score) for score in of_points(past, past.bots, WITHOUT_ROUNDS)]

    async def ranked(
        self, svc: Service, ladder: Progress, entries: Entries, drawn: Sequence[str] | None = None
    ) -> list[str]:
        """The bots by strength: who met stronger ones has fewer points."""
        fit = await svc.fits.latest(ladder.terms.id)
        rows = fit.rows if fit else []
        return by_strength(rows, by_lot(ladder.seed, 0, {row.bot_id for row in rows}))

    def sentence(self, reason: PairingReason, names: Names) -> str:
        """What was compared: matches, and strength where that was not left to the lot."""
        anchor, *company = reason.bots
        fewest = f"{names[anchor.bot_id]} had the fewest matches ({anchor.games})"
        if reason.kind is PairingKind.LOT:
            return f"{fewest}; {' and '.join(names[one.bot_id] for one in company)} at random"
        joined = [
            f"{names[one.bot_id]} was {one.distance:.1f} away in sampled strength"
            + (f" and had met the table {one.met} times just before" if one.met else "")
            for one in company
        ]
        return "; ".join([fewest, *joined])


def _reason(found: Reason) -> PairingReason:
    company = [
        PairedBot(bot_id=one.bot, games=one.games, distance=one.distance, met=one.met)
        for one in found.company
    ]
    kind = PairingKind.LOT if found.by_lot else PairingKind.RATING
    anchor = PairedBot(bot_id=found.anchor, games=found.games)
    return PairingReason(kind=kind, bots=[anchor, *company])


def by_strength(rows: Sequence[FitRow], drawn: Sequence[str]) -> list[str]:
    """Bots by their places in the latest fit, the largest group first; then who has none.

    Of those that share a place the one that was drawn first comes first.
    """
    lot = {bot: number for number, bot in enumerate(drawn)}
    placed = sorted(
        (row.group, row.place, lot[row.bot_id], row.bot_id) for row in rows if row.place is not None
    )
    others = sorted((-row.elo, lot[row.bot_id], row.bot_id) for row in rows if row.place is None)
    return list(dict.fromkeys([*(bot for *_, bot in placed), *(bot for *_, bot in others)]))


FORMATS = {LadderFormat.CONTINUOUS: Continuous()}
