"""The SDK against the real service: accounts by HTTP, whole matches over websockets."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any, get_args

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, Client, Fischer, LegalAction, Turn, run_async
from saqqara_sdk.runner import observation
from saqqara_sdk.wire import errors
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import (
    ActionIdReused,
    Forbidden,
    IllegalAction,
    NotFound,
    NotYourSeat,
    NotYourTurn,
    StaleVersion,
    TooMany,
    Unauthenticated,
)
from saqqara_sdk.wire.models import EventNews, MatchEvent
from saqqara_sdk.wire.values import Model
from saqqara_service import models as service_models
from saqqara_service import questions
from saqqara_service.api.operation import refusals_of
from saqqara_service.api.table import OPERATIONS
from tests.chaos.proxy import proxied
from tests.sdk.observers import Waiting

OURS_ALONE = {
    "Page",
    "MatchStanding",
    "Answered",
    "Beat",
    "Running",
    "_Problem",
    "UnknownMember",
    "PlayedTerms",
    "WireTurn",
}
OURS_ALONE |= {"_Happened", "_Item", "_Snapshot", "_Standing"}
GIVEN = {"HeldSubmission", "Meter", "PlayedMatch"}  # what the SDK sends, and never reads
THEIR_NAMES = {"RegisteredBot": "Bot"}
TIME = Fischer(base_ms=60_000, increment_ms=1_000)


async def some_bots(server: str, count: int) -> tuple[str, dict[str, str]]:
    """The token of a new account, and the tokens of its new bots by id."""
    async with AsyncClient(server) as nobody:
        account = await nobody.accounts.register("Imhotep")
    async with AsyncClient(server, account.token) as owner:
        issued = [await owner.bots.create(f"bot {number}") for number in range(count)]
    return account.token, {one.bot.id: one.token for one in issued if one.bot}


async def all_events(client: AsyncClient, match_id: str) -> list[MatchEvent]:
    """The whole log of a match, page by page."""
    page = await client.matches.events_page(match_id)
    found = list(page.items)
    while page.cursor:
        page = await client.matches.events_page(match_id, after=page.cursor)
        found += page.items
    return found


class Noting(RandomBot):
    """Notes each decision, one of them beyond the bounds."""

    async def choose(self, turn: Turn) -> LegalAction:  # type: ignore[override]
        """Choose at random."""
        self.note(words="x" * 9_999 if turn.version == 1 else f"version {turn.version}")
        return super().choose(turn)


async def test_notes_come_with_the_actions_of_a_running_bot(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    """They are in the record; a malformed one is dropped, and its action counts."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        game = await owner.matches.create(list(bots), TIME)
        kinds = (Noting, RandomBot)
        reports = await asyncio.gather(
            *(
                run_async(kind, server=server, token=bot, max_matches=1)
                for kind, bot in zip(kinds, bots.values(), strict=True)
            )
        )
        record: Any = await owner.matches.record(game.id)
        events = await all_events(owner, game.id)
    assert sum(report.errors for report in reports) == 0
    noted = [ply["note"] for ply in record["plies"] if ply["seat"] == 0]
    first = game.to_act == 0
    assert noted[first:] == [
        {"words": f"version {event.version - 1}"}
        for event in events
        if event.seat == 0 and event.action and event.version > 2
    ]
    assert {ply["note"] for ply in record["plies"] if ply["seat"]} == {None}
    assert caplog.text.count("a note was dropped: words has 9999") == first


async def test_a_client_sends_and_reads_notes(server: str) -> None:
    """By HTTP, with the same bounds."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner:
        game = await owner.matches.create(list(bots), TIME)
    mine = [*bots.values()][game.to_act or 0]
    async with AsyncClient(server, mine) as bot:
        turn = (await bot.matches.turns()).items[0]
        asked = (game.id, turn.actions[0], turn.version)
        with pytest.raises(errors.Malformed, match="at most 2000"):
            await bot.matches.act(*asked, note={"words": "x" * 2_001})
        await bot.matches.act(*asked, note={"evaluation": 2.5})
        events = await all_events(bot, game.id)
    assert [event.note for event in events] == [None, {"evaluation": 2.5}]
    async with AsyncClient(server) as nobody:
        assert [event.note for event in await all_events(nobody, game.id)] == [None, None]


@pytest.mark.parametrize("players", [2, 4])
async def test_whole_matches(server: str, players: int) -> None:
    """Bots play matches at once over a websocket each, and make every decision themselves."""
    token, bots = await some_bots(server, players)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        seats = list(bots)
        games = [await owner.matches.create(order, TIME) for order in (seats, seats[::-1])]
        reports = await asyncio.gather(
            *(
                run_async(RandomBot, server=server, token=bot, max_matches=len(games))
                for bot in bots.values()
            )
        )
        finished = [await owner.matches.get(game.id) for game in games]
        records = [await owner.matches.record(game.id) for game in games]
        events = [event for game in games for event in await all_events(owner, game.id)]
    assert {match.status for match in finished} == {MatchStatus.FINISHED}
    assert {report.matches for report in reports} == {len(games)}
    assert sum(report.errors for report in reports) == 0
    decisions = [event for event in events if event.kind == "action"]
    assert not any(event.auto for event in decisions)
    assert sum(report.turns for report in reports) == len(decisions)
    assert [record["seed"] for record in records] == [match.seed for match in finished]


async def test_bots_observe_their_match(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both hear the whole log but for the start, before each decision all that went before."""
    monkeypatch.setattr(observation, "WAIT_S", 30)
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        match = await owner.matches.create(list(bots), TIME)
        reports = await asyncio.gather(
            *(run_async(Waiting, server=server, token=bot, max_matches=1) for bot in bots.values())
        )
        log = [(one.version, one.kind, one.action) for one in await all_events(owner, match.id)]
    assert sum(report.errors for report in reports) == 0
    for seat in (0, 1):
        events = Waiting.heard[match.id, seat]
        assert [(one.version, one.kind, one.notation) for one in events] == log[1:]
    assert all(version == known for version, known in Waiting.knew)


async def test_cut_sockets(server: str) -> None:
    """Bots whose connections keep breaking finish their match, each decision applied once."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        match = await owner.matches.create(list(bots), TIME)
        async with proxied(int(server.rpartition(":")[2])) as proxy:
            running = [
                asyncio.create_task(
                    run_async(RandomBot, server=proxy.address, token=bot, max_matches=1)
                )
                for bot in bots.values()
            ]
            for version in (10, 20, 30):
                while (await owner.matches.get(match.id)).version < version:
                    await asyncio.sleep(0.005)
                assert proxy.cut() == len(bots)
            reports = await asyncio.gather(*running)
        events = await all_events(owner, match.id)
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert not any(event.auto for event in events)
    assert all(report.reconnects >= 3 and report.errors == 0 for report in reports)


async def test_a_match_is_followed_through_cuts(server: str) -> None:
    """The client's own stream, torn off at every event, tells what the log says, each once."""
    token, bots = await some_bots(server, 2)
    async with (
        asyncio.timeout(100),
        AsyncClient(server, token) as owner,
        proxied(int(server.rpartition(":")[2])) as proxy,
        AsyncClient(proxy.address, token) as torn,
        asyncio.TaskGroup() as tasks,
    ):
        match = await owner.matches.create(list(bots), TIME)
        for bot in bots.values():
            tasks.create_task(run_async(RandomBot, server=server, token=bot, max_matches=1))
        events: list[MatchEvent] = []
        async with aclosing(torn.matches.events(match.id)) as news:
            async for item in news:
                if isinstance(item, EventNews):
                    events.append(item.event)
                    proxy.cut()
    async with AsyncClient(server) as anybody:
        assert events == await all_events(anybody, match.id)
    assert proxy.accepted > 3  # many events may come at once


def follow_to_the_end(server: str, match_id: str) -> list[int]:
    """The versions that the client without `async` tells."""
    with Client(server) as client:
        news = client.matches.events(match_id)
        return [one.event.version for one in news if isinstance(one, EventNews)]


async def test_a_match_is_followed_without_async(server: str) -> None:
    """A plain loop follows a match to its end."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.TaskGroup() as tasks:
        match = await owner.matches.create(list(bots), TIME)
        for bot in bots.values():
            tasks.create_task(run_async(RandomBot, server=server, token=bot, max_matches=1))
        events = await asyncio.to_thread(follow_to_the_end, server, match.id)
        assert events == list(range(1, (await owner.matches.get(match.id)).version + 1))


async def test_playing_by_http(server: str) -> None:
    """A match can be played by single calls; each refusal is raised as its class."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner:
        match = await owner.matches.create(list(bots), TIME)
        assert match.status is MatchStatus.RUNNING
        waiting, asked = sorted(bots, key=lambda bot: match.seats[match.to_act or 0].bot_id == bot)
        assert (await owner.matches.record(match.id))["seed"] is None
        with pytest.raises(NotFound):
            await owner.matches.get("m-nowhere")
        with pytest.raises(NotYourSeat):
            await owner.matches.act(match.id, "get", match.version)
    async with AsyncClient(server, bots[waiting]) as bot:
        with pytest.raises(NotYourTurn):
            await bot.matches.act(match.id, "get", match.version)
    async with AsyncClient(server, bots[asked]) as bot:
        with pytest.raises(IllegalAction) as refused:
            await bot.matches.act(match.id, "sail 1 temple", match.version)
        assert refused.value.facts["current_version"] == match.version
        acted = await bot.matches.act(match.id, "get", match.version, "one")
        again = await bot.matches.act(match.id, "get", match.version, "one")
        assert (acted.repeated, again.repeated, again.version) == (False, True, acted.version)
        with pytest.raises(ActionIdReused):
            await bot.matches.act(match.id, "pass", match.version, "one")
        with pytest.raises((StaleVersion, NotYourTurn)):
            await bot.matches.act(match.id, "get", match.version)
        assert (await bot.matches.view(match.id)).seat == match.to_act
        page = await bot.matches.page(status=MatchStatus.RUNNING, player_id=asked)
        assert [found.id for found in page.items] == [match.id]


async def test_who_may_run(server: str) -> None:
    """Only a bot's token runs a bot; a person's and a worthless one end the run with an error."""
    token, _bots = await some_bots(server, 1)
    for given, refusal in ((token, Forbidden), ("imh_bot_junk", Unauthenticated)):
        async with asyncio.timeout(30):
            with pytest.raises(refusal):
                await run_async(RandomBot, server=server, token=given)


async def test_ladders_by_http(server: str) -> None:
    """A ladder is made, entered, read and started by the client."""
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner:
        made = await owner.ladders.create(
            "Nile", {"players": 2}, TIME, blocks=2, concurrency=2, same_owner="allowed"
        )
        for bot in bots:
            await owner.ladders.enrol(made.id, bot)
        assert {one.bot_id for one in (await owner.ladders.entries(made.id)).items} == set(bots)
        assert (await owner.ladders.start(made.id)).status == "running"
        assert (await owner.ladders.pause(made.id)).status == "paused"
        assert (await owner.ladders.resume(made.id)).status == "running"
        assert (await owner.ladders.extend(made.id, blocks=3)).matches_planned == 6
        assert (await owner.ladders.get(made.id)).name == "Nile"
        assert made.id in {ladder.id for ladder in (await owner.ladders.page()).items}
        assert {row.bot_id for row in (await owner.ladders.standings(made.id)).items} == set(bots)
        assert (await owner.ladders.matches(made.id)).items is not None
        assert {row.points for row in (await owner.ladders.scores(made.id)).items} == {0}
        assert (await owner.ladders.withdraw(made.id, next(iter(bots)))).status == "running"
        assert (await owner.ladders.cancel(made.id)).status == "cancelled"


@pytest.mark.parametrize(
    "name", sorted({kind.__name__ for kind in Model.__subclasses__()} - OURS_ALONE)
)
def test_models_are_those_of_the_service(name: str) -> None:
    """The SDK names every field that the service tells."""
    (ours,) = (kind for kind in Model.__subclasses__() if kind.__name__ == name)
    theirs = getattr(questions if name in GIVEN else service_models, THEIR_NAMES.get(name, name))
    union = getattr(theirs, "__value__", None)  # an alias stands for one
    known = get_args(get_args(union)[0]) if union else [theirs]
    assert set(ours.model_fields) == {field for kind in known for field in kind.model_fields}


def test_codes_are_those_of_the_service() -> None:
    """Every refusal of the service has its exception in the SDK."""
    assert {kind.code: kind.__name__ for kind in refusals_of(OPERATIONS)} == {
        code: kind.__name__ for code, kind in errors.BY_CODE.items()
    }


async def test_tokens_and_versions_are_looked_after_by_the_client(server: str) -> None:
    """An owner tells of versions, and narrows, rotates and revokes tokens, by single calls."""
    token, bots = await some_bots(server, 1)
    (bot_id,) = bots
    async with AsyncClient(server, token) as owner:
        version = await owner.bots.create_version(bot_id, "deeper", note="two plies")
        assert (version.number, (await owner.bots.choose_version(bot_id, 1)).version) == (2, 1)
        assert [one.name for one in (await owner.bots.versions(bot_id)).items] == [
            "first",
            "deeper",
        ]
        issued = await owner.tokens.create("reader", bot_id=bot_id, scopes=["match_read"])
        assert issued.info is not None
        async with AsyncClient(server, issued.token) as reader:
            assert (await reader.tokens.about()).scopes == ("match_read",)
            with pytest.raises(TooMany):
                await reader.tokens.rotate(issued.info.id)
        await owner.tokens.revoke(issued.info.id)
        assert issued.info.id not in {one.id for one in (await owner.tokens.page()).items}
