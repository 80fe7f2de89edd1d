"""Matches: make one, sit down, start it, look at it."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

from saqqara_contest.time_controls import TimeControl
from saqqara_engine.chance import SEED_BYTES, commitment
from saqqara_engine.plies import Beginning, seed_of
from saqqara_service import questions
from saqqara_service.application.accounts.idempotency import id_under
from saqqara_service.application.accounts.players import find_player, find_players
from saqqara_service.application.accounts.quotas import reserve_match
from saqqara_service.application.caches.tables import first_state, no_match, rules_of
from saqqara_service.application.hosting import processor_time, readiness
from saqqara_service.application.matches import houses, records, upkeep
from saqqara_service.application.matches.clocks import seat_control, terms_of
from saqqara_service.application.matches.terms import checked, demand_soon, parse_options
from saqqara_service.application.matches.visibility import match_seen, table_seen
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Internal, Malformed, SeatTaken, WrongState
from saqqara_service.models import (
    Caller,
    Entrants,
    JsonObject,
    Match,
    MatchStatus,
    MatchTerms,
    Origin,
    Player,
    Seat,
    TokenKind,
)
from saqqara_service.storage.matches.matches import Ask
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.matches.scripts import JoinReply, StartReply

_ID = re.compile(r"[A-Za-z0-9_.-]{1,80}")


@dataclass(frozen=True, slots=True)
class Begun:
    """Where a fork begins: what is told of that, and what it takes over."""

    origin: Origin
    beginning: Beginning = field(repr=False)


async def request(svc: Service, caller: Caller, question: questions.CreateMatch) -> Match:
    """Create a match; by default it starts automatically when every seat is taken."""
    return await create(
        svc,
        caller,
        question.terms,
        seats=question.seats,
        open_to=question.open_to,
        key=question.key,
        start=question.start,
        start_at_ms=question.start_at_ms,
    )


async def create(
    svc: Service,
    caller: Caller,
    terms: MatchTerms,
    *,
    seats: list[str | None],
    open_to: list[str] | None = None,
    match_id: str | None = None,
    key: str | None = None,
    ladder_id: str | None = None,
    entrants: Entrants = Entrants.ANY,
    start: bool = False,
    start_at_ms: int | None = None,
    begun: Begun | None = None,
) -> Match:
    """A new match with these players seated (None: a seat to be joined).

    With `start` it starts by itself as soon as every seat is taken, but not before `start_at_ms`.
    With a `match_id` that exists, or a `key` of the caller's that was used within a day, the call
    is a repetition: it changes nothing but to start what should have started.
    """
    svc.admission.demand_beginning()
    asked = (terms, seats, open_to, start, start_at_ms)
    terms = checked(
        terms, len(seats), await svc.rules.newest(terms.game), is_hosted=ladder_id is not None
    )
    sitters = await _sitters(svc, caller, seats)
    now_ms = await svc.connection.now_ms()
    demand_soon(start_at_ms, now_ms)
    await svc.connection.demand_room()
    match = Match(
        id=match_id or await id_under(svc, caller, key, "m", *asked),
        **dict(terms),
        rules_version=str(terms.options["rulesVersion"]),
        status=MatchStatus.OPEN,
        version=0,
        seats=[
            _seat(number, sitter, seat_control(terms.time_control, terms.time_odds, number))
            for number, sitter in enumerate(sitters)
        ],
        open_to=open_to,
        start_at_ms=start_at_ms,
        to_act=None,
        deadline_ms=None,
        created_ms=now_ms,
        ladder_id=ladder_id,
        origin=begun.origin if begun else None,
    )
    hosted = await readiness.hosted_seats(svc, sitters, entrants)
    stored = StoredMatch(match, caller.account_id, starts_when_full=start, hosted=hosted)
    if match_id is None and caller.kind is not TokenKind.ADMIN:
        if key is None or await svc.matches.statuses([match.id]) == [None]:
            await processor_time.demand(svc, caller, stored.player_ids)
        await reserve_match(svc, caller, match.id)
    if match_id is None:
        await upkeep.note_maker(svc, match.id, caller.account_id)
    await houses.engage(svc, caller, match.id, terms, sitters)
    for player_id in stored.player_ids:
        await svc.indexes.seat(player_id, match.created_ms, match.id)
    if terms.public_delay_ms:
        await svc.indexes.add_lagging(match.created_ms, match.id)
    await svc.matches.create(stored, begun.beginning if begun else None)
    return await start_if_full(svc, match.id)


async def join(svc: Service, caller: Caller, question: questions.JoinMatch) -> Match:
    """Take a seat for the token's bot, or, with an account's token, for the account's owner."""
    svc.admission.demand_beginning()
    match_id, seat = question.match_id, question.seat
    stored = await load(svc, match_id)
    player = await find_player(svc, caller.player_id)
    open_to = stored.match.open_to
    if open_to is not None and not {player.id, player.account_id} & set(open_to):
        raise Forbidden(
            "The free seats of this match are reserved for the bots and accounts in its `openTo`."
        )
    if seat is not None and seat >= len(stored.match.seats):
        raise Malformed(f"The match has seats 0 to {len(stored.match.seats) - 1}, not {seat}.")
    has_room = stored.match.status is MatchStatus.OPEN and not stored.is_full
    if has_room and stored.seat_of(player.id) is None:
        await processor_time.demand(svc, caller, [player.id, *stored.player_ids])
    await svc.indexes.seat(player.id, stored.match.created_ms, match_id)
    hosted = (await readiness.hosted_seats(svc, [player])).get(0)
    match await svc.matches.join(match_id, player, seat, hosted):
        case JoinReply.TAKEN:
            raise SeatTaken("The seat is taken." if seat is not None else "Every seat is taken.")
        case JoinReply.ELSEWHERE:
            raise SeatTaken("You already have a seat in this match.")
        case JoinReply.NOT_OPEN:
            if (await get(svc, caller, question)).status is MatchStatus.OPEN:
                raise SeatTaken("Every seat is taken.")  # the public is not told of the start yet
            raise WrongState("The match is no longer open. Only an open match can be joined.")
    return await start_if_full(svc, match_id)


async def start(svc: Service, caller: Caller, question: questions.StartMatch) -> Match:
    """Start a match whose seats are all taken; for its creator and its players."""
    stored = await load(svc, question.match_id)
    may = (
        caller.kind is TokenKind.ADMIN
        or caller.account_id == stored.owner_id
        or stored.seat_of(caller.player_id) is not None
    )
    if not may:
        raise Forbidden("Only the match's creator or one of its players may start it.")
    if stored.match.status is not MatchStatus.OPEN:
        raise WrongState("The match is no longer open.")
    if caller.kind is not TokenKind.ADMIN:
        await processor_time.demand(svc, caller, stored.player_ids)
    if await _start(svc, stored) is StartReply.EARLY:
        raise WrongState(
            f"The match starts automatically at {stored.match.start_at_ms}, by the clock `nowMs`."
        )
    return (await load(svc, question.match_id)).match


async def get(svc: Service, caller: Caller | None, question: questions.MatchQuestion) -> Match:
    """A match, as the caller may see it."""
    return await match_seen(svc, await load(svc, question.match_id), caller)


async def record(
    svc: Service, caller: Caller | None, question: questions.MatchQuestion
) -> JsonObject:
    """The record of a match that is over: its seed, chance outcomes, actions and scores.

    While the match is running, only the public part is returned: no seed and nothing hidden.
    The record of an archived match is fixed, and later changes of the rules do not affect it.
    """
    stored = await load(svc, question.match_id)
    is_shown = (await match_seen(svc, stored, caller)).status is stored.match.status
    if is_shown and (kept := await svc.matches.record(stored)) is not None:
        return kept
    table, _seat = await table_seen(svc, question.match_id, caller)
    log = await svc.matches.log(question.match_id, 0, table.match.version)
    return records.written(table, log)


def demand_id(match_id: str) -> None:
    """Refuse what cannot be a match's id before it becomes part of a key."""
    if _ID.fullmatch(match_id) is None:
        raise no_match(match_id)


async def load(svc: Service, match_id: str) -> StoredMatch:
    """The match as stored; raises `NotFound`."""
    demand_id(match_id)
    stored = await svc.matches.load(match_id)
    if stored is None:
        raise no_match(match_id)
    return stored


async def _sitters(svc: Service, caller: Caller, seats: list[str | None]) -> list[Player | None]:
    """Who is to be seated, each once: the caller's account, its bots and house bots."""
    wanted = [player_id for player_id in seats if player_id is not None]
    if len(set(wanted)) < len(wanted):
        raise Malformed("A player cannot have two seats in the same match.")
    found: dict[str | None, Player | None] = {None: None}
    for player in await find_players(svc, wanted):
        if not houses.is_own(caller, player) and not houses.is_house(player):
            raise Forbidden(f"{player.id} belongs to another account. Leave the seat free for it.")
        found[player.id] = player
    return [found[player_id] for player_id in seats]


def _seat(number: int, sitter: Player | None, control: TimeControl) -> Seat:
    is_person = sitter is not None and sitter.is_person
    return Seat(
        seat=number,
        bot_id=sitter.id if sitter and not is_person else None,
        account_id=sitter.id if sitter and is_person else None,
        player_name=sitter.name if sitter else None,
        bot_version=sitter.version if sitter else None,
        left_ms=control.start_ms,
    )


async def start_if_full(svc: Service, match_id: str) -> Match:
    """Start the match if it starts by itself and may begin; else it is left as it is."""
    stored = await load(svc, match_id)
    is_due = stored.starts_when_full and stored.is_full
    if is_due and stored.match.status is MatchStatus.OPEN and not await is_unpaid(svc, stored):
        await _start(svc, stored)
        stored = await load(svc, match_id)
    return stored.match


async def is_unpaid(svc: Service, stored: StoredMatch) -> bool:
    """Whether a hosted bot that sits there has no processor time left, so that it may not begin.

    A ladder has looked at that before it makes a match, and ends the blocks that have begun.
    """
    is_free = stored.match.ladder_id is None
    return is_free and bool(await processor_time.spent(svc, stored.player_ids))


async def _start(svc: Service, stored: StoredMatch) -> StartReply:
    """Start with a fresh secret seed; if another process was faster, its seed stands.

    A fork has the seed of the match that it began in.
    """
    svc.admission.demand_beginning()
    match_id, game = stored.match.id, rules_of(stored.match)
    if game is None:
        raise WrongState(f"The service no longer supports rules {stored.match.rules_version!r}.")
    if not stored.is_full:
        raise WrongState("The match has a free seat. Wait until all seats are taken.")
    beginning = await svc.matches.beginning(match_id) if stored.match.origin else None
    seed = seed_of(beginning.seed) if beginning else secrets.token_bytes(SEED_BYTES)
    options = parse_options(game, stored.match.options)
    state = first_state(game, options, seed, beginning)
    seat = game.to_act(state)
    if seat is None:
        raise Internal(f"A new game of {stored.match.game} has no seat to act.")
    first = Ask(seat, terms_of(stored.match, game, state, seat, is_first=True))
    await svc.indexes.add_live(stored.player_ids, match_id)
    public = commitment(seed, match_id)
    return await svc.matches.start(match_id, options.rules_version, seed, public, first)
