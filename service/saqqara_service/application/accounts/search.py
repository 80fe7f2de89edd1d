"""Finding accounts, bots and ladders by how their names begin."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from saqqara_service import questions
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor
from saqqara_service.models import Account, Bot, Named, NamedKind
from saqqara_service.models.pages import Page
from saqqara_service.storage.accounts.names import END, folded, id_in, named

LOOKED_AT: Final = 200
"""How many entries at most one page looks at; those may have other names by now."""

Read: TypeAlias = Callable[[Service, str], Awaitable[str | None]]


async def page(svc: Service, _caller: None, question: questions.NameFilter) -> Page[Named]:
    """Accounts, bots and ladders whose names begin with a prefix, in the order of their names."""
    first, before = question.first, None if question.after is None else _entry(question.after)
    entries = await svc.names.beginning(question.prefix, before, LOOKED_AT)
    every = await asyncio.gather(*(_named(svc, id_in(entry)) for entry in entries[: first + 1]))
    found = [
        one
        for one, entry in zip(every, entries, strict=False)
        if one is not None and named(one.name, one.id) == entry
    ]
    if len(entries) > first:
        return Page(items=found[:first], cursor=to_cursor(entries[first - 1]))
    return Page(items=found)


def cursor(one: Named) -> str:
    """What asks for those after this one."""
    return to_cursor(named(one.name, one.id))


def to_cursor(entry: str) -> str:
    """What asks for what is listed after an entry of the index."""
    return urlsafe_b64encode(entry.encode()).decode()


async def _named(svc: Service, thing_id: str) -> Named | None:
    kind, read = KINDS[thing_id[:1]]
    name = await read(svc, thing_id)
    return None if name is None else Named(kind=kind, id=thing_id, name=name)


async def _account(svc: Service, account_id: str) -> str | None:
    account: Account | None = await svc.accounts.account(account_id)
    return account.name if account else None


async def _bot(svc: Service, bot_id: str) -> str | None:
    bots: list[Bot | None] = await svc.accounts.bots([bot_id])
    return bots[0].name if bots[0] else None


async def _ladder(svc: Service, ladder_id: str) -> str | None:
    progress = await svc.seasons.progress(ladder_id)
    return progress.terms.name if progress else None


KINDS: Final[Mapping[str, tuple[NamedKind, Read]]] = {
    "a": (NamedKind.ACCOUNT, _account),
    "b": (NamedKind.BOT, _bot),
    "l": (NamedKind.LADDER, _ladder),
}
"""What an id names, by the letter that it begins with, and how its name is read."""


def _entry(after: str) -> str:
    """The entry that a cursor names; raises `BadCursor`."""
    with suppress(ValueError):
        entry = urlsafe_b64decode(after.encode()).decode()
        name, end, _id = entry.rpartition(END)
        if end and folded(name) == name:
            return entry
    raise BadCursor("The cursor does not belong to this list. Use the cursor of the previous page.")
