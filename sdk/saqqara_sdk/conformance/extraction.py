"""Unpacking of suites into a folder: all of them, or none if one fails."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, Final

from saqqara_sdk.conformance import suite
from saqqara_sdk.conformance.suite import NoSuite
from saqqara_sdk.lines.termination import whole

UNFINISHED: Final = ".part-"


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The size of an unpacked suite."""

    name: str
    games: int
    positions: int
    bytes: int


def unpack(archives: Mapping[str, IO[bytes]], folder: Path) -> list[Unpacked]:
    """Unpack each archive into a folder with its suite's name; raises `NoSuite`, `OSError`.

    The folder must be empty or missing. Until everything is unpacked, it has only a hidden folder.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise NoSuite(f"{folder} is not empty. Name another folder, or remove it first.")
    unfinished = Path(mkdtemp(prefix=UNFINISHED, dir=folder))
    is_whole = False
    try:
        done = [_unpacked(name, file, unfinished) for name, file in archives.items()]
        with whole():
            for one in done:
                (unfinished / one.name).rename(folder / one.name)
            is_whole = True
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
        if is_new and not is_whole:
            shutil.rmtree(folder, ignore_errors=True)
    return done


def _unpacked(name: str, file: IO[bytes], into: Path) -> Unpacked:
    home = into / name
    home.mkdir()
    games = positions = size = 0
    for entry, data in suite.entries(file):
        title = Path(entry.name).name
        with (home / title).open("xb") as written:
            written.write(data)
        size += len(data)
        games += title.endswith(suite.RECORD)
        positions += data.count(b"\n") if title.endswith(suite.POSITIONS) else 0
    return Unpacked(name, games, positions, size)
