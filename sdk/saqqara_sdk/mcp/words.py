"""Matches in words: the texts that the tools return.

Names that people chose are quoted as JSON strings, so that a text in a name reads as data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from saqqara_sdk.bots.turn import LegalAction, Rules, Turn
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import SaqqaraError
from saqqara_sdk.wire.failures import APIError
from saqqara_sdk.wire.models import Match, MatchEvent, Result

MOST_LABELS: Final = 60
"""With more legal actions only the first of each kind has its meaning; each is some 15 tokens."""
NEXT: Final = {
    "bad_cursor": "the same call without a cursor",
    "illegal_action": "look lists the legal actions",
    "match_over": "record",
    "not_found": "play without arguments lists matches",
    "not_your_seat": "look shows the match to those without a seat",
    "not_your_turn": "wait",
    "seat_flagged": "wait for the end; autoplay plays for you",
    "seat_resigned": "wait for the end; autoplay plays for you",
    "stale_version": "look, then decide again",
}
"""The call that helps after an error of the service."""
OVER: Final = frozenset({MatchStatus.FINISHED, MatchStatus.VOID})


def quoted(name: str) -> str:
    """Return a chosen name as data."""
    return json.dumps(name, ensure_ascii=False)


def head(match: Match, rules: Rules, seat: int | None) -> str:
    """Return a match in a few lines: its state, its players and their clocks."""
    lines = [f"match {match.id}: {rules.title}, {match.status.value}, version {match.version}"]
    for one in match.seats:
        name = "free" if one.player_name is None else quoted(one.player_name)
        mine = " (you)" if one.seat == seat else ""
        gone = ", out of time" if one.flagged else ", resigned" if one.resigned else ""
        left = "" if one.left_ms is None else f", {one.left_ms / 1000:.0f} s left"
        lines.append(f"seat {one.seat}: {name}{mine}{left}{gone}")
    if match.status is MatchStatus.RUNNING and match.to_act is not None:
        lines.append("your turn" if match.to_act == seat else f"seat {match.to_act} has to act")
    if match.result is not None:
        lines += result(match.result)
    return "\n".join(lines)


def result(end: Result) -> Iterator[str]:
    """Yield how a match ended, and each seat's place and points."""
    yield f"ended: {end.reason.value}"
    for one in end.seats:
        yield f"seat {one.seat}: place {one.place}, {one.total} points"


def happened(events: Sequence[MatchEvent]) -> str:
    """Return the events, one in each line."""
    lines = []
    for event in events:
        who = "" if event.seat is None else f"seat {event.seat}: "
        what = event.action or event.kind.value
        meaning = f" ({event.label})" if event.action and event.label else ""
        lines.append(f"{who}{what}{meaning}{', by autoplay' if event.auto else ''}")
    return "\n".join(lines) or "nothing"


def position(turn: Turn) -> str:
    """Return the position of a turn and all its legal actions."""
    return (
        f"position:\n{turn.rules.draw(turn.view)}\n\n"
        "legal actions:\n" + "\n".join(_offered(turn.legal_actions)) + "\n\n"
        f"next: act with match {turn.match_id}, version {turn.version} and one of these actions"
    )


def _offered(offers: Sequence[LegalAction]) -> Iterator[str]:
    """Yield each legal action with its meaning; of very many, the first of each kind has one."""
    explained: set[str] = set()
    for one in offers:
        is_known = one.kind in explained and len(offers) > MOST_LABELS
        yield one.notation if is_known else f"{one.notation}: {one.label}"
        explained.add(one.kind)


def refusal(error: SaqqaraError) -> str:
    """Return an error for a model: its code, its message, its plain facts and the next call."""
    if not isinstance(error, APIError):
        return (
            f"error connection\n{error}\nnext: call again; after play look first, without"
            " arguments, whether the match was made"
        )
    lines = [f"error {error.code}", error.message]
    lines += [f"{name}: {value}" for name, value in error.facts.items() if _is_plain(value)]
    if error.code in NEXT:
        lines.append(f"next: {NEXT[error.code]}")
    return "\n".join(lines)


def _is_plain(fact: object) -> bool:
    return isinstance(fact, str | int | float)
