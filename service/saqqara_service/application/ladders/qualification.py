"""Who goes on to the next stage of an event: by points, by strength, or by a playoff of equals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from saqqara_service import questions
from saqqara_service.application.ladders import ladders, scores
from saqqara_service.application.ladders.formats import FORMATS, format_of
from saqqara_service.application.ladders.opponents import sides
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import EntryStatus, LadderEntry, LadderStage, SameOwner
from saqqara_service.storage.ladders.rows import Progress, StoredTerms


@dataclass(frozen=True, slots=True)
class Ranked:
    """A bot of an event, and its points: in its first stage, and in each playoff since then."""

    entry: LadderEntry
    points: tuple[float, ...]

    @property
    def bot(self) -> str:
        """The bot's id."""
        return self.entry.bot_id


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a table is cut: who is surely above, and who has equal points on both sides of it."""

    qualified: list[Ranked]
    tied: list[Ranked]


async def ranked(svc: Service, ladder: Progress) -> list[Ranked]:
    """The bots that may go on, the best first; after a playoff those of the stage before too.

    Bots of a playoff keep the places which they shared, in the order that it found. Whoever left,
    was benched or is disqualified does not go on.
    """
    terms = ladder.terms
    entries = await svc.entries.listed(terms.id)
    points = {
        one.bot_id: one.points
        for one in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=terms.id))
    }
    if not terms.playoff:
        order = await format_of(terms).ranked(svc, ladder, entries)
        active = {one.bot_id: one for one in entries if one.status is EntryStatus.ACTIVE}
        return [Ranked(active[bot], (_rounded(points, bot),)) for bot in order if bot in active]
    before = await ladders.progress(svc, terms.previous_stage_id or "")
    found = {one.bot: one for one in await ranked(svc, before)}
    entry_of = {one.bot_id: one for one in entries}
    as_before = [one.bot_id for one in entries]
    played = [
        Ranked(entry_of[bot], (*found[bot].points, _rounded(points, bot)))
        for bot in await format_of(terms).ranked(svc, ladder, entries, as_before)
        if bot in found and entry_of[bot].status is EntryStatus.ACTIVE
    ]
    others = [one for bot, one in found.items() if bot not in entry_of]
    above = sum(one.bot in terms.qualified for one in others)
    others = [replace(one, points=(*one.points, 0.0)) for one in others]
    return [*others[:above], *played, *others[above:]]


def cut(order: Sequence[Ranked], take: int) -> Cut:
    """A table that is cut below so many bots; nobody is tied if points alone decide there."""
    if take >= len(order) or order[take - 1].points != order[take].points:
        return Cut([*order[:take]], [])
    line = order[take].points
    qualified = [one for one in order[:take] if one.points != line]
    return Cut(qualified, [one for one in order if one.points == line])


def is_playable(terms: StoredTerms, stage: LadderStage, tied: Sequence[LadderEntry]) -> bool:
    """Whether a playoff can be played by them; else the tie-breaks stand, and the draw.

    They must fill a table of bots that gain something from one another, and be no more than a round
    robin may have.
    """
    is_apart = terms.same_owner is not SameOwner.ALLOWED
    owners = SameOwner.FORBIDDEN if is_apart else SameOwner.ALLOWED
    if sides(terms.model_copy(update={"same_owner": owners}), tied) < terms.players:
        return False
    of = FORMATS[stage.format]
    most = of.most_bots(terms.players)
    if most is not None and len(tied) > most:
        return False
    field = tuple(one.bot_id for one in tied)
    changed = {"format": stage.format, "rounds": stage.rounds, "groups": None, "field": field}
    try:
        of.with_blocks(terms.model_copy(update=changed), tied)
    except WrongState:  # there would be too many blocks
        return False
    return True


def _rounded(points: dict[str, float], bot: str) -> float:
    """Points of which those that differ by the order of a sum alone are equal."""
    return round(points.get(bot, 0.0), 9)
