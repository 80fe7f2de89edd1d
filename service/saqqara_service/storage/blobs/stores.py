"""The stores beneath the port for blobs: how they are opened, and asked.

They are asked in threads of their own. obstore's `*_async` calls tell of their end from threads of
Rust that take Python's lock; a process that ended at that moment was aborted (SIGABRT, in Python
3.11 about every fourth time if a call was the last that it did).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

if TYPE_CHECKING:
    from obstore import ObjectMeta
    from obstore.store import LocalStore, S3Store

S3: Final = "s3://"
PATIENCE_S: Final = 30.0
RETRIES: Final = 3
LISTED: Final = 1_000
AT_ONCE: Final = 16
"""So many calls wait at the same time; each may hold tens of megabytes."""
_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")
_WAITING: Final = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="blobs")


def folder_of(place: str) -> Path | None:
    """The folder that a place of blobs is, unless they are kept elsewhere."""
    return None if place.startswith(S3) else Path(place).absolute()


def open_store(place: str) -> LocalStore | S3Store:
    """The folder or the bucket at that place."""
    from obstore.store import LocalStore, S3Store  # noqa: PLC0415

    if (folder := folder_of(place)) is not None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return LocalStore(folder)
    patience = f"{PATIENCE_S:.0f}s"
    return S3Store.from_url(
        place,
        client_options={"timeout": patience, "allow_http": True},
        retry_config={"max_retries": RETRIES},
    )


async def call(
    function: Callable[_Given, _Answer], *given: _Given.args, **named: _Given.kwargs
) -> _Answer:
    """What a function of a store returns; the event loop goes on meanwhile.

    A caller that is cancelled waits no longer; the call itself goes on to its end.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_WAITING, lambda: function(*given, **named))


async def pages(
    store: LocalStore | S3Store, folder: str | None = None
) -> AsyncIterator[Sequence[ObjectMeta]]:
    """All that is in a store, or in a folder of it, by the page and in no order."""
    found = iter(store.list(folder, chunk_size=LISTED))
    while (page := await call(next, found, None)) is not None:
        yield page
