"""Ladders: make one, and look at it."""

from __future__ import annotations

import re

from saqqara_service.application.accounts.idempotency import id_under
from saqqara_service.application.folds import standings as ladder_standings
from saqqara_service.application.ladders.formats import FIXED
from saqqara_service.application.ladders.reasons import sentence
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Malformed, NotFound
from saqqara_service.models import (
    Caller,
    Ladder,
    LadderFormat,
    LadderMatch,
    LadderMatchStatus,
    LadderTerms,
    Standing,
)
from saqqara_service.models.ladders import (
    MOST_BLOCKS,
    MOST_ROUNDS,
)
from saqqara_service.storage.ladders.rows import Progress, Schedule, StoredTerms

_ID = re.compile(r"l[0-9A-Za-z]{16}")
_GIVEN_UP = {
    "void": LadderMatchStatus.VOID,
    "given_up": LadderMatchStatus.GIVEN_UP,
    "dropped": LadderMatchStatus.GIVEN_UP,
}


async def create(
    svc: Service, caller: Caller, asked: LadderTerms, key: str | None = None
) -> Ladder:
    """A new ladder, open for enrolment; under a key of the caller's it is made once."""
    terms = checked(asked)
    ladder_id = await id_under(svc, caller, key, "l", terms)
    if key is None or await svc.seasons.progress(ladder_id) is None:
        made = StoredTerms(
            **dict(terms),
            id=ladder_id,
            account_id=caller.account_id,
            players=parse_options(find_game(terms.game), terms.options).players,
            created_ms=await svc.connection.now_ms(),
        )
        await svc.seasons.add(made)
    return await get(svc, ladder_id)


def checked(asked: LadderTerms) -> LadderTerms:
    """The terms, if a ladder can be played by them; raises `Malformed` or `UnknownOption`."""
    parse_options(find_game(asked.game), asked.options)
    _demand_format(asked)
    start, end = asked.start_at_ms, asked.end_at_ms
    if start is not None and end is not None and end <= start:
        raise Malformed("a ladder ends after it has started", pointer="/endAtMs")
    return asked


async def get(svc: Service, ladder_id: str) -> Ladder:
    """A ladder and its progress."""
    return _told(await progress(svc, ladder_id))


async def page(svc: Service, first: int, after: str | None) -> tuple[list[Ladder], str | None]:
    """Ladders, newest first, and the cursor of the next page if there is one."""
    found = await svc.seasons.page(first + 1, after)
    if found is None:
        raise BadCursor("this is no cursor of this list; take it from the previous page")
    ladders = [_told(ladder) for ladder in found[:first]]
    return ladders, cursor(ladders[-1]) if len(found) > first else None


def cursor(ladder: Ladder) -> str:
    """What asks for the ladders after this one."""
    return ladder.id


async def standings(svc: Service, ladder_id: str) -> list[Standing]:
    """The bots from best to worst, by a cautious estimate of their strength."""
    await progress(svc, ladder_id)
    entries = await svc.entries.listed(ladder_id)
    return ladder_standings.ranked(entries, await svc.ladders.rows(ladder_id))


async def match_page(
    svc: Service, ladder_id: str, first: int, after: str | None
) -> tuple[list[LadderMatch], str | None]:
    """Matches in the order of the plan, and the cursor of the next page if there is one."""
    await progress(svc, ladder_id)
    found = await svc.ladders.stretch(ladder_id, first + 1, after)
    if found is None:
        raise BadCursor("this is no cursor of this ladder's matches; leave it out to begin")
    lines = _told_schedule(ladder_id, found)
    return lines[:first], lines[first - 1].id if len(lines) > first else None


async def progress(svc: Service, ladder_id: str) -> Progress:
    """What is kept of the ladder; raises `NotFound`."""
    found = await svc.seasons.progress(ladder_id) if _ID.fullmatch(ladder_id) else None
    if found is None:
        raise NotFound(f"there is no ladder {ladder_id[:40]!r}")
    return found


def _demand_range(what: str, number: int | None, least: int, most: int) -> None:
    if number is None or not least <= number <= most:
        raise Malformed(f"{what} is a number from {least} to {most}, not {number}")


def _demand_format(asked: LadderTerms) -> None:
    """Refuse terms that do not belong to the format."""
    word, is_gauntlet = asked.format.value, asked.format is LadderFormat.GAUNTLET
    if asked.format is LadderFormat.CONTINUOUS:
        _demand_range("blocks", asked.blocks, 1, MOST_BLOCKS)
        if asked.rounds is not None:
            raise Malformed("a continuous ladder has no rounds; set `blocks` instead")
    else:
        _demand_range("rounds", asked.rounds, 1, MOST_ROUNDS)
        if asked.blocks is not None:
            raise Malformed(f"the blocks of a {word} follow from its rounds; leave `blocks` out")
    if is_gauntlet != (asked.challenger is not None):
        raise Malformed("a gauntlet needs a challenger, and no other format has one")
    if asked.late_entry and asked.format in FIXED:
        raise Malformed(f"who takes part in a {word} is fixed at its start; there is no late entry")


def _told(ladder: Progress) -> Ladder:
    return Ladder(
        **{name: value for name, value in ladder.terms if name != "field"},
        status=ladder.status,
        matches_planned=ladder.matches,
        matches_started=ladder.playing + ladder.settled,
        matches_settled=ladder.settled,
        matches_fitted=ladder.fitted,
        matches_given_up=ladder.given_up,
    )


def _told_schedule(ladder_id: str, found: Schedule) -> list[LadderMatch]:
    places = {result.match_id: list(result.places) for result in found.results}
    in_order = sorted(found.planned.values(), key=lambda one: one.place)
    return [
        LadderMatch(
            id=match_id,
            block=one.block,
            rotation=one.rotation,
            reason=sentence(one.pairing),
            pairing=one.pairing,
            bots=list(one.bots),
            status=_status(found, match_id),
            result_number=int(found.outcomes[match_id]) if match_id in places else None,
            rated=one.rated,
            places=places.get(match_id),
        )
        for one in in_order
        for match_id in (one.match_id(ladder_id),)
    ]


def _status(found: Schedule, match_id: str) -> LadderMatchStatus:
    outcome = found.outcomes.get(match_id)
    if outcome is not None:
        return _GIVEN_UP.get(outcome, LadderMatchStatus.SETTLED)
    is_playing = match_id in found.playing
    return LadderMatchStatus.STARTED if is_playing else LadderMatchStatus.PLANNED
