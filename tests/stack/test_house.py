"""House bots: a stranger's first match starts in one call; they outlive what happens to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import run
from saqqara_service.application.accounts.house import LEVELS
from tests.stack import process_table
from tests.stack.conditions import until
from tests.stack.test_up import ONE_EACH, Up, are_gone, up

CLOCK = {"kind": "fischer", "baseMs": 600_000, "incrementMs": 1_000}
Json = dict[str, Any]


class Stranger:
    """An account that was opened a moment ago, and its only bot."""

    def __init__(self, running: Up, name: str) -> None:
        self.server = running.server
        self._api = f"{running.server}/api/v1"
        self._token = ""
        self._token = self.post("/accounts", {"name": name})["token"]
        made = self.post("/bots", {"name": name})
        self.bot, self.bot_token = made["bot"]["id"], made["token"]

    def post(self, path: str, body: Json) -> Any:
        """What a change is answered."""
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        answer = httpx.post(f"{self._api}{path}", json=body, headers=headers, timeout=60)
        assert answer.is_success, answer.text
        return answer.json()

    def get(self, path: str) -> Any:
        """What is there, for everybody."""
        return httpx.get(f"{self._api}{path}", timeout=60).json()

    def challenge(self, *bots: str, game: str = "imhotep", **terms: object) -> Json:
        """One call, in which the match starts if all accept."""
        players = {"options": {"players": len(bots) + 1}} if game == "imhotep" else {}
        body = {"game": game, "timeControl": CLOCK, "challenged": list(bots), **players, **terms}
        challenge: Json = self.post("/challenges", {"botId": self.bot, **body})
        return challenge

    def play(self, *matches: str) -> list[Json]:
        """Play so many matches to their ends at random; how they stand then."""
        run(RandomBot, server=self.server, token=self.bot_token, max_matches=len(matches))
        return [self.get(f"/matches/{match}") for match in matches]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A stack with its house bots."""
    with up(tmp_path_factory.mktemp("house"), *ONE_EACH, "--house") as started:
        yield started


def absent(stranger: Stranger) -> set[str]:
    """The house bots that are not there."""
    present = {bot["id"] for bot in stranger.get("/presence?first=100")["items"]}
    return {level.bot_id for level in LEVELS} - present


def test_a_stranger_s_first_match_starts_in_one_call(running: Up) -> None:
    """Also at tables of several, in both games; what would never end or is too much is declined."""
    stranger = Stranger(running, "stranger")
    assert "mcts-1000" in running.printed
    assert absent(stranger) == set()
    challenges = [
        stranger.challenge("housegreedy", "houserandom", "houseplanner"),
        stranger.challenge("housemcts250", game="duel"),
    ]
    assert [one["status"] for one in challenges] == ["accepted"] * 2, challenges
    other = Stranger(running, "other")
    declined = [
        stranger.challenge("housegreedy", timeControl={"kind": "untimed"}),
        stranger.challenge("housegreedy", timeControl={"kind": "correspondence", "days": 3}),
        [other.challenge("housemcts4000", game="duel") for _ in range(3)][-1],
    ]
    reasons = [one["challenged"][0]["reason"] for one in declined]
    assert reasons == ["time_control", "time_control", "busy"]
    ends = stranger.play(*(one["matchId"] for one in challenges))
    assert [match["status"] for match in ends] == ["finished"] * 2
    seats = [seat for match in ends for seat in match["seats"] if seat["playerName"] != "stranger"]
    assert sorted(seat["playerName"] for seat in seats) == [
        "greedy",
        "mcts-250",
        "planner",
        "random",
    ]
    assert not any(seat["flagged"] for seat in seats)


def test_house_bots_come_back_and_go_on(running: Up) -> None:
    """Killed in the middle of a match they come back and play it to its end; nothing is left."""
    stranger = Stranger(running, "witness")
    challenge = stranger.challenge("houserandom")
    (pid,) = running.children("house")
    os.kill(pid, signal.SIGKILL)
    until(lambda: running.children("house") not in ([], [pid]))
    (match,) = stranger.play(challenge["matchId"])
    assert match["status"] == "finished"
    assert not any(seat["flagged"] for seat in match["seats"])
    programs = [row.pid for row in process_table.rows() if "house.toml" in row.command]
    assert programs
    assert running.stop() == 0
    until(lambda: are_gone(programs))
