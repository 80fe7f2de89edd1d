"""Unpacking: a folder appears whole and read-only, and a bad archive leaves nothing."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from pathlib import Path
from typing import Final

import pytest

from saqqara_bundle import Bundle, BundleFault, TarEntry
from saqqara_bundle.tar import write_tar
from saqqara_runner.folders import UNFINISHED, remove, unpack
from tests.bundle.archives import ATTACKS, BAD, BOT, packed

NAMES: Final = (
    "not composed",
    "turned name",
    "trailing space",
    "deep",
    "long path",
    "case",
)
"""What of the bad names and files is refused whatever was accepted once."""
REFUSED: Final = [*ATTACKS, *NAMES, "many files", "many bytes"]


def inflated_hash(packed: bytes) -> str:
    """The SHA-256 of what is packed, as far as it can be unpacked."""
    try:
        return hashlib.sha256(zlib.decompressobj(wbits=31).decompress(packed)).hexdigest()
    except zlib.error:
        return "0" * 64


MINE = Bundle.build(
    (
        TarEntry("bot.toml", b'command = ["./run"]'),
        TarEntry("run", b"#!/bin/sh\n"),
        TarEntry("lib/x", b"x"),
    )
)


def test_unpacking_is_whole_read_only_and_once(tmp_path: Path) -> None:
    """The folder appears with all its files, each with the mode of the archive, none to write."""
    cache = tmp_path / "cache"
    place = unpack(MINE.pack(), MINE.hash, cache)
    assert place == unpack(b"not looked at: it is there", MINE.hash, cache)
    assert (place / "lib/x").read_text() == "x"
    modes = {path.name: path.stat().st_mode & 0o777 for path in (place, *place.rglob("*"))}
    assert modes == {place.name: 0o555, "lib": 0o555, "x": 0o444, "run": 0o555, "bot.toml": 0o444}
    assert [one.name for one in cache.iterdir()] == [MINE.hash]
    remove(place)
    remove(place)
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_archive_leaves_nothing(what: str, tmp_path: Path) -> None:
    """Whatever it holds, it is refused, and no folder remains, not even an unfinished one."""
    archive = BAD[what].archive()
    with pytest.raises(BundleFault):
        unpack(archive, inflated_hash(archive), tmp_path / "cache")
    assert not [*tmp_path.rglob("*")]


def test_an_archive_stays_what_it_was_accepted_as(tmp_path: Path) -> None:
    """One of an earlier version, whose rules for a manifest or a mode were others."""
    tar = write_tar(
        [TarEntry("bot.toml", b'command = [".//run"]'), TarEntry("run", b"#!/bin/sh\r\n")]
    )
    place = unpack(gzip.compress(tar), hashlib.sha256(tar).hexdigest(), tmp_path)
    assert (place / "run").stat().st_mode & 0o777 == 0o444


def test_other_bytes_are_no_archive_of_that_hash(tmp_path: Path) -> None:
    """A hash that is none cannot name a place, and what has another hash is not unpacked."""
    for named in (Bundle.read(packed(BOT)).hash, "../../x", MINE.hash.upper()):
        with pytest.raises(BundleFault):
            unpack(MINE.pack(), named, tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_an_unfinished_folder_is_never_used(tmp_path: Path) -> None:
    """What a killed process left behind has another name, and does not disturb the next one."""
    left = tmp_path / f"{UNFINISHED}{MINE.hash}"
    left.mkdir()
    (left / "run").write_text("half")
    assert (unpack(MINE.pack(), MINE.hash, tmp_path) / "run").read_bytes() == b"#!/bin/sh\n"
