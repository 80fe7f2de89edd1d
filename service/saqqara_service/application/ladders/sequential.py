"""The sequential test of a gauntlet: a fold of its schedule, its results and its rulings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from saqqara_contest.tournaments.meetings import CountedGame, Meeting
from saqqara_service.errors import Malformed
from saqqara_service.models import (
    LadderFormat,
    LadderTerms,
    ScoreCount,
    SequentialTest,
    SequentialTestBudget,
    SequentialTestStanding,
    SequentialVerdict,
)
from saqqara_service.models.ladder_formats import MOST_BLOCKS, MOST_ROUNDS
from saqqara_service.storage.ladders.rows import CountedMatch, Planned, Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings

if TYPE_CHECKING:
    from saqqara_contest.sprt import Sprt

MOST_EXPECTED: Final = 1_000_000_000
"""A test that takes more blocks on average is told to take so many."""


def most_rounds(terms: LadderTerms) -> int:
    """How many rounds a ladder may have: more where a test ends it as soon as it is decided."""
    return MOST_ROUNDS if terms.sequential_test is None else MOST_BLOCKS


def demand_test(asked: LadderTerms) -> None:
    """Raise `Malformed` unless the terms ask for no test, or for one that can be made."""
    if asked.sequential_test is None:
        return
    if not asked.format.rules.sequential_test:
        fit = [one for one in LadderFormat if one.rules.sequential_test]
        raise Malformed(
            f"The format {asked.format} has no sequential test. Set `format` to {fit[0]}."
        )
    if asked.every is not None:
        raise Malformed("A ladder with a sequential test cannot repeat. Omit `every`.")
    try:
        _sprt(asked.sequential_test)
    except ValueError as error:
        raise Malformed(str(error), pointer="/sequentialTest") from error


def standing(
    terms: StoredTerms, found: Schedule, rulings: Rulings
) -> SequentialTestStanding | None:
    """What the ladder's test says; None if it has none, or before the first whole block."""
    if terms.sequential_test is None:
        return None
    from saqqara_contest.sprt import plain_variance  # noqa: PLC0415 - numpy, as in fits
    from saqqara_contest.stopped import estimate  # noqa: PLC0415

    test = _sprt(terms.sequential_test)
    blocks, is_changed = _comparable(_whole_blocks(terms, found, rulings))
    scores = [_meeting(block).share(terms.challenger or "") for block in blocks]
    plain = plain_variance(terms.players, terms.players)
    now = test.followed(scores, plain)
    if now is None:
        return None
    estimated = estimate(test, scores[: now.blocks], terms.players, terms.players)
    counting = blocks[: now.blocks]
    verdict = SequentialVerdict[now.verdict.name]
    return SequentialTestStanding(
        verdict=verdict,
        over=is_changed or verdict is not SequentialVerdict.OPEN,
        blocks=now.blocks,
        expected_blocks=min(
            now.blocks if is_changed else test.expected(now, plain), terms.blocks or MOST_BLOCKS
        ),
        llr=now.llr,
        lower=now.lower,
        upper=now.upper,
        score=now.score,
        elo=estimated.elo,
        low=estimated.interval.low,
        high=estimated.interval.high,
        counts=[
            ScoreCount(score=score, blocks=blocks)
            for score, blocks in sorted(Counter(scores[: now.blocks]).items())
        ],
        flags=sum(not all(one.kept_time) for block in counting for one in block),
    )


def budget(terms: StoredTerms) -> SequentialTestBudget | None:
    """How long the ladder's test takes, before it begins; None if it has none."""
    if terms.sequential_test is None:
        return None
    from saqqara_contest.sprt import plain_variance  # noqa: PLC0415 - numpy, as in fits

    found = _sprt(terms.sequential_test).budget(plain_variance(terms.players, terms.players))
    ways = (found.if_stronger, found.if_not, found.between)
    if_stronger, if_not, between = (min(one, MOST_EXPECTED) for one in ways)
    return SequentialTestBudget(if_stronger=if_stronger, if_not=if_not, between=between)


def _sprt(asked: SequentialTest) -> Sprt:
    from saqqara_contest.sprt import Sprt  # noqa: PLC0415 - numpy, as in fits

    return Sprt(asked.elo0, asked.elo1, asked.alpha, asked.beta)


def _whole_blocks(
    terms: StoredTerms, found: Schedule, rulings: Rulings
) -> Iterator[list[CountedMatch]]:
    """Blocks with a result for each seating, in the order of the plan, up to one under way.

    So quick blocks do not count before slow ones. Who cannot be had does not hold the others up:
    blocks with a match that was annulled or given up are left out.
    """
    latest: defaultdict[int, dict[int, tuple[str, Planned]]] = defaultdict(dict)
    for match_id, one in sorted(found.planned.items(), key=lambda item: item[1].attempt):
        latest[one.block][one.rotation] = match_id, one
    results = {one.match_id: one for one in found.results}
    for block in sorted(latest):
        match_ids = [match_id for match_id, _ in latest[block].values()]
        if any(one not in found.outcomes for one in match_ids):
            return
        played = [results[one] for one in match_ids if one in results]
        games = [one for one in played if rulings.annulling(one) is None]
        if len(games) == terms.players:
            yield games


def _comparable(found: Iterator[list[CountedMatch]]) -> tuple[list[list[CountedMatch]], bool]:
    """The blocks before the first one that another version of a bot played; is there one?"""
    versions: dict[str, int] = {}
    blocks: list[list[CountedMatch]] = []
    for block in found:
        for game in block:
            for bot, version in zip(game.bots, game.versions, strict=True):
                if versions.setdefault(bot, version) != version:
                    return blocks, True
        blocks.append(block)
    return blocks, False


def _meeting(block: Sequence[CountedMatch]) -> Meeting:
    return Meeting(
        block[0].bots, tuple(CountedGame(one.bots, one.places, one.totals) for one in block)
    )
