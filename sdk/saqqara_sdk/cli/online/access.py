"""The server and the token of a command, and its messages when there is no response.

Exit codes: 0 done, 2 the command line is wrong, 3 the server was not reached, 4 it refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.online.credentials import HOST, CredentialsFault, kept_credentials
from saqqara_sdk.cli.online.sign_in import fresh_account
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
    """Return the server and the token: as given, else the speaker's, else the account's."""
    try:
        access = find_access(server or DEFAULT_SERVER, token if speaker is None else None)
        if access.token and speaker is None:
            return access
        kept = kept_credentials().at(access.server)
        found = fresh_account(access.server) if speaker is None else kept.bot(speaker)
        if speaker == HOST:
            found = kept.host or stop(
                f"No administrator's token of {access.server} is stored here. `saqqara-server up`"
                " stores it on its machine; `saqqara account keep` stores it elsewhere."
            )
        if found is None and speaker is not None:
            names = ", ".join(bot.name for bot in kept.bots) or "none"
            stop(
                f"No token of a bot {speaker!r} on {access.server} is stored here (stored:"
                f" {names}). `saqqara bot create NAME` creates a bot and stores its token."
            )
        return Access(access.server, found.token if found else None, access.others)
    except (ValueError, CredentialsFault) as error:
        stop(str(error))


@contextmanager
def asking(access: Access, *, as_json: bool = False) -> Iterator[Client]:
    """A client; what goes wrong ends the command with a sentence and a code."""
    addresses = ",".join((access.server, *access.others))
    try:
        with Client(addresses, access.token) as client:
            yield client
    except SaqqaraError as error:
        _end(error, access, as_json=as_json)


def _end(error: SaqqaraError, access: Access, *, as_json: bool) -> NoReturn:
    match error:
        case ConnectionFailed():
            stop(
                f"{access.server} could not be reached: {error.message}. Check that it is"
                " running, or name another server with --server or SAQQARA_SERVER.",
                NOT_REACHED,
            )
        case UnreadableAnswer():
            stop(f"{access.server} does not answer like a Saqqara server: {error}", NOT_REACHED)
        case APIError():
            _refuse(error, access, as_json=as_json)
        case _:
            stop(str(error), REFUSED)


def _refuse(error: APIError, access: Access, *, as_json: bool) -> NoReturn:
    """Print a refusal and the command that helps, as JSON or as sentences."""
    from saqqara_sdk.cli.online.next_commands import command_of  # noqa: PLC0415 - rarely needed

    call = error.next_call
    command = None if call is None else command_of(call, access, as_json=as_json)
    if as_json:
        refusal = {"code": error.code, "message": error.message, **error.facts, "next": command}
        stop(json.dumps(refusal, indent=1), REFUSED)
    sentence = f"Refused ({error.code}): {error}"
    if isinstance(error, Unauthenticated) and access.token is None:
        sentence = (
            f"{access.server} requires a token, and none is stored here. `saqqara account"
            " register NAME` creates an account; `saqqara account keep` stores a token that"
            " you have."
        )
    stop(sentence if command is None else f"{sentence}\nNext: {command}", REFUSED)
