"""The tables of a ladder by points, as tournaments count: of its bots and of its teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from saqqara_contest.tournaments.scores import places
from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.opponents import team_of
from saqqara_service.application.service import Service
from saqqara_service.models import LadderScore, TeamScore, TieBreakValue
from saqqara_service.storage.ladders.rows import StoredTerms


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
        for row in await format_of(terms).rows(svc, terms, entries)
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
