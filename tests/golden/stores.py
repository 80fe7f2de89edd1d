"""Golden stores, and the service on one of them."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.migrations import migrate
from tests.golden.dump import lines_of
from tests.golden.write import STORE, golden
from tests.service.transports import Json

SCHEMAS: Final = range(1, SCHEMA + 1)


def stored(schema: int) -> list[Json]:
    """The store that was written at that schema."""
    packed = (golden(schema) / STORE).read_bytes()
    return lines_of(gzip.decompress(packed).decode())


@asynccontextmanager
async def upgraded(settings: Settings) -> AsyncIterator[Service]:
    """The service on the store once it has this release's schema."""
    async with open_service(settings) as svc:
        async for _step in migrate(svc.connection):
            pass
        await svc.admission.demand_fit()
        yield svc
