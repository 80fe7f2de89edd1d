"""Everything that the SDK can ask, against a service whose contract has grown by a year.

The places come from the contract: wherever it has an enumeration, a union or an object.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin, get_type_hints

import graphql
import pytest
from pydantic import BaseModel

from saqqara_sdk import AcceptPolicy, AsyncClient, Client, Untimed
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner import feed, observation
from saqqara_sdk.runner.feed import FEED, KINDS, Attempt, RepeatableCall, read_item
from saqqara_sdk.runner.observation import EVENTS
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.call import Group
from saqqara_sdk.wire.errors import APIError, SaqqaraError, UnknownAnswer
from saqqara_sdk.wire.values import OpenEnum
from tests.sdk import next_year
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.next_year import WORD, RestServer, rest_server
from tests.sdk.runner.test_next_year import BRISK, Willing

OPERATIONS: dict[str, RepeatableCall[Any]] = {
    "ActResult": feed.act("x", "get", 1, "a1"),
    "AcceptChallengeResult": feed.accept("x"),
    "DeclineChallengeResult": feed.decline("x", "later"),
    "ResignMatchResult": feed.resign("x"),
}


def argument(hint: object) -> object:
    """Something of the type."""
    if hint in (str, int):
        return "x" if hint is str else 1
    if hint is bool or bytes in get_args(hint):
        return True if hint is bool else b"x"
    if get_origin(hint) in (Sequence, Mapping):
        return ["x", "y"] if get_origin(hint) is Sequence else {"x": ["x", "y"]}
    if hint is AcceptPolicy:
        return AcceptPolicy()
    return "x" if str in get_args(hint) else Untimed()


def arguments(call: Callable[..., object]) -> dict[str, Any]:
    """What a call needs at least."""
    hints = get_type_hints(inspect.unwrap(call))
    return {
        name: argument(hints[name])
        for name, one in inspect.signature(call).parameters.items()
        if one.default is one.empty
    }


CALLS = {
    group: {
        name: arguments(getattr(kind, name))
        for name in vars(type(kind))
        if not name.startswith("_")
    }
    for group, kind in vars(Client("http://x")).items()
    if isinstance(kind, Group)
}


def words(document: object) -> int:
    """How many unknown words there are in what was told."""
    if isinstance(document, dict):
        return sum(map(words, document.values()))
    if isinstance(document, list):
        return sum(map(words, document))
    return int(document == WORD)


def kept(document: object, read: object, where: str = "") -> int:
    """How many unknown words there are still, each where it was told."""
    if isinstance(document, dict) and isinstance(read, dict):
        both = document.keys() & read.keys()
        return sum(kept(document[name], read[name], f"{where}.{name}") for name in both)
    if isinstance(document, list) and isinstance(read, list | tuple):
        return sum(map(kept, document, read, [f"{where}[]"] * len(document)))
    assert document != WORD or read == WORD, where
    return int(document == WORD)


def plain(answer: object) -> object:
    """An answer as JSON again; an archive is bytes, which nobody reads here."""
    if isinstance(answer, bytes):
        return json.loads(answer)
    return answer.model_dump(by_alias=True) if isinstance(answer, BaseModel) else answer


@pytest.fixture(scope="module", name="rest")
def _rest() -> Iterator[RestServer]:
    with rest_server() as server:
        yield server


@pytest.mark.parametrize("group", CALLS)
def test_next_years_answers_are_read(group: str, rest: RestServer) -> None:
    """Unknown words are kept, unknown fields ignored, unknown events passed over."""
    rest.is_refusing = False
    with Client(rest.url, TOKEN) as client:
        for name, given in CALLS[group].items():
            answer = getattr(getattr(client, group), name)(**given)
            (answer,) = answer if isinstance(answer, Generator) else (answer,)
            unnamed = words(legal_actions(rest.sample))
            assert kept(rest.sample, plain(answer), name) == words(rest.sample) - unnamed


@pytest.mark.parametrize("group", CALLS)
async def test_the_asynchronous_client_reads_the_same(group: str, rest: RestServer) -> None:
    """Every call of it."""
    rest.is_refusing = False
    async with AsyncClient(rest.url, TOKEN) as client:
        for name, given in CALLS[group].items():
            called = getattr(getattr(client, group), name)(**given)
            is_stream = isinstance(called, AsyncGenerator)
            answer = await anext(called) if is_stream else await called
            unnamed = words(legal_actions(rest.sample))
            assert kept(rest.sample, plain(answer), name) == words(rest.sample) - unnamed


def legal_actions(document: object) -> object:
    """What a turn tells besides, for which the SDK does not ask."""
    turn = document.get("turn") if isinstance(document, dict) else None
    return turn.get("legalActions") if isinstance(turn, dict) else None


@pytest.mark.parametrize("group", CALLS)
def test_next_years_refusals_are_told(group: str, rest: RestServer) -> None:
    """Every operation may refuse with a code that is unknown here."""
    rest.is_refusing = True
    with Client(rest.url, TOKEN, retries=0) as client:
        for name, given in CALLS[group].items():
            call = getattr(getattr(client, group), name)
            with pytest.raises(APIError) as refusal:
                next(iter(call(**given)))
            assert (type(refusal.value), refusal.value.code) == (APIError, WORD), name


FEED_ITEMS = {kind: f"{kind.capitalize()}Item" for kind in sorted(KINDS)} | {WORD: "Novelty"}


def feed_items() -> list[dict[str, Any]]:
    """An item of each kind, with each kind of clock and a kind more of both."""
    return [
        next_year.answers(FEED, {}, kind, {"TimeControl": clock, "FeedItem": member})["feed"]
        for kind, member in FEED_ITEMS.items()
        for clock in next_year.members("TimeControl")
    ]


def test_next_years_items_of_a_feed_are_read() -> None:
    """Those of a known kind are read with every unknown word in them; the others are ignored."""
    for news in feed_items():
        item = read_item({"feed": news})
        if news.get("kind") in KINDS:
            assert kept(news, plain(item)) == words(news)
        else:
            assert item is None


async def test_next_years_feed_costs_nothing() -> None:
    """A bot plays its match on one connection, declines what it cannot judge, resigns once."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    service.items = feed_items()
    Willing.asked = []
    async with service.running(), asyncio.timeout(60):
        runner = Runner(Willing, Access(service.url, TOKEN), timeouts=BRISK)
        running = asyncio.create_task(runner.run())
        while Attempt("m1", "first") not in runner._ended or not service.answers:
            await asyncio.sleep(0.01)
        runner.stop()
        report = await running
    assert (report.turns, report.errors, report.reconnects) == (3, 1, 0)
    assert (service.answers, service.resigned) == ([("x", "game")], ["x"])


@pytest.mark.parametrize(
    ("union", "member"),
    [(union, member) for union in OPERATIONS for member in next_year.members(union)],
)
def test_next_years_results_are_told_apart(union: str, member: str) -> None:
    """A known result is read, a problem of any kind is raised, of any other it is said so."""
    operation = OPERATIONS[union]
    answer = next_year.answers(operation.document, operation.variables, "", {union: member})
    if member in {"Acted", "Challenge", "Match"}:
        operation.read(answer)
        return
    with pytest.raises(SaqqaraError) as refusal:
        operation.read(answer)
    expected = UnknownAnswer if member == "Novelty" else APIError
    assert type(refusal.value) is expected


def test_next_years_events_are_read() -> None:
    """An observing bot's events, and how a match stands."""
    seen = 0
    for member in next_year.members("MatchNews"):
        answer = next_year.answers(EVENTS, {"id": "x"}, WORD, {"MatchNews": member})["matchEvents"]
        item = feed.read(observation._Item, answer)
        assert kept(answer, plain(item)) == words(answer), member
        seen += words(answer)
    assert seen == 6
    standing = feed.standing("x")
    answer = next_year.answers(standing.document, standing.variables, "", {})
    assert kept(answer["match"], plain(standing.read(answer))) == words(answer) == 3


@pytest.mark.parametrize("kind", OpenEnum.__subclasses__())
def test_the_words_are_those_of_the_contract(kind: type[OpenEnum]) -> None:
    """What is known here is what is known there, this year."""
    found = next_year.schema().get_type(kind.__name__)
    assert isinstance(found, graphql.GraphQLEnumType)
    assert {one.name for one in kind} == set(found.values) - {WORD.upper()}
