"""Standings: what one result makes of a ladder's rows, and the table of rows and the latest fit.

A row belongs to one version of a bot; its first result makes it. So all rows are the fold of the
results, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from saqqara_contest.ratings import INITIAL, Rating, in_elo, rate, succeed
from saqqara_service.models import LadderEntry, Standing
from saqqara_service.storage.ladders.rows import CountedMatch, FitRow, StandingRow


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


def standings(
    entries: Iterable[LadderEntry],
    rows: Mapping[str, Sequence[StandingRow]],
    fitted: Sequence[FitRow],
    players: int,
) -> list[Standing]:
    """The rows of the fit in its order, then estimates of all versions that it does not have.

    An estimate is the live rating, in Elo of matches of so many players. It has no place: a rating
    after a few matches is no rank.
    """
    found = {
        (row.bot_id, row.version): (entry, row)
        for entry in entries
        for row in _rows_of(entry, rows.get(entry.bot_id, []))
    }
    table = [
        _standing(dict(one), *found.pop((one.bot_id, one.version)))
        for one in fitted
        if (one.bot_id, one.version) in found
        and found[one.bot_id, one.version][1].matches  # else all were annulled a moment ago
    ]
    estimates = [_standing(_estimate(row, players), entry, row) for entry, row in found.values()]
    return table + sorted(estimates, key=lambda one: (-one.elo, one.bot_name, one.bot_id))


def _standing(strength: dict[str, Any], entry: LadderEntry, row: StandingRow) -> Standing:
    counted_now = {
        "matches": row.matches,
        "wins": row.wins,
        "mean_place": row.place_sum / row.matches if row.matches else 0.0,
        "flags": row.flags,
    }
    # Until a new version has a result, the one before it keeps the place.
    retired = row.version != entry.version and strength["place"] is None
    return Standing(bot_name=entry.bot_name, retired=retired, **strength | counted_now)


def _estimate(row: StandingRow, players: int) -> dict[str, Any]:
    """A row of a fit with nothing but the live rating."""
    elo, low, high = in_elo(Rating(row.mu, row.sigma), players)
    known = {"bot_id": row.bot_id, "version": row.version, "elo": elo, "low": low, "high": high}
    return dict.fromkeys(FitRow.model_fields) | known


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
