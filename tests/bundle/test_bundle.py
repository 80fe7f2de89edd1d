"""A program is accepted by its reader and its packer alike, or refused in the same sentence."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import pickle
import tarfile
from collections.abc import Mapping

import pytest

from saqqara_bundle import Bundle, BundleFault, BundleTooLarge, TarEntry
from saqqara_bundle.limits import MIB, MOST_PACKED
from tests.bundle.archives import BAD, BAD_FILES, BOT, GOOD_FILES, LARGE_FILES, Bad, packed


def built(files: Mapping[str, bytes]) -> Bundle:
    """The program with these files beside or in place of those of `BOT`."""
    return Bundle.build(TarEntry(name, content) for name, content in {**BOT, **files}.items())


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_archive_is_refused(bad: Bad) -> None:
    """With a sentence that names the file, and by its class if a limit is exceeded."""
    with pytest.raises(BundleFault) as refused:
        Bundle.read(bad.archive())
    assert bad.words in str(refused.value)
    assert isinstance(refused.value, BundleTooLarge) == (bad.code == "too_large")


@pytest.mark.parametrize("what", [*BAD_FILES, *LARGE_FILES])
def test_reader_and_packer_refuse_alike(what: str) -> None:
    """The author hears before the upload what the server would say after it."""
    _, files = {**BAD_FILES, **LARGE_FILES}[what]
    with pytest.raises(BundleFault) as read:
        Bundle.read(BAD[what].archive())
    with pytest.raises(BundleFault) as packed_:
        built(files)
    assert (type(read.value), str(read.value)) == (type(packed_.value), str(packed_.value))


@pytest.mark.parametrize("files", GOOD_FILES.values(), ids=GOOD_FILES)
def test_reader_and_packer_accept_alike(files: Mapping[str, bytes]) -> None:
    """And give the same program."""
    mine = built(files)
    assert Bundle.read(packed({**BOT, **files})) == mine
    assert Bundle.read(mine.pack()) == mine


def test_a_hash_names_the_content() -> None:
    """However the archive was packed, by whom, in which order and how often."""
    other = io.BytesIO()
    with tarfile.open(fileobj=other, mode="w:gz", format=tarfile.GNU_FORMAT) as tar:
        for name, content in reversed([*BOT.items()]):
            info = tarfile.TarInfo(f"./{name}")
            info.size, info.mtime, info.uid, info.uname = len(content), 7, 1_000, "imhotep"
            tar.addfile(info, io.BytesIO(content))
        tar.addfile(tarfile.TarInfo("empty/"))
    mine = built({})
    assert Bundle.read(other.getvalue()) == mine
    assert Bundle.read(gzip.compress(mine.tar, 1, mtime=7)) == mine
    assert mine.hash == hashlib.sha256(gzip.decompress(mine.pack())).hexdigest()
    assert mine.pack() == Bundle.read(mine.pack()).pack()


def test_the_program_of_a_command_is_executable() -> None:
    """Whatever its mode was; other files keep theirs."""
    files = (
        TarEntry("bot.toml", b'command = ["./bin/run"]'),
        TarEntry("bin/run", b"#!/bin/sh\n"),
        TarEntry("tool", b"", is_executable=True),
        TarEntry("note", b""),
    )
    found = Bundle.build(files).files
    assert {file.name: file.is_executable for file in found} == {
        "bin/run": True,
        "bot.toml": False,
        "note": False,
        "tool": True,
    }


def test_a_fault_can_be_sent_to_another_process() -> None:
    """With its sentence and its limit."""
    fault = BundleTooLarge("too large", 7)
    copy = pickle.loads(pickle.dumps(fault))  # noqa: S301 - our own
    assert (str(copy), copy.limit) == ("too large", 7)


def test_a_packed_archive_has_a_limit() -> None:
    """Before it is read, and after it is packed."""
    for refuse in (
        lambda: Bundle.read(bytes(MOST_PACKED + 1)),
        built({"noise": os.urandom(17 * MIB)}).pack,
    ):
        with pytest.raises(BundleTooLarge, match="packed archive exceeds 16 MiB"):
            refuse()
