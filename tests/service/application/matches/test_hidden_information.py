"""What a seat may not know is in no answer before the end."""

from __future__ import annotations

import json
import os
import random
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace

import pytest

from saqqara_engine.games import GAMES, find_game
from saqqara_sdk.bots.turn import Turn, read_view
from saqqara_sdk.mcp.words import position
from saqqara_service import questions
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.feeds import bot_feed, match_events
from saqqara_service.application.matches import matches, views
from saqqara_service.application.play import explanations
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Caller, JsonObject, MatchStatus, MatchTerms, Model
from tests.service.actions import act
from tests.service.feed_items import next_item
from tests.service.lookups import match_of, record_json
from tests.service.matches import UNHURRIED, Seated, a_match, act_at_random, an_owner, some_bots

IS_LONG = "SIEGE_LONG" in os.environ
PRESETS = (
    [
        (name, preset, players)
        for name, game in GAMES.items()
        for preset in game.presets
        for players in sorted({game.players[0], game.players[-1]})
    ]
    if IS_LONG
    else [("imhotep", "base", 4), ("imhotep", "everything", 2), ("duel", "b", 2)]
)
PAIRS = 10_000 // len(PRESETS) + 1 if IS_LONG else 30


def as_bytes(model: Model) -> bytes:
    """What would go over the wire, but for the instant of the answer."""
    text = model.model_dump_json(
        exclude={"now_ms": True, "turn": {"now_ms"}, "heartbeat": {"now_ms"}}
    )
    return text.encode()


async def answers_to(svc: Service, seated: Seated, caller: Caller | None) -> AsyncIterator[bytes]:
    """Everything the service tells a caller about a running match, and models in words of it."""
    match = await match_of(svc, seated.id)
    yield as_bytes(match)
    seen = await views.view(svc, caller, questions.ViewAt(match_id=seated.id))
    yield as_bytes(seen)
    rules = find_game(seen.game)
    yield rules.draw(read_view(rules, seen.view)).encode()
    async with aclosing(match_events.news(svc, caller, seated.id, None, views=True)) as news:
        for _ in range(match.version + 1):
            yield as_bytes(await anext(news))
    if caller is None:
        return
    if match.to_act is not None and seated.callers[match.to_act] == caller:
        async with aclosing(bot_feed.feed(svc, caller)) as items:
            item = await next_item(items)
        yield as_bytes(item)
        yield position(Turn.from_wire(json.loads(as_bytes(item))["turn"] | {"nowMs": 0})).encode()
    for action in ("place 9.9", "take 1", "chisel 1.1 2.1", "lever 1 temple 01", "nonsense"):
        try:
            yield as_bytes(
                await explanations.explain(
                    svc, caller, questions.Explain(match_id=seated.id, action=action)
                )
            )
        except ApplicationError as error:
            yield f"{error.code} {error.message} {error.facts()}".encode()
        try:
            await act(svc, caller, seated.id, action, match.version + 1, "probe")
        except ApplicationError as error:
            yield f"{error.code} {error.message} {error.facts()}".encode()
    yield json.dumps(await record_json(svc, seated.id, caller)).encode()
    with pytest.raises(ApplicationError) as refusal:
        await matches.start(svc, caller, questions.StartMatch(match_id=seated.id))
    yield refusal.value.message.encode()


def with_other_secrets(table: Table, seat: int | None, rng: random.Random) -> Table:
    """The table, changed only in what the seat (None: the public) cannot know."""
    view = table.game.view(table.state, seat)
    return replace(table, state=table.game.sample(view, rng.randbytes(32)), seed=rng.randbytes(32))


async def a_match_under(svc: Service, game: str, preset: str, players: int) -> Seated:
    """A started match of new bots under a preset."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, players)
    options: JsonObject = {"preset": preset, "players": players}
    terms = MatchTerms(game=game, options=options, time_control=UNHURRIED)
    seats = [bot.bot_id for bot in bots]
    return Seated(await matches.create(svc, owner, terms, seats=seats, start=True), owner, bots)


@pytest.mark.timeout(3_000 if IS_LONG else 120)
@pytest.mark.parametrize(("game", "preset", "players"), PRESETS)
async def test_other_secrets_give_the_same_answers(
    svc: Service, game: str, preset: str, players: int
) -> None:
    """With deck, coming rounds, hands and seed exchanged, every answer is the same byte for byte.

    The long form compares 10,000 pairs of worlds in all.
    """
    rng, compared = random.Random(f"{game} {preset} {players}"), 0
    while compared < PAIRS:
        seated = await a_match_under(svc, game, preset, players)
        while (await match_of(svc, seated.id)).status is MatchStatus.RUNNING:
            if compared < PAIRS and rng.random() < 0.1:
                compared += await compare(svc, seated, rng)
            await act_at_random(svc, seated, rng)


async def compare(svc: Service, seated: Seated, rng: random.Random) -> int:
    """In how many of the pairs of worlds that were compared chance falls otherwise."""
    differing = 0
    table, _now = await svc.tables.fresh(seated.id)
    for seat, caller in [(None, None), *enumerate(seated.callers)]:
        chunks = [answer async for answer in answers_to(svc, seated, caller)]
        for _ in range(3):
            other = with_other_secrets(table, seat, rng)
            svc.tables._tables[seated.id] = other
            assert [answer async for answer in answers_to(svc, seated, caller)] == chunks
            differing += other.game.chance(other.state) != table.game.chance(table.state)
        svc.tables._tables[seated.id] = table
    return differing


async def test_the_seed_is_told_at_the_end_and_not_before(svc: Service) -> None:
    """No answer to anybody contains the seed until the match is over; then every look does."""
    rng = random.Random(9)
    seated = await a_match(svc)
    table, _now = await svc.tables.fresh(seated.id)
    seed = table.seed.hex().encode()
    assert seed not in repr(table).encode()
    while (await match_of(svc, seated.id)).status is MatchStatus.RUNNING:
        if rng.random() < 0.1:
            for caller in [None, *seated.callers]:
                async for answer in answers_to(svc, seated, caller):
                    assert seed not in answer
        await act_at_random(svc, seated, rng)
    match = await match_of(svc, seated.id)
    assert match.seed is not None
    assert match.seed.encode() == seed
