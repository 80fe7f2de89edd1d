"""Completions for the shell, which contact no server and fail silently."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from saqqara_sdk.cli.online.credentials import CredentialsFault, kept_credentials


def of(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completion function for these words."""
    known = tuple(words)

    def offer(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return offer


def own_bots(incomplete: str) -> list[str]:
    """The user's bots on all servers, by name."""
    with suppress(CredentialsFault):
        kept = kept_credentials().servers.values()
        return of(sorted({bot.name for one in kept for bot in one.bots}))(incomplete)
    return []


def installed_bots(incomplete: str) -> list[str]:
    """The installed bots by name."""
    from saqqara_sdk.bots.loader import known_bots  # noqa: PLC0415 - only when asked

    return of(known_bots())(incomplete)


def games(incomplete: str) -> list[str]:
    """The games by name."""
    from saqqara_engine.games import GAMES  # noqa: PLC0415 - only when asked

    return of(GAMES)(incomplete)
