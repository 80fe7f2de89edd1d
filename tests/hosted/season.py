"""A course ladder: bots that were handed in play a Swiss while their runners are killed in turn.

    python -m tests.hosted.season --bots 100 --rounds 7

Nobody is online. At the end every match has been counted once, and no bot was flagged. What it
costs to play for others is told by the same bots kept online by their owners:

    python -m tests.hosted.season --bots 8 --kill-every 0 --home connected
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from saqqara_sdk import Client, Fischer
from saqqara_sdk.client.pages import each
from saqqara_sdk.submissions import pack
from saqqara_sdk.wire.models import Ladder, Submission
from tests.stack.test_up import ONE_EACH, Up, up

OWNER_BOTS: Final = 10
"""So many bots each account has, below what quotas allow."""
MANY_ACCOUNTS: Final = {
    "SAQQARA_ADDRESS_ACCOUNTS_PER_DAY": "2000",
}
LOOK_S: Final = 0.5
LIMIT_S: Final = 300.0
PUPIL: Final = '''"""A bot of the class: it prefers some kinds of actions, by its own taste."""
from saqqara_sdk import Bot


class Pupil(Bot):
    name = "pupil-{number}"
    games = ("duel",)

    def choose(self, turn):
        taste = {taste!r}
        def worth(action):
            return taste.get(action.kind, 0.5) + turn.random.random() * {noise}
        return max(turn.legal_actions, key=worth)
'''


class Home(StrEnum):
    """Where the bots play."""

    HANDED_IN = "handed_in"
    """On runners, from a fresh process for each match."""
    STATELESS = "stateless"
    """On runners, from processes that play one match after the other."""
    CONNECTED = "connected"
    """In processes of their owners, which follow their turns."""


@dataclass(frozen=True, slots=True)
class Member:
    """A bot with its owner, its token, and a folder that has its program."""

    owner: Client
    bot_id: str
    token: str
    folder: Path


@dataclass(slots=True)
class Season:
    """What came of it."""

    ladder: Ladder
    matches: int
    distinct: int
    flagged: int
    kills: int
    check_s: float
    play_s: float


class Runners:
    """Runner processes; the oldest is killed every so often, and replaced."""

    def __init__(self, server: str, token: str, folder: Path, places: int) -> None:
        self._server, self._token = server, token
        folder.mkdir(exist_ok=True)
        self._folder, self._places = folder, places
        self.processes: list[subprocess.Popen[bytes]] = []
        self._over = threading.Event()
        self.kills = 0

    def start(self) -> None:
        """One more runner."""
        number = self.kills + len(self.processes)
        log = (self._folder / f"runner-{number}.log").open("wb")
        words = ("--server", self._server, "--places", str(self._places))
        process = (sys.executable, "-m", "saqqara_service.cli", "runner")
        command = (*process, *words, "--cache", str(self._folder))
        environment = os.environ | {"SAQQARA_RUNNER_TOKEN": self._token}
        with log:
            started = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.processes.append(started)

    def replace(self) -> None:
        """The oldest dies in the middle of whatever it does, and another comes."""
        oldest = self.processes.pop(0)
        oldest.send_signal(signal.SIGKILL)
        oldest.wait()
        self.kills += 1
        self.start()

    @contextmanager
    def killed(self, every_s: float) -> Iterator[None]:
        """Within the block the oldest dies every so often, whatever it does; 0: none dies."""
        if not every_s:
            yield
            return

        def kill() -> None:
            while not self._over.wait(every_s):
                self.replace()

        killing = threading.Thread(target=kill)
        killing.start()
        try:
            yield
        finally:
            self._over.set()
            killing.join()

    def stop(self) -> None:
        """End them all in order."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(30)


def play(
    folder: Path,
    *,
    bots: int,
    rounds: int,
    runners: int,
    places: int,
    kill_every_s: float,
    home: Home = Home.HANDED_IN,
) -> Season:
    """Hand in, check, enrol and play; raises if it does not come to an end."""
    with ExitStack() as cleanup:
        running = cleanup.enter_context(up(folder / "data", *ONE_EACH, **MANY_ACCOUNTS))
        token = runner_token(running)
        hired = Runners(running.server, token, folder, places)
        cleanup.callback(hired.stop)
        for _ in range(0 if home is Home.CONNECTED else runners):
            hired.start()
        cleanup.enter_context(hired.killed(kill_every_s))
        began = time.monotonic()
        members = _members(running, folder, bots)
        if home is Home.CONNECTED:
            _connect(cleanup, running, members)
        else:
            _hand_in(members, is_stateless=home is Home.STATELESS)
        check_s = time.monotonic() - began
        host = cleanup.enter_context(Client(running.server, running.token))
        ladder = host.ladders.create(
            "The course",
            {},
            Fischer(base_ms=60_000, increment_ms=1_000),
            game="duel",
            concurrency=4,
            format="swiss",
            rounds=rounds,
        )
        for one in members:
            one.owner.ladders.enrol(ladder.id, one.bot_id)
        began = time.monotonic()
        host.ladders.start(ladder.id)
        while (ladder := host.ladders.get(ladder.id)).status == "running":
            time.sleep(LOOK_S)
        return _outcome(host, ladder, hired.kills, check_s, time.monotonic() - began)


def asked_until(condition: Callable[[], bool]) -> None:
    """Ask now and then, until the condition is true or nobody would wait any longer."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(LOOK_S)


def runner_token(running: Up) -> str:
    """A token for runners of that stack."""
    return (running.data / "runner-token").read_text().strip()


def _members(running: Up, folder: Path, count: int) -> list[Member]:
    """The bots, each with its owner and a folder that has its program."""
    members: list[Member] = []
    owners = [_owner(running, number) for number in range(max(2, count // OWNER_BOTS))]
    for number in range(count):
        owner = owners[number % len(owners)]
        made = owner.bots.create(f"pupil {number}")
        assert made.bot is not None
        home = folder / f"pupil_{number}"
        home.mkdir()
        taste = {"place": number % 7 / 6, "sail": number % 11 / 10, "take": number % 5 / 4}
        (home / "pupil.py").write_text(
            PUPIL.format(number=number, taste=taste, noise=0.1 + number % 3)
        )
        members.append(Member(owner, made.bot.id, made.token, home))
    return members


def _hand_in(members: Sequence[Member], *, is_stateless: bool) -> None:
    """Hand the programs in, and wait until all have passed their checks."""
    waiting = []
    for one in members:
        words = f"stateless = {str(is_stateless).lower()}"
        (one.folder / "bot.toml").write_text(f'bot = "pupil.py:Pupil"\n{words}\n')
        made = one.owner.submissions.submit(one.bot_id, pack(str(one.folder)).bundle.pack())
        waiting.append((one.owner, made.id))
    while waiting:
        time.sleep(LOOK_S)
        waiting = [(own, name) for own, name in waiting if not _passed(own.submissions.get(name))]


def _connect(cleanup: ExitStack, running: Up, members: Sequence[Member]) -> None:
    """Keep the bots online as their owners would, and wait until all are there."""
    command = str(Path(sys.executable).with_name("saqqara"))
    for one in members:
        environment = os.environ | {
            "SAQQARA_SERVER": running.server,
            "SAQQARA_TOKEN": one.token,
            "XDG_CONFIG_HOME": str(one.folder),
        }
        words = (command, "bot", "run", "pupil.py:Pupil")
        log = cleanup.enter_context((one.folder / "log").open("wb"))
        process = subprocess.Popen(words, cwd=one.folder, env=environment, stdout=log, stderr=log)
        cleanup.callback(process.wait)
        cleanup.callback(process.terminate)
    with Client(running.server) as stranger:
        asked_until(lambda: len([*each(stranger.bots.present)]) >= len(members))


def _owner(running: Up, number: int) -> Client:
    with Client(running.server) as stranger:
        opened = stranger.accounts.register(f"owner {number}")
    return Client(running.server, opened.token)


def _passed(submission: Submission) -> bool:
    if submission.state in {"pending", "passed"}:
        return submission.state == "passed"
    raise AssertionError(f"{submission.id} is {submission.state}")


def _outcome(host: Client, ladder: Ladder, kills: int, check_s: float, play_s: float) -> Season:
    results = [*each(host.ladders.results, ladder.id)]
    counted = Counter(one.match_id for one in results)
    flagged = sum(seat.flagged for name in counted for seat in host.matches.get(name).seats)
    return Season(ladder, len(results), len(counted), flagged, kills, check_s, play_s)


def main(  # noqa: PLR0917 - options
    bots: Annotated[int, typer.Option(min=2)] = 100,
    rounds: Annotated[int, typer.Option(min=1)] = 7,
    runners: Annotated[int, typer.Option(min=1)] = 2,
    places: Annotated[int, typer.Option(min=1)] = 6,
    kill_every: Annotated[float, typer.Option(min=0)] = 10.0,
    home: Home = Home.HANDED_IN,
) -> None:
    """Play such a season and tell what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        came = play(
            Path(folder),
            bots=bots,
            rounds=rounds,
            runners=runners,
            places=places,
            kill_every_s=kill_every,
            home=home,
        )
    typer.echo(
        f"{bots} bots, {rounds} rounds, {came.ladder.status}: {came.matches} results,"
        f" {came.distinct} matches, {came.flagged} seats flagged, {came.kills} runners killed;"
        f" checks {came.check_s:.0f} s, play {came.play_s:.0f} s,"
        f" {came.distinct / came.play_s:.2f} matches a second"
    )


__all__: Sequence[str] = ["Season", "main", "play"]

if __name__ == "__main__":
    typer.run(main)
