"""Bots that are handed in: checked, played for while nobody is online, and told when they break."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from saqqara_contest.faults import BENCHED_AFTER
from saqqara_sdk import Client, Fischer
from saqqara_sdk.client.pages import each
from saqqara_sdk.submissions import pack
from saqqara_sdk.wire.errors import NotFound
from saqqara_sdk.wire.models import LadderResult, Submission
from tests.docs.pages import ROOT
from tests.hosted.season import Runners, asked_until, runner_token
from tests.stack.test_up import ONE_EACH, up

PUPIL = """from saqqara_sdk import Bot
class Pupil(Bot):
    name = "pupil"
    games = ("duel",)
    def choose(self, turn):
        return turn.random.choice(turn.legal_actions)
"""
BREAKS = """import os, sys
from saqqara_sdk import Bot
class Breaks(Bot):
    name = "breaks"
    games = ("duel",)
    def match_started(self, match):
        self.left = 3 if not match.match_id.startswith("check") else 1000
    def choose(self, turn):
        self.left -= 1
        if not self.left:
            print("the tomb is empty", file=sys.stderr, flush=True)
            os._exit(3)
        return turn.legal_actions[0]
"""
TRICKS = {
    "hang": ("timeout", "while True: pass"),
    "flood": ("output", "os.write(2, b'x' * (1 << 20) * 20)"),
    "illegal": ("illegal", "return None"),
    "forks": ("limit", "[os.fork() or time.sleep(600) for _ in range(200)]"),
    "memory": ("limit", "bytearray(1 << 40)"),
}
"""What a program does in its third decision of each match, and how its owner is told of it."""

PLAYS_A_TRICK = """import os, time
from saqqara_sdk import Bot
class Trick(Bot):
    name = "trick"
    games = ("duel",)
    def match_started(self, match):
        self.left = 3 if not match.match_id.startswith("check") else 1000
    def choose(self, turn):
        self.left -= 1
        if not self.left:
            DO
        return turn.legal_actions[0]
"""
NEVER = "raise RuntimeError('no stone is left')\n"


@dataclass
class Author:
    """An owner with one bot and what was handed in for it."""

    client: Client
    bot_id: str
    submission: Submission

    def now(self) -> Submission:
        return self.client.submissions.get(self.submission.id)


def author(cleanup: ExitStack, server: str, name: str, archive: bytes) -> Author:
    with Client(server) as stranger:
        token = stranger.accounts.register(name).token
    owner = cleanup.enter_context(Client(server, token))
    bot = owner.bots.create(f"{name} bot").bot
    assert bot is not None
    return Author(owner, bot.id, owner.submissions.submit(bot.id, archive))


def python(folder: Path, name: str, text: str) -> bytes:
    """An archive of one file."""
    place = folder / name
    place.mkdir()
    (place / "bot.py").write_text(text)
    (place / "bot.toml").write_text(f'bot = "bot.py:{name}"\n')
    return pack(place).bundle.pack()


def sample(folder: Path, name: str, bot: str) -> bytes:
    """A sample bot of the repository, as its file is."""
    place = folder / name
    place.mkdir()
    shutil.copy(ROOT / "bots" / "saqqara_bots" / f"{name}.py", place / "bot.py")
    (place / "bot.toml").write_text(f'bot = "bot.py:{bot}"\n')
    return pack(place).bundle.pack()


def node(folder: Path) -> bytes:
    """The sample bot in JavaScript, which says that it plays the Duel alone."""
    place = folder / "node"
    place.mkdir()
    sailor = (ROOT / "bots" / "node" / "sailor.mjs").read_text()
    (place / "sailor.mjs").write_text(
        sailor.replace('name: "sailor"', 'name: "sailor", games: ["duel"]')
    )
    (place / "bot.toml").write_text('command = ["node", "sailor.mjs"]\nlanguage = "JavaScript"\n')
    return pack(place).bundle.pack()


def demand_benched(
    host: Client, ladder_id: str, broken: str, sound: int, results: list[LadderResult]
) -> None:
    """All matches of the sound bots counted once, and those of the broken one until its bench."""
    assert len({one.match_id for one in results}) == len(results)
    counted = len(results) - sound * (sound - 1)  # what begins beside the last one is played
    assert counted in {BENCHED_AFTER, BENCHED_AFTER + 1}
    entries = host.ladders.entries(ladder_id).items
    assert [one.bot_id for one in entries if one.faults] == [broken]
    assert [one.bot_id for one in entries if one.status == "benched"] == [broken]


@pytest.mark.timeout(600)
def test_a_class_plays_while_nobody_is_online(tmp_path: Path) -> None:
    """Samples too, in two languages, though a runner dies; who breaks is told how, nobody else."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=4)
        hired.start()
        try:
            pupil = author(cleanup, running.server, "pupil", python(tmp_path, "Pupil", PUPIL))
            breaks = author(cleanup, running.server, "breaks", python(tmp_path, "Breaks", BREAKS))
            never = author(cleanup, running.server, "never", python(tmp_path, "Never", NEVER))
            greedy = author(
                cleanup, running.server, "greedy", sample(tmp_path, "greedy", "GreedyBot")
            )
            members = [pupil, breaks, greedy]
            if shutil.which("node"):
                members.append(author(cleanup, running.server, "sailor", node(tmp_path)))
            asked_until(lambda: all(one.now().state == "passed" for one in members))
            asked_until(lambda: never.now().state == "refused")
            report = never.client.submissions.log(never.submission.id).report or ""
            assert "no stone is left" in report
            host = cleanup.enter_context(Client(running.server, running.token))
            ladder = host.ladders.create(
                "The course",
                {},
                Fischer(base_ms=60_000, increment_ms=1_000),
                game="duel",
                concurrency=2,
                format="round_robin",
                rounds=1,
            )
            for one in members:
                one.client.ladders.enrol(ladder.id, one.bot_id)
            host.ladders.start(ladder.id)
            asked_until(lambda: breaks.client.submissions.log(breaks.submission.id).failures != ())
            hired.replace()
            asked_until(lambda: host.ladders.get(ladder.id).status == "finished")
        finally:
            hired.stop()
        results = [*each(host.ladders.results, ladder.id)]
        demand_benched(host, ladder.id, breaks.bot_id, len(members) - 1, results)
        for name in (one.match_id for one in results):
            assert not any(seat.flagged for seat in host.matches.get(name).seats)
        failures = breaks.client.submissions.log(breaks.submission.id).failures
        assert {one.kind for one in failures} == {"exit"}
        assert {one.match_id for one in failures} <= {one.match_id for one in results}
        assert "the tomb is empty" in failures[0].detail
        for one in (pupil, greedy):
            assert one.client.submissions.log(one.submission.id).failures == ()
        with pytest.raises(NotFound):
            pupil.client.submissions.log(breaks.submission.id)
        (version,) = (one for one in pupil.client.bots.versions(pupil.bot_id).items[-1:])
        assert version.archive_hash == pupil.submission.archive_hash


@pytest.mark.timeout(600)
def test_no_trick_of_a_program_hurts_another(tmp_path: Path) -> None:
    """It hangs, floods, cheats, multiplies or takes all memory: its owner is told how."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=4)
        hired.start()
        try:
            pupil = author(cleanup, running.server, "pupil", python(tmp_path, "Pupil", PUPIL))
            tricks = {}
            for name, (_kind, do) in TRICKS.items():
                (tmp_path / name).mkdir()
                archive = python(tmp_path / name, "Trick", PLAYS_A_TRICK.replace("DO", do))
                tricks[name] = author(cleanup, running.server, name, archive)
            everybody = [pupil, *tricks.values()]
            asked_until(lambda: all(one.now().state == "passed" for one in everybody))
            host = cleanup.enter_context(Client(running.server, running.token))
            ladder = host.ladders.create(
                "Tricks",
                {},
                Fischer(base_ms=10_000, increment_ms=500),
                game="duel",
                concurrency=2,
                format="gauntlet",
                rounds=1,
                challenger=pupil.bot_id,
            )
            for one in everybody:
                one.client.ladders.enrol(ladder.id, one.bot_id)
            host.ladders.start(ladder.id)
            asked_until(lambda: host.ladders.get(ladder.id).status == "finished")
        finally:
            hired.stop()
        results = [*each(host.ladders.results, ladder.id)]
        assert len(results) == 2 * len(tricks)
        logs = {name: one.client.submissions.log(one.submission.id) for name, one in tricks.items()}
        kinds = {name: {one.kind.value for one in log.failures} for name, log in logs.items()}
        assert kinds == {name: {kind} for name, (kind, _do) in TRICKS.items()}
        assert pupil.client.submissions.log(pupil.submission.id).failures == ()
        for result in results:
            for seat in host.matches.get(result.match_id).seats:
                assert not (seat.flagged and seat.bot_id == pupil.bot_id)
