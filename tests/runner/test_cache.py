"""Archives are fetched once, kept while they are used, and never used when they are not whole."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from saqqara_bundle import BundleFault
from saqqara_runner.cache import Archives
from saqqara_sdk.submissions import pack
from saqqara_sdk.wire.errors import NotFound


class Store:
    """Archives by their hash, and how often each was asked for."""

    def __init__(self, folder: Path, count: int) -> None:
        self.data: dict[str, bytes] = {}
        self.asked: list[str] = []
        for number in range(count):
            place = folder / str(number)
            place.mkdir()
            (place / "bot.toml").write_text('command = ["./run"]\n')
            (place / "run").write_text(f"#!/bin/sh\necho {number}\n")
            bundle = pack(place).bundle
            self.data[bundle.hash] = bundle.pack()

    async def fetch(self, archive_hash: str) -> bytes:
        self.asked.append(archive_hash)
        await asyncio.sleep(0.01)
        if archive_hash not in self.data:
            raise NotFound("there is no such archive", code="not_found")
        return self.data[archive_hash]


async def test_many_who_ask_at_once_fetch_once(tmp_path: Path) -> None:
    """And all of them find it whole."""
    store = Store(tmp_path, 1)
    archives = Archives(tmp_path / "cache", store.fetch)
    (name,) = store.data

    async def look() -> str:
        async with archives.unpacked(name) as place:
            return (place / "run").read_text()

    assert {*await asyncio.gather(*(look() for _ in range(8)))} == {"#!/bin/sh\necho 0\n"}
    assert store.asked == [name]


async def test_what_is_used_stays_and_what_is_not_gives_way(tmp_path: Path) -> None:
    """The one used longest ago goes first."""
    store = Store(tmp_path, 4)
    archives = Archives(tmp_path / "cache", store.fetch, most=2)
    first, *others = store.data
    async with archives.unpacked(first) as used:
        for name in others:
            async with archives.unpacked(name):
                pass
        assert used.is_dir()
        assert (used / "run").read_text() == "#!/bin/sh\necho 0\n"
    kept = {place.name for place in (tmp_path / "cache").iterdir()}
    assert len(kept) == 2
    assert others[-1] in kept


async def test_the_disk_has_a_bound_too(tmp_path: Path) -> None:
    """Few large archives give way as many small ones do; what is used stays."""
    store = Store(tmp_path, 3)
    archives = Archives(tmp_path / "cache", store.fetch, most_bytes=1)
    first, *others = store.data
    async with archives.unpacked(first) as used:
        for name in others:
            async with archives.unpacked(name):
                pass
        assert {place.name for place in (tmp_path / "cache").iterdir()} == {used.name}
    assert not any((tmp_path / "cache").iterdir())


async def test_a_runner_finds_what_another_has_left(tmp_path: Path) -> None:
    """Each has a folder of its own while it lives; there are as many as runners at a time."""
    asks = (
        "import sys, time; from pathlib import Path; from saqqara_runner.cache import own_folder;"
        "print(own_folder(Path(sys.argv[1])).name, flush=True); time.sleep(600)"
    )

    async def hired() -> tuple[asyncio.subprocess.Process, str]:
        words = (sys.executable, "-c", asks, str(tmp_path))
        process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        return process, (await process.stdout.readline()).decode().strip()

    (first, one), (second, two) = await hired(), await hired()
    first.kill()
    await first.wait()
    third, three = await hired()
    for process in (second, third):
        process.kill()
        await process.wait()
    assert (one, two, three) == ("1", "2", "1")


async def test_other_bytes_than_the_hash_says_are_never_used(tmp_path: Path) -> None:
    """A store that has gone bad, or a proxy that tells something else."""
    store = Store(tmp_path, 2)
    first, second = store.data
    store.data[first] = store.data[second]
    archives = Archives(tmp_path / "cache", store.fetch)
    with pytest.raises(BundleFault):
        async with archives.unpacked(first):
            pass
    assert not (tmp_path / "cache" / first).exists()


async def test_an_archive_that_is_not_there_is_an_error_of_its_own(tmp_path: Path) -> None:
    """Nothing of it is left behind, and it can be asked for again."""
    archives = Archives(tmp_path / "cache", Store(tmp_path, 0).fetch)
    for _ in range(2):
        with pytest.raises(NotFound):
            async with archives.unpacked("0" * 64):
                pass
