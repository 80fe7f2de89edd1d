"""A bot is told all that happens in its match, in order, wherever it plays."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.records.record import Record
from saqqara_sdk import Bot, Event, LegalAction, MatchInfo, Turn
from saqqara_sdk.arena import Arena, BlockTerms, Entrant, Home, OnFault, Played
from saqqara_sdk.arena.blocks import one_field
from saqqara_sdk.arena.entrants import find_bot
from saqqara_sdk.checks.course import CheckCourse, check
from saqqara_sdk.wire.models import Result
from tests.sdk.arena_tables import setting

WATCHING = """
import json
import sys
from pathlib import Path

from saqqara_sdk import Bot

class Watching(Bot):
    is_deterministic = True

    def match_started(self, match):
        self.heard, self.match = [], match

    def observe(self, event):
        if self.heard and self.heard[-1][0] >= event.version:
            raise ValueError("out of order")
        self.heard.append([event.version, event.kind, event.seat, event.notation, event.auto])

    def choose(self, turn):
        if turn.version > 1 and self.heard[-1][0] != turn.version:
            raise ValueError("not told in time")
        return turn.random.choice(turn.legal_actions)

    def match_ended(self, result):
        with Path("heard.jsonl").open("a") as file:
            file.write(json.dumps([self.match.match_id, self.match.seat, self.heard]) + "\\n")

class Waiting(Watching):
    async def observe(self, event):
        super().observe(event)

class Odd(Watching):
    def observe(self, event):
        raise KeyError("lost")
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "watching.py").write_text(WATCHING)


def play(bot: str, home: Home, on_fault: OnFault = OnFault.AUTOPLAY) -> list[Played]:
    """A block of three seats: the bot, one that does not listen, and one that is at fault once."""
    texts = [bot, "random", "watching.py:Odd"]
    entrants = [Entrant(text, find_bot(text, home)) for text in texts]
    how = setting(3, Untimed(), on_fault)
    with Arena(how, entrants, BlockTerms(1, one_field(3)), home) as arena:
        return list(arena.block(1))


def plies_of(record: Record) -> list[tuple[int, str, bool]]:
    return [(ply.seat, ply.action, ply.auto) for ply in record.plies]


@pytest.mark.parametrize("bot", ["watching.py:Watching", "watching.py:Waiting"])
@pytest.mark.parametrize("home", [Home.HERE, Home.PROCESS])
def test_a_bot_is_told_everything_in_time(bot: str, home: Home) -> None:
    """Before each decision it has heard of all before it, at the end of all; sync or async."""
    matches = {match.match_id: match for match in play(bot, home)}
    rows = [json.loads(line) for line in Path("heard.jsonl").read_text().splitlines()]
    rows = [row for row in rows if matches[row[0]].seats[row[1]].bot == bot]
    assert len(rows) == 3
    for match_id, _seat, heard in rows:
        match = matches[match_id]
        assert [fault.bot for fault in match.faults if fault.bot == bot] == []
        assert [row[1] for row in heard] == ["action"] * len(heard)
        assert [tuple(row[2:]) for row in heard] == plies_of(match.record)
        assert any(row[4] for row in heard)


@pytest.mark.parametrize("home", [Home.HERE, Home.PROCESS])
def test_what_a_bot_raises_there_is_its_fault(home: Home) -> None:
    """The policy decides for it, it is named, and others are told that it is out if it forfeits."""
    matches = play("watching.py:Watching", home, OnFault.FORFEIT)
    for match in matches:
        assert {fault.bot for fault in match.faults} == {"watching.py:Odd"}
        assert all("raised KeyError: 'lost'" in fault.why for fault in match.faults)
    (heard, *_) = [json.loads(line)[2] for line in Path("heard.jsonl").read_text().splitlines()]
    assert [row[1] for row in heard].count("flagged") == 1


def test_any_language_may_ask_for_events() -> None:
    """A line bot without the SDK gets events because its hello asks, and none otherwise."""
    for asks in (True, False):
        Path("line.py").write_text(LINE.replace("ASKS", str(asks)))
        command = (sys.executable, "line.py")
        entrants = [Entrant("line", command), Entrant("random", RandomBot)]
        with Arena(setting(2, Untimed()), entrants, BlockTerms(1, one_field(2))) as arena:
            (first, _) = arena.block(1)
        heard = [json.loads(line) for line in Path("lines.jsonl").read_text().splitlines()]
        if asks:
            plies = [(one["seat"], one["action"], one["auto"]) for one in heard]
            assert plies[: len(plies_of(first.record))] == plies_of(first.record)
        else:
            assert heard == []


LINE = """
import json
import sys
events = open("lines.jsonl", "w")
for text in sys.stdin:
    message = json.loads(text)
    for event in message.get("events", ()):
        print(json.dumps(event), file=events, flush=True)
    if message["type"] == "hello":
        said = {"type": "hello", "protocol": 1, "name": "line", "events": ASKS}
    elif message["type"] == "turn":
        said = {"type": "answer", "version": message["version"], "action": message["actions"][-1]}
    else:
        said = {"type": "ready"}
    print(json.dumps(said), flush=True)
"""


def test_a_new_instance_is_told_what_went_before() -> None:
    """`saqqara bot check` finds a bot sound that keeps what it was told from the first event on."""
    course = CheckCourse([setting(2).rules], Untimed())
    found = {one.check: one for one in check("watching.py:Watching", course)}
    assert found["resumes after a kill"].outcome.value == "ok", found


class Counting(Bot):
    """Counts what it is told, and draws."""

    matches: ClassVar[list[tuple[int, int, list[Event]]]] = []

    def match_started(self, match: MatchInfo) -> None:
        self.seat, self.events = match.seat, list[Event]()

    async def observe(self, event: Event) -> None:
        self.events.append(event)

    def choose(self, turn: Turn) -> LegalAction:
        assert len(self.events) == turn.version - 1
        return turn.random.choice(turn.legal_actions)

    def match_ended(self, result: Result) -> None:
        self.matches.append((self.seat, len(result.seats), self.events))


def test_in_pettingzoo_too() -> None:
    """A bot at an agent hears of every step."""
    pytest.importorskip("pettingzoo")
    from saqqara_sdk.gym.aec import env  # noqa: PLC0415 - it needs the library
    from saqqara_sdk.gym.policy import bot_policy  # noqa: PLC0415

    table, policy = env("duel"), bot_policy(Counting)
    table.reset(seed=1)
    steps = 0
    for _ in table.agent_iter():
        steps += not table.last()[2]
        table.step(policy(table))
    assert [(seat, len(events)) for seat, _, events in Counting.matches] == [(0, steps), (1, steps)]
    assert [event.version for event in Counting.matches[0][2]] == list(range(2, steps + 2))
