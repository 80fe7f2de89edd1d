"""Blobs as files of a backup, and back; a blob that is there already is not written again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterable
from itertools import islice
from pathlib import Path

from saqqara_service.storage.blobs.stores import AT_ONCE, call, folder_of, open_store, pages


async def paths_in(place: str) -> AsyncIterator[str]:
    """The path of every blob at that place, in no order."""
    async for batch in pages(open_store(place)):
        for one in batch:
            yield str(one["path"])


async def save(place: str, folder: Path) -> int:
    """Copy all blobs into a folder; how many. One that is deleted meanwhile is left out."""
    store, count = open_store(place), 0

    async def saved(path: str) -> None:
        nonlocal count
        try:
            content = await call(lambda: bytes(store.get(path).bytes()))
        except FileNotFoundError:
            return
        target = folder / path
        await asyncio.to_thread(_write, target, content)
        count += 1

    batch: list[str] = []
    async for path in paths_in(place):
        batch.append(path)
        if len(batch) == AT_ONCE:
            await asyncio.gather(*map(saved, batch))
            batch = []
    await asyncio.gather(*map(saved, batch))
    return count


async def bring_back(folder: Path, paths: Iterable[str], place: str) -> None:
    """Write these files of a folder as blobs; a place that is a folder gets them on its disk."""
    store, left = open_store(place), iter(paths)
    is_folder = folder_of(place) is not None

    async def brought(path: str) -> None:
        content = await asyncio.to_thread((folder / path).read_bytes)
        await call(store.put, path, content)

    while batch := list(islice(left, AT_ONCE)):
        await asyncio.gather(*map(brought, batch))
    if is_folder:
        await asyncio.to_thread(os.sync)


def _write(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
