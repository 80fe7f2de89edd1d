"""Which bots of a ladder never meet, or gain nothing from it: by their owners and teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from saqqara_contest.tournaments.draws import of_one, side_of
from saqqara_contest.tournaments.tables import Pair
from saqqara_service.models import LadderEntry, SameOwner
from saqqara_service.storage.ladders.rows import StoredTerms


def kept_apart(terms: StoredTerms, entries: Sequence[LadderEntry]) -> Collection[Pair]:
    """Each two bots that never meet."""
    of_owners = kin(entries) if terms.same_owner is SameOwner.FORBIDDEN else set()
    return of_owners | of_teams(terms, entries)


def uncounted(terms: StoredTerms, entries: Sequence[LadderEntry]) -> Collection[Pair]:
    """Each two bots that gain nothing from one another where tables follow from who takes part."""
    of_owners = kin(entries) if terms.same_owner is not SameOwner.ALLOWED else set()
    return of_owners | of_teams(terms, entries)


def team_of(terms: StoredTerms, entry: LadderEntry) -> str | None:
    """The team that a bot plays for; None in a ladder without teams."""
    sides = {team.name: team.members for team in terms.teams}
    return side_of(sides, {entry.bot_id, entry.account_id})


def of_teams(terms: StoredTerms, entries: Sequence[LadderEntry]) -> set[Pair]:
    """Each two bots of one team."""
    teams = ((entry.bot_id, team_of(terms, entry)) for entry in entries)
    return of_one({bot: team for bot, team in teams if team is not None})


def kin(entries: Sequence[LadderEntry]) -> set[Pair]:
    """Each two bots of one account."""
    return of_one({entry.bot_id: entry.account_id for entry in entries})


def sides(terms: StoredTerms, entries: Sequence[LadderEntry]) -> int:
    """How many of these bots can sit at one table: of an owner or a team only one, by the terms."""
    is_apart = terms.same_owner is SameOwner.FORBIDDEN
    teams_of: defaultdict[str, set[str]] = defaultdict(set)
    for one in entries:
        owner = one.account_id if is_apart else one.bot_id
        teams_of[owner].add((team_of(terms, one) or "") if terms.teams else one.bot_id)
    seated: dict[str, str] = {}
    return sum(_seats(owner, teams_of, seated, set()) for owner in teams_of)


def _seats(
    owner: str, teams_of: Mapping[str, set[str]], seated: dict[str, str], tried: set[str]
) -> bool:
    """Whether one more owner finds a team, others perhaps moving to another one (Kuhn, 1955)."""
    for team in teams_of[owner] - tried:
        tried.add(team)
        if team not in seated or _seats(seated[team], teams_of, seated, tried):
            seated[team] = owner
            return True
    return False
