"""Each call about challenges, accept policies and pairings as a value; `calls` has the others."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import TypeVar
from urllib.parse import quote

from pydantic import JsonValue, TypeAdapter
from pydantic.alias_generators import to_camel

from saqqara_sdk.wire.call import Call, get, reading
from saqqara_sdk.wire.challenges import AcceptPolicy, Challenge, ChallengeStatus, Pairings
from saqqara_sdk.wire.models import Page, RegisteredBot
from saqqara_sdk.wire.time_controls import TimeControl

T = TypeVar("T")
CHALLENGE = reading(Challenge)


def create_challenge(
    challenged: Sequence[str],
    time_control: TimeControl,
    *,
    bot_id: str | None = None,
    game: str = "imhotep",
    options: Mapping[str, JsonValue] | None = None,
    seats: Sequence[str] | None = None,
    on_flag: str = "autoplay",
    autoplay: str = "uniform",
    time_odds: Sequence[float] | None = None,
    public_delay_ms: int = 0,
    start_at_ms: int | None = None,
    expires_in_ms: int = 60_000,
    key: str | None = None,
) -> Call[Challenge]:
    """Challenge one to three other bots, once however often it is sent: its key is made here.

    `bot_id` is the account's bot that challenges; a bot's token speaks for its own. `seats` are the
    bots by seat; without them the seats are drawn when all have accepted. Then the match is made
    and starts, but not before `start_at_ms`.
    """
    body: dict[str, JsonValue] = {
        "botId": bot_id,
        "challenged": list(challenged),
        "seats": None if seats is None else list(seats),
        "expiresInMs": expires_in_ms,
        "key": key or uuid.uuid4().hex,
        **_terms(
            1 + len(challenged),
            time_control,
            options,
            game=game,
            on_flag=on_flag,
            autoplay=autoplay,
            time_odds=None if time_odds is None else list(time_odds),
            public_delay_ms=public_delay_ms,
            start_at_ms=start_at_ms,
        ),
    }
    return _again("/challenges", body, CHALLENGE)


def challenge(challenge_id: str) -> Call[Challenge]:
    """A challenge that a bot of the token's has made or is asked."""
    return get(_challenge(challenge_id), CHALLENGE)


def challenges(
    *,
    bot_id: str | None = None,
    status: ChallengeStatus | None = None,
    first: int = 20,
    after: str | None = None,
) -> Call[Page[Challenge]]:
    """The challenges of a bot, or else of the token's bot or account, newest first."""
    query: dict[str, str | int] = {"first": first}
    query |= {} if bot_id is None else {"botId": bot_id}
    query |= {} if status is None else {"status": status.value}
    query |= {} if after is None else {"after": after}
    return get("/challenges", reading(Page[Challenge]), query)


def accept_challenge(challenge_id: str, bot_id: str | None = None) -> Call[Challenge]:
    """Accept, for the bot of the token or for one of the account."""
    return _again(f"{_challenge(challenge_id)}/accept", {"botId": bot_id}, CHALLENGE)


def decline_challenge(
    challenge_id: str, reason: str = "declined", bot_id: str | None = None
) -> Call[Challenge]:
    """Decline and say why, for the bot of the token or for one of the account."""
    body: dict[str, JsonValue] = {"botId": bot_id, "reason": reason}
    return _again(f"{_challenge(challenge_id)}/decline", body, CHALLENGE)


def cancel_challenge(challenge_id: str) -> Call[Challenge]:
    """Take a challenge back that not all have accepted."""
    return _again(f"{_challenge(challenge_id)}/cancel", {}, CHALLENGE)


def pair_matches(
    pairs: Mapping[str, Sequence[str]],
    time_control: TimeControl,
    *,
    game: str = "imhotep",
    options: Mapping[str, JsonValue] | None = None,
    on_flag: str = "autoplay",
    autoplay: str = "uniform",
    time_odds: Sequence[float] | None = None,
    public_delay_ms: int = 0,
    start_at_ms: int | None = None,
) -> Call[Pairings]:
    """Make up to 100 matches at once: the bots by seat, each under a key of yours.

    What was made under a key is not made twice within a day. Others' bots are seated if their
    accept policies accept it without asking them.
    """
    body: dict[str, JsonValue] = {
        "pairs": [{"key": key, "seats": list(seats)} for key, seats in pairs.items()],
        **_terms(
            max(map(len, pairs.values()), default=2),
            time_control,
            options,
            game=game,
            on_flag=on_flag,
            autoplay=autoplay,
            time_odds=None if time_odds is None else list(time_odds),
            public_delay_ms=public_delay_ms,
            start_at_ms=start_at_ms,
        ),
    }
    return _again("/pairings", body, reading(Pairings))


def policy(bot_id: str) -> Call[AcceptPolicy]:
    """Which challenges a bot of the account takes."""
    return get(_policy(bot_id), reading(AcceptPolicy))


def set_policy(bot_id: str, policy: AcceptPolicy) -> Call[AcceptPolicy]:
    """Say which challenges a bot of the account takes, in place of all that was said before."""
    body = policy.model_dump(mode="json", by_alias=True)
    return _again(_policy(bot_id), body, reading(AcceptPolicy))


def present_bots(*, first: int = 20, after: str | None = None) -> Call[Page[RegisteredBot]]:
    """The bots that are at play now, in the order of their ids."""
    query: dict[str, str | int] = {"first": first}
    query |= {} if after is None else {"after": after}
    return get("/presence", reading(Page[RegisteredBot]), query)


def _terms(
    players: int,
    time_control: TimeControl,
    options: Mapping[str, JsonValue] | None,
    **other: JsonValue,
) -> dict[str, JsonValue]:
    """What a match is played by, in the wire's spelling."""
    return {
        "options": {"players": players, **(options or {})},
        "timeControl": time_control.model_dump(by_alias=True),
        **{to_camel(name): value for name, value in other.items()},
    }


def _again(path: str, body: Mapping[str, JsonValue], answer: TypeAdapter[T]) -> Call[T]:
    """A change that may be sent again without harm."""
    return Call("POST", path, answer, is_repeatable=True, body=body)


def _challenge(challenge_id: str) -> str:
    return f"/challenges/{quote(challenge_id, safe='')}"


def _policy(bot_id: str) -> str:
    return f"/bots/{quote(bot_id, safe='')}/policy"
