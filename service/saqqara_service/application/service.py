"""The wired service: what every use case receives first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from saqqara_service.application.tables import Tables
from saqqara_service.settings import Settings
from saqqara_service.storage.accounts import AccountStore
from saqqara_service.storage.connection import Connection, open_connection
from saqqara_service.storage.hub import Hub
from saqqara_service.storage.indexes import Indexes
from saqqara_service.storage.matches import MatchStore


@dataclass(frozen=True, slots=True)
class Service:
    """One process's stores, its one reader of nudges and its cache of folded matches."""

    settings: Settings
    connection: Connection
    accounts: AccountStore
    matches: MatchStore
    indexes: Indexes
    hub: Hub
    tables: Tables


@asynccontextmanager
async def open_service(settings: Settings) -> AsyncIterator[Service]:
    """The service for the time of the block; needs `settings.redis_url`."""
    if settings.redis_url is None:
        raise ValueError("there is no Redis to keep matches in: set REDIS_URL")
    async with open_connection(settings.redis_url) as connection, Hub.running(connection) as hub:
        matches = MatchStore(connection)
        yield Service(
            settings=settings,
            connection=connection,
            accounts=AccountStore(connection),
            matches=matches,
            indexes=Indexes(connection),
            hub=hub,
            tables=Tables(matches),
        )
