"""C6: every match of a ladder counts once, and its ratings are the fold of its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import isclose
from typing import Any, Final

from openskill.models import PlackettLuce

from tests.chaos.redis_log import StoredLadder, StoredMatch

MU: Final = 25.0
SIGMA: Final = MU / 3
_MODEL = PlackettLuce(mu=MU, sigma=SIGMA, beta=SIGMA / 2, tau=0.0)


def ladder_faults(
    ladders: Iterable[StoredLadder], logs: Mapping[str, StoredMatch], *, is_over: bool
) -> Iterator[str]:
    """What is wrong with the ladders, by their results and the logs of their matches."""
    for ladder in ladders:
        yield from _counted_once(ladder, logs)
        yield from _is_fold(ladder)
        if is_over:
            yield from _is_whole(ladder, logs)


def lease_faults(leases: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Whoever writes a ladder does it under the newest token there is."""
    newest: dict[str, int] = {}
    for key, token in leases:
        if token < newest.get(key, 0):
            yield f"C6 {key}: written under token {token} after token {newest[key]}"
        newest[key] = max(token, newest.get(key, 0))


def _counted_once(ladder: StoredLadder, logs: Mapping[str, StoredMatch]) -> Iterator[str]:
    for match_id, times in Counter(one["match_id"] for one in ladder.results).items():
        if times > 1:
            yield f"C6 {match_id}: counted {times} times"
    for number, result in enumerate(ladder.results, 1):
        match_id = result["match_id"]
        if ladder.outcomes.get(match_id) != str(number):
            yield f"C6 {match_id}: result {number}, but told as {ladder.outcomes.get(match_id)}"
        ended = logs[match_id].result if match_id in logs else None
        if ended is None or [seat["place"] for seat in ended["seats"]] != result["places"]:
            yield f"C6 {match_id}: counted as {result['places']}, not as it ended"


def _is_fold(ladder: StoredLadder) -> Iterator[str]:
    ratings: dict[str, tuple[float, float]] = {}
    played: Counter[str] = Counter()
    for result in ladder.results:
        played.update(result["bots"])
        if result["rated"]:
            ratings |= _rated(ratings, result)
    for bot, rows in ladder.rows.items():
        row, (mu, sigma) = rows[-1], ratings.get(bot, (MU, SIGMA))
        if not isclose(row["mu"], mu) or not isclose(row["sigma"], sigma):
            yield f"C6 {ladder.id}: {bot} is rated {row['mu']:.3f}, by the results {mu:.3f}"
        if sum(one["matches"] for one in rows) != played[bot]:
            yield f"C6 {ladder.id}: {bot} has not played {played[bot]} matches by its rows"


def _rated(
    ratings: Mapping[str, tuple[float, float]], result: Mapping[str, Any]
) -> dict[str, tuple[float, float]]:
    before = [ratings.get(bot, (MU, SIGMA)) for bot in result["bots"]]
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in result["places"]])
    return {bot: (one.mu, one.sigma) for bot, (one,) in zip(result["bots"], after, strict=True)}


def _is_whole(ladder: StoredLadder, logs: Mapping[str, StoredMatch]) -> Iterator[str]:
    if ladder.row.get("status") != "finished":
        yield f"C6 {ladder.id}: {ladder.row.get('status')}, not finished"
    counted = {one["match_id"] for one in ladder.results}
    for match_id, stored in logs.items():
        is_due = stored.row.get("ladder_id") == ladder.id and match_id not in counted
        if is_due and stored.row.get("status") == "finished":
            yield f"C6 {match_id}: played to its end and never counted"
