"""An agent that only follows `next` gets from an empty home to a rated bot that was handed in.

It knows the server, and the words that it may choose. An answer costs a token for each four bytes
of UTF-8, rounded up: a bound that needs no tokenizer.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from saqqara_sdk import Client, Fischer
from saqqara_sdk.wire.models import Ladder
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import PUPIL, Author, author, python
from tests.stack.test_up import ONE_EACH, Up, up

MOST_CALLS: Final = 12
MOST_TOKENS: Final = 6_000
PAUSES_S: Final = (10, 30, 60, 60)
"""Before a command that is repeated, because its answer names it again or no other."""


@dataclass
class Agent:
    """A client that types what the last answer names, and nothing else."""

    server: str
    home: Path
    words: dict[str, str]
    calls: list[tuple[str, int]] = field(default_factory=list)
    pauses: Iterator[int] = field(default_factory=lambda: iter(PAUSES_S))

    def pay(self, call: str, answer: bytes) -> None:
        """Count a call and the tokens of its answer."""
        self.calls.append((call, -(-len(answer) // 4)))

    def read(self) -> str:
        """The first guide that the server's own text links."""
        text = httpx.get(f"{self.server}/llms.txt")
        self.pay("/llms.txt", text.content)
        (ladder_id,) = re.findall(r"/ladders/(\w+)/guide", text.text)
        return str(ladder_id)

    def type(self, command: str) -> Any:
        """The answer to a command as JSON, its words in capitals filled in."""
        words = [self.words.get(word, word) for word in shlex.split(command)]
        environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "SAQQARA_SERVER": self.server,
        }
        done = subprocess.run(
            words, cwd=self.home, env=environment, capture_output=True, check=False
        )
        self.pay(command, done.stdout + done.stderr)
        return json.loads(done.stdout or done.stderr)

    def follow(self, command: str) -> None:
        """Follow `next` until the bot has a rating; the last list names no other command."""
        while True:
            answer = self.type(command)
            if isinstance(answer, list):
                if any(row["matches"] for row in answer if row["botName"] == self.words["NAME"]):
                    return
            elif answer["next"] != command:
                self.words |= {"PATH": f"{self.words['NAME']}.py"} if "files" in answer else {}
                command = answer["next"]
                continue
            time.sleep(next(self.pauses))


def contest(host: Client, rivals: list[Author]) -> Ladder:
    """A running ladder of two rivals, which bots may still enter."""
    made = host.ladders.create(
        "The course",
        {},
        Fischer(base_ms=60_000, increment_ms=1_000),
        game="duel",
        concurrency=2,
        blocks=500,
        late_entry=True,
        entrants="hosted",
    )
    for one in rivals:
        one.client.ladders.enrol(made.id, one.bot_id)
    host.ladders.start(made.id)
    return made


@pytest.mark.timeout(600)
def test_an_agent_that_follows_next_has_a_rated_bot(tmp_path: Path) -> None:
    """At most 12 calls and 6,000 tokens of answers, the first text of the server among them."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=4)
        hired.start()
        try:
            agent = _author(running, cleanup, tmp_path)
        finally:
            hired.stop()
    tokens = sum(paid for _, paid in agent.calls)
    report = "\n".join(f"{paid:>6} {call}" for call, paid in agent.calls)
    print(f"{len(agent.calls)} calls, {tokens} tokens\n{report}")
    assert len(agent.calls) <= MOST_CALLS, report
    assert tokens <= MOST_TOKENS, report


def _author(running: Up, cleanup: ExitStack, folder: Path) -> Agent:
    """What the agent did until its bot was rated."""
    rivals = []
    for name in ("khufu", "khafre"):
        (folder / name).mkdir()
        archive = python(folder / name, "Pupil", PUPIL)
        rivals.append(author(cleanup, running.server, name, archive))
    asked_until(lambda: all(one.now().state == "passed" for one in rivals))
    host = cleanup.enter_context(Client(running.server, running.token))
    ladder = contest(host, rivals)
    home = folder / "home"
    home.mkdir()
    agent = Agent(running.server, home, {"NAME": "digger"})
    agent.words["LADDER"] = agent.read()
    assert agent.words["LADDER"] == ladder.id
    agent.follow("saqqara ladder guide LADDER --json")
    entry = next(
        one for one in host.ladders.entries(ladder.id).items if one.bot_name == agent.words["NAME"]
    )
    assert host.submissions.page(state="passed").items[0].bot_id == entry.bot_id
    return agent
