"""The tables of a ladder by points, as tournaments count: of its bots and of its teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from saqqara_contest.tournaments.arenas import runs
from saqqara_contest.tournaments.draws import by_lot
from saqqara_contest.tournaments.scores import EveryRound, Score, places, points_to_win, scores
from saqqara_contest.tournaments.tables import Pair
from saqqara_contest.tournaments.tie_breaks import (
    IN_A_SWISS,
    WHERE_ALL_MEET,
    WITHOUT_ROUNDS,
    TieBreak,
)
from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.formats import FIXED, groups_of
from saqqara_service.application.ladders.opponents import team_of, uncounted
from saqqara_service.application.ladders.rounds import Played, bracket, played
from saqqara_service.application.limits.metering import in_thread
from saqqara_service.application.service import Service
from saqqara_service.models import (
    LadderEntry,
    LadderFormat,
    LadderScore,
    TeamScore,
    TieBreakValue,
)
from saqqara_service.storage.ladders.rows import Progress, Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings

_TIE_BREAKS: Final = {
    LadderFormat.CONTINUOUS: WITHOUT_ROUNDS,
    LadderFormat.ROUND_ROBIN: WHERE_ALL_MEET,
    LadderFormat.GAUNTLET: WHERE_ALL_MEET,
    LadderFormat.SWISS: IN_A_SWISS,
}


@dataclass(frozen=True, slots=True)
class Row:
    """A bot's place, and what its format tells of it beside points."""

    score: Score
    group: int | None = None
    to_win: float | None = None
    """How many points there were to win in its group, if it is in one."""
    losses: int | None = None
    streak: int | None = None


async def listed(
    svc: Service, _caller: None, question: questions.LadderQuestion
) -> list[LadderScore]:
    """The bots by points and tie-breaks, best first; only finished blocks count."""
    terms = (await ladders.progress(svc, question.ladder_id)).terms
    entries = await svc.entries.listed(question.ladder_id)
    entry_of = {one.bot_id: one for one in entries}
    return [
        LadderScore(
            place=row.score.place,
            bot_id=row.score.bot,
            bot_name=entry_of[row.score.bot].bot_name,
            points=row.score.points,
            meetings=row.score.meetings,
            byes=[*row.score.byes],
            tie_breaks=[
                TieBreakValue(name=name, value=value)
                for name, value in row.score.tie_breaks.items()
            ],
            group=row.group,
            losses=row.losses,
            streak=row.streak,
            team=team_of(terms, entry_of[row.score.bot]),
        )
        for row in await rows(svc, terms, entries)
    ]


async def teams(svc: Service, _caller: None, question: questions.LadderQuestion) -> list[TeamScore]:
    """The teams by the points of their best bots, best first; none in a ladder without teams."""
    terms = (await ladders.progress(svc, question.ladder_id)).terms
    return of_teams(terms, await listed(svc, None, question)) if terms.teams else []


def of_teams(terms: StoredTerms, table: Sequence[LadderScore]) -> list[TeamScore]:
    """The table of the teams by that of their bots."""
    by_team: defaultdict[str, list[LadderScore]] = defaultdict(list)
    for score in sorted(table, key=lambda one: -one.points):  # groups stand one after the other
        by_team[score.team or ""].append(score)
    counted = {one.name: by_team[one.name][: terms.team_bots] for one in terms.teams}
    points = {team: sum(one.points for one in best) for team, best in counted.items()}
    return [
        TeamScore(
            place=place,
            team=team,
            points=points[team],
            counted=[one.bot_id for one in counted[team]],
            bots=len(by_team[team]),
        )
        for team, place in places({one: (round(points[one], 9),) for one in points}).items()
    ]


async def best(
    svc: Service,
    ladder: Progress,
    entries: Sequence[LadderEntry],
    drawn: Sequence[str] | None = None,
) -> list[str]:
    """The bots, those first that go on first; among equals as `drawn`, or else by the seed."""
    found = await rows(svc, ladder.terms, entries)
    bots = [row.score.bot for row in found]
    return by_points(found, by_lot(ladder.seed, 0, bots) if drawn is None else drawn)


def by_points(found: Sequence[Row], drawn: Sequence[str]) -> list[str]:
    """Bots by their places; of groups the first of each, then the seconds.

    Those at one place of several groups are compared by what they won of all they could, since
    groups may differ in size. Of equals the one that was drawn first comes first.
    """
    lot = {bot: number for number, bot in enumerate(drawn)}

    def key(row: Row) -> tuple[int, float, int]:
        won = 0.0 if row.to_win is None else row.score.points / max(1.0, row.to_win)
        return row.score.place, -round(won, 9), lot[row.score.bot]

    return [row.score.bot for row in sorted(found, key=key)]


async def rows(svc: Service, terms: StoredTerms, entries: Sequence[LadderEntry]) -> list[Row]:
    """The table of all bots that were ever entered, best first."""
    rulings = await svc.rulings.of(terms.id)
    found = await svc.ladders.schedule(terms.id)
    return await in_thread(scored, terms, entries, found, rulings)


def scored(
    terms: StoredTerms, entries: Sequence[LadderEntry], found: Schedule, rulings: Rulings
) -> list[Row]:
    """The table by points, of all blocks of which no match is left to play.

    What was annulled is left out as if it had never been planned. Where a sequential test decides
    how many rounds there are, they count as one, and only whole blocks count.
    """
    bots = [one.bot_id for one in entries]
    over = played(terms, found, rulings)
    match terms.format:
        case LadderFormat.ARENA:
            return _arena(bots, over)
        case LadderFormat.SINGLE_ELIMINATION | LadderFormat.DOUBLE_ELIMINATION:
            now = bracket(terms, entries, found, rulings)
            return _elimination(bots, over, found, now.places, now.losses)
    kin = uncounted(terms, entries)
    if terms.groups is not None and terms.field:
        return [
            Row(score, group=number, to_win=points_to_win(group, every_round))
            for number, group in enumerate(groups_of(terms), start=1)
            for every_round in (_every_round(terms, group, kin, rulings),)
            for score in _points(terms, group, over, found, every_round)
        ]
    is_fixed = terms.format in FIXED
    every_round = _every_round(terms, terms.field or bots, kin, rulings) if is_fixed else None
    return [Row(score) for score in _points(terms, bots, over, found, every_round)]


def _every_round(
    terms: StoredTerms, field: Sequence[str], kin: Collection[Pair], rulings: Rulings
) -> EveryRound:
    """How often each opponent counts where everybody meets everybody of the field, or one."""
    rounds = terms.rounds or 1
    return EveryRound(
        1 if terms.sequential_test else rounds,
        terms.challenger,
        [one for one in field if rulings.annulling_unplayed([one]) is None],
        kin,
        most=None if terms.sequential_test else rounds,
    )


def _points(
    terms: StoredTerms,
    bots: Sequence[str],
    over: Played,
    found: Schedule,
    every_round: EveryRound | None,
) -> list[Score]:
    meetings = [one for one in over.meetings if not {*bots}.isdisjoint(one.bots)]
    return scores(
        bots,
        meetings,
        found.byes,
        _TIE_BREAKS[terms.format],
        every_round=every_round,
        rounds=over.rounds if terms.format is LadderFormat.SWISS else 0,
        excused=over.excused,
    )


def _arena(bots: Sequence[str], over: Played) -> list[Row]:
    now = runs(bots, over.ended)
    keys = {bot: (now[bot].points, now[bot].wins) for bot in bots}
    return [
        Row(
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


def _elimination(
    bots: Sequence[str],
    over: Played,
    found: Schedule,
    reached: Mapping[str, int],
    losses: Mapping[str, int],
) -> list[Row]:
    """By who went out last; who was entered and never drawn comes behind them."""
    points = {score.bot: score for score in scores(bots, over.meetings, found.byes, ())}
    return [
        Row(
            Score(
                place=reached.get(bot, 1 + len(reached)),
                bot=bot,
                points=points[bot].points,
                meetings=points[bot].meetings,
                byes=points[bot].byes,
            ),
            losses=losses.get(bot, 0),
        )
        for bot in sorted(
            bots, key=lambda one: (reached.get(one, 1 + len(reached)), losses.get(one, 0))
        )
    ]
