"""The guide to a ladder follows its state, and its calls enter a bot."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.api.operation import PREFIX
from saqqara_service.application.ladders import guides, ladders
from saqqara_service.application.service import Service
from saqqara_service.models import Entrants, LadderGuide
from tests.service.ladders import a_ladder, some_terms
from tests.service.matches import an_owner
from tests.service.transports import bearer

START_MS = 4_000_000_000_000


async def guide(svc: Service, **terms: object) -> LadderGuide:
    """The guide to a new ladder."""
    made = await ladders.create(svc, await an_owner(svc), some_terms(**terms))
    return await guides.get(svc, None, questions.LadderQuestion(ladder_id=made.id))


async def test_it_says_what_is_played_and_when(svc: Service) -> None:
    """The contest, the format, the clock in the words of commands, the start and the limits."""
    found = await guide(svc, start_at_ms=START_MS, bots_per_account=2)
    assert found.text.startswith("# Memphis\n\n- Contest: Imhotep: Builder of Egypt with options")
    for line in (
        '`{"players": 2}`, 2 players.',
        "- Format: `continuous`. Block after block, the bots with the fewest matches meet",
        "- Clock: `fischer baseMs=600000",
        "- Status: `open`. Bots can be enrolled. 0 of 2 matches have a result.",
        "- Next start: 2096-10-02T07:06:40+00:00.",
        "- Limits: 1 matches at once; 2 bots per account.",
        "- Owners: `anybody`. The bots of any account.",
    ):
        assert line in found.text


@pytest.mark.parametrize(
    ("entrants", "second"),
    [
        (Entrants.ANY, "submissions_submit"),
        (Entrants.HOSTED, "submissions_submit"),
        (Entrants.CONNECTED, "matches_turns"),
    ],
)
async def test_three_calls_enter_a_bot(svc: Service, entrants: Entrants, second: str) -> None:
    """The second one plays it: the host by its program, or its owner by its turns."""
    found = await guide(svc, entrants=entrants)
    names = [call.operation for call in found.calls]
    assert names == ["bots_create", second, "ladders_enrol"]
    assert found.calls[-1].arguments == {"ladderId": found.ladder_id}
    for number, name in enumerate(names, 1):
        assert f"\n{number}. `{name}` with " in found.text


@pytest.mark.parametrize("late", [False, True])
async def test_a_running_ladder_is_entered_only_late(svc: Service, late: bool) -> None:  # noqa: FBT001 (a case)
    """Without late entry there is no call, and the guide says so."""
    enrolled = await a_ladder(svc, late_entry=late)
    asked = questions.LadderQuestion(ladder_id=enrolled.id)
    found = await guides.get(svc, None, asked)
    assert bool(found.calls) is late
    assert ("No bot can enter now." in found.text) is not late
    assert "- Next start: none; it has started." in found.text


async def test_a_repeating_ladder_says_its_next_season(svc: Service) -> None:
    """Until it has been made, it is an instant; the rule of the seasons tells it."""
    found = await guide(svc, every="hour 15")
    assert ":15:00+00:00" in found.text


async def test_both_transports_have_it(client: httpx.AsyncClient, svc: Service) -> None:
    """GraphQL names its own fields, and has no call for the archive."""
    made = await ladders.create(svc, await an_owner(svc), some_terms())
    by_rest = (await client.get(f"{PREFIX}/ladders/{made.id}/guide")).json()
    text = "query($id: ID!) { ladder(id: $id) { guide { text calls { operation arguments } } } }"
    body = {"query": text, "variables": {"id": made.id}}
    answer: dict[str, Any] = (await client.post("/graphql", json=body, headers=bearer(None))).json()
    by_graphql = answer["data"]["ladder"]["guide"]
    assert by_graphql["text"] == by_rest["text"]
    assert by_graphql["calls"] == [
        {"operation": "createBot", "arguments": {}},
        {"operation": "enrol", "arguments": {"ladderId": made.id}},
    ]
