"""Things read by their ids, those of one moment at once, as the one who asks may see them.

Nothing is kept: what is asked again is read again, since a socket lives for long.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from strawberry.dataloader import DataLoader

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.matches import lists
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.models import Account, Bot, BotVersion, Caller, Ladder, Match, Model

AT_ONCE: Final = 100
Found: TypeAlias = Model | None
Client: TypeAlias = Callable[[], Awaitable[Caller | None]]
Read: TypeAlias = Callable[[Service, Client, list[str]], Awaitable[Mapping[str, Found]]]


async def _bots(svc: Service, _asker: Client, ids: list[str]) -> Mapping[str, Found]:
    return dict(zip(ids, await svc.accounts.bots(ids), strict=True))


def version_id(bot_id: str, number: int) -> str:
    """A version as one id."""
    return f"{bot_id} {number}"


async def _versions(svc: Service, _asker: Client, ids: list[str]) -> Mapping[str, Found]:
    wanted = [(bot_id, int(number)) for bot_id, number in map(str.split, ids)]
    return dict(zip(ids, await svc.accounts.some_versions(wanted), strict=True))


async def _accounts(svc: Service, _asker: Client, ids: list[str]) -> Mapping[str, Found]:
    return dict(zip(ids, await asyncio.gather(*map(svc.accounts.account, ids)), strict=True))


async def _ladders(svc: Service, _asker: Client, ids: list[str]) -> Mapping[str, Found]:
    async def ladder(ladder_id: str) -> Found:
        with suppress(NotFound):
            return await ladders.get(svc, None, questions.LadderQuestion(ladder_id=ladder_id))
        return None

    return dict(zip(ids, await asyncio.gather(*map(ladder, ids)), strict=True))


async def _matches(svc: Service, client: Client, ids: list[str]) -> Mapping[str, Found]:
    return await lists.of_ids(svc, ids, await client())


READS: Final[Mapping[type[Model], Read]] = {
    Account: _accounts,
    Bot: _bots,
    BotVersion: _versions,
    Ladder: _ladders,
    Match: _matches,
}
"""How things of each type are read; an id is one of our own records', so it needs no check."""


class Loaders:
    """Reads for one request, or for one socket."""

    def __init__(self, svc: Service, client: Client) -> None:
        self._loaders = {kind: _loader(svc, client, read) for kind, read in READS.items()}

    async def load(self, kind: type[Model], thing_id: str) -> Found:
        """The thing of that id; None if there is none."""
        return await self._loaders[kind].load(thing_id)


def _loader(svc: Service, client: Client, read: Read) -> DataLoader[str, Found]:
    async def load(ids: list[str]) -> list[Found]:
        found = await read(svc, client, list(dict.fromkeys(ids)))
        return [found.get(one) for one in ids]

    return DataLoader(load, cache=False, max_batch_size=AT_ONCE)
