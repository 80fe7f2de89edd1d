"""Guides to ladders: their terms and their state in words, and the calls that enter a bot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum
from typing import Final

from saqqara_contest.time_controls import time_control_words
from saqqara_engine.games import find_game
from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.entries import open_statuses
from saqqara_service.application.ladders.recurrence import recurrence
from saqqara_service.application.matches.clocks import seat_control
from saqqara_service.application.service import Service
from saqqara_service.models import Entrants, Instant, Ladder, LadderGuide, NextCall
from saqqara_service.models.texts import member_texts

ACCOUNT: Final = "`accounts_register` creates the account, whose token the calls need."
TRIALS: Final = "Before the last call, `ladders_play_trials` plays unrated matches of the program."
STEPS: Final = {
    "bots_create": "your `name` for the bot: create it. The answer has its id and token",
    "submissions_submit": "its `botId` and the archive: submit its program, which the host runs",
    "matches_turns": "the bot's token: follow its turns and act, for as long as it plays",
    "ladders_enrol": "its `botId`: enrol it. Its matches are rated",
}
"""The arguments that only the caller knows, and the purpose, by the operation."""


async def get(svc: Service, _caller: None, question: questions.LadderQuestion) -> LadderGuide:
    """A guide to a ladder: the contest, its clock, its limits, and the calls that enter a bot."""
    ladder = await ladders.get(svc, None, question)
    now_ms = await svc.connection.now_ms()
    is_open = ladder.status in open_statuses(late=ladder.late_entry)
    calls = _calls(ladder) if is_open else []
    lines = [f"# {ladder.name}", "", *_facts(ladder, now_ms), "", *_steps(ladder, calls)]
    return LadderGuide(ladder_id=ladder.id, text="\n".join(lines) + "\n", calls=calls)


def _facts(ladder: Ladder, now_ms: Instant) -> Iterator[str]:
    """What is played, when, and who may take part."""
    options = f" with options `{json.dumps(ladder.options)}`" if ladder.options else ""
    control = time_control_words(seat_control(ladder.time_control, None, 0))
    most = ladder.bots_per_account or "any number of"
    yield f"- Contest: {find_game(ladder.game).title}{options}, {ladder.players} players."
    yield f"- Format: `{ladder.format.value}`. {_text(ladder.format)}"
    yield f"- Clock: `{control}`."
    yield f"- Status: `{ladder.status.value}`. {_text(ladder.status)} {_progress(ladder)}"
    yield f"- Next start: {_next_start(ladder, now_ms)}."
    yield f"- Limits: {ladder.concurrency} matches at once; {most} bots per account."
    yield f"- Entry: `{ladder.entry.value}`. {_text(ladder.entry)}"
    yield f"- Entrants: `{ladder.entrants.value}`. {_text(ladder.entrants)}"
    yield f"- Owners: `{ladder.owners.value}`. {_text(ladder.owners)}"


def _text(value: Enum) -> str:
    """What a value means, in the first sentence of the contract."""
    return member_texts(type(value))[value.name].partition("\n")[0]


def _progress(ladder: Ladder) -> str:
    return f"{ladder.matches_settled} of {ladder.matches_planned} matches have a result."


def _next_start(ladder: Ladder, now_ms: Instant) -> str:
    """When the next matches begin, as far as that is known."""
    if ladder.next_season_id is not None:
        return f"the next season is ladder `{ladder.next_season_id}`"
    if ladder.start_at_ms is not None and ladder.started_ms is None:
        return _instant(ladder.start_at_ms)
    if ladder.every is not None:
        return f"{_instant(recurrence(ladder.every).next_after(now_ms))}, with the next season"
    return "when its owner starts it" if ladder.started_ms is None else "none; it has started"


def _instant(at_ms: Instant) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")


def _steps(ladder: Ladder, calls: list[NextCall]) -> Iterator[str]:
    if not calls:
        late = "" if ladder.late_entry else " It has no late entry."
        yield f"No bot can enter now.{late}"
        return
    yield f"## Enter in {len(calls)} calls"
    yield ""
    yield ACCOUNT
    yield ""
    for number, call in enumerate(calls, 1):
        known = f"`{json.dumps(call.arguments)}` and " if call.arguments else ""
        yield f"{number}. `{call.operation}` with {known}{STEPS[call.operation]}."
    if ladder.entrants is not Entrants.CONNECTED:
        yield ""
        yield TRIALS


def _calls(ladder: Ladder) -> list[NextCall]:
    """A bot, its player, and its entry; what the answers before give is left open."""
    is_hosted = ladder.entrants is not Entrants.CONNECTED
    played = "submissions_submit" if is_hosted else "matches_turns"
    return [
        NextCall(operation="bots_create", arguments={}),
        NextCall(operation=played, arguments={}),
        NextCall(operation="ladders_enrol", arguments={"ladderId": ladder.id}),
    ]
