"""Whole matches through the use cases on a real Redis."""

from __future__ import annotations

import random

import pytest
from pydantic import JsonValue

from saqqara_engine.chance import commitment
from saqqara_engine.games import find_game
from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import EventKind, MatchStatus, MatchTerms
from tests.service.feed_items import log_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import UNHURRIED, Seated, a_match, an_owner, play_out, some_bots


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_random_match_is_played_to_its_end(svc: Service, players: int) -> None:
    """A match of any number of players ends with a place for every seat and its seed revealed."""
    seated = await a_match(svc, players)
    assert seated.match.status is MatchStatus.RUNNING
    match = await play_out(svc, seated, random.Random(players))
    assert match.status is MatchStatus.FINISHED
    assert match.result is not None
    assert [row.seat for row in match.result.seats] == list(range(players))
    assert min(row.place for row in match.result.seats) == 1
    assert all(row.kept_time for row in match.result.seats)
    assert match.seed is not None
    assert match.commitment == commitment(bytes.fromhex(match.seed), match.id)


async def test_the_log_alone_rebuilds_the_match(svc: Service, other_svc: Service) -> None:
    """Another process that reads only seed and log comes to the same points."""
    seated = await a_match(svc, 3)
    match = await play_out(svc, seated, random.Random(7))
    log = await log_of(other_svc, seated.id)
    assert [event.version for event in log] == list(range(1, match.version + 1))
    assert log[0].kind is EventKind.STARTED
    game = find_game(match.game)
    actions = [game.parse_action(event.action) for event in log if event.action is not None]
    assert match.seed is not None
    state = game.replay(game.parse_options(match.options), bytes.fromhex(match.seed), actions)
    assert match.result is not None
    assert [score.total for score in game.scores(state)] == [
        row.total for row in match.result.seats
    ]
    (mine, _), (theirs, _) = [await one.tables.fresh(seated.id) for one in (svc, other_svc)]
    assert [mine.view(seat) for seat in range(3)] == [theirs.view(seat) for seat in range(3)]
    assert game.chance(mine.state) == game.chance(theirs.state)
    assert await match_of(other_svc, seated.id) == mine.match


async def test_a_finished_match_has_a_record_that_verifies(svc: Service) -> None:
    """The record replays to the same scores and places, with the clock of every ply."""
    seated = await a_match(svc, 4)
    begun = from_json(await record_json(svc, seated.id))
    assert (begun.seed, begun.ending, begun.plies) == (None, None, ())
    match = await play_out(svc, seated, random.Random(4))
    record = from_json(await record_json(svc, seated.id))
    verify(record)
    assert match.result is not None
    assert (record.match_id, record.ending) == (match.id, "played")
    assert record.commitment == begun.commitment
    assert record.placements == tuple(row.place for row in match.result.seats)
    assert len(record.plies) == match.version - 1
    assert all(ply.clock is not None for ply in record.plies)
    last = record.plies[-1]
    assert last.clock is not None
    assert last.clock.left_ms == match.seats[last.seat].left_ms


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("duel", {"preset": "b"}),
        ("imhotep", {"preset": "b-sides", "players": 3}),
        ("imhotep", {"preset": "everything", "players": 4, "hiddenMarketCards": True}),
        ("imhotep", {"preset": "new-dynasty", "secondColour": True}),
    ],
)
async def test_every_game_and_side_is_served(
    svc: Service, game: str, options: dict[str, JsonValue]
) -> None:
    """A match under any options is played through the service, and its record verifies."""
    rules = find_game(game)
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, rules.parse_options(options).players)
    seats = [bot.bot_id for bot in bots]
    terms = MatchTerms(game=game, options=options, time_control=UNHURRIED)
    made = await matches.create(svc, owner, terms, seats=seats, start=True)
    seated = Seated(made, owner, bots)
    match = await play_out(svc, seated, random.Random(11))
    assert match.status is MatchStatus.FINISHED
    record = from_json(await record_json(svc, match.id))
    verify(record)
    assert record.house_values == rules.house_values(rules.parse_options(options))
