"""What was played in a ladder, as the meetings that formats count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from saqqara_contest.tournaments.meetings import CountedGame, Meeting, forfeit
from saqqara_contest.tournaments.tables import Pair, pairs
from saqqara_service.models import LadderEntry
from saqqara_service.storage.ladders.rows import Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings


@dataclass(frozen=True)
class History:
    """A ladder's terms, all bots that were ever entered, its schedule and its rulings."""

    terms: StoredTerms
    entries: Sequence[LadderEntry]
    schedule: Schedule
    rulings: Rulings

    @property
    def bots(self) -> list[str]:
        """The ids of the bots, in the order of their entry."""
        return [one.bot_id for one in self.entries]

    @property
    def byes(self) -> dict[str, int]:
        """How many byes each bot had."""
        return {bot: len(rounds) for bot, rounds in self.schedule.byes.items()}

    @property
    def met(self) -> set[Pair]:
        """Each two that have met."""
        tables = {one.bots for one in self.schedule.planned.values()}
        return {pair for bots in tables for pair in pairs(bots)}

    @cached_property
    def played(self) -> PlayedMeetings:
        """The meetings that are over."""
        return played(self.terms, self.schedule, self.rulings)


@dataclass(frozen=True, slots=True)
class PlayedMeetings:
    """The meetings of a ladder of which no match is left to play, in the order of the plan.

    `ended` are the same in the order in which they ended; what was given up without a result stands
    after those that were planned before it. `rounds` so many are over. In rounds of which a bot's
    meeting was annulled it is `excused`.
    """

    meetings: list[Meeting]
    ended: list[Meeting]
    rounds: int
    excused: Mapping[str, Collection[int]]


def played(terms: StoredTerms, found: Schedule, rulings: Rulings) -> PlayedMeetings:
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
    games: defaultdict[int, list[CountedGame]] = defaultdict(list)
    ended_at: dict[int, int] = {}
    results = {result.match_id: (number, result) for number, result in enumerate(found.results)}
    left_out: set[int] = set()
    for match_id, planned in standing.items():
        if match_id in results:
            number, one = results[match_id]
            games[planned.block].append(CountedGame(one.bots, one.places, one.totals))
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
    return PlayedMeetings(
        meetings=[*over.values()],
        ended=[over[block] for block in sorted(over, key=order.__getitem__)],
        rounds=last - is_going,
        excused=excused,
    )
