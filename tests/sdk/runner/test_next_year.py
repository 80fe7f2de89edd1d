"""A bot and a program of today against the service of next year, which knows more than they do."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest
from typer.testing import CliRunner

from saqqara_sdk import Bot, Challenge, Client, LegalAction, Turn
from saqqara_sdk.cli import app
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.enums import MatchStatus
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.runner.test_challenge_answers import offered

BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, first_connection_s=5, drain_s=5)
LADDER: dict[str, Any] = {
    "name": "Memphis",
    "game": "imhotep",
    "options": {},
    "timeControl": {"kind": "hourglass", "sandMs": 3},
    "concurrency": 1,
    "format": "knockout",
    "blocks": None,
    "rounds": 3,
    "challenger": None,
    "startAtMs": None,
    "endAtMs": None,
    "commitment": "0" * 64,
    "entry": "open",
    "invited": [],
    "botsPerAccount": None,
    "lateEntry": False,
    "sameOwner": "forbidden",
    "maxReplays": 3,
    "id": "l1",
    "accountId": "a1",
    "players": 2,
    "status": "asleep",
    "createdMs": 1,
    "matchesPlanned": 0,
    "matchesStarted": 0,
    "matchesSettled": 0,
    "matchesFitted": 0,
    "matchesGivenUp": 0,
    "matchesAnnulled": 0,
    "matchesDropped": 0,
}


class Willing(Bot):
    """Plays with everybody, and notes what it was asked."""

    asked: ClassVar[list[str]] = []

    def accept(self, challenge: Challenge) -> bool:
        self.asked.append(challenge.id)
        return True

    def choose(self, turn: Turn) -> LegalAction:
        return turn.legal_actions[0]


async def play(service: FakeService) -> RunReport:
    """Run the bot until a match has ended."""
    Willing.asked = []
    async with service.running(), asyncio.timeout(60):
        return await Runner(
            Willing, Access(service.url, TOKEN), max_matches=1, timeouts=BRISK
        ).run()


def test_an_unknown_word_is_kept() -> None:
    """It has the type and the text of the known ones and equals none of them, copied too."""
    asleep = MatchStatus("asleep")
    for one in (asleep, copy.deepcopy(asleep), pickle.loads(pickle.dumps(asleep))):  # noqa: S301
        assert (one, one.value, f"{one}", hash(one)) == ("asleep",) * 3 + (hash("asleep"),)
        assert isinstance(one, MatchStatus)
        assert not one.is_known
        assert not one.is_over
        assert repr(one) == "<MatchStatus.UNKNOWN: 'asleep'>"
    assert MatchStatus("open") is MatchStatus.OPEN
    assert MatchStatus.OPEN.is_known
    assert asleep not in set(MatchStatus)


def test_one_unknown_ladder_does_not_hide_the_others() -> None:
    """A page with a format, a status and a clock of next year is read, and they are told as is."""
    page = {"items": [LADDER, {**LADDER, "format": "swiss"}], "cursor": None}
    transport = httpx.MockTransport(lambda _request: httpx.Response(200, json=page))
    with Client("https://example.org", TOKEN, transport=transport) as client:
        strange, known = client.ladders.page().items
    assert f"{strange.format} {strange.status} {strange.time_control.kind}" == (
        "knockout asleep hourglass"
    )
    assert strange.time_control.model_dump(by_alias=True) == LADDER["timeControl"]
    assert not strange.format.is_known
    assert known.format.is_known


@pytest.mark.parametrize("clock", [{}, {"kind": "hourglass"}, {"__typename": "Hourglass"}])
async def test_a_challenge_with_an_unknown_clock_is_declined(
    clock: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    """Without asking the bot or losing the connection; the bot's matches are played."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    strange = offered("c1")
    strange["terms"]["timeControl"] = clock
    service.challenges = [strange]
    assert await play(service) == RunReport(matches=1, turns=2)
    assert service.answers == [("c1", "time_control")]
    assert (service.connections, Willing.asked) == (1, [])
    assert len([one for one in caplog.records if "its time control" in one.getMessage()]) == 1


async def test_a_challenge_to_an_unknown_game_is_declined() -> None:
    """The bot could not play it."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    strange = offered("c1")
    strange["terms"]["game"] = "senet"
    service.challenges = [strange]
    assert await play(service) == RunReport(matches=1, turns=2)
    assert service.answers == [("c1", "game")]


async def test_items_that_cannot_be_read_are_dropped(caplog: pytest.LogCaptureFixture) -> None:
    """Each is logged once, however often it is told; a challenge is declined, an end is an end."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    turn = service.matches["m1"].turn()
    service.items = [
        {"kind": "turn", "matchId": "m2", "version": 1, "turn": {**turn, "actions": []}},
        {"kind": "challenge", "challenge": {"id": "c1"}, "needsAnswer": True},
        {"kind": "challenge", "challenge": {"id": "c2"}, "needsAnswer": False},
        {"kind": "ladder", "ladder": None},
        {"kind": "heartbeat", "heartbeat": "soon"},
        {"kind": 7},
    ]
    service.cuts = {20}
    report = await play(service)
    assert (report.matches, report.turns, report.errors) == (1, 3, 0)
    assert service.connections == report.reconnects + 1 == 2
    assert set(service.answers) == {("c1", "declined")}
    dropped = [one for one in caplog.records if "cannot read" in one.getMessage()]
    assert len(dropped) == len(service.items)


async def test_an_end_that_cannot_be_read_is_an_end() -> None:
    """The match is counted, and nobody waits for its next turn."""
    service = FakeService([])
    service.items = [{"kind": "ended", "matchId": "m1", "result": {"reason": 7}}]
    service.matches["m1"] = FakeMatch("m1", decisions=1)
    service.now_ms = 0
    async with service.running(), asyncio.timeout(60):
        runner = Runner(Willing, Access(service.url, TOKEN), max_matches=1, timeouts=BRISK)
        assert (await runner.run()).reconnects == 0


async def test_a_match_of_an_unknown_game_is_resigned(caplog: pytest.LogCaptureFixture) -> None:
    """It is said once, counted as an error, and the bot's other matches go on."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    turn = {**service.matches["m1"].turn(), "game": "senet", "matchId": "m2"}
    item = {"kind": "turn", "matchId": "m2", "version": 1, "turn": turn}
    service.items = [item, item]
    report = await play(service)
    assert (report, service.resigned) == (RunReport(matches=1, turns=3, errors=1), ["m2"])
    assert caplog.text.count("does not know the game 'senet'") == 1


async def test_unknown_actions_are_not_offered(caplog: pytest.LogCaptureFixture) -> None:
    """Of what next year's rules allow besides, the bot chooses among what it knows."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    service.say = lambda _number, text: [text.replace('"actions": [', '"actions": ["fly 3", ')]
    assert await play(service) == RunReport(matches=1, turns=2)
    assert caplog.text.count("1 actions that this SDK does not know") == 1


async def test_an_answer_that_cannot_be_read_is_not_asked_for_again() -> None:
    """It would be the same again: the decision counts as a fault, and the match goes on."""
    service = FakeService([FakeMatch("m1", decisions=2)])

    def queue(given: dict[str, Any]) -> dict[str, Any]:
        service.applied_act(given)
        return {"__typename": "Queued", "position": 3}

    service.act = queue
    report = await play(service)
    assert (report.matches, report.errors, report.reconnects) == (1, 2, 0)
    assert [len(ways) for ways in service.matches["m1"].asked.values()] == [1, 1]


async def test_a_refusal_of_an_unknown_kind_that_may_pass() -> None:
    """What says when to ask again is asked again then."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    refusals = iter(
        [
            {"__typename": "Siesta", "code": "siesta", "message": "-", "facts": facts}
            for facts in [{"retryAfterMs": 10}] * 2
        ]
    )
    service.act = lambda given: next(refusals, None) or service.applied_act(given)
    assert await play(service) == RunReport(matches=1, turns=2)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": 3, "weather": "sun"}, "has another version. format: the record has 3"),
        ({"rulesVersion": "99"}, "rulesVersion: the record has '99'"),
    ],
)
@pytest.mark.parametrize(
    "words", [["show"], ["verify"], ["list"], ["render", "out.html"], ["export"]], ids=str
)
def test_a_record_of_next_year_is_refused(
    words: list[str], change: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    """A document is not read in part: a sentence names both versions and what to do."""
    kept = Path(__file__).parents[2] / "engine" / "records" / "duel-preset-b.json"
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**json.loads(kept.read_text()), **change}))
    command, *others = words
    places = [str(tmp_path / other) for other in others]
    result = CliRunner().invoke(app, ["record", command, str(path), *places])
    if command == "export" and "rulesVersion" in change:
        return  # what is written out is what was told, and nothing is played
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert "upgrade" in result.stderr
    assert result.exception is None or isinstance(result.exception, SystemExit)
