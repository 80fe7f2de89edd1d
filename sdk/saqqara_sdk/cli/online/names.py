"""Bots and ladders by the names that people type.

Bots are looked for among those kept here, those of the account, those of the ladder that the
command is about, and those present.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.online.credentials import kept_credentials
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.client import Client
from saqqara_sdk.client.pages import each
from saqqara_sdk.wire.errors import Forbidden, Malformed, NotFound, Unauthenticated
from saqqara_sdk.wire.models import RegisteredBot

ID: Final = re.compile(r"[ab][0-9A-Za-z]{16}")
LADDER_ID: Final = re.compile(r"l[0-9A-Za-z]{16}")
LADDERS_LOOKED_AT: Final = 500


def bot_ids(named: object, client: Client, access: Access, ladder: str | None = None) -> object:
    """The ids of what was typed: of one bot, or of several; None stays None."""
    match named:
        case str():
            return bot_id(named, client, access, ladder)
        case list():
            return [bot_ids(one, client, access, ladder) for one in named]
        case _:
            return named


def ladder_id(named: str, client: Client) -> str:
    """The id of a ladder; ends the command if none of the newest has the name, or several have."""
    if LADDER_ID.fullmatch(named):
        return named
    newest = islice(each(client.ladders.page, first=100), LADDERS_LOOKED_AT)
    found = [one.id for one in newest if one.name == named]
    if not found:
        stop(f"There is no ladder {named}. Use its id; `saqqara ladder list` lists ladders.")
    if len(found) > 1:
        stop(f"Several ladders are named {named}. Use one of the ids {', '.join(found)}.")
    return found[0]


def bot_id(named: str, client: Client, access: Access, ladder: str | None = None) -> str:
    """The id of a bot; ends the command if no bot has the name, or several have.

    Bots of others are looked for in the ladder, also while they are away, before those present.
    """
    if ID.fullmatch(named):
        return named
    kept = kept_credentials().at(access.server).bot(named)
    if kept is not None:
        return kept.id
    own = {one.id for one in _own(client) if one.name == named}
    entries = client.ladders.entries(ladder).items if ladder and not own else ()
    found = own or {one.bot_id for one in entries if one.bot_name == named}
    found = found or {one.id for one in each(client.bots.present) if one.name == named}
    if not found:
        return _known(named, client)
    if len(found) > 1:
        stop(f"Several bots are named {named}. Use one of the ids {', '.join(sorted(found))}.")
    return found.pop()


def _known(named: str, client: Client) -> str:
    """An id of another form, as house bots have."""
    try:
        return client.bots.get(named).id
    except (Malformed, NotFound):
        stop(f"There is no bot {named}. Use its id; `saqqara bot present` lists bots.")


def _own(client: Client) -> Iterator[RegisteredBot]:
    try:
        yield from each(client.bots.page)
    except (Unauthenticated, Forbidden):
        return
