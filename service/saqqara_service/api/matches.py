"""What can be played, making and finding matches, forks of them, ending them early."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.matches import forks, games, layouts, matches
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, GameInfo, Layout, Match


async def known_games(query: inputs.GameQuestion) -> list[GameInfo]:
    """The games that can be played here, each with its options and presets."""
    return games.known(query.language)


async def layout(query: inputs.LayoutQuestion) -> Layout:
    """The static layout of a game under its options, sufficient to draw it."""
    return layouts.layout(query.game, query.asked_options, query.language)


async def create(svc: Service, caller: Caller, body: inputs.CreateMatch) -> Match:
    """Create a match; by default it starts automatically when every seat is taken."""
    return await matches.create(
        svc,
        caller,
        body.terms,
        seats=body.seats,
        open_to=body.open_to,
        key=body.key,
        start=body.start,
        start_at_ms=body.start_at_ms,
    )


async def join(svc: Service, caller: Caller, match_id: str, body: inputs.JoinMatch) -> Match:
    """Take a seat for the token's bot, or, with an account's token, for the account's owner."""
    return await matches.join(svc, caller, match_id, body.seat)


async def void(svc: Service, match_id: str, body: inputs.VoidMatch) -> Match:
    """Void an open or running match; operators only."""
    return await endings.void(svc, match_id, body.note, body.reason)


async def fork(svc: Service, caller: Caller, body: inputs.ForkMatch) -> Match:
    """Create an analysis match from any point of a finished match or record."""
    return await forks.fork(
        svc,
        caller,
        await forks.place(svc, caller, body.match_id, body.record, body.version),
        body.control,
        seats=body.seats,
        chance=body.chance,
        seen_by=body.seen_by,
        on_flag=body.on_flag,
        autoplay=body.autoplay,
        start=body.start,
    )
