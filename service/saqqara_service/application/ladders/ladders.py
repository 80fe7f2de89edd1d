"""Ladders: make one, and look at it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Final

from saqqara_engine.chance import SEED_BYTES, commitment
from saqqara_service import questions
from saqqara_service.application.accounts import quotas
from saqqara_service.application.accounts.accounts import bot
from saqqara_service.application.accounts.idempotency import id_under
from saqqara_service.application.folds import standings as ladder_standings
from saqqara_service.application.ladders.events import demand_event
from saqqara_service.application.ladders.forecasts import forecast_end_ms, planned_matches
from saqqara_service.application.ladders.formats import format_of
from saqqara_service.application.ladders.recurrence import recurrence
from saqqara_service.application.ladders.sequential import budget, demand_test
from saqqara_service.application.matches.clocks import demand_wall
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Malformed, NotFound
from saqqara_service.models import (
    Caller,
    Entrants,
    Ladder,
    LadderMatch,
    LadderMatchStatus,
    LadderStatus,
    LadderTerms,
    Standing,
    TokenKind,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.rows import Progress, Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings

LATEST_MS: Final = 253_402_300_799_999
"""The last instant of the year 9999, which calendars and browsers can still tell."""

MORE: Final = (200,) * 5
"""How many matches more are looked at, time and again, where few of them are wanted.

If even these are too few, the page is short of what is yet to come."""

NOT_YET: Final = "the pairing is hidden until the match begins"
"""Why the bots of a match meet that has not begun: a bot could stay away from it if it knew."""

_ID = re.compile(r"l[0-9A-Za-z]{16}")
_UNCOUNTED = {
    "void": LadderMatchStatus.VOID,
    "given_up": LadderMatchStatus.GIVEN_UP,
    "dropped": LadderMatchStatus.DROPPED,
}


async def create(svc: Service, caller: Caller, question: questions.CreateLadder) -> Ladder:
    """Create a ladder; bots can be enrolled until it starts."""
    terms = checked(question.terms)
    if caller.kind is not TokenKind.ADMIN:
        _demand_few_seats(terms, quotas.MOST_LADDER_SEATS)
    ladder_id = await id_under(svc, caller, question.key, "l", terms)
    if question.key is None or await svc.seasons.progress(ladder_id) is None:
        now_ms = await svc.connection.now_ms()
        made = StoredTerms(
            **dict(terms) | _first_of(terms, now_ms),
            id=ladder_id,
            account_id=caller.account_id,
            players=parse_options(find_game(terms.game), terms.options).players,
            created_ms=now_ms,
        )
        await svc.names.add(made.name, ladder_id)
        await svc.seasons.add(made, secrets.token_bytes(SEED_BYTES))
    return _ladder(await progress(svc, ladder_id))


def _demand_few_seats(terms: LadderTerms, most: int) -> None:
    """Refuse a ladder that its account could never start."""
    seats = terms.concurrency * parse_options(find_game(terms.game), terms.options).players
    if seats > most:
        raise Malformed(
            f"`concurrency` times the seats of a match is {seats}, but an account's ladders"
            f" may fill at most {most} seats at once. Lower `concurrency`.",
            pointer="/concurrency",
        )


def _first_of(terms: LadderTerms, now_ms: int) -> dict[str, int]:
    """What follows for the first season of a ladder that repeats, or the first stage of several."""
    if terms.stages:
        return {"stage": 1}
    if terms.every is None:
        return {}
    start_at_ms = terms.start_at_ms or recurrence(terms.every).next_after(now_ms)
    if terms.end_at_ms is not None and terms.end_at_ms <= start_at_ms:
        raise Malformed(
            f"The first season would begin at {start_at_ms}, after its end. Set a later"
            " `endAtMs`, or set `startAtMs` too.",
            pointer="/endAtMs",
        )
    return {"season": 1, "start_at_ms": start_at_ms}


def checked(asked: LadderTerms) -> LadderTerms:
    """The terms, if a ladder can be played by them; raises `Malformed` or `UnknownOption`."""
    players = parse_options(find_game(asked.game), asked.options).players
    demand_event(asked, players)
    demand_test(asked)
    demand_wall(asked.time_control, is_hosted=asked.entrants is Entrants.HOSTED)
    if asked.every is not None:
        recurrence(asked.every)
    start, end = asked.start_at_ms, asked.end_at_ms
    if start is not None and end is not None and end <= start:
        raise Malformed("`endAtMs` must be later than the start.", pointer="/endAtMs")
    demand_tellable(start, "/startAtMs")
    demand_tellable(end, "/endAtMs")
    for number, stage in enumerate(asked.stages):
        demand_tellable(stage.start_at_ms, f"/stages/{number}/startAtMs")
    return asked


def demand_tellable(at_ms: int | None, pointer: str) -> None:
    """Refuse an instant that calendars cannot tell."""
    if at_ms is not None and not 0 <= at_ms <= LATEST_MS:
        raise Malformed(
            f"An instant must be between 0 and {LATEST_MS}, the end of the year 9999.",
            pointer=pointer,
        )


async def get(svc: Service, _caller: None, question: questions.LadderQuestion) -> Ladder:
    """A ladder and its progress."""
    return _ladder(await progress(svc, question.ladder_id))


async def page(svc: Service, _caller: None, question: questions.LadderFilter) -> Page[Ladder]:
    """Ladders, newest first."""
    found = await svc.seasons.page(question.first + 1, question.after)
    if found is None:
        raise BadCursor(
            "The cursor does not belong to this list. Use the cursor of the previous page."
        )
    ladders = [_ladder(ladder) for ladder in found[: question.first]]
    more = len(found) > question.first
    return Page(items=ladders, cursor=cursor(ladders[-1]) if more else None)


async def of_bot(svc: Service, _caller: None, question: questions.BotLadderFilter) -> Page[Ladder]:
    """The ladders that a bot has entered, latest entry first, including finished ones."""
    await bot(svc, None, question)
    found = await svc.engagements.ladders(question.bot_id, question.first + 1, question.after)
    if found is None:
        raise BadCursor("The cursor does not belong to this bot's ladders. Omit it to start again.")
    ladders = [_ladder(await progress(svc, ladder_id)) for ladder_id in found[: question.first]]
    more = len(found) > question.first
    return Page(items=ladders, cursor=cursor(ladders[-1]) if more else None)


def cursor(ladder: Ladder) -> str:
    """What asks for the ladders after this one."""
    return ladder.id


async def standings(
    svc: Service, _caller: None, question: questions.LadderQuestion
) -> list[Standing]:
    """The bots by strength with intervals, best first, fitted to all rated results together.

    In a running ladder the fit is some seconds old; `Ladder.matchesFitted` counts its results. A
    version that it does not contain has an estimate, and no place.
    """
    ladder_id = question.ladder_id
    ladder = await progress(svc, ladder_id)
    entries = await svc.entries.listed(ladder_id)
    rows = await svc.ladders.rows(ladder_id)
    fit = await svc.fits.latest(ladder_id)
    return ladder_standings.standings(entries, rows, fit.rows if fit else (), ladder.terms.players)


async def schedule(
    svc: Service, _caller: None, question: questions.LadderMatchFilter
) -> Page[LadderMatch]:
    """The matches planned so far in a ladder, in the order of the schedule."""
    ladder_id = question.ladder_id
    terms = (await progress(svc, ladder_id)).terms
    rulings = await svc.rulings.of(ladder_id)
    lines: list[LadderMatch] = []
    names: dict[str, str] = {}
    first, after = question.first, question.after
    for count in (first + 1, *MORE):
        found = await _stretch(svc, ladder_id, count, after, question.status)
        if found is None:
            raise BadCursor(
                "The cursor does not belong to this ladder's matches. Omit it to start again."
            )
        seated = {bot_id for planned in found.planned.values() for bot_id in planned.bots}
        challenger = {terms.challenger} if terms.challenger else set()
        names |= await svc.entries.names(ladder_id, (seated | challenger) - names.keys())
        lines += [
            one
            for one in _lines_of(terms, found, rulings, names)
            if question.status in {None, one.status} and question.bot_id in {None, *one.bots}
        ]
        if len(lines) > first:
            return Page(items=lines[:first], cursor=lines[first - 1].id)
        if len(found.planned) < count:
            return Page(items=lines)
        after = list(found.planned)[-1]
        await svc.cost_queue.yield_turn()
    return Page(items=lines, cursor=after)


async def _stretch(
    svc: Service, ladder_id: str, count: int, after: str | None, status: LadderMatchStatus | None
) -> Schedule | None:
    """The matches of the plan after one of them: of those that are played only these."""
    if status is LadderMatchStatus.STARTED:
        return await svc.ladders.playing(ladder_id, count, after)
    return await svc.ladders.stretch(ladder_id, count, after)


async def progress(svc: Service, ladder_id: str) -> Progress:
    """What is kept of the ladder; raises `NotFound`."""
    found = await svc.seasons.progress(ladder_id) if _ID.fullmatch(ladder_id) else None
    if found is None:
        raise NotFound(f"There is no ladder {ladder_id[:40]!r}.")
    return found


def _ladder(ladder: Progress) -> Ladder:
    return Ladder(
        **{name: value for name, value in ladder.terms if name != "field"},
        status=ladder.status,
        pause_reason=ladder.pause_reason if ladder.status is LadderStatus.PAUSED else None,
        commitment=commitment(bytes.fromhex(ladder.seed), ladder.terms.id),
        seed=ladder.seed if ladder.status.is_over else None,
        draw=_draw(ladder.terms) if ladder.status.is_over else None,
        next_season_id=None if ladder.terms.stage else ladder.next_id,
        next_stage_id=ladder.next_id if ladder.terms.stage else None,
        started_ms=ladder.started_ms,
        forecast_end_ms=forecast_end_ms(ladder),
        matches_planned=planned_matches(ladder),
        matches_started=ladder.playing + ladder.settled,
        matches_settled=ladder.settled,
        matches_annulled=ladder.annulled,
        matches_fitted=ladder.fitted,
        matches_given_up=ladder.given_up,
        matches_dropped=ladder.blocks_dropped * ladder.terms.players,
        test_budget=budget(ladder.terms),
        test_standing=ladder.test_standing,
    )


def _draw(terms: StoredTerms) -> list[str] | None:
    """The order of the field where it matters who is first in it; None if it never started."""
    return [*terms.field] if format_of(terms).is_drawn(terms) and terms.field else None


def _lines_of(
    terms: StoredTerms, found: Schedule, rulings: Rulings, names: Mapping[str, str]
) -> list[LadderMatch]:
    of = format_of(terms)
    annulled = {one.match_id: rulings.annulling(one) for one in found.results}
    for match_id, outcome in found.outcomes.items():
        if outcome == "given_up" and match_id in found.planned:
            annulled[match_id] = rulings.annulling_unplayed(found.planned[match_id].bots)
    places = {result.match_id: list(result.places) for result in found.results}
    statuses = {
        match_id: _status(found, match_id, annulled.get(match_id)) for match_id in found.planned
    }
    in_order = sorted(found.planned.values(), key=lambda one: one.place)
    return [
        LadderMatch(
            id=match_id,
            block=one.block,
            rotation=one.rotation,
            reason=NOT_YET if is_secret else of.sentence(one.pairing, names),
            pairing=None if is_secret else one.pairing,
            bots=[] if is_secret else list(one.bots),
            status=statuses[match_id],
            result_number=int(found.outcomes[match_id]) if match_id in places else None,
            rated=one.rated,
            places=places.get(match_id),
            annulled_by=annulled.get(match_id),
            missed_by=_gone(found, match_id, "dropped"),
            forfeited_by=_gone(found, match_id, "given_up"),
        )
        for one in in_order
        for match_id in (one.match_id(terms.id),)
        for is_secret in (statuses[match_id] is LadderMatchStatus.PLANNED,)
    ]


def _gone(found: Schedule, match_id: str, outcome: str) -> list[str]:
    """Who was away, or had left, if that became of the match."""
    return [*found.away.get(match_id, ())] if found.outcomes.get(match_id) == outcome else []


def _status(found: Schedule, match_id: str, annulled_by: int | None) -> LadderMatchStatus:
    if annulled_by is not None:
        return LadderMatchStatus.ANNULLED
    outcome = found.outcomes.get(match_id)
    if outcome is not None:
        return _UNCOUNTED.get(outcome, LadderMatchStatus.SETTLED)
    is_playing = match_id in found.playing
    return LadderMatchStatus.STARTED if is_playing else LadderMatchStatus.PLANNED
