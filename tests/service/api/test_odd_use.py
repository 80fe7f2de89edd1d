"""Odd use of the service, by either transport of either process in turn, against a model of it.

The model knows of each match who sits where, what was applied in which order, and how it stands.
Whatever is done, a refusal changes nothing, what was acknowledged stays, once, and everybody is
told the same.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.service.documents import MUTATIONS, mutation
from tests.service.graphql_enums import with_names, with_values
from tests.service.transports import PATIENCE_S, UNHURRIED, Answer, Json, bearer, graphql_answer

HURRIED: Json = {"kind": "fischer", "baseMs": 100, "incrementMs": 0}
CHOICE = st.integers(0, 10_000)


@dataclass(slots=True)
class Known:
    """What the model knows of a match; `log` are the applied actions with their seats."""

    id: str
    seats: list[int | None]
    version: int = 0
    status: str = "open"
    log: list[tuple[int, str]] = field(default_factory=list)
    acts: list[tuple[int, Json, Json]] = field(default_factory=list)


class Client:
    """Asks the transports of the processes in turn, and reads both transports' answers alike."""

    def __init__(self, ports: tuple[int, ...]) -> None:
        clients = [
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE_S) for port in ports
        ]
        self.clients = clients
        self._ways: Iterator[tuple[bool, httpx.Client]] = itertools.cycle(
            [(is_rest, client) for is_rest in (True, False) for client in clients]
        )

    def do(self, what: str, token: str | None, ask: Json, about: str = "") -> Answer:
        """A mutation, by the next way."""
        is_rest, client = next(self._ways)
        operation = MUTATIONS[what]
        if is_rest:
            path = "/api/v1" + operation.path.format(id=about)
            return self._rest(client.post(path, json=ask, headers=bearer(token)))
        ask = {**ask, operation.id_field: about} if about else ask
        text = mutation(what)
        body = {"query": text, "variables": with_names(text, {"input": ask})}
        payload = client.post("/graphql", json=body, headers=bearer(token)).json()
        if payload.get("data"):
            payload["data"] = with_values(text, payload["data"])
        return graphql_answer(payload, what)

    def get(self, path: str, token: str | None = None) -> Json:
        """Something to read, from the next process."""
        _, client = next(self._ways)
        answer = client.get(f"/api/v1{path}", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    @staticmethod
    def _rest(answer: httpx.Response) -> Answer:
        body = answer.json()
        if answer.is_success:
            return Answer(data=body)
        known = ("type", "title", "status", "detail", "code", "requestId")
        facts = {name: value for name, value in body.items() if name not in known}
        return Answer(code=body["code"], message=body["detail"], facts=facts)


class OddUse(RuleBasedStateMachine):
    """Three bots of one owner, their matches, and a stranger."""

    client: Client
    running = Bundle("running")
    opened = Bundle("opened")
    over = Bundle("over")

    def __init__(self) -> None:
        super().__init__()
        do = self.client.do
        self.owner = do("register", None, {"name": "odd owner"}).data["token"]
        made = [do("createBot", self.owner, {"name": f"odd {n}"}).data for n in range(3)]
        self.ids: list[str] = [one["bot"]["id"] for one in made]
        self.tokens: list[str] = [one["token"] for one in made]
        self.known: list[Known] = []

    def _match(self, seats: list[int | None], control: Json, **terms: Any) -> Known:
        ask = {
            "game": "duel",
            "timeControl": control,
            "seats": [None if bot is None else self.ids[bot] for bot in seats],
            **terms,
        }
        answer = self.client.do("createMatch", self.owner, ask)
        assert answer.code is None, answer
        known = Known(answer.data["id"], seats)
        self.known.append(known)
        return known

    @rule(target=running, first=st.integers(0, 2), step=st.integers(1, 2))
    def create(self, first: int, step: int) -> Known:
        """A match with every seat taken starts by itself."""
        known = self._match([first, (first + step) % 3], UNHURRIED)
        known.version, known.status = 1, "running"
        return known

    @rule(target=opened, bot=st.sampled_from([None, 0, 1, 2]))
    def offer(self, bot: int | None) -> Known:
        """A match with a free seat waits."""
        return self._match([bot, None], UNHURRIED)

    @rule(target=running, known=opened, bot=st.integers(0, 2))
    def join(self, known: Known, bot: int) -> object:
        """A bot takes the first free seat, unless it sits there; the last one starts the match."""
        answer = self.client.do("joinMatch", self.tokens[bot], {}, known.id)
        if known.status != "open":
            assert answer.code == "wrong_state", answer
        elif bot in known.seats:
            assert answer.code is None, answer  # sitting down twice is sitting down once
        else:
            assert answer.code is None, answer
            known.seats[known.seats.index(None)] = bot
            if None not in known.seats:
                known.version, known.status = 1, "running"
                return known
        return multiple()

    @rule(known=running, choice=CHOICE)
    def act(self, known: Known, choice: int) -> None:
        """A legal action of the seat that is asked is applied, once, as the next version."""
        if known.status != "running":
            return
        seat, turn = self._turn(known)
        ask = {
            "action": turn["actions"][choice % len(turn["actions"])],
            "expectedVersion": known.version,
            "actionId": f"act-{known.version}",
        }
        answer = self.client.do("act", self._token(known, seat), ask, known.id)
        assert answer.code is None, answer
        known.version += 1
        assert (answer.data["version"], answer.data["repeated"]) == (known.version, False)
        known.status = answer.data["status"]
        known.log.append((seat, ask["action"]))
        known.acts.append((seat, ask, answer.data))

    @rule(known=running, choice=CHOICE)
    def repeat(self, known: Known, choice: int) -> None:
        """The same call again, however late, gets the same answer and applies nothing."""
        if known.acts:
            seat, ask, answer = known.acts[choice % len(known.acts)]
            repeated = self.client.do("act", self._token(known, seat), ask, known.id)
            assert repeated.data == {**answer, "repeated": True}

    @rule(known=running, choice=CHOICE)
    def reuse(self, known: Known, choice: int) -> None:
        """An action id names one payload."""
        if known.acts:
            seat, ask, _ = known.acts[choice % len(known.acts)]
            other = {**ask, "expectedVersion": ask["expectedVersion"] + 1}
            answer = self.client.do("act", self._token(known, seat), other, known.id)
            assert answer.code == "action_id_reused"

    @rule(known=running, back=st.integers(1, 5))
    def come_late(self, known: Known, back: int) -> None:
        """An answer to an earlier version is stale, and told what the version is."""
        if known.status == "running" and known.version > back:
            seat, _ = self._turn(known)
            ask = {"action": "pass", "expectedVersion": known.version - back, "actionId": "late"}
            answer = self.client.do("act", self._token(known, seat), ask, known.id)
            assert (answer.code, answer.facts["currentVersion"]) == ("stale_version", known.version)

    @rule(known=running)
    def act_out_of_turn(self, known: Known) -> None:
        """Who is not asked cannot answer, and who does not sit there still less."""
        if known.status != "running":
            return
        seat, turn = self._turn(known)
        ask = {
            "action": turn["actions"][0],
            "expectedVersion": known.version,
            "actionId": "out-of-turn",
        }
        waiting = self.client.do("act", self._token(known, 1 - seat), ask, known.id)
        assert (waiting.code, waiting.facts["seat"]) == ("not_your_turn", seat)
        (absent,) = {0, 1, 2} - set(known.seats)
        stranger = self.client.do("act", self.tokens[absent or 0], ask, known.id)
        assert stranger.code == "not_your_seat"

    @rule(known=running, action=st.sampled_from(["pass now", "place 9.9", "", "get"]))
    def act_illegally(self, known: Known, action: str) -> None:
        """What is not legal is refused with the number of what is."""
        if known.status == "running":
            seat, turn = self._turn(known)
            ask = {"action": action, "expectedVersion": known.version, "actionId": "illegal"}
            answer = self.client.do("act", self._token(known, seat), ask, known.id)
            assert (answer.code, answer.facts["count"]) == ("illegal_action", len(turn["actions"]))

    @rule(known=running)
    def act_when_it_is_over(self, known: Known) -> None:
        """A match that is over takes nothing more."""
        if known.status == "finished":
            ask = {"action": "pass", "expectedVersion": known.version, "actionId": "after"}
            answer = self.client.do("act", self._token(known, 0), ask, known.id)
            assert answer.code == "match_over"

    @rule(target=over, known=consumes(running), seat=st.integers(0, 1))
    def resign(self, known: Known, seat: int) -> Known:
        """Resigning ends a match of two, and does so once."""
        token = self._token(known, seat)
        if known.status == "running":
            for _ in range(2):
                answer = self.client.do("resignMatch", token, {}, known.id)
                assert answer.code is None, answer
                places = [one["place"] for one in answer.data["result"]["seats"]]
                assert places == [2 - (seat != 0), 2 - (seat != 1)]
                assert answer.data["result"]["reason"] == "resigned"
            known.status, known.version = "finished", answer.data["version"]
        else:
            assert self.client.do("resignMatch", token, {}, known.id).code == "match_over"
        return known

    @rule(target=over)
    def let_the_flag_fall(self) -> Known:
        """Who does nothing loses on time, where the match was made so."""
        known = self._match([0, 1], HURRIED, onFlag="forfeit")
        until = time.monotonic() + PATIENCE_S
        while (match := self.client.get(f"/matches/{known.id}"))["status"] == "running":
            assert time.monotonic() < until
        assert match["result"]["reason"] == "flag"
        kept = [one["keptTime"] for one in match["result"]["seats"]]
        assert sorted(kept) == [False, True]
        known.status, known.version = "finished", match["version"]
        return known

    @rule(known=over)
    def read_the_record(self, known: Known) -> None:
        """A match that is over leaves a record of exactly what was applied, with its seed."""
        record = self.client.get(f"/matches/{known.id}/record")
        assert record["seed"]
        plies = [(one["seat"], one["action"]) for one in record["plies"]]
        assert plies == known.log

    @invariant()
    def everybody_sees_the_same(self) -> None:
        """Match and events, read from either process, are what the model knows."""
        for known in self.known[-2:]:
            match = self.client.get(f"/matches/{known.id}")
            assert (match["version"], match["status"]) == (known.version, known.status)
            events = self.client.get(f"/matches/{known.id}/events?first=100")["items"]
            assert [one["version"] for one in events] == list(range(1, known.version + 1))
            actions = [(one["seat"], one["action"]) for one in events if one["kind"] == "action"]
            assert actions == known.log

    def _token(self, known: Known, seat: int) -> str:
        bot = known.seats[seat]
        assert bot is not None
        return self.tokens[bot]

    def _turn(self, known: Known) -> tuple[int, Json]:
        """The seat that is asked, and its turn as its bot reads it after having been away."""
        for seat in (0, 1):
            turns = self.client.get("/turns", self._token(known, seat))["items"]
            for turn in turns:
                if turn["matchId"] == known.id:
                    assert (turn["seat"], turn["version"]) == (seat, known.version)
                    return seat, turn
        raise AssertionError(f"nobody is asked in {known}")


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("redis_url", "server")
def test_odd_use_never_surprises(replicas: tuple[int, ...]) -> None:
    """Runs of up to twenty steps each, many more in the long form."""
    OddUse.client = Client(replicas)
    try:
        run_state_machine_as_test(
            OddUse,
            settings=settings(
                max_examples=100 if "SIEGE_LONG" in os.environ else 4,
                stateful_step_count=20,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    finally:
        for client in OddUse.client.clients:
            client.close()
