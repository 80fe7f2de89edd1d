"""Standings: what one result makes of a ladder's rows, and how rows are ranked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from saqqara_contest.ratings import INITIAL, Rating, rate
from saqqara_service.models import Bot, Standing
from saqqara_service.storage.ladder_rows import Counted, Row


def new_row(bot: Bot) -> Row:
    """The row of a bot that has not played yet."""
    return _unplayed(bot.id, bot.name)


def reset(row: Row) -> Row:
    """The row as it was before the bot's first match."""
    return _unplayed(row.bot_id, row.bot_name)


def rating_of(row: Row) -> Rating:
    """What the row says of the bot's strength."""
    return Rating(row.mu, row.sigma)


def counted(rows: Sequence[Row], result: Counted) -> list[Row]:
    """The rows of a match's bots, seat by seat, after its result."""
    ratings = rate([rating_of(row) for row in rows], result.places)
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


def fold(rows: Iterable[Row], results: Iterable[Counted]) -> list[Row]:
    """The rows after all results in their order, from rows that have not played."""
    standing = {row.bot_id: row for row in rows}
    for result in results:
        changed = counted([standing[bot_id] for bot_id in result.bots], result)
        standing.update((row.bot_id, row) for row in changed)
    return list(standing.values())


def ranked(rows: Iterable[Row]) -> list[Standing]:
    """The standings, best first; equal ordinals share a place and the next one is skipped."""
    best = sorted(rows, key=lambda row: (-rating_of(row).ordinal, row.bot_name, row.bot_id))
    ordinals = [rating_of(row).ordinal for row in best]
    return [
        Standing(
            place=1 + ordinals.index(ordinal),
            bot_id=row.bot_id,
            bot_name=row.bot_name,
            mu=row.mu,
            sigma=row.sigma,
            ordinal=ordinal,
            matches=row.matches,
            wins=row.wins,
            mean_place=row.place_sum / row.matches if row.matches else 0.0,
            flags=row.flags,
        )
        for row, ordinal in zip(best, ordinals, strict=True)
    ]


def _unplayed(bot_id: str, bot_name: str) -> Row:
    return Row(bot_id=bot_id, bot_name=bot_name, mu=INITIAL.mu, sigma=INITIAL.sigma)
