"""Rounds that follow from the ones before: of a Swiss, and of eliminations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from saqqara_contest.tournaments import eliminations
from saqqara_contest.tournaments.draws import by_lot
from saqqara_contest.tournaments.eliminations import Bracket
from saqqara_contest.tournaments.meetings import Game, Meeting, forfeit
from saqqara_contest.tournaments.swiss import swiss_round
from saqqara_contest.tournaments.tables import Pair, Table, pairs
from saqqara_service.application.ladders.formats import Meant
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.models import (
    EntryStatus,
    LadderEntry,
    PairedBot,
    PairingKind,
    PairingReason,
)
from saqqara_service.storage.ladders.rows import Progress, Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings


@dataclass(frozen=True, slots=True)
class MeantBlocks:
    """Blocks that are meant to be played next.

    With `byes`, even without any, they are a round; an elimination's has the bracket before it.
    """

    blocks: list[Meant]
    byes: Sequence[str] | None = None
    bracket: Bracket | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The meetings of a ladder of which no match is left to play, in the order of the plan.

    `ended` are the same in the order in which they ended; what was given up without a result stands
    after those that were planned before it. `rounds` so many are over. In rounds of which a bot's
    meeting was annulled it is `excused`.
    """

    meetings: list[Meeting]
    ended: list[Meeting]
    rounds: int
    excused: Mapping[str, Collection[int]]


def played(terms: StoredTerms, found: Schedule, rulings: Rulings) -> Played:
    """What was played in whole blocks; what was annulled is as if it had never been planned.

    Where a sequential test decides how many rounds there are, only blocks with a result of every
    match count.
    """
    annulled = {one.match_id for one in found.results if rulings.annulling(one) is not None}
    annulled |= {
        match_id
        for match_id, one in found.planned.items()
        if found.outcomes.get(match_id) == "given_up"
        and rulings.annulling_unplayed(one.bots) is not None
    }
    standing = {one: planned for one, planned in found.planned.items() if one not in annulled}
    games: defaultdict[int, list[Game]] = defaultdict(list)
    ended_at: dict[int, int] = {}
    results = {result.match_id: (number, result) for number, result in enumerate(found.results)}
    left_out: set[int] = set()
    for match_id, planned in standing.items():
        if match_id in results:
            number, one = results[match_id]
            games[planned.block].append(Game(one.bots, one.places, one.totals))
            ended_at[planned.block] = max(number, ended_at.get(planned.block, 0))
        elif not terms.sequential_test and found.outcomes.get(match_id) == "given_up":
            games[planned.block] += forfeit(planned.bots, found.away.get(match_id, ()))
        elif terms.sequential_test or found.outcomes.get(match_id, "dropped") == "dropped":
            left_out.add(planned.block)
    blocks = {one.block: one for one in standing.values()}
    over = {
        block: Meeting(one.bots, tuple(games[block]), one.pairing.round)
        for block, one in sorted(blocks.items())
        if block not in left_out
    }
    numbers = [one.pairing.round or 0 for one in found.planned.values()]
    last = max([0, *numbers, *(number for rounds in found.byes.values() for number in rounds)])
    excused: defaultdict[str, set[int]] = defaultdict(set)
    for planned in (found.planned[one] for one in annulled if one in found.planned):
        if planned.block not in blocks and planned.pairing.round is not None:
            for bot in planned.bots:
                excused[bot].add(planned.pairing.round)
    last_before = accumulate((ended_at.get(block, -1) for block in over), max)
    order = {
        block: ended_at.get(block, last) for block, last in zip(over, last_before, strict=True)
    }
    is_going = any(one.pairing.round == last for one in blocks.values() if one.block in left_out)
    return Played(
        meetings=[*over.values()],
        ended=[over[block] for block in sorted(over, key=order.__getitem__)],
        rounds=last - is_going,
        excused=excused,
    )


def next_swiss(
    ladder: Progress,
    entries: Sequence[LadderEntry],
    found: Schedule,
    points: dict[str, float],
) -> MeantBlocks:
    """The tables of a Swiss round by all that was played before, and who sits out."""
    terms, number = ladder.terms, ladder.rounds_planned + 1
    active = [one.bot_id for one in entries if one.status is EntryStatus.ACTIVE]
    drawn = by_lot(ladder.seed, number, active)
    now = swiss_round(
        sorted(drawn, key=lambda bot: -points[bot]),
        points,
        _met(found),
        _counts(found),
        terms.players,
        apart=kept_apart(terms, entries),
    )
    blocks = [
        Meant(
            bots,
            PairingReason(
                kind=PairingKind.SWISS,
                bots=[PairedBot(bot_id=bot, points=points[bot]) for bot in bots],
                round=number,
                repeats=now.repeats,
            ),
        )
        for bots in now.tables
    ]
    return MeantBlocks(blocks, now.byes)


def next_elimination(
    ladder: Progress, entries: Sequence[LadderEntry], found: Schedule, rulings: Rulings
) -> MeantBlocks:
    """The next round of an elimination; without tables it is over."""
    before = bracket(ladder.terms, entries, found, rulings)
    now = eliminations.next_round(before, _met(found), _counts(found), ladder.terms.players)
    kind = PairingKind.PLAYOFF if before.tied else PairingKind.ELIMINATION
    blocks = [
        Meant(
            bots,
            PairingReason(
                kind=kind,
                bots=[PairedBot(bot_id=bot, losses=before.losses[bot]) for bot in bots],
                round=ladder.rounds_planned + 1,
            ),
        )
        for bots in now.tables
    ]
    return MeantBlocks(blocks, now.byes, before)


def bracket(
    terms: StoredTerms, entries: Sequence[LadderEntry], found: Schedule, rulings: Rulings
) -> Bracket:
    """How an elimination stands by what is over of its last round; the rounds before stay."""
    if found.bracket is None:
        return eliminations.drawn(terms.field)
    gone = {one.bot_id for one in entries if one.status is not EntryStatus.ACTIVE}
    last = max(one.pairing.round or 0 for one in found.planned.values())
    of_round = [one for one in played(terms, found, rulings).meetings if one.round == last]
    return eliminations.after(found.bracket, of_round, gone, terms.players, terms.format.lives or 1)


def _counts(found: Schedule) -> dict[str, int]:
    """How many byes each bot had."""
    return {bot: len(rounds) for bot, rounds in found.byes.items()}


def _met(found: Schedule) -> Collection[Pair]:
    """Each two that have met."""
    tables: set[Table] = {one.bots for one in found.planned.values()}
    return {pair for bots in tables for pair in pairs(bots)}
