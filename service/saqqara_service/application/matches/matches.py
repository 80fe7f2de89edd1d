"""Matches: make one, sit down, start it, look at it."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

from saqqara_contest.clocks import Clock, start_ms
from saqqara_engine.chance import SEED_BYTES, commitment
from saqqara_engine.plies import Beginning, seed_of
from saqqara_service.application.accounts.accounts import demand_bot, find_bots, me
from saqqara_service.application.accounts.idempotency import id_under
from saqqara_service.application.accounts.quotas import reserve_match
from saqqara_service.application.caches.tables import first_state, no_match
from saqqara_service.application.matches import records
from saqqara_service.application.matches.clocks import seat_clock, terms_of
from saqqara_service.application.matches.terms import checked, demand_soon, find_game, parse_options
from saqqara_service.application.matches.visibility import match_seen, table_seen
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Internal, Malformed, SeatTaken, WrongState
from saqqara_service.models import (
    Account,
    Bot,
    Caller,
    JsonObject,
    Match,
    MatchStatus,
    MatchTerms,
    Origin,
    Seat,
    SeatView,
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
    start: bool = False,
    start_at_ms: int | None = None,
    begun: Begun | None = None,
) -> Match:
    """A new match with these bots seated (None: a seat to be joined); in a fork, also the caller.

    With `start` it starts by itself as soon as every seat is taken, but not before `start_at_ms`.
    With a `match_id` that exists, or a `key` of the caller's that was used within a day, the call
    is a repetition: it changes nothing but to start what should have started.
    """
    terms = checked(terms, len(seats))
    sitters = await _sitters(svc, caller, seats, begun)
    now_ms = await svc.connection.now_ms()
    demand_soon(start_at_ms, now_ms)
    await svc.connection.demand_room()
    asked = (terms, seats, open_to, start, start_at_ms)
    match = Match(
        id=match_id or await id_under(svc, caller, key, "m", *asked),
        **dict(terms),
        rules_version=find_game(terms.game).rules_version,
        status=MatchStatus.OPEN,
        version=0,
        seats=[
            _seat(number, sitter, seat_clock(terms.time_control, terms.time_odds, number))
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
    stored = StoredMatch(match, caller.account_id, starts_when_full=start)
    if match_id is None and caller.kind is not TokenKind.ADMIN:
        await reserve_match(svc, caller.account_id, match.id)
    for bot_id in stored.bot_ids:
        await svc.indexes.seat(bot_id, match.created_ms, match.id)
    if terms.public_delay_ms:
        await svc.indexes.add_lagging(match.created_ms, match.id)
    await svc.matches.create(stored, begun.beginning if begun else None)
    return await start_if_full(svc, match.id)


async def join(svc: Service, caller: Caller, match_id: str, seat: int | None) -> Match:
    """Seat the caller's bot, in any free seat if none is named."""
    bot_id = demand_bot(caller)
    stored = await load(svc, match_id)
    (bot,) = await find_bots(svc, [bot_id])
    open_to = stored.match.open_to
    if open_to is not None and not {bot.id, bot.account_id} & set(open_to):
        raise Forbidden(
            "the free seats of this match are only for the bots and accounts in its `openTo`"
        )
    if seat is not None and not 0 <= seat < len(stored.match.seats):
        raise Malformed(f"the match has seats 0 to {len(stored.match.seats) - 1}, not {seat}")
    await svc.indexes.seat(bot.id, stored.match.created_ms, match_id)
    match await svc.matches.join(match_id, bot, seat):
        case JoinReply.TAKEN:
            raise SeatTaken("the seat is taken" if seat is not None else "every seat is taken")
        case JoinReply.ELSEWHERE:
            raise SeatTaken("the bot already has a seat in this match; a bot can have only one")
        case JoinReply.NOT_OPEN:
            if (await get(svc, match_id, caller)).status is MatchStatus.OPEN:
                raise SeatTaken("every seat is taken")  # the public is not told of the start yet
            raise WrongState("the match is not open any more; only an open match can be joined")
    return await start_if_full(svc, match_id)


async def start(svc: Service, caller: Caller, match_id: str) -> Match:
    """Start a match whose seats are all taken; its creator and its bots may do so."""
    stored = await load(svc, match_id)
    may = (
        caller.kind is TokenKind.ADMIN
        or caller.account_id == stored.owner_id
        or stored.seat_of(caller.player_id) is not None
    )
    if not may:
        raise Forbidden("only the match's creator or a bot that sits in it may start it")
    if stored.match.status is not MatchStatus.OPEN:
        raise WrongState("the match is not open any more")
    if await _start(svc, stored) is StartReply.EARLY:
        raise WrongState(f"the match starts by itself, at {stored.match.start_at_ms} by `nowMs`")
    return (await load(svc, match_id)).match


async def get(svc: Service, match_id: str, caller: Caller | None = None) -> Match:
    """A match, as the caller may see it."""
    return await match_seen(svc, await load(svc, match_id), caller)


async def view(svc: Service, caller: Caller | None, match_id: str) -> SeatView:
    """The match as the token's bot may see it now; everybody else gets the public view."""
    demand_id(match_id)
    table, seat = await table_seen(svc, match_id, caller)
    return table.seen_by(seat)


async def record(svc: Service, match_id: str, caller: Caller | None = None) -> JsonObject:
    """The record of a match that is over: its seed, chance outcomes, actions and scores.

    While the match is running, this is only the public part: no seed and nothing hidden.
    """
    demand_id(match_id)
    table, _seat = await table_seen(svc, match_id, caller)
    log = await svc.matches.log(match_id, 0, table.match.version)
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


async def _sitters(
    svc: Service, caller: Caller, seats: list[str | None], begun: Begun | None
) -> list[Bot | Account | None]:
    """Who is to be seated: only bots of the caller's account, in forks also that, each once."""
    wanted = [player_id for player_id in seats if player_id is not None]
    if len(set(wanted)) < len(wanted):
        raise Malformed("a bot sits at most once in a match")
    found: dict[str | None, Bot | Account | None] = {None: None}
    if begun and caller.account_id in wanted:
        found[caller.account_id] = await me(svc, caller)
    bots = await find_bots(svc, [player_id for player_id in wanted if player_id not in found])
    for bot in bots:
        if caller.kind is not TokenKind.ADMIN and bot.account_id != caller.account_id:
            raise Forbidden(f"bot {bot.id} belongs to another account; leave the seat open for it")
        found[bot.id] = bot
    return [found[player_id] for player_id in seats]


def _seat(number: int, sitter: Bot | Account | None, clock: Clock) -> Seat:
    return Seat(
        seat=number,
        bot_id=sitter.id if isinstance(sitter, Bot) else None,
        account_id=sitter.id if isinstance(sitter, Account) else None,
        bot_name=sitter.name if sitter else None,
        bot_version=sitter.version if isinstance(sitter, Bot) else None,
        left_ms=start_ms(clock),
    )


async def start_if_full(svc: Service, match_id: str) -> Match:
    stored = await load(svc, match_id)
    is_due = stored.starts_when_full and stored.is_full
    if is_due and stored.match.status is MatchStatus.OPEN:
        await _start(svc, stored)
        stored = await load(svc, match_id)
    return stored.match


async def _start(svc: Service, stored: StoredMatch) -> StartReply:
    """Start with a fresh secret seed; if another process was faster, its seed stands.

    A fork has the seed of the match that it began in.
    """
    match_id, game = stored.match.id, find_game(stored.match.game)
    if not stored.is_full:
        raise WrongState("a seat is free; all seats must be taken first")
    beginning = await svc.matches.beginning(match_id) if stored.match.origin else None
    seed = seed_of(beginning.seed) if beginning else secrets.token_bytes(SEED_BYTES)
    options = parse_options(game, stored.match.options)
    state = first_state(game, options, seed, beginning)
    seat = game.to_act(state)
    if seat is None:
        raise Internal(f"a new game of {stored.match.game} asks nobody")
    first = Ask(seat, terms_of(stored.match, game, state, seat, is_first=True))
    await svc.indexes.add_live(stored.bot_ids, match_id)
    public = commitment(seed, match_id)
    return await svc.matches.start(match_id, game.rules_version, seed, public, first)
