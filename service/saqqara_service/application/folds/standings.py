"""Standings: what one result makes of a ladder's rows, and how rows are ranked.

A row belongs to one version of a bot; its first result makes it. So all rows are the fold of the
results, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from saqqara_contest.ratings import INITIAL, Rating, in_elo, is_provisional, rate, succeed
from saqqara_service.models import LadderEntry, Standing
from saqqara_service.storage.ladders.rows import CountedMatch, StandingRow


def rating_of(entry: LadderEntry, rows: Sequence[StandingRow]) -> Rating:
    """What the ladder knows of the version that is paired, from the rows of its bot."""
    row = row_of(entry.bot_id, entry.version, rows)
    return Rating(row.mu, row.sigma)


def row_of(bot_id: str, version: int, rows: Sequence[StandingRow]) -> StandingRow:
    """The row of that version, or the one with which it begins: the parent's, but less certain.

    The parent is the version that came into the ladder last.
    """
    known = next((row for row in rows if row.version == version), None)
    if known is not None:
        return known
    begin = succeed(Rating(rows[-1].mu, rows[-1].sigma)) if rows else INITIAL
    return StandingRow(bot_id=bot_id, version=version, mu=begin.mu, sigma=begin.sigma)


def counted(
    rows: Mapping[str, Sequence[StandingRow]], result: CountedMatch
) -> dict[str, list[StandingRow]]:
    """The rows of a match's bots after its result; `rows` are those of each bot before it."""
    seats = zip(result.bots, result.versions, strict=True)
    before = [row_of(bot_id, version, rows[bot_id]) for bot_id, version in seats]
    after = _after(before, result) if result.rated else before
    return {row.bot_id: _with(rows[row.bot_id], row) for row in after}


def ranked(
    entries: Iterable[LadderEntry], rows: Mapping[str, Sequence[StandingRow]], players: int
) -> list[Standing]:
    """The standings, best first; equal ordinals share a place and the next one is skipped.

    Elo is that of matches of so many players.
    """
    found = [
        (entry, row) for entry in entries for row in _rows_of(entry, rows.get(entry.bot_id, []))
    ]
    best = sorted(found, key=lambda one: (-_ordinal(one[1]), one[0].bot_name, one[1].bot_id))
    ordinals = [_ordinal(row) for _, row in best]
    return [
        Standing(
            place=1 + ordinals.index(ordinal),
            bot_id=row.bot_id,
            bot_name=entry.bot_name,
            version=row.version,
            retired=row.version != entry.version,
            elo=shown.elo,
            low=shown.low,
            high=shown.high,
            provisional=is_provisional(rating),
            mu=row.mu,
            sigma=row.sigma,
            matches=row.matches,
            wins=row.wins,
            mean_place=row.place_sum / row.matches if row.matches else 0.0,
            flags=row.flags,
        )
        for (entry, row), ordinal in zip(best, ordinals, strict=True)
        for rating in (Rating(row.mu, row.sigma),)
        for shown in (in_elo(rating, players),)
    ]


def _rows_of(entry: LadderEntry, rows: Sequence[StandingRow]) -> list[StandingRow]:
    """The rows of a bot, that of the version which is paired among them."""
    return _with(rows, row_of(entry.bot_id, entry.version, rows))


def _with(rows: Sequence[StandingRow], changed: StandingRow) -> list[StandingRow]:
    """The rows with one of them in its new form, or added at the end."""
    if all(row.version != changed.version for row in rows):
        return [*rows, changed]
    return [changed if row.version == changed.version else row for row in rows]


def _after(rows: Sequence[StandingRow], result: CountedMatch) -> list[StandingRow]:
    ratings = rate([Rating(row.mu, row.sigma) for row in rows], result.places)
    winners = result.places.count(1)
    return [
        row.model_copy(
            update={
                "mu": rating.mu,
                "sigma": rating.sigma,
                "matches": row.matches + 1,
                "wins": row.wins + (1 / winners if place == 1 else 0),
                "place_sum": row.place_sum + place,
                "flags": row.flags + (not kept_time),
            }
        )
        for row, rating, place, kept_time in zip(
            rows, ratings, result.places, result.kept_time, strict=True
        )
    ]


def _ordinal(row: StandingRow) -> float:
    return Rating(row.mu, row.sigma).ordinal
