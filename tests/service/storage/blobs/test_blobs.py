"""Archives in a folder: kept whole, verified, gone when deleted; test_s3.py tries buckets."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from saqqara_service.errors import Busy, Internal, NotFound
from saqqara_service.storage.blobs.blobs import BlobStore
from saqqara_service.storage.blobs.listings import some_blobs

BUCKET: Final = "saqqara"
KEY: Final = "pharaoh0"
PLAIN: Final = b"an archive" * 1_000
CONTENT: Final = gzip.compress(PLAIN, 1)


BOMB: Final = gzip.compress(bytes(300 << 20), 1)


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Where blobs are kept: a folder."""
    return str(tmp_path / "blobs")


async def test_a_blob_is_what_its_hash_says(place: str, tmp_path: Path) -> None:
    """Put, had, got, put twice at once, damaged, deleted twice: by a second process as well."""
    one, two = BlobStore(place), BlobStore(place)
    digest = hashlib.sha256(PLAIN).hexdigest()
    with pytest.raises(NotFound, match="deleted"):
        await one.get(digest)
    assert not await one.has(digest)
    assert {*await asyncio.gather(*(store.put(CONTENT) for store in (one, two, one)))} == {digest}
    assert await two.has(digest)
    assert await two.get(digest) == CONTENT
    (kept,) = [path for path in tmp_path.rglob(digest) if path.stat().st_size]
    for damaged in (CONTENT[:-1] + b"?", CONTENT[:-9], CONTENT * 2, PLAIN, b"", BOMB):
        kept.write_bytes(damaged)
        with pytest.raises(Internal, match="damaged"):
            await two.get(digest)
    other = gzip.compress(PLAIN, 9, mtime=1)
    assert await one.put(other) == digest, "however it was packed"
    assert await two.get(digest) == other
    for _ in range(2):
        await two.delete(digest)
    assert not await one.has(digest)


@pytest.mark.parametrize("odd", ["", "x", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 65])
async def test_what_is_no_hash_is_no_path(place: str, odd: str) -> None:
    """Whoever asks for something else hears that it is none, and nothing is looked at."""
    store = BlobStore(place)
    for asked in (store.get(odd), store.has(odd), store.delete(odd)):
        with pytest.raises(NotFound, match="not a SHA-256"):
            await asked


async def test_a_store_that_is_away_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there: the call may be tried again, and says no more of the store."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a secret that nobody is told")
    monkeypatch.setattr("saqqara_service.storage.blobs.stores.RETRIES", 0)
    with pytest.raises(Busy, match="did not answer") as refused:
        await BlobStore(f"s3://{BUCKET}/archives").put(CONTENT)
    assert "secret" not in str(refused.value)


async def test_some_blobs_are_listed(place: str) -> None:
    """Those of one folder only, each once, and no more than were asked for."""
    stores = BlobStore(place), BlobStore(f"{place}/matches")
    own, others = [
        {await store.put(gzip.compress(bytes([number]))) for number in range(9)} for store in stores
    ]
    await stores[0].mark("a" * 32)
    assert own == others
    for folder in ("", "matches"):
        every = [one async for one in some_blobs(place, folder, 100)]
        assert sorted(one.digest for one in every) == sorted(own)
        assert {"matches" in one.path for one in every} == {folder == "matches"}
        assert all(abs(time.time() - one.since_s) < 600 for one in every)
        few = [one.digest async for one in some_blobs(place, folder, 4)]
        assert len(set(few)) == 4
    assert [one async for one in some_blobs(place, "nothing", 4)] == []


async def test_all_old_blobs_are_listed(place: str) -> None:
    """Page by page, each once, without marks; an instant tells which are old."""
    store = BlobStore(f"{place}/matches")
    kept = {await store.put(gzip.compress(bytes([number]))) for number in range(9)}
    await store.mark("a" * 32)
    await store.mark("b" * 32)
    assert await store.marks() == 2
    now_ms = int(time.time() * 1000)
    for before_ms, found in ((now_ms + 600_000, sorted(kept)), (now_ms - 600_000, [])):
        listed = [one async for page in store.older_than(before_ms) for one in page]
        assert sorted(listed) == found
    assert await BlobStore(f"{place}/nothing").marks() == 0


ASKS_AND_ENDS: Final = """
import asyncio, sys
from saqqara_service.storage.blobs.stores import call, open_store, pages

async def ask():
    store = open_store(sys.argv[1])
    await call(store.put, "one", b"blob")
    return [page async for page in pages(store)]

asyncio.run(ask())
"""


def test_a_process_may_end_with_its_last_call(tmp_path: Path) -> None:
    """No thread of a library is left that wants the interpreter then, and is aborted for it."""
    words = (sys.executable, "-c", ASKS_AND_ENDS, str(tmp_path))
    started = [subprocess.Popen(words) for _ in range(12)]
    assert [one.wait() for one in started] == [0] * 12
