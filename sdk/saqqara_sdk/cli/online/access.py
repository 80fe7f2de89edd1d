"""Whom a command asks, by which token, and what it says when there is no answer.

Exit codes: 0 done, 2 the command line is wrong, 3 the server was not reached, 4 it refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.online.credentials import CredentialsFault, kept_credentials
from saqqara_sdk.client.access import DEFAULT_SERVER, Access, find_access
from saqqara_sdk.client.client import Client
from saqqara_sdk.wire.errors import (
    APIError,
    ConnectionFailed,
    SaqqaraError,
    Unauthenticated,
    UnreadableAnswer,
)

NOT_REACHED = 3
REFUSED = 4


def access_of(server: str | None, token: str | None, speaker: str | None) -> Access:
    """The server that is named, and the token: as told, else the speaker's, else the account's."""
    try:
        access = find_access(server or DEFAULT_SERVER, token if speaker is None else None)
        if access.token and speaker is None:
            return access
        kept = kept_credentials().at(access.server)
        found = kept.account if speaker is None else kept.bot(speaker)
        if found is None and speaker is not None:
            names = ", ".join(bot.name for bot in kept.bots) or "none"
            stop(
                f"no token of a bot {speaker!r} on {access.server} is kept here (kept: {names});"
                " `saqqara bot create NAME` makes a bot and keeps its token"
            )
        return Access(access.server, found.token if found else None, access.others)
    except (ValueError, CredentialsFault) as error:
        stop(str(error))


@contextmanager
def asking(access: Access) -> Iterator[Client]:
    """A client; what goes wrong ends the command with a sentence and a code."""
    addresses = ",".join((access.server, *access.others))
    try:
        with Client(addresses, access.token) as client:
            yield client
    except SaqqaraError as error:
        _end(error, access)


def _end(error: SaqqaraError, access: Access) -> NoReturn:
    match error:
        case ConnectionFailed():
            stop(
                f"{access.server} was not reached: {error.message}; is it running?"
                " Name another by --server or SAQQARA_SERVER",
                NOT_REACHED,
            )
        case UnreadableAnswer():
            stop(f"{access.server} does not answer as a service does: {error}", NOT_REACHED)
        case Unauthenticated() if access.token is None:
            stop(
                f"{access.server} wants a token, and none is kept here:"
                " `saqqara account register NAME` opens an account, `saqqara account keep` takes"
                " a token that you have",
                REFUSED,
            )
        case APIError():
            stop(f"refused ({error.code}): {error}", REFUSED)
        case _:
            stop(str(error), REFUSED)
