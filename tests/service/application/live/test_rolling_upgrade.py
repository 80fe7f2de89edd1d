"""Two releases run side by side, forwards and back: matches go on, and nothing is voided."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_engine.errors import OtherVersion
from saqqara_engine.games import GAMES
from saqqara_engine.records import record as records
from saqqara_sdk import run_async
from tests.service.application.live.next_release import NEXT_DUEL
from tests.service.replicas import Api, apis
from tests.stack.conditions import eventually

NEXT_RELEASE = "tests.service.application.live.next_release"
CLOCK = {"kind": "fischer", "baseMs": 600_000, "incrementMs": 1_000}
Json = dict[str, Any]


class Visitor:
    """Somebody with two bots, who asks whichever process is named."""

    def __init__(self, api: Api) -> None:
        self.owner = self.call(api, "POST", "/accounts", None, {"name": "owner"})["token"]
        made = [
            self.call(api, "POST", "/bots", self.owner, {"name": name}) for name in ("one", "two")
        ]
        self.tokens = {one["bot"]["id"]: one["token"] for one in made}

    def ask(
        self, api: Api, method: str, path: str, token: str | None, body: Json | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        url = f"{api.address}/api/v1{path}"
        return httpx.request(method, url, headers=headers, json=body, timeout=60)

    def call(
        self, api: Api, method: str, path: str, token: str | None, body: Json | None = None
    ) -> Any:
        answer = self.ask(api, method, path, token, body)
        assert answer.is_success, answer.text
        return answer.json()

    def offer(self, api: Api, **options: str) -> httpx.Response:
        body = {
            "game": "duel",
            "options": {"players": 2, **options},
            "timeControl": CLOCK,
            "seats": list(self.tokens),
        }
        return self.ask(api, "POST", "/matches", self.owner, body)

    def match(self, api: Api) -> Json:
        answer = self.offer(api)
        assert answer.is_success, answer.text
        match: Json = answer.json()
        return match

    def seen(self, api: Api, match_id: str) -> Json:
        match: Json = self.call(api, "GET", f"/matches/{match_id}", None)
        return match

    def decide(self, api: Api, match_id: str) -> bool:
        """Take the first action for whoever is asked in the match; whether somebody was."""
        for token in self.tokens.values():
            for turn in self.call(api, "GET", "/turns", token)["items"]:
                if turn["matchId"] == match_id:
                    self.call(api, "POST", f"/matches/{match_id}/actions", token, action_of(turn))
                    return True
        return False

    def play_out(self, match_id: str, *processes: Api) -> Json:
        """Play to the end, at each process in turn; how the match ended."""
        decisions = 0
        while self.decide(processes[decisions % len(processes)], match_id):
            decisions += 1
        match = self.seen(processes[0], match_id)
        assert match["status"] == "finished"
        assert not any(seat["flagged"] for seat in match["seats"])
        return match


def action_of(turn: Json) -> Json:
    return {
        "action": turn["actions"][0],
        "expectedVersion": turn["version"],
        "actionId": f"v{turn['version']}",
    }


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """Budgets that such a load does not spend; nothing is archived yet."""
    budgets = {
        f"SAQQARA_{whose}_{name}": "100000"
        for whose in ("TOKEN", "ADDRESS")
        for name in ("BURST", "PER_S")
    }
    blobs = {"SAQQARA_BLOBS": str(tmp_path / "blobs"), "SAQQARA_ARCHIVE_AFTER_MS": "600000"}
    return {**budgets, **blobs, "SAQQARA_DRAIN_MS": "200"}


@pytest.mark.timeout(900)
async def test_matches_go_on_through_an_upgrade(
    redis_url: str, tmp_path: Path, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match ends by the rules it began with; new rules come when no older process is left."""
    log = tmp_path / "api.log"
    with apis(redis_url, log, 1, release=NEXT_RELEASE, **settings) as (new,):
        with apis(redis_url, log, 1, **settings) as (old,):
            visitor = Visitor(old)
            before = visitor.match(old)
            beside = visitor.match(new)
            assert [one["rulesVersion"] for one in (before, beside)] == ["1", "1"]
            refused = visitor.offer(new, rulesVersion="2")
            assert refused.status_code == 422
            assert "until every process of the service is upgraded" in refused.text
            for api in (old, new, old, new):
                assert visitor.decide(api, before["id"])
                assert visitor.decide(api, beside["id"])
            visitor.play_out(before["id"], old, new)

        def newest() -> str:
            version: str = visitor.match(new)["rulesVersion"]
            return version

        await eventually(lambda: newest() == "2")
        visitor.play_out(beside["id"], new)
        after = visitor.match(new)
        playing = [
            asyncio.create_task(run_async(RandomBot, server=new.address, token=token))
            for token in visitor.tokens.values()
        ]  # bots of the older release
        await eventually(lambda: visitor.seen(new, after["id"])["status"] == "finished")
        for task in playing:
            task.cancel()
        written = {
            match["id"]: visitor.call(new, "GET", f"/matches/{match['id']}/record", None)
            for match in (before, beside, after)
        }
    assert [written[one["id"]]["rulesVersion"] for one in (before, beside)] == ["1", "1"]
    for one in (before, beside):  # this release reads what began by its rules
        records.verify(records.from_json(written[one["id"]]))
    with pytest.raises(OtherVersion):
        records.verify(records.from_json(written[after["id"]]))
    monkeypatch.setitem(GAMES, "duel", NEXT_DUEL)
    for record in written.values():
        records.verify(records.from_json(record))


@pytest.mark.timeout(900)
async def test_a_match_of_newer_rules_waits_while_a_release_is_taken_back(
    redis_url: str, tmp_path: Path, settings: dict[str, str]
) -> None:
    """An older process refuses it for a while, plays all else, and does not void or archive it."""
    log = tmp_path / "api.log"
    with apis(redis_url, log, 1, release=NEXT_RELEASE, **settings) as (new,):
        visitor = Visitor(new)
        newer, ended = visitor.match(new), visitor.match(new)
        assert newer["rulesVersion"] == "2"
        assert visitor.decide(new, newer["id"])
        visitor.play_out(ended["id"], new)
    at_once = {**settings, "SAQQARA_ARCHIVE_AFTER_MS": "0"}
    old_log = tmp_path / "old.log"
    with apis(redis_url, old_log, 1, **at_once) as (old,):
        await eventually(lambda: visitor.match(old)["rulesVersion"] == "1")
        path = f"/matches/{newer['id']}"
        assert visitor.seen(old, newer["id"])["status"] == "running"
        body = {"action": "take 1", "expectedVersion": 2, "actionId": "a"}
        asked = [
            visitor.ask(old, "POST", f"{path}/actions", token, body)
            for token in visitor.tokens.values()
        ]
        asked += [visitor.ask(old, "GET", f"{path}/view", None)]
        for refused in asked:
            assert refused.status_code == 503
            assert refused.headers["retry-after"] == "1"
            assert "older replica" in refused.text
        visitor.play_out(visitor.match(old)["id"], old)
        await eventually(lambda: "match_left_to_newer_release" in old_log.read_text())
        playing = [
            asyncio.create_task(run_async(RandomBot, server=old.address, token=token))
            for token in visitor.tokens.values()
        ]  # the match that waits holds up no other
        other = visitor.match(old)["id"]
        await eventually(lambda: visitor.seen(old, other)["status"] == "finished")
        for task in playing:
            task.cancel()
        assert visitor.seen(old, newer["id"])["status"] == "running"
    with apis(redis_url, log, 1, release=NEXT_RELEASE, **settings) as (new,):
        visitor.play_out(newer["id"], new)
        for match in (newer, ended):
            record = visitor.call(new, "GET", f"/matches/{match['id']}/record", None)
            assert record["rulesVersion"] == "2"
    assert "Traceback" not in old_log.read_text()
