"""Each call about accounts, bots and tokens as a value; `calls` has the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from pydantic import JsonValue
from pydantic.alias_generators import to_camel

from saqqara_sdk.wire.call import Call, get, post, reading
from saqqara_sdk.wire.models import (
    Account,
    BotVersion,
    Issued,
    Page,
    RegisteredBot,
    ServerInfo,
    TokenInfo,
)

DAY_MS: Final = 86_400_000


def server() -> Call[ServerInfo]:
    """Which version of the service answers, and its time."""
    return get("/server", reading(ServerInfo))


def register(name: str, invitation: str | None = None) -> Call[Issued]:
    """Open an account; its token is in the answer and is never shown again."""
    return post("/accounts", _given(name=name, invitation=invitation), reading(Issued))


def me() -> Call[Account]:
    """The account that the token speaks for."""
    return get("/me", reading(Account))


def create_bot(name: str, *, note: str = "", commit: str | None = None) -> Call[Issued]:
    """Make a bot of the account; its token is in the answer and is never shown again."""
    return post("/bots", _given(name=name, note=note, commit=commit), reading(Issued))


def create_version(
    bot_id: str, name: str, *, note: str = "", commit: str | None = None
) -> Call[BotVersion]:
    """Tell of a new version of a bot, which plays from the next match on."""
    body = _given(name=name, note=note, commit=commit)
    return post(f"/bots/{quote(bot_id)}/versions", body, reading(BotVersion))


def bot_versions(bot_id: str) -> Call[Page[BotVersion]]:
    """The versions of a bot, oldest first."""
    return get(f"/bots/{quote(bot_id)}/versions", reading(Page[BotVersion]))


def choose_version(bot_id: str, number: int) -> Call[RegisteredBot]:
    """Let a version of a bot play, an older one too, until another is chosen."""
    return post(f"/bots/{quote(bot_id)}/version", {"number": number}, reading(RegisteredBot))


def token() -> Call[TokenInfo]:
    """What the token that is used for asking may do, whom it speaks for, and how long."""
    return get("/token", reading(TokenInfo))


def tokens() -> Call[Page[TokenInfo]]:
    """The live tokens of the account and of its bots, oldest first."""
    return get("/tokens", reading(Page[TokenInfo]))


def create_token(
    name: str,
    *,
    bot_id: str | None = None,
    scopes: Sequence[str] | None = None,
    expires_in_ms: int | None = None,
) -> Call[Issued]:
    """Make a token for a bot, or without one for the account; by default with all its scopes."""
    asked: list[JsonValue] | None = None if scopes is None else list(scopes)
    body = _given(name=name, bot_id=bot_id, scopes=asked, expires_in_ms=expires_in_ms)
    return post("/tokens", body, reading(Issued))


def rotate_token(token_id: str, *, overlap_ms: int = DAY_MS) -> Call[Issued]:
    """Make a new token like an old one, which works on for the overlap and then no more."""
    body: dict[str, JsonValue] = {"overlapMs": overlap_ms}
    return post(f"/tokens/{quote(token_id)}/rotate", body, reading(Issued))


def revoke_token(token_id: str) -> Call[TokenInfo]:
    """Make a token worthless; what it holds open is closed within seconds."""
    return post(f"/tokens/{quote(token_id)}/revoke", {}, reading(TokenInfo))


def bots() -> Call[Page[RegisteredBot]]:
    """The bots of the account, oldest first."""
    return get("/bots", reading(Page[RegisteredBot]))


def _given(**fields: JsonValue) -> dict[str, JsonValue]:
    """The fields that are said, in the wire's spelling."""
    return {to_camel(name): value for name, value in fields.items() if value is not None}
